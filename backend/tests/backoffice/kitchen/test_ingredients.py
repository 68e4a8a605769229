"""The ingredients, whose allergens every sheet warns of immediately."""

import re
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.audit.models import AuditEntry
from oottam.kitchen.services.recipe_seeding import seed
from oottam.schedule.models import Ingredient
from tests.factories.kitchen import Boxes, make_dish, sheet

pytestmark = pytest.mark.django_db
LIST = "/backoffice/kitchen/items/ingredients/"


def ghee(**more: Any) -> Ingredient:
    known = {"key": "ghee", "name": "Ghee", "allergens": ["milk"], "unit": "kg", "step_grams": 1000}
    return Ingredient.objects.create(**{**known, **more})


def sent(**changed: Any) -> dict[str, Any]:
    """Return the form of ghee with changes."""
    known = {
        "version": 1, "name": "Ghee", "allergens": ["milk"], "is_vegetarian": "on", "group": "",
        "unit": "kg", "step": "0.5", "step_grams": "500",
    }  # fmt: skip
    return {name: value for name, value in {**known, **changed}.items() if value is not None}


def found(client: Client, **asked: str) -> list[str]:
    return re.findall(r"<strong>([^<]+)</strong></a>", client.get(LIST, asked).content.decode())


def test_ingredients_are_found_by_parts_of_their_names(meena: Client) -> None:
    for name in ("Rice flour", "Red rice", "Ghee"):
        Ingredient.objects.create(key=name, name=name)
    assert found(meena) == ["Ghee", "Red rice", "Rice flour"]
    assert found(meena, q=" RICE ") == ["Red rice", "Rice flour"]
    assert "No ingredient name contains “moon”" in meena.get(LIST, {"q": "moon"}).content.decode()


def test_an_allergen_added_to_an_ingredient_warns_on_the_sheet_immediately(
    meena: Client, boxes: Boxes
) -> None:
    make_dish("Curd Rice", known=True, grams={"rice": 100})
    boxes.add(["Curd Rice"], allergens=["soy"])
    assert not sheet().allergies[0].clashes
    rice = Ingredient.objects.get(key="test-rice")
    form = sent(name="Rice", allergens=["soy"])
    refused = meena.post(f"{LIST}{rice.pk}/", form)
    assert "It harms 1 person with a running plan" in refused.content.decode()
    [harm] = re.findall(r'name="harm" value="(\w+)"', refused.content.decode())
    answer = meena.post(f"{LIST}{rice.pk}/", {**form, "harm": harm})
    assert answer["Location"] == f"{LIST}{rice.pk}/"
    assert sheet().allergies[0].clashes
    entry = AuditEntry.objects.get(action="ingredient.change")
    assert entry.data["allergens"] == {"was": "", "now": "soy"}


def test_staff_changes_outlast_the_catalogue(meena: Client) -> None:
    seed()
    paneer = Ingredient.objects.get(key="paneer")
    said = sent(name=paneer.name, allergens=["milk", "soy"], group=paneer.group)
    assert meena.post(f"{LIST}{paneer.pk}/", said).status_code == 302
    seed()
    assert Ingredient.objects.get(key="paneer").allergens == ["milk", "soy"]


def test_a_new_ingredient_can_be_used_in_dishes(meena: Client) -> None:
    answer = meena.post(
        f"{LIST}new/", sent(name="  Hemp  seeds ", allergens=[], has_no_allergens="on")
    )
    assert answer["Location"] == LIST
    made = Ingredient.objects.get()
    assert (made.name, made.allergens, made.step_grams) == ("Hemp seeds", [], 500)
    curd = make_dish("Curd")
    answer = meena.post(
        f"/backoffice/kitchen/items/{curd.pk}/",
        {
            "version": 1,
            "portion": "1 cup",
            "mark": "veg",
            "ingredient": ["hemp seeds"],
            "grams": ["5"],
        },
    )
    assert answer.status_code == 302
    assert curd.amounts.get().ingredient == made


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"name": " "}, "This field is required."),
        ({"name": "x" * 41}, "at most 40 characters"),
        ({"name": "RICE"}, "There is already an ingredient with this name."),
        ({"allergens": ["moon"]}, "Select a valid choice."),
        ({"unit": "sack"}, "Select a valid choice."),
        ({"note": "ask"}, "Begin with a capital letter and end with a full stop."),
        ({"step": "0"}, "More than 0"),
        ({"step": "-1"}, "More than 0"),
        ({"step": "NaN"}, "Enter a number."),
        ({"step_grams": "0"}, "More than 0"),
        ({"step_grams": "1.5"}, "Enter a whole number."),
        ({"is_vegetarian": None}, "It is in Dosa, marked vegetarian."),
    ],
)
def test_an_invalid_ingredient_is_refused_beside_its_field(
    changed: dict[str, Any], sentence: str, meena: Client
) -> None:
    Ingredient.objects.create(key="rice", name="Rice")
    kept = ghee()
    make_dish("Dosa").amounts.create(ingredient=kept, grams=5)
    answer = meena.post(f"{LIST}{kept.pk}/", sent(**changed))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()
    assert Ingredient.objects.get(key="ghee").version == 1


def test_the_second_of_two_concurrent_changes_gets_a_conflict(meena: Client) -> None:
    kept = ghee()
    assert meena.post(f"{LIST}{kept.pk}/", sent(allergens=["milk", "egg"])).status_code == 302
    answer = meena.post(f"{LIST}{kept.pk}/", sent(allergens=[]))
    assert answer.status_code == 409
    assert "Changed by someone else" in answer.content.decode()
    assert Ingredient.objects.get().allergens == ["egg", "milk"]


def test_a_field_that_only_a_colleague_changed_keeps_the_colleague_s_value(meena: Client) -> None:
    kept = ghee()
    address = f"{LIST}{kept.pk}/"
    begun = sent(allergens=kept.allergens)
    assert meena.post(address, {**begun, "allergens": [*kept.allergens, "egg"]}).status_code == 302
    page = meena.post(address, {**begun, "group": "Cold store"}).content.decode()
    assert 'value="Cold store"' in page
    assert re.search(r'value="egg"[^>]* checked', page)
    assert "allergens: milk → egg, milk" in page
    version = re.findall(r'name="version" value="(\d+)"', page)[0]
    again = {**begun, "version": version, "group": "Cold store", "allergens": ["milk", "egg"]}
    assert meena.post(address, again).status_code == 302
    done = Ingredient.objects.get()
    assert (done.group, done.allergens) == ("Cold store", ["egg", "milk"])


def test_a_field_that_both_changed_shows_both_values(meena: Client) -> None:
    kept = ghee()
    address = f"{LIST}{kept.pk}/"
    assert meena.post(address, sent(group="Shelf")).status_code == 302
    page = meena.post(address, sent(group="Cold store")).content.decode()
    assert 'value="Cold store"' in page
    assert "A colleague has since changed this to “Shelf”." in page


def test_the_ingredient_page_names_its_dishes(meena: Client) -> None:
    kept = ghee()
    make_dish("Dosa").amounts.create(ingredient=kept, grams=5)
    assert "Dosa</a>" in meena.get(f"{LIST}{kept.pk}/").content.decode()


@pytest.mark.parametrize("where", ["0", "999999", "9" * 30])
def test_an_unknown_ingredient_is_a_404(where: str, meena: Client) -> None:
    assert meena.get(f"{LIST}{where}/").status_code == 404


def test_the_list_runs_as_many_queries_for_three_as_for_one(meena: Client) -> None:
    for name in ("Rice", "Dal", "Ghee"):
        Ingredient.objects.create(key=name, name=name)
        with CaptureQueriesContext(connection) as asked:
            meena.get(LIST)
        assert len(asked) == 6


def test_ingredients_that_wait_for_somebody_have_lists_of_their_own(meena: Client) -> None:
    seed()
    assert set(found(meena, only="nonsense")) == set(found(meena))
    page = meena.get(LIST).content.decode()
    assert "Values missing" not in page
    assert re.search(r"Labels to read \(\d+\)", page)
    to_read = found(meena, only="labels")
    assert 0 < len(to_read) < len(found(meena))
    Ingredient.objects.filter(key="milk").update(protein=None, allergen_list=1)
    assert found(meena, only="values") == found(meena, only="allergens")
    page = meena.get(LIST, {"only": "values"}).content.decode()
    assert re.search(r"These keep \d+ dishes from saying energy and protein", page)
    assert found(meena, only="values", q="nothing") == []


@pytest.mark.parametrize(
    ("typed", "stored"),
    [("18,9", "18.9"), ("18.9 g", "18.9"), (" 18.9", "18.9"), ("0,5g", "0.5"), ("0", "0")],
)
def test_numbers_are_read_as_labels_have_them(meena: Client, typed: str, stored: str) -> None:
    kept = ghee()
    form = sent(edible="90 %", protein=typed, carbohydrate="1", fat="2", fibre="", source="Packet")
    assert meena.post(f"{LIST}{kept.pk}/", form).status_code == 302
    kept.refresh_from_db()
    assert (kept.protein, kept.edible, kept.source) == (Decimal(stored), Decimal("0.9"), "packet")


@pytest.mark.parametrize(
    ("typed", "kcal"),
    [("598", 598), ("2500 kJ", 598), ("2,500 kj", 598), ("597.5 kcal", 598), ("", None)],
)
def test_energy_is_read_in_either_unit(meena: Client, typed: str, kcal: int | None) -> None:
    kept = ghee()
    assert meena.post(f"{LIST}{kept.pk}/", sent(edible="100", packet_kcal=typed)).status_code == 302
    kept.refresh_from_db()
    assert kept.packet_kcal == kcal


@pytest.mark.parametrize(
    ("field", "typed", "sentence"),
    [
        ("protein", "much", "Enter a number, such as 18.9."),
        ("protein", "<0.5", "Enter a number, such as 18.9."),
        ("protein", "18.123456789", "Two digits behind the point are enough."),
        ("edible", "0", "From 10 to 100 percent"),
        ("edible", "1.5", "From 10 to 100 percent"),
        ("confidence", "sure", "Select a valid choice"),
        ("packet_kcal", "2500", "From 0 to 900 kcal."),
        ("fibre", "", "write “packet” as the source"),
    ],
)
def test_a_label_that_is_wrong_is_refused_at_its_field(
    meena: Client, field: str, typed: str, sentence: str
) -> None:
    right = {"edible": "100", "protein": "1", "carbohydrate": "1", "fat": "1", "fibre": "1"}
    answer = meena.post(f"{LIST}{ghee().pk}/", sent(**{**right, "source": "own", field: typed}))
    assert answer.status_code == 422
    assert sentence in answer.content.decode()


def test_saving_says_what_pages_make_of_it(meena: Client) -> None:
    seed()
    milk = Ingredient.objects.get(key="milk")
    form = sent(name=milk.name, allergens=list(milk.allergens), edible="100", version=milk.version)
    answer = meena.post(f"{LIST}{milk.pk}/", form, follow=True)
    assert "dishes say nothing of energy and protein without its values" in answer.content.decode()
    label = {"protein": "3", "carbohydrate": "5", "fat": "4", "fibre": "0", "source": "packet"}
    form = {**form, **label, "packet_kcal": "300", "version": milk.version + 1}
    answer = meena.post(f"{LIST}{milk.pk}/", form, follow=True)
    assert "Read the label again: the grams make 68 kcal, not 300." in answer.content.decode()


def test_a_new_ingredient_says_its_allergens_or_that_it_has_none(meena: Client) -> None:
    form = sent(name="Hemp seeds", allergens=[])
    answer = meena.post(f"{LIST}new/", form)
    assert answer.status_code == 422
    assert "Tick what it has, or that it has none of these." in answer.content.decode()
    both = {**form, "allergens": ["milk"], "has_no_allergens": "on"}
    assert meena.post(f"{LIST}new/", both).status_code == 422
    assert meena.post(f"{LIST}new/", {**form, "has_no_allergens": "on"}).status_code == 302
