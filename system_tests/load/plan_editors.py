"""People at the desk who change plans at once, each by what they saw of a plan a moment ago."""

import json
import random
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from urllib.error import HTTPError

from oottam.plans.domain.calendar import INDIA
from system_tests.support.shop import Shop
from system_tests.support.staff import Staff

PLANNED = 1
MAX_THINK_SECONDS = 0.03  # seconds between looking and doing
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Done:
    """An accepted change: its plan, the version it was made from, and its number."""

    plan: int
    version: int
    what: str
    change: int


def blind(done: Sequence[Done]) -> dict[tuple[int, int], int]:
    """Count the changes of each plan version on which more than one succeeded."""
    counted = Counter((each.plan, each.version) for each in done)
    return {seen: count for seen, count in counted.items() if count > 1}


@dataclass(frozen=True, slots=True)
class Seen:
    """A plan as one user saw it: boxes by number, with day and state, and changes that are not undone."""

    plan: int
    reference: str
    version: int
    boxes: Sequence[tuple[int, date | None, int]]
    changes: Sequence[int]
    days: int


class Colleagues:
    """Whose sessions these are, until they are stopped. `done` and `met` (answers by status) are complete then."""

    def __init__(self, shop: Shop, sessions: Sequence[str]) -> None:
        self.done: list[Done] = []
        self.met: Counter[str] = Counter()
        self.faults: list[str] = []
        self._shop = shop
        self._plans: list[tuple[int, str]] = []
        self._stopped = threading.Event()
        self._lock = threading.Lock()
        self._threads = [
            threading.Thread(target=self._act if at else self._close_days, args=[one], daemon=True)
            for at, one in enumerate(Staff(shop, session) for session in sessions)
        ]

    @property
    def blind(self) -> bool:
        """Whether two of them did something to one plan at one version of it."""
        with self._lock:
            return bool(blind(self.done))

    def find_plans(self) -> None:
        """All that there are."""
        self._plans = [
            (plan, reference)
            for plan, reference in self._shop.database.rows(
                "SELECT p.id, r.reference FROM schedule_plan p "
                "JOIN requests_request r ON r.id = p.request_id ORDER BY p.id"
            )
        ]

    def start(self) -> None:
        """Let them begin."""
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Let everybody finish what they do."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _act(self, staff: Staff) -> None:
        while not self._stopped.is_set():
            seen = self._look(*random.choice(self._plans))
            time.sleep(random.uniform(0, MAX_THINK_SECONDS))
            what, fields = random.choice(DOINGS)(seen)
            if what:
                self._send(staff, seen, what, fields)

    def _look(self, plan: int, reference: str) -> Seen:
        """The version first: what changes after it makes the form a stale one."""
        rows = self._shop.database.rows
        ((version,),) = rows(f"SELECT version FROM schedule_plan WHERE id = {plan}")
        boxes = rows(
            f"SELECT id, date, state FROM schedule_serving WHERE plan_id = {plan} ORDER BY date"
        )
        changes = rows(
            f"SELECT id FROM schedule_change WHERE plan_id = {plan} AND undone_at IS NULL "
            "AND doing NOT IN ('confirm', 'undo') ORDER BY id DESC"
        )
        ((days,),) = rows(f"SELECT max(servings) FROM schedule_track WHERE plan_id = {plan}")
        found = [(number, _day(on), state) for number, on, state in boxes]
        return Seen(plan, reference, version, found, [number for (number,) in changes], days)

    def _send(self, staff: Staff, seen: Seen, what: str, fields: Fields) -> None:
        given = {"version": seen.version, "do": "save", "reason": "Asked", **fields}
        try:
            answer = staff.do(f"plans/{seen.reference}/{what}", given)
        except HTTPError as error:
            self._meet(f"{error.code}", what, error.read())
            return
        change = int(json.loads(answer)["address"].rpartition("=")[2])
        with self._lock:
            self.met["done"] += 1
            self.done.append(Done(seen.plan, seen.version, what, change))

    def _close_days(self, staff: Staff) -> None:
        """One of them closes a day now and then, and opens it again."""
        today = _today()
        while not self._stopped.is_set():
            day = {"date": today + timedelta(days=random.randrange(8, 30)), "meal": 0}
            for path, fields in (("close", {"reason": "Holiday", "do": "save"}), ("open", {})):
                try:
                    staff.do(f"closed-days/{path}", {**day, **fields})
                    self._meet(f"day {path}", path, b"")
                except HTTPError as error:
                    self._meet(f"{error.code}", path, error.read())
                self._stopped.wait(random.uniform(0, 0.3))

    def _meet(self, status: str, what: str, body: bytes) -> None:
        """409 for a stale version, 422 for an invalid change; any other status is a fault."""
        with self._lock:
            self.met[status] += 1
            if status.isdecimal() and status not in ("409", "422"):
                self.faults.append(f"answer: {status} to {what}: {body[:200]!r}")


def _skip(seen: Seen) -> tuple[str, Fields]:
    return "skip", {"servings": _some(seen, 2)}


def _move(seen: Seen) -> tuple[str, Fields]:
    to = _today() + timedelta(days=random.randrange(8, 35))
    return "move", {"servings": _some(seen, 1), "to": to}


def _pause(seen: Seen) -> tuple[str, Fields]:
    first = _today() + timedelta(days=random.randrange(8, 20))
    last = random.choice(("", first + timedelta(days=random.randrange(4))))
    return "pause", {"first": first, "last": last, "meals": [1, 2, 3]}


def _resume(_: Seen) -> tuple[str, Fields]:
    return "resume", {"on": _today() + timedelta(days=random.randrange(8, 20))}


def _days(seen: Seen) -> tuple[str, Fields]:
    return "days", {"meal": 1, "days": max(1, seen.days + random.choice((-1, 1, 2)))}


def _box(seen: Seen) -> tuple[str, Fields]:
    dishes = {"dish": ["Dry Fruit Smoothie", "Ragi Porridge"], "quantity": [1, 2]}
    return "box", {"servings": _some(seen, 2), "reach": "these", "new": "on", **dishes}


def _undo(seen: Seen) -> tuple[str, Fields]:
    if not seen.changes:
        return "", {}
    return "undo", {"change": random.choice(seen.changes[:4])}


DOINGS: Sequence[Callable[[Seen], tuple[str, Fields]]] = (
    _skip, _skip, _move, _pause, _resume, _resume, _days, _box, _undo, _undo,
)  # fmt: skip


def _some(seen: Seen, most: int) -> list[int]:
    planned = [number for number, _, state in seen.boxes if state == PLANNED]
    return random.sample(planned, min(len(planned), random.randint(1, most)))


def _today() -> date:
    return datetime.now(INDIA).date()


def _day(found: Any) -> date | None:
    return date.fromisoformat(found) if isinstance(found, str) else found
