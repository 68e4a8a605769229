"""What a portion holds: sums of what is eaten, all of it or nothing."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oottam.catalogue.dish_facts import describe_amounts, without_figures
from oottam.catalogue.nutrition import (
    EatenPart,
    Figures,
    Nutrition,
    add_up,
    eaten_grams,
    figures_of,
)

MILK = Nutrition(Decimal("3.26"), Decimal("4.94"), Decimal("4.48"), Decimal(0))
OATS = Nutrition(Decimal(13), Decimal(58), Decimal(7), Decimal(10), confidence="doubtful")
grams = st.decimals(min_value="0.1", max_value=1500, places=1)
share = st.decimals(min_value=0, max_value=25, places=2)
nutrition = st.builds(Nutrition, share, share, share, share)
parts = st.lists(st.builds(EatenPart, grams, nutrition), min_size=1, max_size=8)


def part(amount: float, values: Nutrition | None) -> EatenPart:
    return EatenPart(Decimal(str(amount)), values)


def test_energy_counts_protein_carbohydrate_fat_and_fibre() -> None:
    assert OATS.kcal == 4 * (13 + 58) + 9 * 7 + 2 * 10


def test_figures_are_rounded_to_5_kcal_and_1_g() -> None:
    figures = figures_of([part(200, MILK)], is_complete=True)
    assert figures == Figures(kcal=145, protein=7, carbohydrate=10, fat=9, fibre=0)


def test_peel_and_what_is_strained_off_do_not_count() -> None:
    assert eaten_grams(Decimal(620), Decimal("0.56"), Decimal("0.5")) == Decimal("173.6")


@pytest.mark.parametrize(
    ("unknown", "is_known"), [(4, True), (4.1, False)], ids=["2 percent", "a little more"]
)
def test_a_dish_is_known_when_98_percent_of_what_is_eaten_are(
    unknown: float, is_known: bool
) -> None:
    found = figures_of([part(196, MILK), part(unknown, None)], is_complete=True)
    assert (found is not None) is is_known


def test_an_incomplete_recipe_and_one_of_which_nothing_is_eaten_have_no_figures() -> None:
    assert figures_of([part(200, MILK)], is_complete=False) is None
    assert figures_of([part(0, MILK)], is_complete=True) is None
    assert figures_of([], is_complete=True) is None


def test_an_ingredient_that_is_not_eaten_need_not_be_known() -> None:
    assert figures_of([part(200, MILK), part(0, None)], is_complete=True)


@pytest.mark.parametrize(("oats", "is_about"), [(10, False), (30, True)])
def test_a_dish_with_much_from_doubtful_values_is_about_so_much(oats: int, is_about: bool) -> None:
    figures = figures_of([part(200, MILK), part(oats, OATS)], is_complete=True)
    assert figures
    assert figures.is_about is is_about


@given(parts)
def test_order_does_not_matter(some: list[EatenPart]) -> None:
    assert figures_of(some, is_complete=True) == figures_of(some[::-1], is_complete=True)


@given(parts)
def test_twice_the_grams_hold_twice_as_much(some: list[EatenPart]) -> None:
    one, two = add_up(some), add_up([*some, *some])
    assert two.kcal == 2 * one.kcal
    assert two.protein == 2 * one.protein


@given(parts, st.builds(EatenPart, grams, nutrition))
def test_a_further_ingredient_never_lowers_a_sum(some: list[EatenPart], more: EatenPart) -> None:
    before, after = add_up(some), add_up([*some, more])
    for name in ("kcal", "protein", "carbohydrate", "fat", "fibre"):
        assert getattr(after, name) >= getattr(before, name)


@given(parts)
def test_as_much_again_of_something_unknown_leaves_no_figures(some: list[EatenPart]) -> None:
    unknown = EatenPart(sum((each.grams for each in some), Decimal(0)), None)
    assert figures_of([*some, unknown], is_complete=True) is None


DISHES = {
    "Idli / Podi Idli": {"figures": [[300, 11, 1, 1, 1, False], [350, 12, 1, 1, 1, False]]},
    "ABC Juice": {"figures": [[130, 2, 1, 1, 1, True]]},
    "Soup / Rasam": {"figures": [[90, 4, 1, 1, 1, False], None]},
    "Payasam": {"figures": [None]},
    "Feast": {"figures": [[1240, 62, 1, 1, 1, False]]},
}


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Feast", "1,240 kcal, 62 g protein"),
        ("ABC Juice", "about 130 kcal, 2 g protein"),
        ("Idli / Podi Idli", "300 to 350 kcal, 11 to 12 g protein"),
        ("Idli / Podi Idli + ABC Juice", "about 430 to 480 kcal, 13 to 14 g protein"),
        ("Soup / Rasam", ""),
        ("Payasam", ""),
        ("Feast + Payasam", ""),
        ("Feast + Nothing of ours", ""),
        ("", ""),
    ],
)
def test_a_set_meal_says_the_sum_of_the_least_and_of_the_most(title: str, text: str) -> None:
    assert describe_amounts(title, DISHES) == text


def test_a_shop_that_shows_no_figures_keeps_its_allergens() -> None:
    held = {"portion": "250 g", "figures": [[300, 11, 1, 1, 1, False]], "allergens": ["milk"]}
    facts = {"allergens": {"milk": "milk"}, "dishes": {"Idli": held}}
    assert without_figures(facts) == {
        "allergens": {"milk": "milk"},
        "dishes": {"Idli": {**held, "figures": []}},
    }
