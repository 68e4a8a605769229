"""Generates the rows that the shop stores with plans: order lines, idempotency keys, mails, audit entries, plan
changes, cut-off snapshots, cooked dishes and delivery outcomes.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta

from benchmarks.kitchen.plans import COLUMNS, DELIVERED, Dish, Rows

KEY_RETENTION = timedelta(days=30)  # older ones are purged
DISHES_PER_MEAL = 40  # in the snapshot, and cooked
MEALS = (1, 2, 3)
REPLY = json.dumps({"status": "success", "message": "x" * 90, "reference": "OT-0000000"})
# The desk's actions on each request; in addition there is a delivery.delivered for every box.
DESK_ACTIONS = (
    "request.assign", "request.facts", "request.note", "request.confirm", "payment.note", "health.open",
    "request.begin", "request.complete",
)  # fmt: skip
DATA = json.dumps({"start_date": {"was": None, "now": "2026-11-23"}, "zone_ok": {"was": None, "now": True}})  # fmt: skip

LOG_COLUMNS: Mapping[str, Sequence[str]] = {
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
        "change_id", "serving_id", "date_after", "state_after", "dishset_after_id",
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
LOG_ID_TABLES = ("schedule_plan", "schedule_dishset", "schedule_change", "schedule_lock")
ACCOUNT = 1


def add_log_rows(
    parts: Iterable[Rows], dishes: Sequence[Dish], since: date, today: date
) -> Iterator[Rows]:
    """Yield the parts with their log rows; then snapshots and cooked dishes of all days since `since`."""
    serving = 0
    for part in parts:
        serving = _about(part, serving, today)
        yield part
    yield _days(dishes, since, today)


def _about(part: Rows, serving: int, today: date) -> int:
    """Add log rows to a part; return the id of its last serving, as the database will assign it."""
    requests = {row[0]: row for row in part.tables["requests_request"]}
    plans = {row[0]: requests[row[1]] for row in part.tables["schedule_plan"]}
    names = {row[0]: row[4] for row in part.tables["schedule_dishsetline"]}
    for number, kind, reference, received, *_ in requests.values():
        for position in range(5):
            name = names.get(position, "Dry Fruit Smoothie")
            part.add("orders_orderline", number, position, "veg-17", name, 150_00, 150_00)
        if received.date() > today - KEY_RETENTION:
            digest = hashlib.sha256(number.bytes).hexdigest()
            part.add("intake_idempotencyrecord", kind, str(number), digest, REPLY, number)
        for recipient in ("shop", "customer"):
            sent = "sent", received, received, 1, received, "", 0
            part.add(
                "notify_outboxentry",
                kind,
                reference,
                recipient,
                *sent,
                http_request_id_of(reference),
            )
        for step, action in enumerate(DESK_ACTIONS):
            at = received + timedelta(hours=step)
            part.add("audit_entry", at, ACCOUNT, action, reference, None, DATA, "")
    for plan, request in plans.items():
        part.add("schedule_change", plan, plan, "confirm", "", ACCOUNT, request[3], "{}")
    for plan, _, _, day, box_contents, state, _ in part.tables["schedule_serving"]:
        serving += 1
        part.add("schedule_servingchange", plan, serving, day, 1, box_contents, False)
        if state == DELIVERED:
            at = datetime.combine(day, time(7), UTC)
            outcome = "delivered", "", "", at, ACCOUNT, at, "", True, ""
            part.add("delivery_result", serving, f"{serving:032x}", *outcome)
            data = json.dumps({"serving": serving})
            reference = plans[plan][2]
            part.add("audit_entry", at, ACCOUNT, "delivery.delivered", reference, day, data, "")
    return serving


def http_request_id_of(reference: str) -> str:
    """Return an HTTP request id in the proxy's format."""
    return hashlib.sha256(reference.encode()).hexdigest()[:32]


def _days(dishes: Sequence[Dish], since: date, today: date) -> Rows:
    rows = Rows()
    lock = 0
    for ahead in range((today - since).days):
        day = since + timedelta(days=ahead)
        for meal in MEALS:
            lock += 1
            at = datetime.combine(day, time(1), UTC)
            rows.add("schedule_lock", lock, day, meal, at, 0, True)
            for item, name, _ in dishes[:DISHES_PER_MEAL]:
                rows.add("schedule_lockline", lock, item, 30, 30)
                rows.add("schedule_cooked", day, meal, item, ACCOUNT, at)
                data = json.dumps({"meal": meal, "dish": name})
                rows.add("audit_entry", at, ACCOUNT, "kitchen.cook", "", day, data, "")
    return rows
