"""contract/kitchen as the server reads it: found by name, and refused where it cannot be right."""

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


def complaint(folder: Path, name: str, alter: Callable[[Any], Any]) -> str:
    contract = changed(folder, name, alter)
    with pytest.raises(ImproperlyConfigured) as stopped:
        load(contract)
    return str(stopped.value).replace(str(contract), "contract")


def named(name: str, file: Any) -> Any:
    return next(recipe for recipe in file["recipes"] if recipe["name"] == name)


def first(file: Any) -> Any:
    return file["groups"][0]["ingredients"][0]


def test_a_recipe_is_found_by_its_name_without_regard_to_case_and_spaces() -> None:
    kitchen = load(CONTRACT).kitchen
    recipe = kitchen.recipe(" almond  MILK")
    assert recipe is not None
    assert (recipe.name, recipe.mark, recipe.portion) == ("Almond Milk", "veg", "1 bottle, 250 ml")
    assert [(part.ingredient.id, part.grams) for part in recipe.parts] == [("almonds", Decimal(29))]
    assert kitchen.recipe("Almond") is None


def test_an_ingredient_says_how_it_is_bought_and_whom_it_harms() -> None:
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
    )


def test_every_name_of_a_dish_is_told_once_with_its_alternatives_parted() -> None:
    names = load(CONTRACT).dish_names()
    assert names[:2] == ("Dry Fruit Smoothie", "Berry Smoothie")
    assert len(names) == len({name.casefold() for name in names})
    assert [name for name in names if " / " in name or " + " in name] == []
    assert {"Idli", "Podi Idli", "Palak Paneer with Phulka"} <= set(names)


def test_a_recipe_without_grams_is_read_as_not_known() -> None:
    recipe = load(CONTRACT).kitchen.recipe("Puttu")
    assert recipe is not None
    assert (recipe.known, recipe.parts) == (False, ())


def test_a_recipe_has_a_station_and_a_method_where_the_shop_wrote_them(tmp_path: Path) -> None:
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
def test_a_station_or_method_out_of_bounds_is_refused(tmp_path: Path, fields: Any) -> None:
    told = complaint(tmp_path, RECIPES, lambda file: named("Phulka", file).update(fields))
    assert re.search(rf"recipes.json, line \d+ \(recipes\[\d+\]\.{next(iter(fields))}\b", told)


def test_the_files_that_are_still_samples_are_told(tmp_path: Path) -> None:
    own = changed(tmp_path, RECIPES, lambda file: file.update(sample=False))
    assert load(CONTRACT).kitchen.samples == ("ingredients.json", "recipes.json")
    assert load(own).kitchen.samples == ("ingredients.json",)


def test_an_allergen_that_is_none_of_the_eight_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, INGREDIENTS, lambda file: first(file).update(allergens=["nuts"]))
    assert '(groups[0].ingredients[0].allergens[0]): "nuts" must be one of "gluten", "crust' in said


def test_an_ingredient_that_says_nothing_of_allergens_is_refused(tmp_path: Path) -> None:
    said = complaint(tmp_path, INGREDIENTS, lambda file: first(file).pop("allergens"))
    assert '"allergens" is missing. Expected: What India\'s labels have to declare;' in said


def test_two_ingredients_of_one_id_are_refused(tmp_path: Path) -> None:
    def repeat(file: Any) -> None:
        file["groups"][1]["ingredients"].append({**first(file), "name": "Other"})

    said = complaint(tmp_path, INGREDIENTS, repeat)
    assert "holds two ingredients of one id or name. Rename one of them." in said


@pytest.mark.parametrize("field", ["step", "stepGrams"])
def test_an_ingredient_that_is_bought_by_nothing_is_refused(tmp_path: Path, field: str) -> None:
    said = complaint(tmp_path, INGREDIENTS, lambda file: first(file).update({field: 0}))
    assert f"(groups[0].ingredients[0].{field}): 0 is " in said


def test_an_ingredient_that_is_not_there_is_named(tmp_path: Path) -> None:
    def mistype(file: Any) -> None:
        named("Almond Milk", file)["grams"] = {"almond": 29}

    said = complaint(tmp_path, RECIPES, mistype)
    assert "puts almond into 'Almond Milk'. Name them in ingredients.json first." in said


def test_nothing_of_an_ingredient_is_refused(tmp_path: Path) -> None:
    said = complaint(
        tmp_path, RECIPES, lambda file: named("Almond Milk", file)["grams"].update(almonds=0)
    )
    assert ".grams.almonds): 0 is not more than 0." in said


def test_two_recipes_of_one_name_are_refused_whatever_their_case(tmp_path: Path) -> None:
    def repeat(file: Any) -> None:
        file["recipes"].append({**named("Puttu", file), "name": "PUTTU"})

    assert "holds two recipes of one name. Keep one." in complaint(tmp_path, RECIPES, repeat)


def test_egg_in_a_dish_that_is_marked_veg_stops_the_start(tmp_path: Path) -> None:
    said = complaint(
        tmp_path, RECIPES, lambda file: named("Idli", file)["grams"].update({"eggs": 50})
    )
    assert "marks 'Idli' veg, with Eggs in it. Correct one of them." in said


def test_a_mark_that_is_not_the_one_of_the_menu_stops_the_start(tmp_path: Path) -> None:
    said = complaint(tmp_path, RECIPES, lambda file: named("Phulka", file).update(mark="nonveg"))
    assert "marks 'Phulka' nonveg, contract/catalogue/tray.json veg. Make them agree." in said
