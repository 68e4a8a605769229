"""The recipe of a dish, for a meal's portions or another number."""

from decimal import Decimal

import pytest
from django.test import Client

from oottam.backoffice.kitchen.recipe import amount, weight
from oottam.kitchen.day.dishes import KitchenIngredient
from oottam.schedule.models import KitchenItem
from tests.backoffice.kitchen.test_sheet import text, words
from tests.factories.kitchen import MONDAY, Boxes, make_dish, number

pytestmark = pytest.mark.django_db


def page_of(name: str) -> str:
    return f"/backoffice/kitchen/{MONDAY}/recipe/2/{number(name)}/"


@pytest.mark.parametrize(
    ("grams", "shown"),
    [
        ("0.01", "0.5 g"),
        ("1.2", "1 g"),
        ("1.75", "2 g"),
        ("9.99", "10 g"),
        ("17.4", "17 g"),
        ("99.6", "100 g"),
        ("102.4", "100 g"),
        ("102.5", "105 g"),
        ("998", "1 kg"),
        ("1253", "1.25 kg"),
        ("9995", "10 kg"),
        ("12345", "12.3 kg"),
        ("7500000", "7500 kg"),
    ],
)
def test_amounts_are_rounded_to_what_scales_show(grams: str, shown: str) -> None:
    assert weight(Decimal(grams)) == shown


@pytest.mark.parametrize(
    ("grams", "shown"),
    [("10", "0.5 piece, 10 g"), ("50", "1 piece, 50 g"), ("1710", "34 pieces, 1.71 kg")],
)
def test_ingredients_bought_by_the_piece_are_counted_too(grams: str, shown: str) -> None:
    eggs = KitchenIngredient(1, "Eggs", "", "piece", Decimal(6), 300)
    assert amount(Decimal(grams), eggs) == shown


def test_a_recipe_is_for_the_portions_of_the_meal_by_default(meena: Client, boxes: Boxes) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50, "salt": 0.75})
    boxes.add([("Curd Rice", 2)], number=17)
    page = page_of("Curd Rice")
    assert f'href="{page}"' in meena.get(f"/backoffice/kitchen/{MONDAY}/").content.decode()
    read = text(meena, page)
    assert "34 portions to cook for lunch on Monday 7 December." in read
    assert "For 34 portions Ingredient Raw amount Milk 1.7 kg Salt 26 g" in read
    assert "For 1 portion Ingredient Raw amount Milk 50 g Salt 1 g" in text(meena, page, portions=1)


@pytest.mark.parametrize("typed", ["", "0", "-1", "5001", "many", "9" * 30])
def test_an_invalid_number_of_portions_is_refused_beside_the_field(
    meena: Client, boxes: Boxes, typed: str
) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    boxes.add(["Curd Rice"], number=3)
    html = meena.get(page_of("Curd Rice"), {"portions": typed}).content.decode()
    assert 'id="portions-portions_error"' in html
    assert "For 3 portions" in words(html)


def test_the_method_is_listed_step_by_step_where_there_is_one(meena: Client, boxes: Boxes) -> None:
    make_dish("Curd Rice", grams={"milk": 50})
    boxes.add(["Curd Rice"])
    assert "Method" not in text(meena, page_of("Curd Rice"))
    KitchenItem.objects.filter(name="Curd Rice").update(
        method=["Cook <the> rice.", "Stir in the curd."]
    )
    html = meena.get(page_of("Curd Rice")).content.decode()
    assert "<li>Cook &lt;the&gt; rice.</li><li>Stir in the curd.</li>" in html


def test_a_dish_without_a_recipe_links_to_its_form(meena: Client, boxes: Boxes) -> None:
    boxes.add(["Rice"])
    assert "No recipe yet" in text(meena, page_of("Rice"))
    link = f'href="/backoffice/kitchen/items/{number("Rice")}/"'
    assert link in meena.get(page_of("Rice")).content.decode()


def test_a_dish_that_is_not_ordered_has_its_recipe_for_one_portion(
    meena: Client, boxes: Boxes
) -> None:
    make_dish("Curd Rice", grams={"milk": 50})
    read = text(meena, page_of("Curd Rice"))
    assert "No portions are ordered for lunch on Monday 7 December." in read
    assert "For 1 portion" in read
    assert "This recipe is not complete." in read


@pytest.mark.parametrize("address", ["5/1/", "0/1/", "2/0/", f"2/{10**30}/", "2/999999/"])
def test_an_unknown_meal_or_dish_has_no_recipe_page(meena: Client, address: str) -> None:
    assert meena.get(f"/backoffice/kitchen/{MONDAY}/recipe/{address}").status_code == 404
