"""Dishes and plans for tests of the kitchen, created without an order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time
from typing import Any
from uuid import uuid4

from oottam.core.names import name_key
from oottam.kitchen.day import DayView, DishTotal, MealSheet, day_view
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.requests.identity import ALPHABET
from oottam.requests.models import Request
from oottam.schedule.models import (
    BoxContents,
    BoxLine,
    Ingredient,
    ItemIngredient,
    KitchenItem,
    Meal,
    MealPlan,
    Serving,
    Track,
)
from oottam.workflow.models import EventDetails, FulfilmentDetails

MONDAY = date(2026, 12, 7)
SUNDAY_EVENING = datetime.fromisoformat("2026-12-06T18:00:00+05:30")  # the cut-off of Monday
BEFORE = datetime.fromisoformat("2026-12-06T10:00:00+05:30")
LUNCH = Meal.LUNCH
EGGS_OR_SPROUTS = "Boiled Eggs / Sprouts Salad"


def make_dish(
    name: str, mark: str = "veg", *, known: bool = False, grams: Mapping[str, float] = {}
) -> KitchenItem:
    """Create a dish with these grams by ingredient; the ingredient "milk" has the allergen milk."""
    item = find_or_create_item(name)
    ItemIngredient.objects.filter(item=item).delete()
    item.mark, item.allergens_known = mark, known
    item.save()
    for key, amount in grams.items():
        allergens = [key] if key in ("milk", "peanut", "egg") else []
        ingredient, _ = Ingredient.objects.get_or_create(
            key=f"test-{key}", defaults={"name": key.title(), "allergens": allergens}
        )
        ItemIngredient.objects.create(item=item, ingredient=ingredient, grams=amount)
    return item


def make_eggs_or_sprouts() -> KitchenItem:
    """Create the design's example of a dish with alternatives."""
    make_dish("Boiled Eggs", "nonveg")
    make_dish("Sprouts Salad")
    return find_or_create_item(EGGS_OR_SPROUTS)


@dataclass
class Boxes:
    """Creates plans with servings on given days."""

    made: int = field(default=0)

    def add(
        self,
        dishes: Sequence[str | tuple[str, int]],
        *,
        on: date = MONDAY,
        meal: int = LUNCH,
        diet: str = "veg",
        number: int = 1,
        **more: Any,
    ) -> MealPlan:
        """Create `number` equal plans of one serving each; return the last."""
        plan = None
        for _ in range(number):
            plan = self.plan(dishes, [on], meal=meal, diet=diet, **more)
        assert plan is not None
        return plan

    def plan(
        self,
        dishes: Sequence[str | tuple[str, int]],
        days: Sequence[date],
        *,
        meal: int = LUNCH,
        diet: str = "veg",
        name: str = "Asha Raman",
        allergens: Sequence[str] = (),
        note: str = "",
        free_days: int = 0,
        status: str = "confirmed",
        state: int = 1,
        kind: str = "veg",
    ) -> MealPlan:
        """Create a plan with one serving per day."""
        self.made += 1
        request = Request.objects.create(
            id=uuid4(),
            kind=kind,
            reference=f"OT-{self.made:07o}".translate(str.maketrans("01234567", ALPHABET[:8])),
            received_at=BEFORE,
            status=status,
            customer_name=name,
            body="{}",
        )
        FulfilmentDetails.objects.create(
            request=request,
            diet=diet,
            allergens=list(allergens),
            kitchen_note=note,
            delivery_time=time(12, 30),
            address="12 Beach Road",
            pin="600090",
            locality="Besant Nagar",
        )
        plan = MealPlan.objects.create(request=request, start_date=days[0], free_days=free_days)
        Track.objects.create(plan=plan, meal=meal, servings=len(days), weekdays=127)
        box_contents = make_box_contents(plan, dishes, veg_only=diet != "any")
        for seq, on in enumerate(days, start=1):
            Serving.objects.create(
                plan=plan, meal=meal, seq=seq, date=on, box_contents=box_contents, state=state
            )
        return plan

    def event(self, dishes: Sequence[str | tuple[str, int]], **details: Any) -> MealPlan:
        """Create an event on Monday."""
        plan = self.plan(dishes, [MONDAY], meal=Meal.EVENT, kind="event", diet="unknown")
        given = {"date": MONDAY, "time": time(19), "guests": 40, "venue": "At home", **details}
        EventDetails.objects.create(request=plan.request, **given)
        return plan


def make_box_contents(
    plan: MealPlan, dishes: Sequence[str | tuple[str, int]], *, veg_only: bool
) -> BoxContents:
    """Create box contents with these dishes, in order."""
    box_contents = BoxContents.objects.create(plan=plan)
    for position, each in enumerate(dishes, start=1):
        name, quantity = each if isinstance(each, tuple) else (each, 1)
        BoxLine.objects.create(
            box_contents=box_contents,
            position=position,
            item=find_or_create_item(name),
            quantity=quantity,
            ordered_name=name,
            veg_only=veg_only,
        )
    return box_contents


def number(name: str) -> int:
    """Return the dish's primary key."""
    return KitchenItem.objects.get(key=name_key(name)).pk


def sheet(meal: int = LUNCH, on: date = MONDAY) -> MealSheet:
    """Return the meal's sheet."""
    found = day_view(on).meal(meal)
    assert found is not None
    return found


def portions(seen: DayView | MealSheet, meal: int = LUNCH) -> dict[str, int]:
    """Return portions by dish name."""
    of_meal = seen.meal(meal) if isinstance(seen, DayView) else seen
    return {total.name: total.quantity for total in of_meal.dishes} if of_meal else {}


def total(name: str, meal: int = LUNCH) -> DishTotal:
    """Return the dish's line of the sheet."""
    return next(each for each in sheet(meal).dishes if each.name == name)
