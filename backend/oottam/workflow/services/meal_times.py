"""When each meal of a request is delivered.

A form has one time for all of its meals: it is that of the only one, or of the one in whose delivery hours it lies;
the others have to be asked for.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import time
from typing import Any

from django.core.exceptions import ObjectDoesNotExist

from oottam import catalogue
from oottam.core.direction import isolate
from oottam.enquiries.models import SubscriptionMeal
from oottam.requests.models import Request
from oottam.workflow.models import FulfilmentDetails, Meal, MealTime
from oottam.workflow.services.editing import differences

# A form's field, and the record's name, of each meal's time.
FIELDS = {
    Meal.BREAKFAST.value: "breakfast_time",
    Meal.LUNCH.value: "lunch_time",
    Meal.DINNER.value: "dinner_time",
}
MEALS = {"breakfast": Meal.BREAKFAST, "lunch": Meal.LUNCH, "dinner": Meal.DINNER}
# The ids of a subscription's meals: of the weekly menu, as W1-B-Monday, and of the custom choice.
BY_LETTER = {"B": Meal.BREAKFAST, "L": Meal.LUNCH, "D": Meal.DINNER}
WEEKLY_ID = re.compile(r"W(\d+)-([BLD])-((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)")
CUSTOM_ID = re.compile(r"([BLD])\d+")


def ordered_meals(request: Request) -> list[int]:
    """The meals that a request orders, in the order of the day; an event's are none of them."""
    if order := getattr(request, "order", None):
        return [MEALS[meal.lower()] for meal in order.meals]
    if combo := getattr(request, "combo", None):
        return sorted({meal_named(slot.meal) for slot in combo.slots.all()})
    if subscription := getattr(request, "subscription", None):
        return sorted({meal_of(row) for row in subscription.meals.all()})
    return []


def meal_named(name: str) -> Meal:
    """By its name; lunch where that names none."""
    return MEALS.get(name.strip().lower(), Meal.LUNCH)


def meal_of(row: SubscriptionMeal) -> Meal:
    """The meal that its id or its category names; lunch where neither does."""
    if found := WEEKLY_ID.fullmatch(row.meal_id):
        return BY_LETTER[found[2]]
    if found := CUSTOM_ID.fullmatch(row.meal_id):
        return BY_LETTER[found[1]]
    return meal_named(row.category)


def place_in_menu(row: SubscriptionMeal) -> str:
    """As "Week 1, breakfast, Monday" of the weekly menu; of the custom choice the meal, of others what was sent."""
    if found := WEEKLY_ID.fullmatch(row.meal_id):
        return f"Week {found[1]}, {meal_of(row).label.lower()}, {found[3]}"
    if CUSTOM_ID.fullmatch(row.meal_id) and row.menu_title:
        return str(meal_of(row).label)
    return f"{isolate(row.category)} {isolate(row.meal_id)}"


def meal_times(fulfilment: FulfilmentDetails) -> list[MealTime]:
    """Of each meal of their request, by the day: as they are set, or else as they follow from the one that was sent.

    The latter are not saved. One that is not settled is to be asked for.
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
    """By meal, what follows from one time for all of them."""
    names = [Meal(meal).name.lower() for meal in meals]
    own = catalogue.current().site.hours.meals.own(sent, names) if sent else ""
    return {meal: sent if name == own else None for meal, name in zip(meals, names, strict=True)}


def label_of(each: MealTime, of: Sequence[MealTime]) -> str:
    """What people call it, where the request has these."""
    return "Delivery time" if len(of) == 1 else f"{Meal(each.meal).label} delivery time"


def save_times(fulfilment: FulfilmentDetails, given: Mapping[int, time | None]) -> dict[str, Any]:
    """Set the times of these meals, of those that its request has; what was and what is, for the record.

    The caller saves the facts.
    """
    rows = meal_times(fulfilment)
    own = [row for row in rows if row.meal in given]
    before = {FIELDS[row.meal]: row.time for row in own}
    for row in own:
        row.time = given[row.meal]
        row.is_settled = row.time is not None
    if own:
        _save(fulfilment, rows)
    return differences(before, {FIELDS[row.meal]: row.time for row in own})


def store_times(fulfilment: FulfilmentDetails) -> None:
    """Set what follows from the time that was sent, from here on, unless something is set already."""
    rows = meal_times(fulfilment)
    if any(row.pk is None for row in rows):
        _save(fulfilment, rows)
        fulfilment.save(update_fields=("delivery_time",))


def add_meal(request: Request, meal: int) -> None:
    """A meal that the request did not have: it has the time that was sent where that lies in its hours."""
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
    """The same again has the times that were agreed; the others follow from the one that is sent. For the record."""
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
