"""Concurrent plan editors: desk users and customers who change plans based on slightly stale pages."""

import random
import re
import secrets
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

import requests

from oottam.schedule.domain.calendar import INDIA
from system_tests.support.shop import Shop
from system_tests.support.staff import RefusedError, Staff

PLANNED = 1
MAX_ANSWER_SECONDS = 60.0
MAX_THINK_SECONDS = 0.03  # seconds between reading a plan and changing it
Fields = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AcceptedChange:
    """An accepted change: its plan, the version it was made from, and its number."""

    plan: int
    version: int
    action: str
    change: int


def conflicting_changes(done: Sequence[AcceptedChange]) -> dict[tuple[int, int], int]:
    """Count the changes of each plan version on which more than one succeeded."""
    counted = Counter((each.plan, each.version) for each in done)
    return {snapshot: count for snapshot, count in counted.items() if count > 1}


@dataclass(frozen=True, slots=True)
class PlanSnapshot:
    """A plan as one user saw it: boxes by number, with day and state, and changes that are not undone."""

    plan: int
    reference: str
    version: int
    boxes: Sequence[tuple[int, date | None, int]]
    changes: Sequence[int]
    days: int


class PlanEditors:
    """People at all plans; `done` and `met` (responses by status) grow while `act` is repeated."""

    def __init__(self, shop: Shop, sessions: Sequence[str]) -> None:
        self.done: list[AcceptedChange] = []
        self.met: Counter[str] = Counter()
        self.faults: list[str] = []
        self._shop = shop
        self._lock = threading.Lock()
        self._staff = [Staff(shop.port, session) for session in sessions]
        self._plans = shop.database.rows(
            "SELECT p.id, r.reference FROM schedule_plan p "
            "JOIN requests_request r ON r.id = p.request_id ORDER BY p.id"
        )
        self._customer_pages = {
            reference: self._customer_page(reference) for _, reference in self._plans
        }

    @property
    def has_conflict(self) -> bool:
        """Whether two changes succeeded on the same plan version."""
        with self._lock:
            return bool(conflicting_changes(self.done))

    def act(self, person: int) -> None:
        """Change a plan; the first person closes and reopens a day."""
        if not person:
            self._close_day(self._staff[person])
            return
        snapshot = self._look(*random.choice(self._plans))
        time.sleep(random.uniform(0, MAX_THINK_SECONDS))
        action, fields = random.choice(ACTIONS)(snapshot)
        if action:
            self._send(self._staff[person], snapshot, action, fields)

    def act_as_customer(self, _: int) -> None:
        """Change a plan on its customer's page."""
        snapshot = self._look(*random.choice(self._plans))
        time.sleep(random.uniform(0, MAX_THINK_SECONDS))
        action, fields = random.choice(CUSTOMER_ACTIONS)(snapshot)
        if not action:
            return
        key = secrets.token_hex(16)
        sent = {"do": action, "confirm": "yes", "version": snapshot.version, "key": key, **fields}
        response = requests.post(
            self._customer_pages[snapshot.reference],
            sent,
            allow_redirects=False,
            timeout=MAX_ANSWER_SECONDS,
        )
        if response.status_code != 303:
            self._meet(f"{response.status_code}", f"customer's {action}", response.content)
            return
        self._record(snapshot, action, response.headers["Location"])
        with self._lock:
            self.met["done by customer"] += 1

    def _customer_page(self, reference: str) -> str:
        page = self._staff[0].page(f"plans/{reference}/")
        [path] = re.findall(r'href="(/status/[^"]+/plan/)"', page)
        return f"http://127.0.0.1:{self._shop.port}{path}"

    def _look(self, plan: int, reference: str) -> PlanSnapshot:
        """Read the version first, so that later changes make the form stale."""
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
        return PlanSnapshot(
            plan, reference, version, found, [number for (number,) in changes], days
        )

    def _send(self, staff: Staff, snapshot: PlanSnapshot, action: str, fields: Fields) -> None:
        given = {"version": snapshot.version, "do": "save", "reason": "Asked", **fields}
        try:
            answer = staff.submit(f"plans/{snapshot.reference}/{action}", given)
        except RefusedError as error:
            self._meet(f"{error.status}", action, error.content)
            return
        self._record(snapshot, action, answer.json()["address"])

    def _record(self, snapshot: PlanSnapshot, action: str, address: str) -> None:
        """Record an accepted change; its number ends the address that answers it."""
        change = int(address.rpartition("=")[2])
        with self._lock:
            self.met["done"] += 1
            self.done.append(AcceptedChange(snapshot.plan, snapshot.version, action, change))

    def _close_day(self, staff: Staff) -> None:
        """Close and reopen a day."""
        day = {"date": _today() + timedelta(days=random.randrange(8, 30)), "meal": 0}
        for path, fields in (("close", {"reason": "Holiday", "do": "save"}), ("open", {})):
            try:
                staff.submit(f"closed-days/{path}", {**day, **fields})
                self._meet(f"day {path}", path, b"")
            except RefusedError as error:
                self._meet(f"{error.status}", path, error.content)
            time.sleep(random.uniform(0, 0.3))

    def _meet(self, status: str, action: str, body: bytes) -> None:
        """409 for a stale version, 422 for an invalid change; any other status is a fault."""
        with self._lock:
            self.met[status] += 1
            if status.isdecimal() and status not in ("409", "422"):
                self.faults.append(f"answer: {status} to {action}: {body[:200]!r}")


def _skip(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    return "skip", {"servings": _some(snapshot, 2)}


def _move(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    to = _today() + timedelta(days=random.randrange(8, 35))
    return "move", {"servings": _some(snapshot, 1), "to": to}


def _pause(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    first = _today() + timedelta(days=random.randrange(8, 20))
    last = random.choice(("", first + timedelta(days=random.randrange(4))))
    return "pause", {"first": first, "last": last, "meals": [1, 2, 3]}


def _resume(_: PlanSnapshot) -> tuple[str, Fields]:
    return "resume", {"on": _today() + timedelta(days=random.randrange(8, 20))}


def _days(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    return "days", {"meal": 1, "days": max(1, snapshot.days + random.choice((-1, 1, 2)))}


def _box(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    dishes = {"dish": ["Dry Fruit Smoothie", "Ragi Porridge"], "quantity": [1, 2]}
    return "box", {"servings": _some(snapshot, 2), "reach": "these", "new": "on", **dishes}


def _undo(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    if not snapshot.changes:
        return "", {}
    return "undo", {"change": random.choice(snapshot.changes[:4])}


ACTIONS: Sequence[Callable[[PlanSnapshot], tuple[str, Fields]]] = (
    _skip, _skip, _move, _pause, _resume, _resume, _days, _box, _undo, _undo,
)  # fmt: skip


def _customer_skip(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    return "skip", {"box": _some(snapshot, 2)}


def _customer_pause(snapshot: PlanSnapshot) -> tuple[str, Fields]:
    first = _today() + timedelta(days=random.randrange(8, 20))
    last = first + timedelta(days=random.randrange(1, 4))
    return "pause", {"first": first, "last": last, "meal": [1, 2, 3]}


CUSTOMER_ACTIONS: Sequence[Callable[[PlanSnapshot], tuple[str, Fields]]] = (
    _customer_skip, _customer_skip, _customer_pause, _resume, _undo,
)  # fmt: skip


def _some(snapshot: PlanSnapshot, most: int) -> list[int]:
    planned = [number for number, _, state in snapshot.boxes if state == PLANNED]
    return random.sample(planned, min(len(planned), random.randint(1, most)))


def _today() -> date:
    return datetime.now(INDIA).date()


def _day(found: Any) -> date | None:
    return date.fromisoformat(found) if isinstance(found, str) else found
