"""The kitchen's dishes: found, edited, merged, unmerged."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.backoffice.kitchen import items
from oottam.kitchen.day.dishes import dishes_on
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.menu.models import SoldOut
from oottam.schedule.models import Ingredient, ItemIngredient, KitchenAlias, KitchenItem
from tests.factories.kitchen import MONDAY, Boxes, make_dish, make_eggs_or_sprouts

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
    portion = item.portion or "1 plate"
    return {"version": item.version, "portion": portion, "mark": item.mark, **known, **changed}


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


def test_the_list_of_dishes_runs_as_many_queries_for_three_as_for_one(meena: Client) -> None:
    for name in ("Rice", "Dal", "Curd"):
        make_dish(name, grams={name.lower(): 50})
        with CaptureQueriesContext(connection) as asked:
            meena.get(LIST)
        assert len(asked) == 8


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
            "Rice: Enter more than 0 g, or clear the line.",
        ),
        ({"ingredient": ["Rice", "rice"], "grams": ["1", "2"]}, "Rice is listed twice."),
        ({"ingredient": ["Egg"], "grams": ["50"]}, "With Egg in it, it is not vegetarian."),
        ({"allergens_known": "on"}, "Enter the recipe first: it is empty."),
        ({"portion": "x" * 41}, "at most 40 characters"),
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


def test_what_is_known_of_a_dish_is_said_as_not_known_yet_never_as_none(meena: Client) -> None:
    item = make_dish("Kheer")
    assert "Allergens Not known yet" in text(meena.get(of(item)))
    item = make_dish("Kheer", grams={"milk": 5})
    assert "Allergens Milk; the rest is not known yet" in text(meena.get(of(item)))
    item = make_dish("Kheer", known=True, grams={"rice": 5})
    assert "Allergens None of those that packs declare" in text(meena.get(of(item)))


def test_whom_a_recipe_harms_is_read_before_it_is_saved(meena: Client, boxes: Boxes) -> None:
    item = make_dish("Kheer", known=True, grams={"rice": 5})
    make_dish("Nuts", known=True, grams={"peanut": 1})
    plan = boxes.add(["Kheer"], name="Kavya", allergens=["peanut"])
    form = sent(item, portion="1 cup", ingredient=["Rice", "Peanut"], grams=["5", "1"])
    answer = meena.post(of(item), form)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "It harms 1 person with a running plan" in page
    assert f"Kavya, {plan.request.reference}" in page
    assert not item.amounts.filter(ingredient__name="Peanut").exists()
    [harm] = re.findall(r'name="harm" value="(\w+)"', page)
    assert meena.post(of(item), {**form, "harm": "another"}).status_code == 422
    assert meena.post(of(item), {**form, "harm": harm}).status_code == 302
    assert item.amounts.filter(ingredient__name="Peanut").exists()


def test_egg_in_a_green_dish_is_refused_or_the_dish_sold_out(meena: Client) -> None:
    item = find_or_create_item("Berry Smoothie")
    Ingredient.objects.create(key="egg", name="Egg white", is_vegetarian=False, allergens=["egg"])
    form = sent(item, mark="nonveg", ingredient=["Egg white"], grams=["30"])
    answer = meena.post(of(item), form)
    assert answer.status_code == 422
    assert "Customers see Berry Smoothie as vegetarian." in text(answer)
    assert not SoldOut.objects.exists()
    assert meena.post(of(item), {**form, "sell_out": "1"}).status_code == 302
    assert SoldOut.objects.get().dish_name == "Berry Smoothie"
    item.refresh_from_db()
    assert item.mark == "nonveg"
    assert meena.post(of(item), sent(item, **{**form, "version": item.version})).status_code == 302
    answer = meena.post(
        "/backoffice/menu/sold-out/take-back", {"dish": "Berry Smoothie"}, follow=True
    )
    assert "is not vegetarian by its recipe" in answer.content.decode()
    assert SoldOut.objects.exists()


def test_a_recipe_can_begin_on_the_next_day_that_is_not_cut(meena: Client) -> None:
    item = make_dish("Rice", grams={"rice": 100})
    assert "Mon 7 Dec, the next day that is not cut" in text(meena.get(of(item)))
    form = sent(item, portion="1 bowl", ingredient=["Rice"], grams=["120"], first="next")
    assert meena.post(of(item), form).status_code == 302
    assert "This recipe is cooked from Monday 7 December on." in text(meena.get(of(item)))
    grams = [
        list(dishes_on(day, [item.pk], with_recipes=True)[item.pk].grams.values())
        for day in (MONDAY - timedelta(days=1), MONDAY)
    ]
    assert grams == [[100], [120]]


def test_an_earlier_recipe_can_be_used_again(meena: Client) -> None:
    item = make_dish("Rice", grams={"rice": 100})
    form = sent(item, portion="1 bowl", ingredient=["Rice"], grams=["120"], method="Boil.")
    assert meena.post(of(item), form).status_code == 302
    page = meena.get(of(item)).content.decode()
    assert "changed by meena" in page
    assert "Rice 100" in page
    [address] = re.findall(r'href="(\?version=\d+)"', page)
    again = meena.get(of(item) + address).content.decode()
    assert "This is the recipe that was cooked until Sat 5 Dec. Save it to cook by it." in again
    assert 'name="grams" value="100"' in again
    assert 'name="grams" value="100"' not in meena.get(of(item) + "?version=999").content.decode()


def test_more_lines_store_nothing_and_keep_what_is_typed(meena: Client) -> None:
    item = make_dish("Rice", grams={"rice": 100})
    answer = meena.post(of(item), sent(item, ingredient=["Rice"], grams=["7"], more="1"))
    assert answer.status_code == 200
    assert "Nothing is saved yet." in text(answer)
    assert 'name="grams" value="7"' in answer.content.decode()
    assert item.amounts.get().grams == 100


def test_station_and_method_are_saved(meena: Client) -> None:
    item = make_dish("Rice")
    method = " Wash   the rice. \n\nBoil."
    assert meena.post(of(item), sent(item, station="pots", method=method)).status_code == 302
    item.refresh_from_db()
    assert (item.station, item.method) == ("pots", ["Wash the rice.", "Boil."])
    assert "At most 20 steps" in text(meena.post(of(item), sent(item, method="Stir.\n" * 21)))


def test_the_recipes_count_as_checked_once_somebody_says_so(meena: Client) -> None:
    assert "Nobody has said yet" in text(meena.get(LIST))
    meena.post(LIST + "checked")
    assert "Nobody has said yet" not in text(meena.get(LIST))


@pytest.mark.parametrize(("name", "status"), [("  New   Kheer ", 200), ("", 200), ("x" * 300, 200)])
def test_a_dish_can_be_entered_before_a_menu_names_it(
    meena: Client, name: str, status: int
) -> None:
    answer = meena.post(LIST + "add", {"name": name}, follow=True)
    assert answer.status_code == status
    assert KitchenItem.objects.filter(name=" ".join(name.split())[:200]).exists() is bool(name)


def test_a_dish_that_is_merged_while_it_is_saved_leads_to_the_other_one(
    meena: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    dish, other = (make_dish(name, known=True, grams={"rice": 1}) for name in ("Rice", "Kheer"))

    def merged_meanwhile(*_: Any) -> list[Any]:
        KitchenItem.objects.filter(pk=dish.pk).update(merged_into=other)
        return []

    monkeypatch.setattr(items, "_harmed", merged_meanwhile)
    answer = meena.post(of(dish), sent(dish), follow=True)
    assert answer.status_code == 200
    assert "Rice is now merged into this one." in text(answer)
