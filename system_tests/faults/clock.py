"""Clock jumps and midnight in India: references stay unique, dates are correct, no visitor is locked out.

    python -m system_tests.faults.clock

The server's clock is set (shifted_clock.py) while visitors send forms of all eight kinds: it runs
through midnight in India, jumps an hour back and a day ahead, to 1999 and to a leap day. Every
form must be stored with a server time between its request and its response, every
reference once, and back office pages must show the IST date.
"""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from oottam.core.clock import clock_time
from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.databases import as_instant, database
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, open_shop, temporary_folder
from system_tests.support.staff import ParsedPage, Staff

INDIA = ZoneInfo("Asia/Kolkata")
MIDNIGHT = datetime(2026, 11, 22, tzinfo=INDIA)
VISITORS, SECONDS = 4, 3.0  # load after each jump
SLACK = timedelta(seconds=1)
JUMPS = {
    "through midnight in India": MIDNIGHT - timedelta(seconds=SECONDS / 2),
    "an hour back": MIDNIGHT - timedelta(hours=1),
    "a day ahead": MIDNIGHT + timedelta(days=1),
    "into 1999": datetime(1999, 12, 31, 23, 59, 58, tzinfo=UTC),
    "through midnight of a leap day": datetime(2028, 2, 29, tzinfo=INDIA) - timedelta(seconds=1),
}


class Clock:
    """The server's clock, which can be set and then runs on."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "clock"
        self.file.write_text(str(time.time()), "ascii")

    def day_server(self, without: str = "") -> tuple[str, ...]:
        """The server module of the day test, which follows this clock."""
        return ("system_tests.day.server", str(self.file), *filter(None, [without]))

    def set(self, at: datetime) -> None:
        """Set the clock; return once the server has applied it."""
        text = str(at.timestamp())
        draft = self.file.with_suffix(".draft")
        draft.write_text(text, "ascii")
        draft.replace(self.file)
        accepted = self.file.with_suffix(".taken")
        while not accepted.exists() or accepted.read_text("ascii") != text:
            time.sleep(0.01)


def run(shop: Shop, clock: Clock, *, jumps: int = len(JUMPS), seconds: float = SECONDS) -> Report:
    """Make the first `jumps` jumps, with `seconds` of load after each."""
    report = Report(f"{jumps} jumps of the clock")
    loads = []
    staff = Staff.of_new_owner(shop)
    for number, (name, instant) in enumerate(list(JUMPS.items())[:jumps]):
        clock.set(instant)
        began = time.monotonic()
        load = VisitorLoad(shop.port, visitors=VISITORS, first=number * 10**6)
        load.start()
        time.sleep(seconds)
        load.stop()
        until = instant + timedelta(seconds=time.monotonic() - began)
        report.faults += load.faults
        staff.log_in()  # sessions end with the day
        report.faults += _date_faults(shop, staff, load, instant - SLACK, until + SLACK)
        report.figures[f"forms, {name}"] = len(load.accepted)
        loads.append(load)
    accepted = [form for load in loads for form in load.accepted]
    if len({form.reference for form in accepted}) != len(accepted):
        report.faults.append("references: one is not unique")
    reconcile(shop.database, accepted, report)
    return report


def _date_faults(
    shop: Shop, staff: Staff, load: VisitorLoad, earliest: datetime, latest: datetime
) -> Iterator[str]:
    stored = {
        reference: as_instant(received_at)
        for reference, received_at in shop.database.rows(
            "SELECT reference, received_at FROM requests_request"
        )
    }
    received = {form.reference: stored[form.reference] for form in load.accepted}
    for reference, instant in received.items():
        if not earliest <= instant <= latest:
            yield f"date: {reference} is stored at {instant}, not {earliest} to {latest}"
    for reference in {
        min(received, key=received.__getitem__),
        max(received, key=received.__getitem__),
    }:
        instant = received[reference].astimezone(INDIA)
        seen = ParsedPage(staff.request_page(reference))
        # The year is shown if it differs from the server's current year.
        if not any(seen.shows(f"{instant.day} {instant:%b}{year}, {clock_time(instant)}")
                   for year in ("", f" {instant.year}")):  # fmt: skip
            yield f"page: {reference} of {instant} is displayed with another day"


def main() -> None:
    """The system test from the command line."""
    options = parse(seconds=SECONDS)
    with temporary_folder() as folder, database(options.database, folder) as (db, _):
        clock = Clock(folder)
        with open_shop(folder, db, ("system_tests.support.shifted_clock", str(clock.file))) as shop:
            finish(run(shop, clock, seconds=options.seconds), kind=options.database)


if __name__ == "__main__":
    main()
