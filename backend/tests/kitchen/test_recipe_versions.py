"""A recipe counts from a day on: sheets, labels, shopping lists and recipe pages show that of their day."""

from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User

from oottam.backoffice.kitchen.labels.queries import boxes_of, labels_of
from oottam.kitchen.day import day_view
from oottam.kitchen.day.dishes import dishes_on
from oottam.kitchen.services.dietary_checks import check_dishes
from oottam.kitchen.services.dish_editing import DishValues, save_dish
from oottam.kitchen.services.ingredients import IngredientValues, save_ingredient
from oottam.kitchen.services.recipe_versions import first_uncut_day
from oottam.kitchen.shopping import shopping_list
from oottam.schedule.domain.dish_names import KITCHEN, OrderedDish
from oottam.schedule.models import FormerRecipe, Ingredient, KitchenItem
from oottam.workflow.models import FulfilmentDetails
from tests.factories.accounts import make_staff_account
from tests.factories.kitchen import BEFORE, MONDAY, SUNDAY_EVENING, Boxes, make_dish

pytestmark = pytest.mark.django_db
SATURDAY, SUNDAY, TUESDAY = (MONDAY + timedelta(days=ahead) for ahead in (-2, -1, 1))
DAYS = [SATURDAY, SUNDAY, MONDAY, TUESDAY]
RICE = "Curd Rice"


@pytest.fixture(autouse=True)
def sunday() -> Any:
    with time_machine.travel(BEFORE, tick=False):
        yield


@pytest.fixture
def cook() -> User:
    return make_staff_account("meena")


@pytest.fixture
def rice() -> KitchenItem:
    make_dish("Nuts", known=True, grams={"peanut": 1})
    return make_dish(RICE, known=True, grams={"rice": 100})


def save(item: KitchenItem, cook: User, first: date, *, grams: dict[str, int], **more: Any) -> None:
    item.refresh_from_db()
    values = DishValues(
        portion="1 bowl", mark="veg", allergens_known=True,
        grams={Ingredient.objects.get(key=f"test-{key}").pk: Decimal(g) for key, g in grams.items()},
        **more,
    )  # fmt: skip
    save_dish(
        item=item.pk, version=item.version, values=values, first=first, actor=cook, now=BEFORE
    )


def codes(item: KitchenItem, day: date) -> set[str]:
    return set(dishes_on(day, [item.pk])[item.pk].contents.codes)


def warned(days: list[date]) -> list[bool]:
    """Whether sheet and labels of each day warn of the dish."""
    sheets = [bool(day_view(day).meals[0].dishes[0].clashes) for day in days]
    labels = [any(label.warnings for label in labels_of(boxes_of(day), day)) for day in days]
    assert sheets == labels
    return sheets


@pytest.mark.parametrize(
    ("first", "expected"),
    [(SUNDAY, [False, True, True, True]), (TUESDAY, [False, False, False, True])],
)
def test_sheets_and_labels_warn_from_the_day_on(
    rice: KitchenItem, cook: User, first: date, expected: list[bool]
) -> None:
    Boxes().plan([RICE], DAYS, allergens=["peanut"])
    save(rice, cook, first, grams={"rice": 100, "peanut": 5})
    assert warned(DAYS) == expected


def test_an_ingredient_s_allergens_count_from_the_day_on(rice: KitchenItem, cook: User) -> None:
    Boxes().plan([RICE], DAYS, allergens=["soy"])
    row = Ingredient.objects.get(key="test-rice")
    values = IngredientValues("Rice", ["soy"], True, [], "Store", "kg", Decimal(1), 1000)
    save_ingredient(number=row.pk, version=1, values=values, first=MONDAY, actor=cook, now=BEFORE)
    assert warned(DAYS) == [False, False, True, True]


def test_an_ingredient_s_change_reaches_a_recipe_that_ends_later(
    rice: KitchenItem, cook: User
) -> None:
    save(rice, cook, TUESDAY, grams={"peanut": 5})
    row = Ingredient.objects.get(key="test-rice")
    values = IngredientValues("Rice", ["soy"], True, [], "Store", "kg", Decimal(1), 1000)
    save_ingredient(number=row.pk, version=1, values=values, first=SUNDAY, actor=cook, now=BEFORE)
    assert [codes(rice, day) for day in DAYS] == [set(), {"soy"}, {"soy"}, {"peanut"}]


def test_a_recipe_from_today_replaces_one_that_was_to_begin_later(
    rice: KitchenItem, cook: User
) -> None:
    save(rice, cook, TUESDAY, grams={"peanut": 5})
    save(rice, cook, SUNDAY, grams={"rice": 90})
    assert [codes(rice, day) for day in DAYS] == [set()] * 4
    assert FormerRecipe.objects.get().until == SATURDAY


def test_of_two_changes_on_a_day_the_first_one_keeps_what_was_before(
    rice: KitchenItem, cook: User
) -> None:
    save(rice, cook, SUNDAY, grams={"peanut": 5})
    save(rice, cook, SUNDAY, grams={"rice": 90})
    former = FormerRecipe.objects.get()
    number = Ingredient.objects.get(key="test-rice").pk
    assert former.values["grams"] == {str(number): "100.00"}
    assert (former.by, former.at, former.until) == (cook, BEFORE, SATURDAY)


def test_a_shopping_list_adds_up_the_recipes_of_its_days(rice: KitchenItem, cook: User) -> None:
    Boxes().plan([RICE], [SUNDAY, MONDAY, TUESDAY])
    save(rice, cook, TUESDAY, grams={"peanut": 5})
    found = {each.name: each.grams for each in shopping_list(SUNDAY, TUESDAY).purchases}
    assert found == {"Rice": 200, "Peanut": 5}
    found = {each.name: each.grams for each in shopping_list(SUNDAY, MONDAY).purchases}
    assert found == {"Rice": 200}


def test_station_portion_and_method_are_those_of_the_day(rice: KitchenItem, cook: User) -> None:
    save(rice, cook, TUESDAY, grams={"rice": 1}, station="pots", method=["Boil.", "Cool."])
    [before, after] = (
        dishes_on(day, [rice.pk], with_recipes=True)[rice.pk] for day in (MONDAY, TUESDAY)
    )
    assert (before.portion, before.station, before.method) == ("", "", ())
    assert (after.portion, after.station, after.method) == ("1 bowl", "pots", ("Boil.", "Cool."))


def test_a_row_of_0_6_0_keeps_its_contents_and_shows_the_newest_recipe(rice: KitchenItem) -> None:
    values = {"portion": "1 cup", "mark": "veg", "codes": ["egg"], "is_complete": True, "has_tags": False}  # fmt: skip
    FormerRecipe.objects.create(item=rice, until=SATURDAY, values=values)
    dish = dishes_on(SATURDAY, [rice.pk], with_recipes=True)[rice.pk]
    assert (dish.portion, set(dish.contents.codes)) == ("1 cup", {"egg"})
    assert [each.name for each in dish.grams] == ["Rice"]


def test_the_next_uncut_day_follows_the_cut_offs() -> None:
    assert first_uncut_day(BEFORE) == MONDAY
    assert first_uncut_day(SUNDAY_EVENING) == TUESDAY


@pytest.mark.both_databases
def test_a_check_warns_of_every_recipe_that_still_applies(rice: KitchenItem, cook: User) -> None:
    """Nuts leave the recipe only later: a box of today may hold them, and one of the days between, too."""
    make_dish("Curd", known=True, grams={"milk": 1})
    save(rice, cook, SUNDAY, grams={"rice": 100, "peanut": 5})
    save(rice, cook, MONDAY, grams={"rice": 100, "milk": 5})
    save(rice, cook, TUESDAY, grams={"rice": 100})
    assert [codes(rice, day) for day in DAYS[1:]] == [{"peanut"}, {"milk"}, set()]
    dish = OrderedDish(KITCHEN, RICE, str(rice.pk))
    for allergen in ("peanut", "milk"):
        found = check_dishes([dish], FulfilmentDetails(allergens=[allergen]))
        assert [answer.clashes for answer in found.clashes] == [(allergen,)]
    with time_machine.travel(BEFORE + timedelta(days=3), tick=False):
        assert not check_dishes([dish], FulfilmentDetails(allergens=["peanut", "milk"])).clashes
