"""How long the kitchen's day takes in a shop of years: 100,000 plans, 1.9 million servings, 2,000 of them on the day.

python -m bench.kitchen_day --database postgresql
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from itertools import islice
from pathlib import Path
from statistics import median
from typing import Any

from drills.databases import database
from drills.shop import temporary_folder

FIRST = date(2024, 1, 1)
DAY = date(2026, 3, 3)
NOW = datetime.fromisoformat("2026-03-02T18:00:30+05:30")
SUNDAY = 6
Row = tuple[Any, ...]


def main() -> None:
    """Fill a shop, then ask it."""
    parser = argparse.ArgumentParser(prog="python -m bench.kitchen_day", description=__doc__)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--plans", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=15)
    asked = parser.parse_args()
    with temporary_folder() as folder, database(asked.database, folder) as (kept, _):
        _set_up(kept.url, folder / "shop")
        _fill(asked.plans)
        _measure(asked.rounds)


def _set_up(url: str, var: Path) -> None:
    os.environ |= {
        "DATABASE_URL": url,
        "OOTTAM_VAR": str(var),
        "SECRET_KEY": "only for benchmarks " * 5,
        "SECOND_FACTOR": "OFF",
        "DJANGO_SETTINGS_MODULE": "oottam.config.settings",
    }
    import django  # noqa: PLC0415 - reads the environment

    django.setup()
    from django.core.management import call_command  # noqa: PLC0415

    call_command("migrate", verbosity=0)
    from oottam.schedule.domain.recipes import fill  # noqa: PLC0415

    fill()


def _fill(plans: int) -> None:
    """Plans begin evenly over 1,100 days; every fortieth is a combo, with other dishes each day."""
    from django.db import connection, transaction  # noqa: PLC0415

    from oottam import catalogue  # noqa: PLC0415
    from oottam.catalogue.meals import weekly_meals  # noqa: PLC0415
    from oottam.schedule.domain.items import item_named  # noqa: PLC0415
    from oottam.schedule.models import KitchenItem  # noqa: PLC0415
    from oottam.schedule.naming import dishes_in, options_in  # noqa: PLC0415

    either = {
        dish
        for meal in weekly_meals(catalogue.current().weekly)
        for dish in dishes_in(meal.title)
        if options_in(dish)
    }
    combined = [item_named(name).pk for name in sorted(either)]
    dishes = KitchenItem.objects.filter(alternatives=None)
    items = {
        True: list(dishes.filter(mark="veg").values_list("pk", flat=True)),
        False: list(dishes.values_list("pk", flat=True)),
    }
    tables = {
        "requests_request": "id, kind, reference, received_at, status, customer_name, phone, "
        "phone_normalised, email, body, extra_fields",
        "handling_facts": "request_id, address, pin, locality, diet, allergens, kitchen_note, "
        "delivery_time",
        "schedule_plan": "id, request_id, start_date, free_days, state, version",
        "schedule_track": "plan_id, meal, servings, weekdays",
        "schedule_dishset": "id, plan_id",
        "schedule_dishsetline": "dishset_id, position, item_id, quantity, ordered_name, veg_only",
        "schedule_serving": "plan_id, meal, seq, date, dishset_id, state, is_exception",
    }
    counts = dict.fromkeys(tables, 0)
    rows = _rows(plans, items, combined)
    while some := list(islice(rows, 2_000)):
        with transaction.atomic(), connection.cursor() as cursor:
            for table, columns in tables.items():
                own = [row for of_plan in some for row in of_plan[table]]
                counts[table] += len(own)
                places = ", ".join(["%s"] * len(columns.split(",")))
                cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", own)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    print(", ".join(f"{table}: {count:,}" for table, count in counts.items()))


def _rows(
    plans: int, items: dict[bool, list[int]], combined: list[int]
) -> Iterator[dict[str, list[Row]]]:
    dishset = 0
    for plan in range(1, plans + 1):
        start = FIRST + timedelta(days=plan * 1_100 // plans)
        days = list(islice(_service_days(start), (6, 12, 24, 12)[plan % 4]))
        meals = ((2,), (2, 3), (1, 2), (3,))[plan // 4 % 4]
        is_combo, veg_only = plan % 40 == 0, plan % 3 != 0
        number = f"{plan:032x}"
        sets = len(days) if is_combo else 1
        lines = [
            (dishset + own + 1, place + 1, item, 1 + (place == 0), f"Dish {item}", veg_only)
            for own in range(sets)
            for place, item in enumerate(
                _dishes(plan + own, items[veg_only], combined, is_combo=is_combo)
            )
        ]
        yield {
            "requests_request": [
                (number, "veg", f"OT-{plan:07}", "2026-01-01 00:00:00+00:00", "active",
                 f"Guest {plan}", "", "", "", "{}", "[]")
            ],
            "handling_facts": [
                (number, "12 Beach Road, Besant Nagar, Chennai", "600090", "Besant Nagar",
                 "veg" if veg_only else "any",
                 json.dumps(["milk", "peanut"] if plan % 17 == 0 else []),
                 "No onions" if plan % 19 == 0 else "", "12:30:00")
            ],
            "schedule_plan": [(plan, number, start, plan % 3, "running", 1)],
            "schedule_track": [(plan, meal, len(days), 63) for meal in meals],
            "schedule_dishset": [(dishset + own + 1, plan) for own in range(sets)],
            "schedule_dishsetline": lines,
            "schedule_serving": [
                (plan, meal, seq + 1, day, dishset + 1 + seq * is_combo,
                 1 if day >= DAY - timedelta(days=5) else 2, False)
                for meal in meals
                for seq, day in enumerate(days)
            ],
        }  # fmt: skip
        dishset += sets


def _service_days(day: date) -> Iterator[date]:
    while True:
        if day.weekday() != SUNDAY:
            yield day
        day += timedelta(days=1)


def _dishes(number: int, items: list[int], combined: list[int], *, is_combo: bool) -> Iterable[int]:
    own = [items[(number * 7 + place * 31) % len(items)] for place in range(2 + number % 4)]
    return [combined[number % len(combined)], *own] if is_combo else own


def _measure(rounds: int) -> None:
    from django.db import connection  # noqa: PLC0415

    from oottam.schedule.day_view import day_view, packed_boxes  # noqa: PLC0415
    from oottam.schedule.domain.locking import lock_due  # noqa: PLC0415
    from oottam.schedule.domain.settling import settle  # noqa: PLC0415
    from oottam.schedule.models import Lock, Turn  # noqa: PLC0415
    from oottam.schedule.shopping import shopping_list  # noqa: PLC0415

    Turn.objects.update(settled_until=DAY - timedelta(days=6))
    seen = day_view(DAY)
    print(f"{connection.vendor}: {sum(sheet.boxes for sheet in seen.meals):,} boxes on {DAY}")
    once: dict[str, Callable[[], object]] = {
        "settle two days": lambda: settle(NOW),
        "lock two days": lambda: lock_due(NOW),
    }
    again: dict[str, Callable[[], object]] = {
        "lock when nothing is due": lambda: lock_due(NOW),
        "settle when nothing is due": lambda: settle(NOW),
        "the day": lambda: day_view(DAY),
        "the day with its boxes": lambda: day_view(DAY, with_boxes=True),
        "the boxes alone": lambda: packed_boxes(DAY),
        "shopping for a week": lambda: shopping_list(DAY, DAY + timedelta(days=6)),
        "shopping for 31 days": lambda: shopping_list(DAY, DAY + timedelta(days=30)),
    }
    for name, ask in once.items():
        print(f"{name}: {_milliseconds(ask):.1f} ms, once")
    assert Lock.objects.count() == 8
    for name, ask in again.items():
        taken = [_milliseconds(ask) for _ in range(rounds)]
        print(f"{name}: {median(taken):.1f} ms")


def _milliseconds(ask: Callable[[], object]) -> float:
    begun = time.perf_counter()
    ask()
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
