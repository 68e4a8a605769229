"""Days of a whole shop: twelve requests worked, scheduled, cooked, packed and delivered, recounted at every step.

    python -m system_tests.day --database postgresql

Requests of all eight kinds come through the storefront's calls; owner, desk, kitchen and two riders work them in the
back office's own forms, each with a second factor, while the clock runs through cut-off and days. One is paused, one
cancelled, one forfeited, one fails and is made up; a clash is refused, money comes too much and is given back; one rider
is offline for an hour and sends everything twice, a run is taken over and another one changes hands; the server is killed (kill -9) among the calls, the confirmations and the taps. After every step, all sheets, labels, runs,
debts, money to give back and riders' cash are compared with a recount from the bodies of the calls and what people did; the first disagreement ends it.

`--without kept-taps`, `cash-keys`, `pauses` or `whose-run` breaks the server on purpose: the system test has to fail then.
"""

import argparse
import time

from system_tests.day.days import Days, WrongError
from system_tests.day.people import RefusedError
from system_tests.day.story import tell
from system_tests.faults.clock import Clock
from system_tests.support.databases import database
from system_tests.support.report import Report, finish
from system_tests.support.shop import open_shop, temporary_folder

WITHOUT = ("kept-taps", "cash-keys", "pauses", "whose-run")


def run(kind: str, without: str = "") -> Report:
    """On a database of this kind; `without` says what is broken of the server."""
    report = Report(f"Days of a shop on {kind}")
    began = time.monotonic()
    with temporary_folder() as folder, database(kind, folder) as (db, _):
        clock = Clock(folder)
        server = ("system_tests.day.server", str(clock.file), *filter(None, [without]))
        with open_shop(folder, db, server, SECOND_FACTOR="ALL") as shop:
            try:
                tell(Days(shop, clock, report))
            except WrongError as error:
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
    parser = argparse.ArgumentParser(prog="python -m system_tests.day", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--without", choices=WITHOUT, default="")
    arguments = parser.parse_args()
    finish(run(arguments.database, arguments.without))


if __name__ == "__main__":
    main()
