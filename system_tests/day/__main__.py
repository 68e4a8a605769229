"""The day test: twelve requests are processed, scheduled, cooked, packed and delivered, with a recount at every step.

    python -m system_tests.day --database postgresql

Requests of all eight kinds come through the API; owner, desk, kitchen and two riders process them in the
back office's forms, each with a second factor, while the clock passes cut-offs and days. One plan is paused, one
cancelled, one box forfeited, one fails and is replaced; a clash is refused, an overpayment is refunded; one rider
is offline for an hour and sends everything twice, one run is taken over and another reassigned; the server is killed
(SIGKILL) among requests, confirmations and outcomes. After every step, all sheets, labels, runs,
balances, refunds due and riders' cash are compared with a recount from request bodies and staff actions; the first
mismatch ends the test.

`--without kept-taps`, `cash-keys`, `pauses` or `whose-run` disables a protection: the system test must then fail.
"""

import time

from system_tests.day.day_test import DayTest, MismatchError
from system_tests.day.scenario import run_scenario
from system_tests.faults.clock import Clock
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.report import Report, finish
from system_tests.support.shop import open_shop, temporary_folder
from system_tests.support.staff import RefusedError


def run(kind: str, without: str = "") -> Report:
    """Run on a database of this kind; `without` names the disabled protection."""
    report = Report("Days of a shop")
    began = time.monotonic()
    with temporary_folder() as folder, database(kind, folder) as (db, _):
        clock = Clock(folder)
        with open_shop(folder, db, clock.day_server(without), SECOND_FACTOR="ALL") as shop:
            try:
                run_scenario(DayTest(shop, clock, report))
            except MismatchError as error:
                report.faults += error.args
            except (RefusedError, LookupError, TimeoutError) as error:
                report.faults.append(f"refused: {error}")
            damage = shop.database.damage()
            report.faults += [f"damage: {each}" for each in damage]
    report.figures["damage found by the database"] = damage or "none"
    report.figures["seconds"] = round(time.monotonic() - began, 1)
    return report


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("kept-taps", "cash-keys", "pauses", "whose-run"))
    finish(run(options.database, options.without), kind=options.database)


if __name__ == "__main__":
    main()
