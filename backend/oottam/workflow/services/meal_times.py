"""The delivery time of each meal of a request.

An order form has one time. It applies to its only meal, or to the meal in whose delivery hours it lies; the times of
other meals have to be asked for.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from oottam import catalogue
from oottam.core.direction import isolate
from oottam.enquiries.models import WEEKLY_ID, SubscriptionMeal
from oottam.requests.models import Request
from oottam.workflow.models import FulfilmentDetails, Meal, MealTime
from oottam.workflow.services.editing import differences

# Names of the times in forms and in the audit log.
FIELDS = {
    Meal.BREAKFAST.value: "breakfast_time",
    Meal.LUNCH.value: "lunch_time",
    Meal.DINNER.value: "dinner_time",
}
MEALS = {"breakfast": Meal.BREAKFAST, "lunch": Meal.LUNCH, "dinner": Meal.DINNER}
# Ids of a subscription's meals: W1-B-Monday in the weekly menu, B12 for a custom choice.
BY_LETTER = {"B": Meal.BREAKFAST, "L": Meal.LUNCH, "D": Meal.DINNER}
CUSTOM_ID = re.compile(r"([BLD])\d+")


def ordered_meals(request: Request) -> list[int]:
    """Return the ordered meals in the order of the day; none for an event."""
    if order := getattr(request, "order", None):
        return [MEALS[meal.lower()] for meal in order.meals]
    if combo := getattr(request, "combo", None):
        return sorted({meal_named(slot.meal) for slot in combo.slots.all()})
    if subscription := getattr(request, "subscription", None):
        return sorted({meal_of(row) for row in subscription.meals.all()})
    return []


def meal_named(name: str) -> Meal:
    """Return the meal of this name; lunch for an unknown one."""
    return MEALS.get(name.strip().lower(), Meal.LUNCH)


def meal_of(row: SubscriptionMeal) -> Meal:
    """Return the meal by the row's id or category; lunch for unknown ones."""
    if match := WEEKLY_ID.fullmatch(row.meal_id):
        return BY_LETTER[match[2]]
    if match := CUSTOM_ID.fullmatch(row.meal_id):
        return BY_LETTER[match[1]]
    return meal_named(row.category)


def place_in_menu(row: SubscriptionMeal) -> str:
    """Format as "Week 1, breakfast, Monday" for the weekly menu; the meal for a custom choice; otherwise as sent."""
    if match := WEEKLY_ID.fullmatch(row.meal_id):
        return f"Week {match[1]}, {meal_of(row).label.lower()}, {match[3]}"
    if CUSTOM_ID.fullmatch(row.meal_id) and row.menu_title:
        return str(meal_of(row).label)
    return f"{isolate(row.category)} {isolate(row.meal_id)}"


def meal_times(fulfilment: FulfilmentDetails) -> list[MealTime]:
    """Return the time of each meal, as stored or as it follows from the order's one time.

    The latter are unsaved. A time that is not settled has to be asked for.
    """
    rows = sorted(fulfilment.request.meal_times.all(), key=lambda row: row.meal)
    if rows:
        return rows
    times = times_of_one(fulfilment.delivery_time, ordered_meals(fulfilment.request))
    return [
        MealTime(request=fulfilment.request, meal=meal, time=at, is_settled=at is not None)
        for meal, at in times.items()
    ]


def times_of_one(sent: time | None, meals: Sequence[int]) -> dict[int, time | None]:
    """Return by meal the time that follows from one time for all."""
    names = [Meal(meal).name.lower() for meal in meals]
    named_meal = catalogue.current().site.hours.meals.meal_at(sent, names) if sent else ""
    return {
        meal: sent if name == named_meal else None for meal, name in zip(meals, names, strict=True)
    }


def label_of(each: MealTime, of: Sequence[MealTime]) -> str:
    return "Delivery time" if len(of) == 1 else f"{Meal(each.meal).label} delivery time"


def save_times(fulfilment: FulfilmentDetails, times: Mapping[int, time | None]) -> dict[str, Any]:
    """Set the times of these meals, of those that are ordered; return the differences for the audit log.

    The caller saves the details.
    """
    rows = meal_times(fulfilment)
    changed_rows = [row for row in rows if row.meal in times]
    before = {FIELDS[row.meal]: row.time for row in changed_rows}
    for row in changed_rows:
        row.time = times[row.meal]
        row.is_settled = row.time is not None
    if changed_rows:
        _save(fulfilment, rows)
    return differences(before, {FIELDS[row.meal]: row.time for row in changed_rows})


def store_times(fulfilment: FulfilmentDetails) -> None:
    """Store the times that follow from the order's one time, unless times are stored already."""
    rows = meal_times(fulfilment)
    if any(row.pk is None for row in rows):
        _save(fulfilment, rows)
        fulfilment.save(update_fields=("delivery_time",))


def add_meal(request: Request, meal: int) -> None:
    """Store the time of a meal that the request did not have, where it follows from the order's one time."""
    try:
        fulfilment = request.fulfilment
    except ObjectDoesNotExist:
        return
    store_times(fulfilment)
    at = times_of_one(fulfilment.delivery_time, sorted({*MEALS.values()}))[meal]
    MealTime.objects.get_or_create(
        request=request, meal=meal, defaults={"time": at, "is_settled": at is not None}
    )


def copy_times(source: FulfilmentDetails, to: FulfilmentDetails) -> dict[str, Any]:
    """Copy settled times to a reorder; return the differences for the audit log."""
    agreed = {row.meal: row.time for row in meal_times(source) if row.pk and row.is_settled}
    changed = save_times(to, agreed)
    if agreed:
        to.save()
    return changed


def _save(fulfilment: FulfilmentDetails, rows: Sequence[MealTime]) -> None:
    for row in rows:
        row.save()
    fulfilment.delivery_time = next((row.time for row in rows if row.time), None)
    vars(fulfilment.request).get("_prefetched_objects_cache", {}).pop("meal_times", None)
