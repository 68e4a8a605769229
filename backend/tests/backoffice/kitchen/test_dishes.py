"""The kitchen's dishes: found, edited, merged, unmerged."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.kitchen.services.dishes import find_or_create_item
from oottam.plans.models import Ingredient, ItemIngredient, KitchenAlias, KitchenItem
from tests.factories.kitchen import Boxes, make_dish, make_eggs_or_sprouts

pytestmark = pytest.mark.django_db
LIST = "/backoffice/kitchen/items/"


def text(answer: Any) -> str:
    shown = re.sub(r"<[^>]+>", " ", answer.content.decode().partition("<main")[2])
    return re.sub(r"\s+", " ", shown)


def found(client: Client, **asked: str) -> list[str]:
    page = client.get(LIST, asked).content.decode()
    return re.findall(r"<strong>([^<]+)</strong></a>", page)


def of(item: KitchenItem) -> str:
    return f"{LIST}{item.pk}/"


def sent(item: KitchenItem, **changed: Any) -> dict[str, Any]:
    """Return the form's values with changes."""
    item.refresh_from_db()
    known = {"allergens_known": "on"} if item.allergens_known else {}
    return {"version": item.version, "portion": item.portion, "mark": item.mark, **known, **changed}


def test_dishes_are_found_by_parts_of_their_names(meena: Client) -> None:
    for name in ("Curd Rice", "Rice Kheer", "Sambar"):
        make_dish(name, known=True, grams={"rice": 1})
    assert found(meena) == ["Curd Rice", "Rice Kheer", "Sambar"]
    assert found(meena, q=" RICE ") == ["Curd Rice", "Rice Kheer"]
    assert found(meena, q="rice cu") == ["Curd Rice"]
    assert "No dish name contains “moon”." in text(meena.get(LIST, {"q": "moon"}))


def test_incomplete_dishes_have_a_list(meena: Client) -> None:
    make_dish("Known", known=True, grams={"rice": 1})
    make_dish("No mark", "", known=True, grams={"rice": 1})
    make_dish("No recipe", known=True)
    make_dish("Not complete", grams={"rice": 1})
    make_eggs_or_sprouts()
    incomplete = found(meena, only="incomplete")
    assert incomplete == ["Boiled Eggs", "No mark", "No recipe", "Not complete", "Sprouts Salad"]


def test_a_long_list_continues_on_the_next_page(meena: Client) -> None:
    for each in range(53):
        KitchenItem.objects.create(key=f"dish {each:02}", name=f"Dish {each:02}")
    page = meena.get(LIST).content.decode()
    assert len(found(meena)) == 50
    [further] = re.findall(r'href="(\?[^"]+)">Show more', page)
    rest = meena.get(LIST + further.replace("&amp;", "&")).content.decode()
    assert re.findall(r"<strong>(Dish \d+)</strong>", rest) == ["Dish 50", "Dish 51", "Dish 52"]


def test_the_list_of_dishes_runs_four_queries(meena: Client) -> None:
    for name in ("Rice", "Dal", "Curd"):
        make_dish(name, grams={name.lower(): 50})
        with CaptureQueriesContext(connection) as asked:
            meena.get(LIST)
        assert len(asked) == 4


def test_portion_mark_and_recipe_are_saved(meena: Client) -> None:
    item = make_dish("Rice", "", grams={"rice": 100})
    Ingredient.objects.create(key="ghee", name="Ghee", allergens=["milk"])
    answer = meena.post(
        of(item),
        sent(
            item,
            portion="1 bowl",
            mark="veg",
            allergens_known="on",
            ingredient=["Rice", "ghee ", ""],
            grams=["120", "2.5", ""],
        ),
    )
    assert answer["Location"] == of(item)
    item.refresh_from_db()
    assert (item.portion, item.mark, item.allergens_known, item.version) == (
        "1 bowl", "veg", True, 2,
    )  # fmt: skip
    rows = ItemIngredient.objects.filter(item=item).values_list("ingredient__name", "grams")
    assert {name: str(grams) for name, grams in rows} == {"Rice": "120.00", "Ghee": "2.50"}
    page = meena.get(of(item)).content.decode()
    assert 'value="Ghee"' in page
    assert 'value="2.5"' in page


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"ingredient": ["Moon"], "grams": ["5"]}, "Moon: No such ingredient."),
        ({"ingredient": ["Rice"], "grams": ["much"]}, "Rice: Enter grams as 12 or 12.5."),
        ({"ingredient": ["Rice"], "grams": ["1.234"]}, "Rice: Enter grams as 12 or 12.5."),
        ({"ingredient": ["Rice"], "grams": ["NaN"]}, "Rice: Enter grams as 12 or 12.5."),
        (
            {"ingredient": ["Rice"], "grams": ["0"]},
            "More than 0 and at most 100,000 grams of each.",
        ),
        ({"ingredient": ["Rice", "rice"], "grams": ["1", "2"]}, "Rice is listed twice."),
        ({"ingredient": ["Egg"], "grams": ["50"]}, "With Egg in it, it is not vegetarian."),
        ({"allergens_known": "on"}, "Enter the recipe first: it is empty."),
        ({"portion": "x" * 101}, "at most 100 characters"),
        ({"mark": "green"}, "Select a valid choice."),
        ({"option": ["Dal", "Moon"]}, "Moon: No such dish."),
        ({"option": ["Dal"]}, "Enter 2 to 10 different alternatives."),
        ({"option": ["Dal", "dal"]}, "Enter 2 to 10 different alternatives."),
        (
            {"option": ["Dal", "Kheer"]},
            "An alternative must be another dish that has no alternatives.",
        ),
        (
            {"option": ["Dal", "Curd"], "ingredient": ["Rice"], "grams": ["1"]},
            "Each alternative has its own recipe",
        ),
    ],
)
def test_an_invalid_dish_is_refused_and_nothing_is_saved(
    meena: Client, changed: dict[str, Any], sentence: str
) -> None:
    for name in ("Dal", "Curd"):
        make_dish(name)
    item = make_dish("Kheer")
    Ingredient.objects.create(key="rice", name="Rice")
    Ingredient.objects.create(key="egg", name="Egg", is_vegetarian=False)
    answer = meena.post(of(item), sent(item, **changed))
    assert answer.status_code == 422
    assert sentence in text(answer)
    item.refresh_from_db()
    assert item.version == 1
    assert not item.amounts.exists()
    assert not item.alternatives.exists()


def test_alternatives_are_listed_in_order(meena: Client) -> None:
    for name in ("Dal", "Curd"):
        make_dish(name)
    item = make_dish("Of the day", "")
    meena.post(of(item), sent(item, option=["Curd", "Dal"]))
    names = item.alternatives.order_by("position").values_list("option__name", flat=True)
    assert list(names) == ["Curd", "Dal"]
    assert "It is an alternative for: Of the day." in text(
        meena.get(of(find_or_create_item("Dal")))
    )


def test_an_alternative_has_no_alternatives(meena: Client) -> None:
    make_eggs_or_sprouts()
    for name in ("Dal", "Curd"):
        make_dish(name)
    answer = meena.post(
        of(find_or_create_item("Boiled Eggs")),
        sent(find_or_create_item("Boiled Eggs"), option=["Dal", "Curd"]),
    )
    assert "It is itself an alternative of another dish." in text(answer)


@pytest.mark.parametrize("action", ["", "merge", "part"])
def test_a_stale_dish_form_gets_a_conflict(meena: Client, action: str) -> None:
    item = make_dish("Rice")
    make_dish("Dal")
    KitchenAlias.objects.create(source="tray", dish="plain rice", item=item)
    told = {"into": "Dal", "alias": KitchenAlias.objects.get(dish="plain rice").pk}
    answer = meena.post(of(item) + action, {**sent(item), **told, "version": 7})
    assert answer.status_code == 409
    assert "Rice has changed since you opened this page" in text(answer)


def test_typed_values_of_a_dish_stay_beside_a_colleague_s_recipe(meena: Client) -> None:
    item = make_dish("Rice pudding")
    for name in ("Rice", "Milk"):
        Ingredient.objects.create(key=name.lower(), name=name)
    begun = sent(item)
    assert meena.post(of(item), {**begun, "ingredient": "Rice", "grams": "80"}).status_code == 302
    answer = meena.post(
        of(item), {**begun, "portion": "1 cup", "ingredient": "Milk", "grams": "20"}
    )
    page = answer.content.decode()
    assert answer.status_code == 409
    assert 'value="1 cup"' in page
    assert 'name="ingredient" value="Milk"' in page
    assert "A colleague has since changed what is in it to “Rice 80”." in page
    untouched = meena.post(of(item), {**begun, "portion": "1 cup"}).content.decode()
    assert 'name="ingredient" value="Rice"' in untouched
    assert f'name="version" value="{begun["version"] + 1}"' in untouched


def test_two_dishes_are_merged_and_unmerged(meena: Client, boxes: Boxes) -> None:
    idly, idli = make_dish("Idly"), make_dish("Idli")
    boxes.add(["Idly"])
    KitchenAlias.objects.create(source="tray", dish="idly", item=idly)
    answer = meena.post(of(idly) + "merge", {"version": idly.version, "into": "idli"}, follow=True)
    assert "Idly is cooked as Idli now." in text(answer)
    assert "Merged with it: Idly." in text(answer)
    assert meena.get(of(idly))["Location"] == of(idli)
    alias = KitchenAlias.objects.get(dish="idly")
    idli.refresh_from_db()
    answer = meena.post(
        of(idli) + "part", {"version": idli.version, "alias": alias.pk}, follow=True
    )
    assert "Idly is a separate dish again." in text(answer)
    assert meena.get(of(idly)).status_code == 200


def test_an_invalid_merge_is_refused_beside_the_field(meena: Client) -> None:
    item = make_dish("Rice")
    answer = meena.post(of(item) + "merge", {"version": item.version, "into": "Moon"})
    assert answer.status_code == 422
    assert "No such dish. Choose one from the list." in text(answer)
    answer = meena.post(of(item) + "merge", {"version": item.version, "into": "Rice"})
    assert "That is this dish itself." in text(answer)


@pytest.mark.parametrize("address", ["999999/", f"{10**30}/"])
def test_an_unknown_dish_has_no_page(meena: Client, address: str) -> None:
    assert meena.get(LIST + address).status_code == 404
