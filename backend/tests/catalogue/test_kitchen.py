"""Loading contract/kitchen: lookup by name, and rejection of inconsistent files."""

import json
import re
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from oottam.catalogue import load
from oottam.catalogue.nutrition import Nutrition
from oottam.catalogue.recipes import Ingredient

CONTRACT = Path(__file__).parents[3] / "contract"
INGREDIENTS = "kitchen/ingredients.json"
RECIPES = "kitchen/recipes.json"


def changed(folder: Path, name: str, alter: Callable[[Any], Any]) -> Path:
    """A copy of the contract in which one file was altered."""
    contract = Path(shutil.copytree(CONTRACT, folder / "contract"))
    content = json.loads((contract / name).read_text("utf-8"))
    alter(content)
    (contract / name).write_text(json.dumps(content), "utf-8")
    return contract


def load_error(folder: Path, name: str, alter: Callable[[Any], Any]) -> str:
    contract = changed(folder, name, alter)
    with pytest.raises(ImproperlyConfigured) as raised:
        load(contract)
    return str(raised.value).replace(str(contract), "contract")


def named(name: str, file: Any) -> Any:
    return next(recipe for recipe in file["recipes"] if recipe["name"] == name)


def first(file: Any) -> Any:
    return file["groups"][0]["ingredients"][0]


def test_recipe_lookup_ignores_case_and_spacing() -> None:
    kitchen = load(CONTRACT).kitchen
    recipe = kitchen.recipe(" almond  MILK")
    assert recipe is not None
    assert (recipe.name, recipe.mark, recipe.portion) == ("Almond Milk", "veg", "1 bottle, 250 ml")
    assert [(part.ingredient.id, part.grams) for part in recipe.parts] == [("almonds", Decimal(29))]
    assert kitchen.recipe("Almond") is None


def test_ingredient_has_purchase_unit_and_allergens() -> None:
    assert load(CONTRACT).kitchen.ingredients["eggs"] == Ingredient(
        id="eggs",
        name="Eggs",
        group="Eggs, meat and fish",
        diet="nonveg",
        allergens=frozenset({"egg"}),
        unit="piece",
        step=Decimal(6),
        step_grams=300,
        note="Grams with the shell.",
        tags=frozenset(),
        allergen_list=2,
        edible=Decimal("0.88"),
        nutrition=Nutrition(
            protein=Decimal("13.28"),
            carbohydrate=Decimal(0),
            fat=Decimal("9.15"),
            fibre=Decimal(0),
            source="IFCT 2017",
            code="M001",
            as_of="2026-11-26",
        ),
    )


def test_dish_names_are_unique_with_alternatives_split() -> None:
    names = load(CONTRACT).dish_names()
    assert names[:2] == ("Dry Fruit Smoothie", "Berry Smoothie")
    assert len(names) == len({name.casefold() for name in names})
    assert [name for name in names if " / " in name or " + " in name] == []
    assert {"Idli", "Podi Idli", "Palak Paneer with Phulka"} <= set(names)


def test_recipe_without_grams_is_unknown(tmp_path: Path) -> None:
    own = changed(tmp_path, RECIPES, lambda file: named("Puttu", file).pop("grams"))
    recipe = load(own).kitchen.recipe("Puttu")
    assert recipe is not None
    assert (recipe.is_known, recipe.parts) == (False, ())


def test_recipe_station_and_method_are_optional(tmp_path: Path) -> None:
    def write(file: Any) -> None:
        named("Phulka", file)["method"] = ["Knead.", "Roll out and roast."]

    kitchen = load(changed(tmp_path, RECIPES, write)).kitchen
    phulka, puttu = kitchen.recipe("Phulka"), kitchen.recipe("Puttu")
    assert phulka is not None
    assert puttu is not None
    assert (phulka.station, phulka.method) == ("griddle", ("Knead.", "Roll out and roast."))
    assert (puttu.station, puttu.method) == (None, ())


@pytest.mark.parametrize(
    "fields",
    [
        {"station": "oven"},
        {"method": "Knead."},
        {"method": []},
        {"method": [""]},
        {"method": ["Knead."] * 21},
        {"method": ["k" * 301]},
    ],
)
def test_invalid_station_or_method_is_rejected(tmp_path: Path, fields: Any) -> None:
    error = load_error(tmp_path, RECIPES, lambda file: named("Phulka", file).update(fields))
    assert re.search(rf"recipes.json, line \d+ \(recipes\[\d+\]\.{next(iter(fields))}\b", error)


def test_sample_files_are_listed(tmp_path: Path) -> None:
    own = changed(tmp_path, RECIPES, lambda file: file.update(sample=False))
    assert load(CONTRACT).kitchen.samples == ("ingredients.json", "recipes.json")
    assert load(own).kitchen.samples == ("ingredients.json",)


def test_unknown_allergen_is_rejected(tmp_path: Path) -> None:
    error = load_error(tmp_path, INGREDIENTS, lambda file: first(file).update(allergens=["nuts"]))
    assert (
        '(groups[0].ingredients[0].allergens[0]): "nuts" must be one of "gluten", "crust' in error
    )


def test_ingredient_without_allergens_field_is_rejected(tmp_path: Path) -> None:
    error = load_error(tmp_path, INGREDIENTS, lambda file: first(file).pop("allergens"))
    assert '"allergens" is missing. Expected: What India\'s labels have to declare,' in error


def test_duplicate_ingredient_id_is_rejected(tmp_path: Path) -> None:
    def repeat(file: Any) -> None:
        file["groups"][1]["ingredients"].append({**first(file), "name": "Other"})

    error = load_error(tmp_path, INGREDIENTS, repeat)
    assert "holds two ingredients of one id or name. Rename one of them." in error


@pytest.mark.parametrize("field", ["step", "stepGrams"])
def test_ingredient_with_zero_step_is_rejected(tmp_path: Path, field: str) -> None:
    error = load_error(tmp_path, INGREDIENTS, lambda file: first(file).update({field: 0}))
    assert f"(groups[0].ingredients[0].{field}): 0 is " in error


def test_unknown_ingredient_in_a_recipe_is_named(tmp_path: Path) -> None:
    def mistype(file: Any) -> None:
        named("Almond Milk", file)["grams"] = {"almond": 29}

    error = load_error(tmp_path, RECIPES, mistype)
    assert "puts almond into 'Almond Milk'. Name them in ingredients.json first." in error


def test_zero_grams_of_an_ingredient_are_rejected(tmp_path: Path) -> None:
    error = load_error(
        tmp_path, RECIPES, lambda file: named("Almond Milk", file)["grams"].update(almonds=0)
    )
    assert ".grams.almonds): 0 is not more than 0." in error


def test_duplicate_recipe_name_is_rejected_ignoring_case(tmp_path: Path) -> None:
    def repeat(file: Any) -> None:
        file["recipes"].append({**named("Puttu", file), "name": "PUTTU"})

    assert "holds two recipes of one name. Keep one." in load_error(tmp_path, RECIPES, repeat)


def test_egg_in_a_veg_dish_is_rejected(tmp_path: Path) -> None:
    error = load_error(
        tmp_path, RECIPES, lambda file: named("Idli", file)["grams"].update({"eggs": 50})
    )
    assert "marks 'Idli' veg, with Eggs in it. Correct one of them." in error


def test_recipe_mark_that_differs_from_the_menu_is_rejected(tmp_path: Path) -> None:
    error = load_error(tmp_path, RECIPES, lambda file: named("Phulka", file).update(mark="nonveg"))
    assert "marks 'Phulka' nonveg, contract/catalogue/tray.json veg. Make them agree." in error


def test_a_file_without_a_list_of_allergens_is_of_the_first_one(tmp_path: Path) -> None:
    def former(file: Any) -> None:
        del file["allergenList"]
        first(file).update(allergens=["peanut"])

    ingredient = next(
        iter(load(changed(tmp_path, INGREDIENTS, former)).kitchen.ingredients.values())
    )
    assert (ingredient.allergens, ingredient.allergen_list) == (
        frozenset({"peanut", "tree-nut"}),
        1,
    )


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"edible": 1.2}, "1.2 is more than 1"),
        ({"edible": 0.09}, "0.09 is less than 0.1"),
        ({"nutrition": {"protein": -1}}, "-1 is less than 0"),
        ({"nutrition": {"protein": 60, "carbohydrate": 50}}, "g of nutrients in 100 g of"),
        ({"nutrition": {"source": ""}}, "source"),
    ],
)
def test_values_out_of_bounds_are_rejected(tmp_path: Path, fields: Any, said: str) -> None:
    def change(file: Any) -> None:
        found = first(file)
        values = {**found["nutrition"], **fields.get("nutrition", {})}
        found.update({**fields, "nutrition": values})

    assert said in load_error(tmp_path, INGREDIENTS, change)


@pytest.mark.parametrize("eaten", [{"milk": 1.5}, {"chicken": 0.5}])
def test_shares_of_what_is_not_in_a_recipe_or_above_1_are_rejected(
    tmp_path: Path, eaten: Any
) -> None:
    error = load_error(
        tmp_path, RECIPES, lambda file: named("Berry Smoothie", file).update(eaten=eaten)
    )
    assert "recipes.json" in error
