"""Recipes: parsing names of dishes; one list of codes."""

import json

import pytest
from django.db.models import TextChoices

from oottam.catalogue.choices import Allergen, Station, Tag
from oottam.catalogue.folder import SHIPPED
from oottam.catalogue.recipes import alternatives_of, single_dishes, split_dishes
from oottam.core.names import name_key


@pytest.mark.parametrize(
    ("schema", "kind", "name", "choices"),
    [
        ("ingredients", "ingredient", "allergens", Allergen),
        ("ingredients", "ingredient", "tags", Tag),
        ("recipes", "recipe", "station", Station),
    ],
)
def test_the_schema_lists_the_same_codes(
    schema: str, kind: str, name: str, choices: type[TextChoices]
) -> None:
    file = SHIPPED / f"schemas/{schema}.schema.json"
    part = json.loads(file.read_text("utf-8"))["$defs"][kind]["properties"][name]
    assert part.get("items", part)["enum"] == choices.values


def test_slot_splits_into_dishes_and_dish_into_alternatives() -> None:
    assert split_dishes("Idli / Podi Idli + ABC Juice") == ("Idli / Podi Idli", "ABC Juice")
    assert alternatives_of("Idli / Podi Idli") == ("Idli", "Podi Idli")
    assert alternatives_of("ABC Juice") == ("ABC Juice",)
    assert single_dishes("Idli / Podi Idli + ABC Juice") == ["Idli", "Podi Idli", "ABC Juice"]


def test_blank_parts_are_no_dishes() -> None:
    assert split_dishes(" + Idli +  + ABC Juice") == ("Idli", "ABC Juice")
    assert split_dishes(" ") == ()
    assert alternatives_of("Idli /  / Podi Idli") == ("Idli", "Podi Idli")
    assert alternatives_of("") == ("",)


def test_separator_without_spaces_does_not_split() -> None:
    assert split_dishes("Omega3+Seeds Bowl") == ("Omega3+Seeds Bowl",)
    assert alternatives_of("Half/Half") == ("Half/Half",)


def test_the_key_of_a_name_ignores_case_and_spacing() -> None:
    assert name_key("  ABC   juice ") == name_key("Abc Juice") == "abc juice"
