"""Generates three years of plans as rows, with requests, details, dishes and servings: 2,000 boxes per day."""

import json
import random
import uuid
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import cycle
from typing import Any

ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # of references; the shop's own module needs Django's settings

SERVICE_DAYS = 920  # during which plans start; determines the boxes per day
UPCOMING_DAYS = 12  # of these, in the future
LENGTHS = (6, 6, 12, 15, 15, 30)
MEALS = ((1,), (2,), (2,), (3,), (1, 2), (2, 3))
DISHES = (2, 3, 4, 5, 6, 7)
PINS = ("600090", "600020", "600041", "600004", "600018", "600028", "600042", "600096")
NAMES = ("Asha Raman", "Karthik Subramanian", "Meena Iyer", "கவிதா முருகன்", "Joseph D'Souza")
BODY = json.dumps({"name": "Asha", "selectedItems": [{"name": "Dry Fruit Smoothie"}] * 12})
LUNCHTIME = time(12, 30)
PLANNED, DELIVERED = 1, 2
IS_IN_ZONE, IS_EXCEPTION, IS_FIRST = True, False, True
AT_ONCE = 5000  # plans whose rows are yielded together
COMBO_EVERY = 40  # every 40th plan has different dishes each day
Dish = tuple[int, str, bool]  # id, name, whether it is vegetarian
Menus = dict[str, list[Dish]]

COLUMNS = {
    "requests_request": (
        "id", "kind", "reference", "received_at", "status", "customer_name", "phone",
        "phone_normalised", "email", "body", "extra_fields", "closed_at",
    ),
    "orders_order": (
        "request_id", "days", "free_days", "tier", "breakfast", "lunch", "dinner", "delivery_time",
        "address", "total_paise",
    ),
    "handling_facts": (
        "request_id", "diet", "allergens", "kitchen_note", "pin", "locality", "zone_ok",
        "delivery_time", "address", "start_date",
    ),
    "handling_booking": ("request_id", "why", "paise", "at", "day", "is_first", "came_back"),
    "schedule_plan": ("id", "request_id", "start_date", "free_days", "state", "version"),
    "schedule_track": ("plan_id", "meal", "servings", "weekdays"),
    "schedule_dishset": ("id", "plan_id"),
    "schedule_dishsetline": (
        "dishset_id", "position", "item_id", "quantity", "ordered_name", "veg_only",
    ),
    "schedule_serving": (
        "plan_id", "meal", "seq", "date", "dishset_id", "state", "is_exception",
    ),
}  # fmt: skip


@dataclass
class Rows:
    """Rows by table, each in the order of its columns."""

    tables: dict[str, list[tuple[Any, ...]]] = field(default_factory=lambda: defaultdict(list))

    def add(self, table: str, *values: Any) -> None:
        """Add a row."""
        self.tables[table].append(values)


def service_days(today: date) -> list[date]:
    """Return Mondays to Saturdays, from the first start of a plan until after the last plan's end."""
    first = today - timedelta(days=(SERVICE_DAYS - UPCOMING_DAYS) * 7 // 6)
    days = (first + timedelta(days=ahead) for ahead in range(SERVICE_DAYS * 7 // 6 + 80))
    return [day for day in days if day.weekday() != 6]


def generate_plans(
    count: int, dishes: Sequence[Dish], today: date, *, first: int = 1
) -> Iterator[Rows]:
    """Yield rows of `count` plans, AT_ONCE plans at a time; deterministic. `first` skips the plans before it."""
    rng = random.Random(7)
    days = service_days(today)
    rows = Rows()
    menus = {"any": list(dishes), "veg": [dish for dish in dishes if dish[2]]}
    for plan in range(first, count + 1):
        begins = (plan - 1) * SERVICE_DAYS // count
        _add_plan(rows, plan, days[begins:], rng, menus, today)
        if plan % AT_ONCE == 0:
            yield rows
            rows = Rows()
    yield rows


def _add_plan(  # noqa: PLR0917 - the parts of one plan
    rows: Rows,
    plan: int,
    days: Sequence[date],
    rng: random.Random,
    dishes: Menus,
    today: date,
) -> None:
    length, meals = rng.choice(LENGTHS), rng.choice(MEALS)
    last = days[length - 1]
    received = datetime.combine(days[0], time(6), UTC) - timedelta(days=3)
    number, is_over = uuid.UUID(int=plan << 64 | rng.getrandbits(64)), last < today
    diet = rng.choice(("veg", "veg", "veg", "any"))
    rows.add(
        "requests_request", number, "veg", reference_of(plan), received,
        "completed" if is_over else "active" if days[0] <= today else "confirmed",
        rng.choice(NAMES), f"9{plan:09}", f"+919{plan:09}", f"asha{plan}@example.com",
        BODY, "[]", datetime.combine(last, time(20), UTC) if is_over else None,
    )  # fmt: skip
    free = {15: 1, 30: 2}.get(length, 0)
    address, paise = f"{plan} Beach Road, Besant Nagar, Chennai", length * len(meals) * 150_00
    rows.add(
        "orders_order", number, length, free, f"{length} days",
        *(meal in meals for meal in (1, 2, 3)), LUNCHTIME, address, paise,
    )  # fmt: skip
    confirmed = received + timedelta(minutes=rng.randint(5, 2000))
    rows.add(
        "handling_booking", number, "confirmed", paise, confirmed, confirmed.date(),
        IS_FIRST, plan % 3 == 0,
    )  # fmt: skip
    rows.add(
        "handling_facts", number, diet,
        json.dumps(rng.choice((["peanut"], ["milk", "egg"])) if plan % 25 == 0 else []),
        "No onion, please" if plan % 31 == 0 else "", rng.choice(PINS), "Besant Nagar", IS_IN_ZONE,
        LUNCHTIME, address, days[0],
    )  # fmt: skip
    rows.add("schedule_plan", plan, number, days[0], free, "ended" if is_over else "running", 1)
    box_contents_ids = [plan * 100 + day for day in range(length if plan % COMBO_EVERY == 0 else 1)]
    for box_contents in box_contents_ids:
        rows.add("schedule_dishset", box_contents, plan)
        chosen = rng.sample(dishes[diet], rng.choice(DISHES))
        for position, (item, name, _) in enumerate(chosen, start=1):
            rows.add(
                "schedule_dishsetline", box_contents, position, item, 1, name[:200], diet != "any"
            )
    for meal in meals:
        rows.add("schedule_track", plan, meal, length, 63)
        for seq, (day, box_contents) in enumerate(
            zip(days[:length], cycle(box_contents_ids), strict=False), start=1
        ):
            state = DELIVERED if day < today else PLANNED
            rows.add("schedule_serving", plan, meal, seq, day, box_contents, state, IS_EXCEPTION)


def reference_of(number: int) -> str:
    """Return the reference of the request with this number."""
    return "OT-" + "".join(ALPHABET[number >> place & 31] for place in range(30, -1, -5))
