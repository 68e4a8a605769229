"""Ingredients of the draft: what each contains, and how it is bought."""

import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client

from oottam.accounts.roles import Role
from oottam.kitchen.services.recipes import load_recipes
from oottam.menu import drafts, ingredients
from oottam.plans.models import Ingredient
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.menu import edit_draft, with_ingredient

pytestmark = pytest.mark.django_db
LIST = "/backoffice/menu/ingredients/"
NEW = f"{LIST}new/"
CURD = f"{LIST}curd/"
NUTS: dict[str, Any] = {
    "name": "Pine nuts",
    "allergens": ["peanut"],
    "diet": "veg",
    "tags": ["none"],
    "group": "Nuts of the hills",
    "unit": "g",
    "step": "250",
    "step_grams": "250",
    "note": "",
    "shown": "{}",
}


@pytest.fixture
def client() -> Client:
    return logged_in(make_staff_account("mani", Role.OWNER))


def text_of(answer: Any) -> str:
    return unescape(answer.content.decode()).replace("\u2068", "").replace("\u2069", "")


def values(key: str = "curd") -> dict[str, Any]:
    return ingredients.values_of(drafts.load().content, key)


def read_form(client: Client, page: str = CURD) -> dict[str, Any]:
    found = re.search(r'name="shown" value="([^"]*)"', client.get(page).content.decode())
    assert found
    shown = json.loads(unescape(found[1]))
    return {
        **{name: shown[name] for name in ("name", "allergens", "diet", "group", "unit", "step")},
        "tags": shown.get("tags") or (["none"] if "tags" in shown else []),
        "step_grams": shown["stepGrams"],
        "note": shown.get("note", ""),
        "shown": unescape(found[1]),
    }


def test_lists_ingredients_by_group_with_what_is_in_them(client: Client) -> None:
    shown = text_of(client.get(f"{LIST}?q=curd"))
    assert re.search(r"Curd</strong></a>.*Milk · in \d+ recipes", shown, re.DOTALL)
    assert "Vegetables" not in shown
    assert "No ingredient’s name contains “moondust”." in text_of(client.get(f"{LIST}?q=moondust"))


def test_saving_without_a_change_stores_nothing(client: Client) -> None:
    for key in ("curd", "almonds", "eggs", "onion"):
        page = f"{LIST}{key}/"
        assert client.post(page, read_form(client, page)).status_code == 302
    assert drafts.load().revision == 0


def test_an_ingredient_is_renamed_and_described(client: Client) -> None:
    before = values()
    form = {**read_form(client), "name": "Set  curd", "note": "It has milk.", "step": "0.25"}
    assert client.post(CURD, form).status_code == 302
    assert values() == {**before, "name": "Set curd", "note": "It has milk.", "step": 0.25}
    assert "Set curd" in text_of(client.get("/backoffice/menu/recipes/of/Berry Smoothie/"))


def test_an_ingredient_is_added_in_a_group_of_its_own_and_removed_again(client: Client) -> None:
    Ingredient.objects.create(key="pine-nuts", name="Of an earlier edition")
    assert client.post(NEW, NUTS).status_code == 302
    added = values("pine-nuts-2")
    assert added == {
        "name": "Pine nuts", "allergens": ["peanut"], "diet": "veg", "tags": [], "group": "Nuts of the hills",
        "unit": "g", "step": 250, "stepGrams": 250,
    }  # fmt: skip
    assert client.post(f"{LIST}pine-nuts-2/remove").status_code == 302
    assert not drafts.load().is_changed
    assert client.get(f"{LIST}pine-nuts-2/").status_code == 404
    assert client.post(f"{LIST}pine-nuts-2/remove").status_code == 404


def test_an_ingredient_moves_to_the_end_of_another_group(client: Client) -> None:
    form = {**read_form(client), "group": "VEGETABLES"}
    assert client.post(CURD, form).status_code == 302
    title, rows = ingredients.groups_of(drafts.load().content)[0]
    assert (title, rows[-1]["id"]) == ("Vegetables", "curd")


def test_an_ingredient_that_a_recipe_holds_is_not_removed(client: Client) -> None:
    assert f"{CURD}remove" not in text_of(client.get(CURD))
    answer = client.post(f"{CURD}remove", follow=True)
    assert re.search(r"Curd is in Berry Smoothie, .* and \d+ more\.", text_of(answer))
    assert drafts.load().revision == 0


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("name", "", "This field is required."),
        ("name", "x" * 41, "at most 40"),
        ("name", "MILK", "There is already an ingredient with this name."),
        ("group", " ", "This field is required."),
        ("step", "0", "A quantity is above 0."),
        ("step", "-1", "A quantity is above 0."),
        ("step", "10000.01", "less than or equal to 10000"),
        ("step", "0.001", "no more than 2 decimal places"),
        ("step", "much", "Enter a number."),
        ("step_grams", "0", "A weight is above 0."),
        ("step_grams", "-5", "A weight is above 0."),
        ("step_grams", "1000001", "less than or equal to 1000000"),
        ("step_grams", "half", "Enter a whole number."),
        ("unit", "stone", "Select a valid choice."),
        ("allergens", ["dust"], "Select a valid choice."),
        ("tags", ["none", "meat"], "Choose either none or some of these."),
        ("tags", ["meat"], "With meat in it, it is not veg."),
        ("diet", "nonveg", "It is in"),
        ("note", "no sentence", "Begin with a capital letter"),
    ],
)
def test_a_wrong_value_is_refused_at_its_field(
    client: Client, field: str, typed: Any, sentence: str
) -> None:
    answer = client.post(CURD, {**read_form(client), field: typed})
    assert answer.status_code == 422
    at = "diet" if sentence.startswith("With meat") else field
    found = re.search(rf'id="menu-ingredient-{at}_error">([^<]*)<', text_of(answer))
    assert found
    assert sentence in found[1]
    assert drafts.load().revision == 0


def test_an_ingredient_without_ticked_diets_is_not_known(client: Client) -> None:
    assert client.post(CURD, {**read_form(client), "tags": []}).status_code == 302
    assert "tags" not in values()
    assert "Vegan or Jain: not known for" in text_of(
        client.get("/backoffice/menu/recipes/of/Berry Smoothie/")
    )


def test_what_a_colleague_changed_is_kept_or_shown(client: Client) -> None:
    form = read_form(client)
    edit_draft(
        lambda content: with_ingredient(
            content, "curd", name="Thick curd", allergens=["milk", "soy"]
        )
    )
    kept = client.post(CURD, {**form, "step": "3"})
    assert kept.status_code == 302
    assert (values()["name"], values()["step"]) == ("Thick curd", 3)
    answer = client.post(CURD, {**form, "name": "Thin curd", "allergens": [], "unit": "l"})
    assert answer.status_code == 409
    text = text_of(answer)
    assert "A colleague has since changed this to “Thick curd”." in text
    assert "changed this to “Milk, Soy" in text
    assert 'value="Thin curd"' in text


def test_texts_are_text(client: Client) -> None:
    form = {**NUTS, "name": "<b>Nuts</b>", "group": "<b>Group</b>", "note": "Ask <b>him</b>."}
    assert client.post(NEW, form).status_code == 302
    for page in (LIST, f"{LIST}b-nuts-b/"):
        assert "<b>" not in client.get(page).content.decode()


def test_an_ingredient_that_a_cook_has_changed_says_so(client: Client) -> None:
    load_recipes()
    assert "A cook has changed" not in text_of(client.get(CURD))
    Ingredient.objects.filter(key="curd").update(step_grams=7)
    assert "A cook has changed this ingredient" in text_of(client.get(CURD))
