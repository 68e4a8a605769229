"""The state of the day test: clock, staff, recorded actions, and the comparison after each step."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from system_tests.day import page_parsers
from system_tests.day.recount import Action, Recount, stored_requests
from system_tests.day.staff_clients import StaffClient
from system_tests.faults.clock import INDIA, Clock
from system_tests.support.report import Report, progress
from system_tests.support.shop import Shop
from system_tests.support.staff import RefusedError

FIRST = datetime(2026, 12, 4, 10, tzinfo=INDIA)
MONDAY = date(2026, 12, 7)
ONE_DAY = timedelta(days=1)
LATEST_KILL = 0.03
HOUSEKEEPING_SECONDS = 30
ROLES = {"priya": "owner", "divya": "desk", "anbu": "kitchen", "murugan": "rider", "selvi": "rider"}


class MismatchError(Exception):
    """A page differs from the recount, or an action was refused; holds the differences."""


class DayTest:
    """A shop with its staff; `actions` records every acknowledged action."""

    def __init__(self, shop: Shop, clock: Clock, report: Report) -> None:
        self.shop, self._clock, self.report = shop, clock, report
        self.actions: list[Action] = []
        self.kills = 0
        self._steps = 0
        self._days: set[date] = set()
        self.set(FIRST)
        self.staff = {name: StaffClient(shop, name, role, self.now) for name, role in ROLES.items()}
        self.owner, self.desk, self.cook, self.murugan, self.selvi = self.staff.values()
        for person in self.staff.values():
            person.log_in()

    def now(self) -> datetime:
        """The shop's current time."""
        return self._at + timedelta(seconds=time.monotonic() - self._since)

    def set(self, at: datetime) -> None:
        """Set the clock, which then runs on."""
        self._clock.set(at)
        self._at, self._since = at, time.monotonic()

    def start_day(self, at: datetime) -> None:
        """Start another day: sessions have ended, so all staff log in again."""
        self.set(at)
        for person in self.staff.values():
            person.log_in()

    def record(self, action: str, reference: str = "", **arguments: Any) -> None:
        """Record an acknowledged action."""
        self.actions.append(Action(action, reference, arguments))

    def recount(self) -> Recount:
        """Build the recount from stored bodies and recorded actions."""
        rows = self.shop.database.rows("SELECT reference, kind, body FROM requests_request")
        return Recount(stored_requests(rows), self.actions, self.now().astimezone(INDIA).date())

    def step(self, name: str) -> None:
        """Print the recount's figures; raise MismatchError if any page differs."""
        expected = self.recount()
        self._days |= {MONDAY, *expected.days()}
        mismatches = page_parsers.differences(
            expected, self._days_to_compare(), self.cook, self.desk
        )
        self._steps += 1
        boxes = [box for box in expected.boxes if box.day is not None]
        owed = sum(expected.owed(reference) or 0 for reference in expected.requests)
        portions = sum(q for box in boxes for _, q in box.dishes if box.state != "forfeited")
        progress(
            f"{self.now():%a %d %b %H:%M}  {name}: {len(boxes)} boxes, {portions} portions, "
            f"₹{owed / 100:,.2f} owed"
        )
        if mismatches:
            raise MismatchError(*(f"after “{name}”, {mismatch}" for mismatch in mismatches))
        self.report.figures["steps recounted"] = self._steps

    def _days_to_compare(self) -> list[date]:
        """Every day that had a box at any step, and the day after the last."""
        return [*sorted(self._days), max(self._days) + ONE_DAY]

    def kill_during(self, action: Callable[[int], None], count: int, after: int) -> None:
        """Call `action` with 0 to `count` - 1; kill and reopen the server after `after` calls."""
        done = threading.Semaphore(0)
        failed: list[BaseException] = []

        def run() -> None:
            try:
                for number in range(count):
                    action(number)
                    done.release()
            except Exception as error:  # noqa: BLE001 - raised below in the main thread
                failed.append(error)
                for _ in range(count):
                    done.release()

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        for _ in range(after):
            done.acquire()
        time.sleep(LATEST_KILL * (self.kills + 1) / 4)
        now = self.now()
        self.shop.kill()
        self.kills += 1
        self._clock.file.write_text(str(now.timestamp()), "ascii")
        self._at, self._since = now, time.monotonic()
        self.shop.open()
        thread.join()
        self.report.figures["kills -9"] = self.kills
        if failed:
            raise failed[0]

    def require_refused(self, name: str, action: Callable[[], object]) -> None:
        """Raise MismatchError unless the shop refuses the action."""
        try:
            action()
        except RefusedError:
            return
        raise MismatchError(f"{name}: not refused")

    def wait_until(self, name: str, holds: Callable[[], bool]) -> None:
        """Wait for the server's background jobs; raise MismatchError on timeout."""
        deadline = time.monotonic() + HOUSEKEEPING_SECONDS
        while not holds():
            if time.monotonic() > deadline:
                raise MismatchError(f"housekeeping: {name} has not happened")
            time.sleep(0.1)

    def references(self, kind: str) -> Sequence[str]:
        """References of this kind in order of arrival."""
        rows = self.shop.database.rows(
            f"SELECT reference FROM requests_request WHERE kind = '{kind}' ORDER BY received_at"
        )
        return [reference for (reference,) in rows]
