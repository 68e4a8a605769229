"""Recipes of the draft: the list, a recipe's page, and how what is published reaches the kitchen."""

import json
import re
from datetime import timedelta
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam import catalogue
from oottam.accounts.roles import Role
from oottam.backoffice.kitchen.labels.queries import boxes_of, labels_of
from oottam.backoffice.menu import draft_forms
from oottam.kitchen.services.recipes import load_recipes
from oottam.menu import dishes, drafts, recipes
from oottam.menu.content import MENUS, Content
from oottam.menu.prices import prices_of
from oottam.plans.models import ItemIngredient
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.kitchen import Boxes
from tests.factories.menu import edit_draft, fake_renderer, find_dish, with_grams

pytestmark = pytest.mark.django_db
LIST = "/backoffice/menu/recipes/"
DISH = "Berry Smoothie"
PAGE = f"{LIST}of/{DISH}/"
PASSWORD = "pass of a test"


@pytest.fixture(autouse=True)
def storefront(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    staff = settings.STOREFRONT / "staff"
    fake_renderer(tmp_path, monkeypatch, settings)
    (settings.STOREFRONT / "staff").symlink_to(staff)


@pytest.fixture
def client() -> Client:
    user = make_staff_account("mani", Role.OWNER)
    user.set_password(PASSWORD)
    user.save()
    return logged_in(user)


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode()).replace("\u2068", "").replace("\u2069", "")


def grams(name: str = DISH) -> dict[str, Any]:
    stored: dict[str, Any] = recipes.recipes_of(drafts.load().content)[name.casefold()]["grams"]
    return stored


def read_form(client: Client, page: str = PAGE) -> dict[str, Any]:
    """What the page's form would send."""
    text = client.get(page).content.decode()
    rows = re.findall(r'name="ingredient" value="([^"]*)"', text)
    amounts = re.findall(r'name="grams" value="([^"]*)"', text)
    shown = re.search(r'name="shown" value="([^"]*)"', text)
    assert shown
    values = json.loads(unescape(shown[1]))
    return {
        "shown": unescape(shown[1]),
        "portion": values.get("portion", ""),
        "mark": values.get("mark", "veg"),
        "station": values.get("station", ""),
        "method": "\n".join(values.get("method", [])),
        "ingredient": [unescape(each) for each in rows],
        "grams": amounts,
    }


def with_row(form: dict[str, Any], name: str, amount: str) -> dict[str, Any]:
    return {**form, "ingredient": [*form["ingredient"], name], "grams": [*form["grams"], amount]}


def without_recipe(content: Content, name: str = DISH) -> Content:
    file = content.file("kitchen/recipes.json")
    file["recipes"] = [each for each in file["recipes"] if each["name"] != name]
    return content.replace("kitchen/recipes.json", file)


def test_lists_recipes_with_what_follows_from_their_ingredients(client: Client) -> None:
    shown = text_of(client.get(f"{LIST}?q=berry smoo"))
    assert DISH in shown
    assert "1 glass, 300 ml · 5 ingredients · Milk" in shown
    assert "Dry Fruit Smoothie" not in shown
    assert "No recipe’s name contains “moondust”." in text_of(client.get(f"{LIST}?q=moondust"))


def test_counts_and_names_the_dishes_without_a_recipe(client: Client) -> None:
    current = catalogue.current()
    found = {name: current.kitchen.recipe(name) for name in current.dish_names()}
    known = [name for name, recipe in found.items() if recipe is None or not recipe.is_known]
    lacking = recipes.lacking(drafts.load().content)
    assert [each.name for each in lacking] == known == ["Puttu"]
    assert "1 dish lacks a recipe" in text_of(client.get(LIST))
    edit_draft(lambda content: without_recipe(content, "Idli"))
    shown = text_of(client.get(LIST))
    assert "2 dishes lack a recipe" in shown
    assert '<a class="touch-link" href="/backoffice/menu/recipes/of/Idli/">' in shown


def test_a_dish_without_a_recipe_gets_one(client: Client) -> None:
    edit_draft(without_recipe)
    form = read_form(client)
    assert "New recipe" in text_of(client.get(PAGE))
    answer = client.post(
        PAGE, {**with_row(form, "almonds", "12.5"), "portion": "1 glass", "station": "cold"}
    )
    assert answer.status_code == 302
    stored = recipes.recipes_of(drafts.load().content)[DISH.casefold()]
    assert stored == {
        "name": DISH, "mark": "veg", "portion": "1 glass", "station": "cold", "grams": {"almonds": 12.5},
    }  # fmt: skip
    assert client.get(f"{LIST}of/Moon Cake/").status_code == 404


def test_saving_without_a_change_stores_nothing(client: Client) -> None:
    assert client.post(PAGE, read_form(client)).status_code == 302
    assert not drafts.load().is_changed
    assert drafts.load().revision == 0


def test_ingredients_are_added_changed_and_taken_out(client: Client) -> None:
    form = with_row(read_form(client), "ALMONDS", "5")
    form["grams"][0] = "151"
    form["ingredient"][1] = form["grams"][1] = ""
    assert client.post(PAGE, form).status_code == 302
    before = recipes.recipes_of(drafts.load().base)[DISH.casefold()]["grams"]
    assert grams() == {
        "milk": 151, **{key: each for key, each in before.items() if key not in ("milk", "curd")}, "almonds": 5,
    }  # fmt: skip
    shown = text_of(client.get(PAGE))
    assert "<dt>Allergens</dt><dd>Milk, Peanuts" in shown
    assert "Customers see it once published." in shown


@pytest.mark.parametrize(
    ("name", "amount", "sentence"),
    [
        ("Almonds", "0", "Grams are above 0."),
        ("Almonds", "0.00", "Grams are above 0."),
        ("Almonds", "-5", "Grams are above 0."),
        ("Almonds", "1500.01", "1,500 grams at most."),
        ("Almonds", "999999", "1,500 grams at most."),
        ("Almonds", "five", "Enter grams as 12 or 12.5."),
        ("Almonds", "1,5", "Enter grams as 12 or 12.5."),
        ("Almonds", "1.234", "Enter grams as 12 or 12.5."),
        ("Almonds", "1e2", "Enter grams as 12 or 12.5."),
        ("Almonds", "٣", "Enter grams as 12 or 12.5."),
        ("Almonds", "", "Enter grams as 12 or 12.5."),
        ("", "5", "No such ingredient."),
        ("Moon dust", "5", "No such ingredient."),
        ("<b>Almonds</b>", "5", "No such ingredient."),
        ("Milk", "5", "It is listed twice."),
    ],
)
def test_a_wrong_line_is_refused_at_its_field(
    client: Client, name: str, amount: str, sentence: str
) -> None:
    form = with_row(read_form(client), name, amount)
    answer = client.post(PAGE, {**form, "portion": "1 big glass"})
    assert answer.status_code == 422
    text = unescape(answer.content.decode())
    assert re.search(rf'<p class="wrong" id="row-6-error">{re.escape(sentence)}', text)
    assert "<b>Almonds" not in answer.content.decode()
    assert 'value="1 big glass"' in text
    assert drafts.load().revision == 0


def test_a_veg_mark_with_a_non_veg_ingredient_is_refused_at_the_mark(client: Client) -> None:
    form = with_row(read_form(client), "Eggs", "50")
    answer = client.post(PAGE, form)
    assert answer.status_code == 422
    assert 'id="menu-recipe-mark_error">With Eggs in it, it is not veg.' in text_of(answer)
    assert client.post(PAGE, {**form, "mark": "nonveg"}).status_code == 302
    dish = find_dish(drafts.load().content.file(MENUS["veg"]), DISH)
    assert dish["mark"] == "nonveg"  # they have to agree


def test_a_recipe_without_ingredients_or_portion_is_refused(client: Client) -> None:
    form = read_form(client)
    answer = client.post(PAGE, {**form, "ingredient": [], "grams": []})
    assert "Enter at least one ingredient with its grams." in text_of(answer)
    answer = client.post(PAGE, {**form, "portion": " "})
    assert answer.status_code == 422
    assert 'id="menu-recipe-portion_error"' in text_of(answer)
    answer = client.post(PAGE, {**form, "method": "x" * 301})
    assert "A step has 300 letters at most." in text_of(answer)


def test_a_line_more_and_a_line_less_store_nothing_and_keep_what_is_typed(client: Client) -> None:
    form = with_row(read_form(client), "Almonds", "12")
    answer = client.post(PAGE, {**form, "more": "1", "portion": "1 mug"})
    assert answer.status_code == 200
    text = text_of(answer)
    assert "Nothing is saved yet." in text
    assert 'value="1 mug"' in text
    assert text.count('name="ingredient"') == 7
    answer = client.post(PAGE, {**form, "remove": "1"})
    assert 'name="ingredient" value="Milk"' not in text_of(answer)
    assert 'name="ingredient" value="Almonds"' in text_of(answer)
    assert drafts.load().revision == 0


def test_what_a_colleague_changed_elsewhere_stays(client: Client) -> None:
    form = read_form(client)
    edit_draft(lambda content: with_grams(content, DISH, almonds=5))
    assert client.post(PAGE, {**form, "portion": "1 mug"}).status_code == 302
    assert grams()["almonds"] == 5


def test_what_a_colleague_changed_too_is_shown_beside_what_was_typed(client: Client) -> None:
    form = read_form(client)
    edit_draft(lambda content: with_grams(content, DISH, milk=120, almonds=5))
    form["grams"][0] = "180"
    answer = client.post(PAGE, {**form, "portion": "1 mug"})
    assert answer.status_code == 409
    text = text_of(answer)
    assert "A colleague has since changed this to “120 g”." in text
    assert 'name="grams" value="180"' in text
    assert 'value="1 mug"' in text
    assert 'name="ingredient" value="Almonds"' in text
    again = with_row(form, "Almonds", "5")
    shown = re.search(r'name="shown" value="([^"]*)"', answer.content.decode())
    assert shown
    assert client.post(PAGE, {**again, "shown": unescape(shown[1])}).status_code == 302
    assert (grams()["milk"], grams()["almonds"]) == (180, 5)


@pytest.mark.parametrize("shown", ["", "[]", "{", "null", '{"grams/milk": []}'])
def test_a_form_that_lost_what_it_showed_replaces_nothing(client: Client, shown: str) -> None:
    form = {**read_form(client), "shown": shown, "portion": "1 mug"}
    assert client.post(PAGE, form).status_code == 409
    assert drafts.load().revision == 0


def test_texts_are_text(client: Client) -> None:
    form = {**read_form(client), "portion": "<b>1 glass</b>", "method": "Stir <b>well</b>."}
    assert client.post(PAGE, form).status_code == 302
    for page in (PAGE, LIST):
        assert "<b>" not in client.get(page).content.decode()


def test_a_published_peanut_is_named_ticked_and_on_the_kitchen_s_sheet(client: Client) -> None:
    """The whole way: recipe, harm, tick, sheet, label, clash."""
    load_recipes()
    today = timezone.localdate()
    boxes = Boxes()
    plan = boxes.plan([DISH], [today], name="Kavya", allergens=["peanut"])
    boxes.plan([DISH], [today], name="Sam")
    reference = plan.request.reference
    assert client.post(PAGE, with_row(read_form(client), "Almonds", "5")).status_code == 302
    shown = text_of(client.get(PAGE))
    assert "it harms 1 person with a running plan" in shown
    assert f"Kavya, {reference}" in shown
    differences = client.get("/backoffice/menu/differences/").content.decode()
    assert f"Kavya, {reference}" in differences
    hidden = dict(re.findall(r'name="(revision|seen)" value="(\w+)"', differences))
    sent = {**hidden, "when": "now", "password": PASSWORD}
    assert client.post("/backoffice/menu/differences/publish", sent).status_code == 422
    assert not ItemIngredient.objects.filter(item__name=DISH, ingredient__key="almonds").exists()
    sheet = f"/backoffice/kitchen/{today}/"
    assert f"{DISH} has peanuts" not in text_of(client.get(sheet))
    sent["harm"] = "on"
    assert client.post("/backoffice/menu/differences/publish", sent).status_code == 302
    assert ItemIngredient.objects.filter(item__name=DISH, ingredient__key="almonds").exists()
    assert f"{DISH} has peanuts" in text_of(client.get(sheet))
    [label] = [each for each in labels_of(boxes_of(today), today) if each.name == "Kavya"]
    assert any("peanut" in each.lower() for each in label.warnings)
    assert f"{DISH} has peanuts" in text_of(client.get(f"/backoffice/requests/{reference}/"))
    assert "harms" not in text_of(client.get(PAGE))


def test_a_dish_that_is_renamed_keeps_its_recipe(client: Client) -> None:
    view = drafts.load()
    category, dish = dishes.find(view.content.file(MENUS["veg"]), "berry-smoothie")
    prices = prices_of(dish)
    values = dishes.DishValues("Berry Blast", "", "veg", category["id"], prices)
    dishes.edit(
        menu="veg", dish_id="berry-smoothie", values=values, changed=["name"],
        revision=view.revision, actor=User.objects.get(username="mani"), now=timezone.now(),
    )  # fmt: skip
    assert grams("Berry Blast") == grams()
    assert [each.name for each in recipes.lacking(drafts.load().content)] == ["Puttu"]


def test_differences_say_what_changes_of_a_recipe(client: Client) -> None:
    edit_draft(lambda content: with_grams(content, DISH, almonds=5, milk=160, curd=0))
    shown = text_of(client.get("/backoffice/menu/differences/"))
    assert (
        f"Recipes: {DISH}: Milk 150 g becomes 160 g; without Curd; Almonds 5 g is added." in shown
    )


def test_a_recipe_that_the_kitchen_has_changed_is_named(client: Client) -> None:
    load_recipes()
    ItemIngredient.objects.filter(item__name=DISH, ingredient__key="milk").update(grams=140)
    assert "The kitchen has its own recipe for 1 dish" in text_of(client.get(LIST))
    assert "The kitchen cooks this dish by its own recipe" in text_of(client.get(PAGE))
    differences = "/backoffice/menu/differences/"
    edit_draft(lambda content: with_grams(content, "Dry Fruit Smoothie", almonds=1))
    assert "own recipe" not in text_of(client.get(differences))
    edit_draft(lambda content: with_grams(content, DISH, almonds=5))
    shown = text_of(client.get(differences))
    assert "The kitchen has its own recipe for 1 of these dishes" in shown
    assert f"{DISH}: what you change of it does not reach the kitchen." in shown


def test_whom_a_plan_s_next_days_do_not_concern_is_not_harmed(client: Client) -> None:
    load_recipes()
    boxes = Boxes()
    boxes.plan([DISH], [timezone.localdate() - timedelta(days=3)], allergens=["peanut"])
    edit_draft(lambda content: with_grams(content, DISH, almonds=5))
    assert "harms" not in text_of(client.get(PAGE))


@pytest.mark.parametrize("forged", ["[" * 20_000, "{", "[]", "x" * 60_000])
def test_forged_initial_values_replace_nothing(forged: str) -> None:
    assert draft_forms.from_text(forged) == {}
