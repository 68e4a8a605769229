"""Eight users change plans concurrently while customers order and the kitchen reads its sheets.

    python -m system_tests.load.concurrent_plans --seconds 120 --database postgresql

Each reads a plan, pauses, and submits a form of its page; one closes and reopens days.
Every accepted change is in the history once and applied to the plan version that its user had seen; the history
explains every serving; every sheet and label agrees with a recount of the boxes in the same snapshot.

`--without version` disables the plan version check, `--without snapshot` the single snapshot of the
sheets: the system test must then fail, and ends as soon as it does.
"""

import json
import threading
import time
from collections.abc import Callable
from contextlib import closing
from datetime import datetime, timedelta
from subprocess import PIPE, Popen

from oottam.schedule.domain.calendar import INDIA, monday_from
from system_tests.load.plan_editors import PlanEditors
from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.plan_history import reconcile
from system_tests.support.report import Report, finish, percentile
from system_tests.support.shop import Shop, server, shop_on
from system_tests.support.staff import Staff

PLANS = 12  # few, so that changes conflict
KINDS = 8
PAUSE = 0.2  # seconds between the forms of one customer
LOOKING = 0.05  # seconds between checks for the expected fault
MAX_WAIT = 60.0  # seconds until the first sheet and the first stale change


def run(
    shop: Shop, *, seconds: float, people: int = 8, customers: int = 64, without: str = ""
) -> Report:
    """Run for `seconds`, and until at least one change was stale.

    `without` names the disabled protection; the run then ends early once a fault is found.
    """
    report = Report(f"{people} people at the plans, {customers} customers, {seconds:.0f} s")
    first = VisitorLoad(shop.port, visitors=KINDS, requests=PLANS * KINDS)
    first.start()
    first.join()
    with closing(Reader(shop, without)) as reader:
        colleagues = PlanEditors(shop, [_confirm_plans(shop).session] * people)
        colleagues.find_plans()
        reader.wait_for_first_sheet()
        load = VisitorLoad(shop.port, visitors=customers, first=PLANS * KINDS, pause=PAUSE)
        load.start()
        colleagues.start()
        began = time.monotonic()
        if without:
            _wait(began + seconds, lambda: reader.ended or colleagues.has_conflict)
        else:
            time.sleep(seconds)
            _wait(began + seconds + MAX_WAIT, lambda: colleagues.met["409"])
        colleagues.stop()
        load.stop()
        reader.stop(report)
    shop.close()
    report.figures["plan changes accepted"] = len(colleagues.done)
    report.figures["responses by status"] = dict(sorted(colleagues.met.items()))
    report.figures["orders"] = len(load.accepted)
    report.figures["orders' p50 and p99, ms"] = (
        percentile(load.seconds, 0.5),
        percentile(load.seconds, 0.99),
    )
    report.faults += colleagues.faults + load.faults_and_failures()
    if not colleagues.met["409"]:
        report.faults.append("too few: no change was stale")
    reconcile(shop.database, colleagues.done, report)
    return report


def command(without: str) -> tuple[str, ...]:
    """The server module to run: only `version` is a protection of the server."""
    return server("version" if without == "version" else "")


def _confirm_plans(shop: Shop) -> Staff:
    """Confirm all veg orders, whose plans start on the Monday after next, far from any cut-off; return the desk."""
    desk = Staff.of_new_owner(shop)
    start = monday_from(datetime.now(INDIA).date() + timedelta(days=8))
    for (reference,) in shop.database.rows(
        "SELECT reference FROM requests_request WHERE kind = 'veg'"
    ):
        desk.confirm(reference, start, "12:30")
    return desk


class Reader:
    """A sheet reader in a separate process."""

    def __init__(self, shop: Shop, without: str) -> None:
        broken = ["without"] if without == "snapshot" else []
        command = [shop.python, "-m", "system_tests.support.sheet_reader", *broken]
        self._process = Popen(command, env=shop.environment, stdin=PIPE, stdout=PIPE, text=True)
        assert self._process.stdin
        assert self._process.stdout
        self._stdin, self._stdout = self._process.stdin, self._process.stdout

    @property
    def ended(self) -> bool:
        """Whether the reader has ended, as it does at the first wrong sheet of a broken server."""
        return self._process.poll() is not None

    def wait_for_first_sheet(self) -> None:
        """Wait for the first sheet with boxes; raise EOFError after MAX_WAIT."""
        if not self._read_within_timeout(self._stdout.readline):
            raise EOFError("no sheet was read")

    def stop(self, report: Report) -> None:
        """Stop the reader and report its findings."""
        self._stdin.close()
        found = json.loads(self._read_within_timeout(self._stdout.read))
        report.figures["sheets with boxes read"] = found["read"]
        report.faults += found["faults"]

    def close(self) -> None:
        """Kill the reader."""
        self._process.kill()
        self._process.wait()
        self._stdin.close()
        self._stdout.close()

    def _read_within_timeout(self, read: Callable[[], str]) -> str:
        too_late = threading.Timer(MAX_WAIT, self._process.kill)
        too_late.start()
        try:
            return read()
        finally:
            too_late.cancel()


def _wait(until: float, found: Callable[[], object]) -> None:
    while not found() and time.monotonic() < until:
        time.sleep(LOOKING)


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("version", "snapshot"),
        seconds=120.0,
        people=8,
        customers=64,
    )
    with shop_on(options.database, command(options.without)) as shop:
        report = run(shop, **options.sizes, without=options.without)
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
