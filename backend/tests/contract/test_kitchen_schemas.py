"""The schemas of contract/kitchen/ take what is right, and refuse what is not."""

import json
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

SCHEMAS = Path(__file__).parents[3] / "contract" / "schemas"

ONION = {
    "id": "onion",
    "name": "Onion",
    "diet": "veg",
    "allergens": [],
    "unit": "kg",
    "step": Decimal("0.5"),
    "stepGrams": 500,
}
IDLI = {"name": "Idli", "mark": "veg", "portion": "3 pieces", "grams": {"idli-rice": 45}}


def complaints(kind: str, value: Any) -> int:
    schema = json.loads((SCHEMAS / f"{kind}.schema.json").read_text("utf-8"), parse_float=Decimal)
    return len(list(Draft202012Validator(schema).iter_errors(value)))


def with_ingredient(**changes: Any) -> dict[str, Any]:
    one = {key: value for key, value in {**ONION, **changes}.items() if value is not None}
    groups = [{"title": "Vegetables", "ingredients": [one]}]
    return {"$schema": "../schemas/ingredients.schema.json", "sample": True, "groups": groups}


def with_recipe(**changes: Any) -> dict[str, Any]:
    one = {key: value for key, value in {**IDLI, **changes}.items() if value is not None}
    return {"$schema": "../schemas/recipes.schema.json", "sample": True, "recipes": [one]}


def test_schemas_accept_valid_files() -> None:
    assert complaints("ingredients", with_ingredient()) == 0
    assert complaints("recipes", with_recipe()) == 0
    assert complaints("recipes", with_recipe(grams=None)) == 0


@pytest.mark.parametrize(
    "changes",
    [
        {"allergens": None},
        {"allergens": ["nuts"]},
        {"allergens": ["milk", "milk"]},
        {"diet": "vegan"},
        {"unit": "sack"},
        {"step": 0},
        {"step": Decimal("0.005")},
        {"stepGrams": Decimal("0.5")},
        {"id": "Red Onion"},
        {"note": ""},
        {"colour": "red"},
    ],
)
def test_the_schema_refuses_an_ingredient_that_is_wrong(changes: dict[str, Any]) -> None:
    assert complaints("ingredients", with_ingredient(**changes)) > 0


@pytest.mark.parametrize(
    "changes",
    [
        {"mark": "egg"},
        {"mark": None},
        {"portion": ""},
        {"grams": {}},
        {"grams": {"idli-rice": 0}},
        {"grams": {"idli-rice": "45"}},
        {"grams": {"idli-rice": 2000}},
        {"grams": {"Idli Rice": 45}},
        {"name": "Idli / Podi Idli"},
        {"name": "Idli + ABC Juice"},
        {"price": 40},
    ],
)
def test_the_schema_refuses_a_recipe_that_is_wrong(changes: dict[str, Any]) -> None:
    assert complaints("recipes", with_recipe(**changes)) > 0
