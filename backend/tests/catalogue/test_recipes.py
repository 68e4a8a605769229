"""Recipes: parsing dish names, grams per ingredient, purchase quantities."""

from decimal import Decimal

import pytest

from oottam.catalogue.recipes import (
    ALLERGENS,
    Ingredient,
    Part,
    Recipe,
    alternatives_of,
    grams_needed,
    normalise_name,
    purchases,
    split_dishes,
)
from oottam.workflow.models import Allergen


def ingredient(name: str, *allergens: str, step: str = "0.5", step_grams: int = 500) -> Ingredient:
    held = frozenset(allergens)
    return Ingredient(name.lower(), name, "All", "veg", held, "kg", Decimal(step), step_grams)


def recipe(*parts: tuple[Ingredient, str]) -> Recipe:
    return Recipe("Dish", "veg", "1 bowl", tuple(Part(each, Decimal(g)) for each, g in parts))


PANEER = ingredient("Paneer", "milk")
ONION = ingredient("Onion")
GRANOLA = ingredient("Granola", "gluten", "peanut")
BOWL = recipe((PANEER, "80"), (ONION, "50"), (GRANOLA, "30.5"))
UNKNOWN = Recipe("Puttu", "veg", "2 pieces")


def test_allergens_match_those_of_the_desk() -> None:
    assert list(ALLERGENS) == Allergen.values


def test_slot_splits_into_dishes_and_dish_into_alternatives() -> None:
    assert split_dishes("Idli / Podi Idli + ABC Juice") == ("Idli / Podi Idli", "ABC Juice")
    assert alternatives_of("Idli / Podi Idli") == ("Idli", "Podi Idli")
    assert alternatives_of("ABC Juice") == ("ABC Juice",)


def test_separator_without_spaces_does_not_split() -> None:
    assert split_dishes("Omega3+Seeds Bowl") == ("Omega3+Seeds Bowl",)
    assert alternatives_of("Half/Half") == ("Half/Half",)


def test_normalise_name_ignores_case_and_spacing() -> None:
    assert normalise_name("  ABC   juice ") == normalise_name("Abc Juice") == "abc juice"


def test_grams_needed_sums_portions_by_ingredient() -> None:
    soup = recipe((ONION, "0.25"))
    assert grams_needed([(BOWL, 3), (soup, 2), (UNKNOWN, 9)]) == {
        "paneer": Decimal(240),
        "onion": Decimal("150.50"),
        "granola": Decimal("91.5"),
    }


@pytest.mark.parametrize(
    ("grams", "quantity"),
    [("0.01", "0.5"), ("499.99", "0.5"), ("500", "0.5"), ("500.01", "1.0"), ("12100", "12.5")],
)
def test_purchase_is_rounded_up_to_whole_steps(grams: str, quantity: str) -> None:
    [bought] = purchases({"onion": Decimal(grams)}, {"onion": ONION})
    assert (bought.ingredient, bought.grams) == (ONION, Decimal(grams))
    assert bought.quantity == Decimal(quantity)


def test_eggs_are_bought_in_whole_boxes() -> None:
    eggs = ingredient("Eggs", "egg", step="6", step_grams=300)
    assert purchases({"eggs": Decimal(301)}, {"eggs": eggs})[0].quantity == 12


def test_purchases_follow_ingredient_order_without_zero_grams() -> None:
    known = {"granola": GRANOLA, "paneer": PANEER, "onion": ONION}
    needed = {"onion": Decimal(1), "paneer": Decimal(0), "granola": Decimal(1)}
    assert [each.ingredient.id for each in purchases(needed, known)] == ["granola", "onion"]


def test_purchases_of_an_unknown_ingredient_raise() -> None:
    with pytest.raises(KeyError, match="ghost"):
        purchases({"ghost": Decimal(1)}, {"onion": ONION})
