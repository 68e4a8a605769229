"""Reader of sheets and labels while schedules change; runs in the shop's environment until standard input ends.

    python -m system_tests.support.sheet_reader [without]

Each is read as by a page, and the same boxes are counted individually in the same snapshot. A line is printed
for the first sheet with boxes; the last line is JSON with the count and the differences. With `without`, each query
has its own snapshot, and it ends at the first wrong labels.
"""

import json
import os
import random
import sys
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import nullcontext
from datetime import date, timedelta
from typing import Any
from unittest.mock import patch

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from django.db import connection  # noqa: E402 - Django has to be set up first
from django.utils import timezone  # noqa: E402

from oottam.kitchen.day import day_view, packed_boxes, view  # noqa: E402
from system_tests.support.child_process import write_line  # noqa: E402

AHEAD = range(8, 36)  # days ahead with boxes of the plans
MAX_PAUSE = 0.02  # seconds within a sheet read, for concurrent changes
BOXES = """
SELECT s.id, s.meal, l.quantity FROM schedule_serving s
LEFT JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
WHERE s.date = %s AND s.state IN (1, 2, 3)
"""
Counted = tuple[dict[int, int], dict[int, int]]  # boxes and portions by meal


def recount(day: date) -> Counted:
    """Count the boxes individually."""
    with connection.cursor() as cursor:
        cursor.execute(BOXES, [day])
        rows = cursor.fetchall()
    boxes = Counter(meal for _, meal in {(serving, meal) for serving, meal, _ in rows})
    portions: Counter[int] = Counter()
    for _, meal, quantity in rows:
        portions[meal] += quantity or 0
    return dict(boxes), dict(portions)


def on_sheet(day: date) -> Counted:
    """Count by the sheet."""
    meals = day_view(day).meals
    return (
        {sheet.meal: sheet.boxes for sheet in meals},
        {
            sheet.meal: sum(dish.quantity for dish in sheet.dishes)
            + sum(fit.quantity for fit in sheet.nothing_fits)
            for sheet in meals
        },
    )


def on_labels(day: date) -> Counted:
    """Count by the labels."""
    boxes = packed_boxes(day)
    portions: Counter[int] = Counter()
    for box in boxes:
        portions[box.meal] += sum(dish.quantity for dish in box.dishes)
    return dict(Counter(box.meal for box in boxes)), dict(portions)


PAPERS = {"sheet": on_sheet, "labels": on_labels}


def main() -> None:
    """Read until standard input ends."""
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    counted: list[Counted] = []

    def counting(read: Callable[..., Any]) -> Callable[..., Any]:
        """Recount in the snapshot of a view's first query about boxes, before it."""

        def counted_first(day: date, **given: Any) -> Any:
            counted.append(recount(day))
            ended.wait(random.uniform(0, MAX_PAUSE))
            return read(day, **given)

        return counted_first

    for name in ("count_day", "box_rows"):
        patch.object(view, name, counting(getattr(view, name))).start()
    without = "without" in sys.argv
    if without:
        patch.object(view, "read_snapshot", nullcontext).start()
    faults: list[str] = []
    read, found, today = 0, False, timezone.localdate()
    while not (ended.is_set() or (without and found)):
        day = today + timedelta(days=random.choice(AHEAD))
        for paper, count in PAPERS.items():
            try:
                figures = count(day)
            except (LookupError, TypeError, ValueError) as error:
                faults.append(f"broken: {day} could not be read: {error!r}")
                continue
            read += bool(figures[0])
            if read == 1 and figures[0]:
                write_line("reading")
            if figures != counted[-1]:
                faults.append(f"{paper}: {day} says {figures}, counted {counted[-1]}")
                found = paper == "labels"
        if not read:
            ended.wait(0.05)  # the plans are still being created
    write_line(json.dumps({"read": read, "faults": faults}))


if __name__ == "__main__":
    main()
