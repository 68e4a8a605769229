"""The shop of the system test while its days pass: its clock, its people, what they did, and the recount after each step."""

import threading
import time
from collections.abc import Callable, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from system_tests.day import papers
from system_tests.day.people import Person, RefusedError
from system_tests.day.recount import Act, Recount, calls_of
from system_tests.faults.clock import INDIA, Clock
from system_tests.support.report import Report, progress
from system_tests.support.shop import Shop

FIRST = datetime(2026, 12, 4, 10, tzinfo=INDIA)
MONDAY = date(2026, 12, 7)
ONE_DAY = timedelta(days=1)
LATEST_KILL = 0.03
HOUSEKEEPING_SECONDS = 30
ROLES = {"priya": "owner", "divya": "desk", "anbu": "kitchen", "murugan": "rider", "selvi": "rider"}


class WrongError(Exception):
    """A page disagrees with the recount, or the shop refused something; the sentences."""


class Days:
    """The events of the days; `acts` records every action that the server acknowledged."""

    def __init__(self, shop: Shop, clock: Clock, report: Report) -> None:
        self.shop, self._clock, self.report = shop, clock, report
        self.acts: list[Act] = []
        self.kills = 0
        self._steps = 0
        self._days: set[date] = set()
        self.set(FIRST)
        self.people = {name: Person(shop, name, role, self.now) for name, role in ROLES.items()}
        self.owner, self.desk, self.cook, self.murugan, self.selvi = self.people.values()
        for person in self.people.values():
            person.log_in()

    def now(self) -> datetime:
        """What the shop's clock shows."""
        return self._at + timedelta(seconds=time.monotonic() - self._since)

    def set(self, at: datetime) -> None:
        """The clock jumps there, and runs on."""
        self._clock.set(at)
        self._at, self._since = at, time.monotonic()

    def morning(self, at: datetime) -> None:
        """Another day: sessions have ended, and everybody logs in again."""
        self.set(at)
        for person in self.people.values():
            person.log_in()

    def did(self, what: str, reference: str = "", **given: Any) -> None:
        """Somebody did this, and was told so."""
        self.acts.append(Act(what, reference, given))

    def recount(self) -> Recount:
        """From the bodies as they are stored, and what people did."""
        rows = self.shop.database.rows("SELECT reference, kind, body FROM requests_request")
        return Recount(calls_of(rows), self.acts, self.now().astimezone(INDIA).date())

    def step(self, name: str) -> None:
        """Print the figures of the recount; raises WrongError where any page says something else."""
        expected = self.recount()
        self._days |= {MONDAY, *expected.days()}
        wrong = papers.differences(expected, self._looked_at(), self.cook, self.desk)
        self._steps += 1
        boxes = [box for box in expected.boxes if box.day is not None]
        owed = sum(expected.owed(reference) or 0 for reference in expected.calls)
        portions = sum(q for box in boxes for _, q in box.dishes if box.state != "forfeited")
        progress(
            f"{self.now():%a %d %b %H:%M}  {name}: {len(boxes)} boxes, {portions} portions, "
            f"₹{owed / 100:,.2f} owed"
        )
        if wrong:
            raise WrongError(*(f"after “{name}”, {each}" for each in wrong))
        self.report.figures["steps recounted"] = self._steps

    def _looked_at(self) -> list[date]:
        """Every day that had a box at any step, and the one behind the last of them."""
        return [*sorted(self._days), max(self._days) + ONE_DAY]

    def kill_in_the_middle(self, action: Callable[[int], None], count: int, after: int) -> None:
        """Let `doing` happen with 0 to `count` - 1; kill the server when so many are done, and open it again."""
        done = threading.Semaphore(0)
        failed: list[BaseException] = []

        def run() -> None:
            try:
                for number in range(count):
                    action(number)
                    done.release()
            except Exception as error:  # noqa: BLE001 - told below, in the system test's own thread
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

    def refused(self, what: str, action: Callable[[], object]) -> None:
        """Raises WrongError where the shop does it all the same."""
        try:
            action()
        except RefusedError:
            return
        raise WrongError(f"{what}: was not refused")

    def until(self, what: str, holds: Callable[[], bool]) -> None:
        """Wait for the server's own housekeeping; raises WrongError where it does not come."""
        deadline = time.monotonic() + HOUSEKEEPING_SECONDS
        while not holds():
            if time.monotonic() > deadline:
                raise WrongError(f"housekeeping: {what} has not happened by itself")
            time.sleep(0.1)

    def references(self, kind: str) -> Sequence[str]:
        """Of the requests of this kind, in the order in which they came."""
        rows = self.shop.database.rows(
            f"SELECT reference FROM requests_request WHERE kind = '{kind}' ORDER BY received_at"
        )
        return [reference for (reference,) in rows]
