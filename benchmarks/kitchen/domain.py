"""Measures the CPU time of the kitchen's day without HTTP, in the shop's environment; prints JSON.

    python -m benchmarks.kitchen.domain dishes
    python -m benchmarks.kitchen.domain time 2026-11-25

The first prints ids and names of the kitchen's dishes, the second CPU milliseconds by operation.
"""

import gc
import json
import os
import sys
from collections.abc import Callable
from datetime import date, datetime, time, timedelta
from functools import partial
from time import clock_gettime, process_time
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.contrib.auth.models import User  # noqa: E402 - Django has to be set up first
from django.db import connection  # noqa: E402
from django.db.models import Q  # noqa: E402
from django.utils import timezone  # noqa: E402

from oottam import catalogue  # noqa: E402
from oottam.catalogue.meals import weekly_meals  # noqa: E402
from oottam.kitchen.day import day_view, packed_boxes  # noqa: E402
from oottam.kitchen.services import recipes  # noqa: E402
from oottam.kitchen.services.cutoff import take_due_snapshots  # noqa: E402
from oottam.kitchen.services.dishes import find_or_create_items  # noqa: E402
from oottam.kitchen.shopping import shopping_list  # noqa: E402
from oottam.plans.domain.calendar import INDIA  # noqa: E402
from oottam.plans.domain.dish_names import OrderedDish, dishes_in  # noqa: E402
from oottam.plans.models import CutoffSnapshot, KitchenItem, ScheduleLock  # noqa: E402
from oottam.plans.models.choices import Mark  # noqa: E402
from oottam.plans.services.closed_days import close_day, preview_closing  # noqa: E402
from oottam.plans.services.day_closing import settle  # noqa: E402
from oottam.plans.services.reopening import open_day  # noqa: E402

ROUNDS = 15
CLOSINGS = 7
WEEK = timedelta(days=6)
Figures = dict[str, list[float]]


def dishes() -> list[tuple[int, str, bool]]:
    """Create the catalogue's dishes, including those of set meals; return id, name, and whether it is vegetarian."""
    recipes.seed()
    weekly = [meal.title for meal in weekly_meals(catalogue.current().weekly)]
    find_or_create_items(
        OrderedDish("combo", name) for title in weekly for name in dishes_in(title)
    )
    veg = Q(mark=Mark.VEG) | Q(alternatives__option__mark=Mark.VEG)
    vegetarian = set(KitchenItem.objects.filter(veg).values_list("pk", flat=True))
    rows = KitchenItem.objects.order_by("pk").values_list("pk", "name")
    return [(number, name, number in vegetarian) for number, name in rows]


def figures(day: date) -> Figures:
    """Return the CPU milliseconds of each round, by operation."""
    actor = User.objects.create_user("bench")
    found: Figures = {}

    def timed(name: str, call: Callable[[], Any], rounds: int = ROUNDS) -> None:
        call()
        for _ in range(rounds):
            found.setdefault(name, []).append(_milliseconds(call))

    timed("sheet", lambda: day_view(day))
    timed("sheet with boxes", lambda: day_view(day, with_boxes=True))
    timed("labels' boxes", lambda: packed_boxes(day))
    timed("shopping, a week", lambda: shopping_list(day, day + WEEK))
    now = timezone.now()
    timed("preview of a closing", lambda: preview_closing(day=day, meal=0, now=now))
    for _ in range(CLOSINGS):
        close = partial(close_day, day=day, meal=0, reason="Holiday", actor=actor, now=now)
        found.setdefault("closing", []).append(_milliseconds(close))
        again = partial(open_day, day=day, meal=0, actor=actor, now=now)
        found.setdefault("reopening", []).append(_milliseconds(again))
    later = day + timedelta(days=7)  # the page benchmark uses `day`, which must stay unchanged
    evening = datetime.combine(later, time(), INDIA) - timedelta(hours=1)
    for _ in range(CLOSINGS):
        CutoffSnapshot.objects.all().delete()
        found.setdefault("snapshots", []).append(_milliseconds(lambda: take_due_snapshots(evening)))
    timed("sheet after the cut-off", lambda: day_view(later))
    ScheduleLock.objects.update(settled_until=later - timedelta(days=1))
    next_morning = evening + timedelta(days=1, hours=3)
    found["closing of past days"] = [_milliseconds(lambda: settle(next_morning))]
    return found


def _milliseconds(call: Callable[[], Any]) -> float:
    gc.collect()
    began = _cpu_seconds()
    call()
    return 1000 * (_cpu_seconds() - began)


def _cpu_seconds() -> float:
    """Return the CPU seconds of this process, and of its backend on PostgreSQL."""
    if connection.vendor != "postgresql":
        return process_time()
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    return process_time() + clock_gettime(~backend << 3 | 2)  # see clock_getcpuclockid(3)


def main() -> None:
    """Print the dishes or the figures, with the server's connection options."""
    if sys.argv[1] == "dishes":
        print(json.dumps(dishes()))
    else:
        print(json.dumps(figures(date.fromisoformat(sys.argv[2]))))
    connection.close()


if __name__ == "__main__":
    main()
