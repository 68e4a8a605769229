"""Servings of many plans, moved by one thing: by three statements, whatever their number."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db import connection

from oottam.plans.models import PlanChange

# The whole list is one value, taken apart by the database: thousands of places in a statement cost more than the rows.
_MOVED = {
    "sqlite": "SELECT value ->> 0 AS id, value ->> 1 AS day, value ->> 2 AS state, "
    "value ->> 3 AS is_exception FROM json_each(%s)",
    "postgresql": "SELECT CAST(value ->> 0 AS bigint) AS id, CAST(value ->> 1 AS date) AS day, "
    "CAST(value ->> 2 AS smallint) AS state, CAST(value ->> 3 AS boolean) AS is_exception "
    "FROM jsonb_array_elements(CAST(%s AS jsonb))",
}
_WRITE_DOWN = """
INSERT INTO schedule_servingchange (change_id, serving_id, date_before, state_before,
  dishset_before_id, exception_before, date_after, state_after, dishset_after_id)
SELECT %s, s.id, s.date, s.state, s.dishset_id, s.is_exception, moved.day, moved.state, s.dishset_id
FROM ({moved}) moved JOIN schedule_serving s ON s.id = moved.id
"""
_MOVE = """
UPDATE schedule_serving SET date = moved.day, state = moved.state, is_exception = moved.is_exception
FROM ({moved}) moved WHERE schedule_serving.id = moved.id
"""
_COUNT = """
UPDATE schedule_plan SET version = version + 1
WHERE id IN (SELECT s.plan_id FROM ({moved}) moved JOIN schedule_serving s ON s.id = moved.id)
"""


@dataclass(frozen=True, slots=True)
class Moving:
    """A serving of a plan, by their numbers, and how it stands from now on; without a day it is held."""

    serving: int
    plan: int
    day: date | None
    state: int
    is_exception: bool = False


def move(moving: Sequence[Moving], change: PlanChange) -> None:
    """Put them where they go, and write each into the history; whoever looks at their plans has an old page."""
    moved = json.dumps(
        [
            (each.serving, each.day and each.day.isoformat(), each.state, each.is_exception)
            for each in moving
        ]
    )
    table = {"moved": _MOVED[connection.vendor]}
    with connection.cursor() as cursor:
        cursor.execute(_WRITE_DOWN.format(**table), [change.pk, moved])
        cursor.execute(_MOVE.format(**table), [moved])
        cursor.execute(_COUNT.format(**table), [moved])
