"""Clashes in the upcoming boxes of running plans."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date
from types import MappingProxyType
from typing import Any

from django.db import connection
from django.db.models import Q

from oottam.core.fields import sql
from oottam.core.names import name_key
from oottam.kitchen.day import DishAnswer
from oottam.kitchen.day.column_values import needs_of_columns
from oottam.kitchen.day.dishes import KitchenDish, dishes
from oottam.kitchen.domain.dietary import Answer, Contents, Needs
from oottam.kitchen.services.dietary_checks import (
    accepted_clashes,
    answers_for,
    cooking_options,
    is_dish_agreed,
)
from oottam.requests.models import Kind
from oottam.schedule.choices import ONGOING, TO_COME
from oottam.schedule.models import Serving
from oottam.workflow.models import Diet

# Contents of running plans, except customers without restrictions. One row per box contents: a fifth of the lines.
_RUNNING = f"""
SELECT p.id, d.id, f.allergens, f.diet, f.finer_diet, r.kind,
  (SELECT STRING_AGG(CAST(l.item_id AS text), ' ') FROM schedule_dishsetline l WHERE l.dishset_id = d.id)
FROM schedule_plan p
JOIN requests_request r ON r.id = p.request_id
JOIN handling_facts f ON f.request_id = r.id
JOIN schedule_dishset d ON d.plan_id = p.id
WHERE p.state IN {sql(ONGOING)} AND (f.diet <> {sql(Diet.ANY)} OR f.allergens <> '[]')
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class RunningClash:
    """A plan with an upcoming box that clashes with the customer's needs, without agreement."""

    plan: int
    dishes: tuple[DishAnswer, ...]


def clashes_in_running_plans(
    today: date, changed: Mapping[str, Contents] = MappingProxyType({})
) -> list[RunningClash]:
    """Return them by plan; four queries at most. `changed` has other contents of dishes, by `name_key`."""
    with connection.cursor() as cursor:
        cursor.execute(_RUNNING)
        rows = cursor.fetchall()
    boxes = [(*row[:2], row[2:6], (row[6] or "").split()) for row in rows]
    dishes_by_id = dishes({int(item) for item in {item for *_, items in boxes for item in items}})
    if changed:
        dishes_by_id = {
            item: replace(dish, contents=changed.get(name_key(dish.name), dish.contents))
            for item, dish in dishes_by_id.items()
        }
    result: dict[int, dict[int, list[DishAnswer]]] = {}
    needs_by_plan: dict[int, Needs] = {}
    # Cached by columns: there are many boxes, and few different needs.
    memo: dict[tuple[Any, ...], dict[str, list[DishAnswer]]] = {}
    for plan, box_contents, columns, items in boxes:
        answered = memo.setdefault(columns, {})
        for item in items:
            if item not in answered:
                answered[item] = _clashes(dishes_by_id, int(item), columns)
            if answered[item]:
                needs_by_plan[plan] = needs_of_columns(*columns[:3])
                result.setdefault(plan, {}).setdefault(box_contents, []).extend(answered[item])
    return _not_accepted(result, needs_by_plan, today) if result else []


def new_clashes(today: date, changed: Mapping[str, Contents]) -> list[RunningClash]:
    """Return the clashes that dishes would cause with these contents and do not cause today; eight queries at most."""
    if not changed:
        return []
    today_s = {
        (clash.plan, answer.item): set(answer.clashes)
        for clash in clashes_in_running_plans(today)
        for answer in clash.dishes
    }
    running_clashes = (
        RunningClash(
            clash.plan,
            tuple(
                answer
                for answer in clash.dishes
                if not today_s.get((clash.plan, answer.item), set()).issuperset(answer.clashes)
            ),
        )
        for clash in clashes_in_running_plans(today, changed)
    )
    return [clash for clash in running_clashes if clash.dishes]


def _clashes(
    dishes_by_id: Mapping[int, KitchenDish], item: int, columns: tuple[str, ...]
) -> list[DishAnswer]:
    """Check one dish for a customer with these columns."""
    *needs, kind = columns
    answers = answers_for(
        cooking_options(dishes_by_id[item], dishes_by_id),
        needs_of_columns(*needs),
        is_event=kind == Kind.EVENT,
    )
    return [answer for answer in answers if answer.answer is Answer.CLASH]


def _not_accepted(
    clashes_by_plan: Mapping[int, Mapping[int, list[DishAnswer]]],
    needs: Mapping[int, Needs],
    today: date,
) -> list[RunningClash]:
    sets = {box_contents for of_plan in clashes_by_plan.values() for box_contents in of_plan}
    to_come = Serving.objects.order_by().filter(
        Q(date__isnull=True) | Q(date__gte=today), plan__in=clashes_by_plan, state__in=TO_COME
    )
    coming = sets.intersection(to_come.values_list("box_contents", flat=True).distinct())
    accepted = accepted_clashes(clashes_by_plan)
    running_clashes = []
    for plan, of_plan in sorted(clashes_by_plan.items()):
        named: dict[int, DishAnswer] = {}
        for box_contents in coming.intersection(of_plan):
            for answer in of_plan[box_contents]:
                if not is_dish_agreed(answer, needs[plan], accepted.get(plan, {})):
                    named.setdefault(answer.item, answer)
        if named:
            running_clashes.append(RunningClash(plan, tuple(named.values())))
    return running_clashes
