"""What the kitchen's day costs of processor, without HTTP: run in the shop's own environment, figures as JSON.

    python -m benchmarks.kitchen.domain dishes
    python -m benchmarks.kitchen.domain time 2026-11-25

The first says numbers and names of the kitchen's dishes, the second milliseconds of processor by what was done.
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
    """The kitchen's dishes, filled from the catalogue, those of set meals among them; and which of them suit all."""
    recipes.load_recipes()
    weekly = [meal.title for meal in weekly_meals(catalogue.current().weekly)]
    find_or_create_items(
        OrderedDish("combo", name) for title in weekly for name in dishes_in(title)
    )
    veg = Q(mark=Mark.VEG) | Q(alternatives__option__mark=Mark.VEG)
    suiting = set(KitchenItem.objects.filter(veg).values_list("pk", flat=True))
    rows = KitchenItem.objects.order_by("pk").values_list("pk", "name")
    return [(number, name, number in suiting) for number, name in rows]


def figures(day: date) -> Figures:
    """Milliseconds of processor, of each round."""
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
    timed("closing, looked at", lambda: preview_closing(day=day, meal=0, now=now))
    for _ in range(CLOSINGS):
        close = partial(close_day, day=day, meal=0, reason="Holiday", actor=actor, now=now)
        found.setdefault("closing", []).append(_milliseconds(close))
        again = partial(open_day, day=day, meal=0, actor=actor, now=now)
        found.setdefault("opening again", []).append(_milliseconds(again))
    later = day + timedelta(days=7)  # the pages are asked for the other one, as it was
    evening = datetime.combine(later, time(), INDIA) - timedelta(hours=1)
    for _ in range(CLOSINGS):
        CutoffSnapshot.objects.all().delete()
        found.setdefault("locking", []).append(_milliseconds(lambda: take_due_snapshots(evening)))
    timed("sheet, locked", lambda: day_view(later))
    ScheduleLock.objects.update(settled_until=later - timedelta(days=1))
    next_morning = evening + timedelta(days=1, hours=3)
    found["settling"] = [_milliseconds(lambda: settle(next_morning))]
    return found


def _milliseconds(call: Callable[[], Any]) -> float:
    gc.collect()
    began = _seconds()
    call()
    return 1000 * (_seconds() - began)


def _seconds() -> float:
    """Of processor that this process has needed, and on PostgreSQL its backend: what others do meanwhile says nothing."""
    if connection.vendor != "postgresql":
        return process_time()
    connection.ensure_connection()
    backend = connection.connection.info.backend_pid
    return process_time() + clock_gettime(~backend << 3 | 2)  # as clock_getcpuclockid(3) says it


def main() -> None:
    """As the server does, with its own connection's options."""
    if sys.argv[1] == "dishes":
        print(json.dumps(dishes()))
    else:
        print(json.dumps(figures(date.fromisoformat(sys.argv[2]))))
    connection.close()


if __name__ == "__main__":
    main()
