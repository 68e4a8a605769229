"""What is noted beside plans as rows: lines, keys, mails, the record, steps, locks, ticks and taps, as the shop writes them."""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from benchmarks.kitchen.plans import COLUMNS, DELIVERED, Dish, Rows

KEYS_DAYS = timedelta(days=30)  # the ten-minute purge leaves no older ones
DISHES_A_MEAL = 40  # told to the kitchen, and ticked
MEALS = (1, 2, 3)
REPLY = json.dumps({"status": "success", "message": "x" * 90, "reference": "OT-0000000"})
# What the desk does about a request, beside one delivery.delivered for every box.
DEEDS = (
    "request.assign", "request.facts", "request.note", "request.confirm", "payment.note", "health.open",
    "request.begin", "request.complete",
)  # fmt: skip
DATA = json.dumps({"start_date": {"was": None, "now": "2026-11-23"}, "zone_ok": {"was": None, "now": True}})  # fmt: skip

NOTED: Mapping[str, Sequence[str]] = {
    **COLUMNS,
    "orders_orderline": (
        "order_id", "position", "dish_id", "dish_name", "unit_price_paise", "charged_paise",
    ),
    "intake_idempotencyrecord": ("kind", "key", "body_digest", "reply", "request_id"),
    "notify_outboxentry": (
        "kind", "reference", "recipient", "state", "created_at", "due_at", "attempts", "sent_at",
        "last_error", "resends", "http_request_id",
    ),
    "audit_entry": ("at", "actor_id", "action", "reference", "day", "data", "reason"),
    "schedule_change": ("id", "plan_id", "doing", "reason", "by_id", "at", "data"),
    "schedule_servingchange": (
        "change_id", "serving_id", "date_after", "state_after", "box_contents_after_id",
        "exception_before",
    ),
    "delivery_result": (
        "serving_id", "key", "outcome", "reason", "words", "tapped_at", "by_id", "at", "uncounted",
        "stands", "decision",
    ),
    "schedule_lock": ("id", "date", "meal", "at", "last_change", "has_begun"),
    "schedule_lockline": ("lock_id", "item_id", "quantity", "boxes"),
    "schedule_cooked": ("date", "meal", "item_id", "by_id", "at"),
}  # fmt: skip
NUMBERED = ("schedule_plan", "schedule_dishset", "schedule_change", "schedule_lock")
ACCOUNT = 1


def beside(
    parts: Iterable[Rows], dishes: Sequence[Dish], since: date, today: date
) -> Iterator[Rows]:
    """The parts, with what was noted about them; then locks and ticks of all days since."""
    serving = 0
    for part in parts:
        serving = _about(part, serving, today)
        yield part
    yield _days(dishes, since, today)


def _about(part: Rows, serving: int, today: date) -> int:
    """Adds to a part; the number of its last serving, which the database gives by itself."""
    of: dict[str, list[tuple[Any, ...]]] = {table: [] for table in NOTED if table not in COLUMNS}
    requests = {row[0]: row for row in part.of["requests_request"]}
    plans = {row[0]: requests[row[1]] for row in part.of["schedule_plan"]}
    names = {row[0]: row[4] for row in part.of["schedule_dishsetline"]}
    for number, kind, reference, received, *_ in requests.values():
        for position in range(5):
            name = names.get(position, "Dry Fruit Smoothie")
            of["orders_orderline"].append((number, position, "veg-17", name, 150_00, 150_00))
        if received.date() > today - KEYS_DAYS:
            digest = hashlib.sha256(number.bytes).hexdigest()
            of["intake_idempotencyrecord"].append((kind, str(number), digest, REPLY, number))
        for recipient in ("shop", "customer"):
            of["notify_outboxentry"].append(
                (
                    kind,
                    reference,
                    recipient,
                    "sent",
                    received,
                    received,
                    1,
                    received,
                    "",
                    0,
                    digest_of(reference),
                )
            )
        for step, action in enumerate(DEEDS):
            at = received + timedelta(hours=step)
            of["audit_entry"].append((at, ACCOUNT, action, reference, None, DATA, ""))
    for plan, request in plans.items():
        of["schedule_change"].append((plan, plan, "confirm", "", ACCOUNT, request[3], "{}"))
    for plan, _, _, day, box_contents, state, _ in part.of["schedule_serving"]:
        serving += 1
        of["schedule_servingchange"].append((plan, serving, day, 1, box_contents, False))
        if state == DELIVERED:
            at = datetime.combine(day, time(7), UTC)
            of["delivery_result"].append(
                (serving, f"{serving:032x}", "delivered", "", "", at, ACCOUNT, at, "", True, "")
            )
            told = json.dumps({"serving": serving})
            of["audit_entry"].append(
                (at, ACCOUNT, "delivery.delivered", plans[plan][2], day, told, "")
            )
    part.of.update({table: rows for table, rows in of.items() if rows})
    return serving


def digest_of(reference: str) -> str:
    """An id as the proxy gives them."""
    return hashlib.sha256(reference.encode()).hexdigest()[:32]


def _days(dishes: Sequence[Dish], since: date, today: date) -> Rows:
    of: dict[str, list[tuple[Any, ...]]] = {
        "schedule_lock": [], "schedule_lockline": [], "schedule_cooked": [], "audit_entry": []
    }  # fmt: skip
    lock = 0
    for ahead in range((today - since).days):
        day = since + timedelta(days=ahead)
        for meal in MEALS:
            lock += 1
            at = datetime.combine(day, time(1), UTC)
            of["schedule_lock"].append((lock, day, meal, at, 0, True))
            for item, name, _ in dishes[:DISHES_A_MEAL]:
                of["schedule_lockline"].append((lock, item, 30, 30))
                of["schedule_cooked"].append((day, meal, item, ACCOUNT, at))
                data = json.dumps({"meal": meal, "dish": name})
                of["audit_entry"].append((at, ACCOUNT, "kitchen.cook", "", day, data, ""))
    return Rows(of)
