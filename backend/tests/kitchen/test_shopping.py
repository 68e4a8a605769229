"""The shopping list: ingredients for a range of days, in units of purchase."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from oottam.core.errors import DomainError
from oottam.kitchen.services.choices import choose, substitute
from oottam.kitchen.shopping import shopping_list
from oottam.schedule.models import Ingredient, ItemIngredient, Serving
from tests.factories.accounts import make_cook
from tests.factories.kitchen import (
    BEFORE,
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
    number,
)

pytestmark = pytest.mark.django_db
TUESDAY = MONDAY + timedelta(days=1)


@pytest.fixture
def boxes() -> Boxes:
    return Boxes()


def set_purchase_unit(
    key: str, *, group: str = "", unit: str = "kg", step: str = "0.5", grams: int = 500
) -> None:
    """Set an ingredient's unit of purchase."""
    Ingredient.objects.filter(key=f"test-{key}").update(
        group=group, unit=unit, step=Decimal(step), step_grams=grams
    )


def shopping_rows(first: date = MONDAY, last: date = MONDAY) -> dict[str, tuple[Any, ...]]:
    found = shopping_list(first, last).purchases
    return {each.name: (each.grams, each.quantity, each.unit) for each in found}


def test_total_grams_are_rounded_up_to_purchase_units(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 120.5, "milk": 30})
    make_dish("Curd Rice", grams={"rice": 100})
    set_purchase_unit("rice")
    set_purchase_unit("milk", unit="l", step="1", grams=1030)
    boxes.add([("Rice", 2), "Curd Rice"], number=3)
    assert shopping_rows() == {
        "Rice": (Decimal("1023.0"), Decimal("1.5"), "kg"),
        "Milk": (Decimal("180.0"), Decimal(1), "l"),
    }


def test_exact_amount_is_not_rounded_up(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 250})
    set_purchase_unit("rice")
    boxes.add(["Rice"], number=2)
    assert shopping_rows()["Rice"] == (Decimal(500), Decimal("0.5"), "kg")


def test_list_counts_every_day_of_the_range_and_only_cooked_servings(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 100})
    days = [MONDAY + timedelta(days=ahead) for ahead in range(4)]
    plan = boxes.plan(["Rice"], days)
    Serving.objects.filter(plan=plan, date=days[2]).update(state=4)  # forfeited
    found = shopping_list(TUESDAY, days[3])
    assert (found.purchases[0].grams, found.portions) == (Decimal(200), 2)


def test_list_uses_each_days_choices_and_substitutes(boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    ItemIngredient.objects.all().delete()
    make_dish("Boiled Eggs", "nonveg", grams={"egg": 100})
    make_dish("Sprouts Salad", grams={"sprouts": 80})
    make_dish("Paneer", grams={"milk": 70})
    make_dish("Rice", grams={"rice": 60})
    boxes.plan([EGGS_OR_SPROUTS, "Rice"], [MONDAY, TUESDAY], diet="any")
    meena = make_cook()
    choose(
        day=MONDAY, meal=LUNCH, item=number(EGGS_OR_SPROUTS), chosen=number("Sprouts Salad"),
        actor=meena, now=BEFORE,
    )  # fmt: skip
    substitute(
        day=TUESDAY, meal=0, item=number("Rice"), instead=number("Paneer"), reason="",
        actor=meena, now=BEFORE,
    )  # fmt: skip
    grams = {name: row[0] for name, row in shopping_rows(MONDAY, TUESDAY).items()}
    assert grams == {"Sprouts": 80, "Egg": 100, "Rice": 60, "Milk": 70}


def test_dishes_without_a_recipe_are_named(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 60})
    boxes.add(["Rice", ("Puttu Roll", 3)])
    found = shopping_list(MONDAY, MONDAY)
    assert [(share.name, share.quantity) for share in found.unknown] == [("Puttu Roll", 3)]


def test_ingredients_are_sorted_by_group(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 1})
    make_dish("Curd", grams={"curd": 2})
    make_dish("Idli", grams={"urad": 3})
    set_purchase_unit("rice", group="Grains")
    set_purchase_unit("curd", group="Dairy")
    set_purchase_unit("urad", group="Grains")
    boxes.add(["Rice", "Curd", "Idli"])
    found = [(each.group, each.name) for each in shopping_list(MONDAY, MONDAY).purchases]
    assert found == [("Grains", "Rice"), ("Grains", "Urad"), ("Dairy", "Curd")]


def test_range_is_limited_to_31_days() -> None:
    shopping_list(MONDAY, MONDAY + timedelta(days=30))
    with pytest.raises(DomainError, match="Choose at most 31 days"):
        shopping_list(MONDAY, MONDAY + timedelta(days=31))
    with pytest.raises(DomainError, match="The last day is before the first"):
        shopping_list(TUESDAY, MONDAY)


def test_list_takes_two_queries_for_any_number_of_boxes(boxes: Boxes) -> None:
    make_dish("Rice", grams={"rice": 60})
    for _ in range(2):
        boxes.plan(["Rice", EGGS_OR_SPROUTS], [MONDAY, TUESDAY], diet="any")
        with CaptureQueriesContext(connection) as queries:
            shopping_list(MONDAY, TUESDAY)
        assert len(queries) == 2
