"""Three years of plans as rows: each with its request, facts, dishes and servings, and 2,000 boxes on every day."""

import json
import random
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from itertools import cycle
from typing import Any

from oottam.requests.identity import ALPHABET

SERVICE_DAYS = 920  # over which the plans begin: as many boxes a day as the figures above say
AHEAD = 12  # of which so many are still to come
LENGTHS = (6, 6, 12, 15, 15, 30)
MEALS = ((1,), (2,), (2,), (3,), (1, 2), (2, 3))
DISHES = (2, 3, 4, 5, 6, 7)
PINS = ("600090", "600020", "600041", "600004", "600018", "600028", "600042", "600096")
NAMES = ("Asha Raman", "Karthik Subramanian", "Meena Iyer", "கவிதா முருகன்", "Joseph D'Souza")
BODY = json.dumps({"name": "Asha", "selectedItems": [{"name": "Dry Fruit Smoothie"}] * 12})
LUNCHTIME = time(12, 30)
PLANNED, DELIVERED = 1, 2
IN_ZONE, USUAL_DAY = True, False
FOR_THE_FIRST_TIME = True
COMBO = 40  # every so many-eth plan has other dishes on each day
Dish = tuple[int, str, bool]  # number, name, and whether it suits those who eat no meat
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
        "box_contents_id", "position", "item_id", "quantity", "ordered_name", "veg_only",
    ),
    "schedule_serving": (
        "plan_id", "meal", "seq", "date", "box_contents_id", "state", "is_exception",
    ),
}  # fmt: skip


@dataclass
class Rows:
    """Values by table, in the order of its columns."""

    of: dict[str, list[tuple[Any, ...]]] = field(
        default_factory=lambda: {table: [] for table in COLUMNS}
    )

    def add(self, table: str, *values: Any) -> None:
        """One more row."""
        self.of[table].append(values)


def service_days(today: date) -> list[date]:
    """Mondays to Saturdays, from the first day on which a plan begins until long after the last one."""
    first = today - timedelta(days=(SERVICE_DAYS - AHEAD) * 7 // 6)
    days = (first + timedelta(days=ahead) for ahead in range(SERVICE_DAYS * 7 // 6 + 80))
    return [day for day in days if day.weekday() != 6]


def make(
    count: int, dishes: Sequence[Dish], today: date, *, first: int = 1, at_once: int = 5000
) -> Iterator[Rows]:
    """Rows of so many plans, some thousand at a time; the same ones each time. `first` leaves out those before it."""
    drawn = random.Random(7)
    days = service_days(today)
    rows = Rows()
    menus = {"any": list(dishes), "veg": [dish for dish in dishes if dish[2]]}
    for plan in range(first, count + 1):
        begins = (plan - 1) * SERVICE_DAYS // count
        _add(rows, plan, days[begins:], drawn, menus, today)
        if plan % at_once == 0:
            yield rows
            rows = Rows()
    yield rows


def _add(  # noqa: PLR0917 - the parts of one plan
    rows: Rows,
    plan: int,
    days: Sequence[date],
    drawn: random.Random,
    dishes: Menus,
    today: date,
) -> None:
    length, meals = drawn.choice(LENGTHS), drawn.choice(MEALS)
    last = days[length - 1]
    received = datetime.combine(days[0], time(6), UTC) - timedelta(days=3)
    number, is_over = uuid.UUID(int=plan << 64 | drawn.getrandbits(64)), last < today
    diet = drawn.choice(("veg", "veg", "veg", "any"))
    rows.add(
        "requests_request", number, "veg", reference_of(plan), received,
        "completed" if is_over else "active" if days[0] <= today else "confirmed",
        drawn.choice(NAMES), f"9{plan:09}", f"+919{plan:09}", f"asha{plan}@example.com",
        BODY, "[]", datetime.combine(last, time(20), UTC) if is_over else None,
    )  # fmt: skip
    free = {15: 1, 30: 2}.get(length, 0)
    address, paise = f"{plan} Beach Road, Besant Nagar, Chennai", length * len(meals) * 150_00
    rows.add(
        "orders_order", number, length, free, f"{length} days",
        *(meal in meals for meal in (1, 2, 3)), LUNCHTIME, address, paise,
    )  # fmt: skip
    confirmed = received + timedelta(minutes=drawn.randint(5, 2000))
    rows.add(
        "handling_booking", number, "confirmed", paise, confirmed, confirmed.date(),
        FOR_THE_FIRST_TIME, plan % 3 == 0,
    )  # fmt: skip
    rows.add(
        "handling_facts", number, diet,
        json.dumps(drawn.choice((["peanut"], ["milk", "egg"])) if plan % 25 == 0 else []),
        "No onion, please" if plan % 31 == 0 else "", drawn.choice(PINS), "Besant Nagar", IN_ZONE,
        LUNCHTIME, address, days[0],
    )  # fmt: skip
    rows.add("schedule_plan", plan, number, days[0], free, "ended" if is_over else "running", 1)
    sets = [plan * 100 + day for day in range(length if plan % COMBO == 0 else 1)]
    for box_contents in sets:
        rows.add("schedule_dishset", box_contents, plan)
        chosen = drawn.sample(dishes[diet], drawn.choice(DISHES))
        for position, (item, name, _) in enumerate(chosen, start=1):
            rows.add(
                "schedule_dishsetline", box_contents, position, item, 1, name[:200], diet != "any"
            )
    for meal in meals:
        rows.add("schedule_track", plan, meal, length, 63)
        for seq, (day, box_contents) in enumerate(
            zip(days[:length], cycle(sets), strict=False), start=1
        ):
            state = DELIVERED if day < today else PLANNED
            rows.add("schedule_serving", plan, meal, seq, day, box_contents, state, USUAL_DAY)


def reference_of(number: int) -> str:
    """Of the request with this number."""
    return "OT-" + "".join(ALPHABET[number >> place & 31] for place in range(30, -1, -5))
