"""The files of contract/kitchen/: every dish is there, plausible, and true to its mark. Grams."""

import json
import re
from collections import Counter
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from oottam import catalogue
from oottam.catalogue.nutrition import figures_of

CONTRACT = Path(__file__).parents[3] / "contract"
# Weekly dishes of which it is not known what is in them: papers have to say so.
NOT_KNOWN: set[str] = set()
MEAT_FISH_OR_EGG = re.compile(r"\b(Eggs?|Omelette|Chicken|Fish|Meen|Tuna|Prawn|Mutton)\b")
# What a word in an ingredient's name says of its allergens.
TOLD_BY_NAME = {
    "milk": r"\b(milk|curd|paneer|butter|ghee|cheese|cream)\b",
    "gluten": r"\b(wheat|maida|rava|semolina|oats|barley|bread|seviyan|pasta|multigrain|asafoetida|granola)\b",
    "soy": r"\b(soya?|tofu)\b",
    "peanut": r"\bpeanuts?\b",
    "tree-nut": r"\b(almonds?|cashews?|pistachios?|walnuts?)\b",
    "sesame": r"\b(sesame|gingelly)\b",
    "mustard": r"\bmustard\b",
    "coconut": r"\bcoconut\b",
    "egg": r"\beggs?\b",
    "fish": r"\b(fish|tuna|meen)\b",
    "crustacean": r"\b(prawns?|crabs?|shrimps?)\b",
    "sulphite": r"\b(raisins|apricots|vinegar|figs)\b",
}


def load(name: str) -> Any:
    """A contract file with exact numbers; ValueError where a key stands twice in one object."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        twice = [key for key, count in Counter(key for key, _ in pairs).items() if count > 1]
        if twice:
            raise ValueError(f"{name} holds twice: {twice}")
        return dict(pairs)

    text = (CONTRACT / name).read_text("utf-8")
    return json.loads(text, parse_float=Decimal, object_pairs_hook=once)


def ingredients() -> dict[str, Any]:
    groups = load("kitchen/ingredients.json")["groups"]
    return {each["id"]: each for group in groups for each in group["ingredients"]}


def recipes() -> dict[str, Any]:
    return {recipe["name"]: recipe for recipe in load("kitchen/recipes.json")["recipes"]}


def marks() -> dict[str, str]:
    """The marks of the three menus, by the dishes' names."""
    menus = [load(f"catalogue/{kind}.json") for kind in ("veg", "nonveg", "tray")]
    return {d["name"]: d["mark"] for menu in menus for c in menu["categories"] for d in c["items"]}


def set_dishes() -> set[str]:
    """What the weekly menu and the custom choice name, each alternative by itself."""
    weeks = [week for key, week in load("catalogue/weekly-menu.json").items() if key != "$schema"]
    entries = [entry for week in weeks for meal in week.values() for entry in meal]
    weekly = [name for e in entries for item in e["items"] for name in item["name"].split(" / ")]
    choice = load("catalogue/custom-choice.json")
    return {*weekly, *(e["title"] for key in choice if key != "$schema" for e in choice[key])}


def test_exactly_the_dishes_of_all_menus_have_a_recipe() -> None:
    assert sorted(recipes()) == sorted({*marks(), *set_dishes()})


def test_contents_of_all_but_the_listed_dishes_are_known() -> None:
    assert {name for name, recipe in recipes().items() if "grams" not in recipe} == NOT_KNOWN


def test_both_files_say_that_they_are_the_sample() -> None:
    samples = [load(f"kitchen/{name}.json")["sample"] for name in ("ingredients", "recipes")]
    assert samples == [True, True]


def test_a_recipe_has_the_mark_of_the_menus() -> None:
    found = {name: recipe["mark"] for name, recipe in recipes().items() if name in marks()}
    assert found == marks()


def test_a_dish_is_non_veg_exactly_when_its_name_tells_of_egg_meat_or_fish() -> None:
    marked = {name for name, recipe in recipes().items() if recipe["mark"] == "nonveg"}
    assert marked == {name for name in recipes() if MEAT_FISH_OR_EGG.search(name)}


def test_a_dish_is_non_veg_exactly_when_something_in_it_is() -> None:
    known = ingredients()
    for name, recipe in recipes().items():
        diets = {known[key]["diet"] for key in recipe.get("grams", {})}
        assert ("nonveg" in diets) == (recipe["mark"] == "nonveg"), name


def test_every_ingredient_is_used_and_all_that_is_used_is_there() -> None:
    used = {key for recipe in recipes().values() for key in recipe.get("grams", {})}
    assert used == set(ingredients())


def test_a_portion_weighs_what_a_person_eats_at_one_time() -> None:
    weights = {name: sum(r["grams"].values()) for name, r in recipes().items() if "grams" in r}
    assert {name: grams for name, grams in weights.items() if not 20 <= grams <= 1500} == {}


@pytest.mark.parametrize("allergen", list(TOLD_BY_NAME))
def test_an_ingredient_whose_name_tells_of_an_allergen_declares_it(allergen: str) -> None:
    no_butter = {"peanut-butter"} if allergen == "milk" else set()
    told = re.compile(TOLD_BY_NAME[allergen], re.IGNORECASE)
    named = {key for key, each in ingredients().items() if told.search(each["name"])} - no_butter
    assert {key for key in named if allergen not in ingredients()[key]["allergens"]} == set()


def test_mixes_with_compounded_asafoetida_and_soy_sauce_declare_gluten() -> None:
    noted = {key for key, i in ingredients().items() if "asafoetida" in i.get("note", "")}
    assert noted >= {"sambar-powder", "rasam-powder", "idli-podi", "chaat-masala"}
    declared = {key for key, each in ingredients().items() if "gluten" in each["allergens"]}
    assert noted | {"asafoetida", "soy-sauce"} <= declared


def test_steps_of_ingredients_bought_by_weight_equal_their_weight() -> None:
    per_unit = {"kg": 1000, "g": 1}
    for each in ingredients().values():
        if each["unit"] in per_unit:
            assert each["step"] * per_unit[each["unit"]] == each["stepGrams"], each["name"]


@pytest.mark.parametrize(
    ("dish", "allergens"),
    [
        ("Idli", {"gluten", "mustard", "sesame"}),
        ("Sprouts Salad", {"gluten"}),
        ("ABC Juice", set()),
        ("Palak Paneer with Phulka", {"gluten", "milk"}),
        ("Overnight Oats", {"gluten", "milk", "tree-nut"}),
        ("Masala Omelette", {"egg", "gluten", "soy"}),
        ("Meen Kuzhambu", {"fish", "mustard", "sesame"}),
        ("Dry Fruit Smoothie", {"milk", "tree-nut", "sulphite"}),
        ("Egg Fried Millet Bowl", {"egg", "gluten", "soy"}),
    ],
)
def test_a_dish_has_the_allergens_that_a_cook_would_name(dish: str, allergens: set[str]) -> None:
    known = ingredients()
    found = {code for key in recipes()[dish]["grams"] for code in known[key]["allergens"]}
    assert found == allergens


def nutrition() -> dict[str, Any]:
    return {key: each["nutrition"] for key, each in ingredients().items() if "nutrition" in each}


def test_every_ingredient_that_is_eaten_has_values() -> None:
    assert set(ingredients()) - set(nutrition()) == {"coffee"}  # its grounds stay in the filter


def test_values_are_those_of_100_g_and_name_their_source() -> None:
    for key, values in nutrition().items():
        grams = [values[name] for name in ("protein", "carbohydrate", "fat", "fibre")]
        assert 0 <= sum(grams) <= 100, key
        assert values["source"], key
        if values["source"] == "IFCT 2017":
            assert re.fullmatch("[A-Z][0-9]{3}", values["code"]), key


def test_figures_of_every_dish_are_known_and_plausible() -> None:
    facts = catalogue.load(CONTRACT).facts_of_recipes()["dishes"]
    assert len(facts) > 190
    for name, held in facts.items():
        for figures in held["figures"]:
            assert figures, name
            kcal, protein, carbohydrate, fat, fibre, _ = figures
            assert 0 <= protein <= 45, name
            assert abs(4 * (protein + carbohydrate) + 9 * fat + 2 * fibre - kcal) <= 16, name


@pytest.mark.parametrize(
    ("dish", "kcal", "protein"),
    [
        # Sums by hand: grams x edible x eaten x values of 100 g.
        ("Almond Milk", 110, 3),  # 29 x 0.6 = 17.4 g of almonds: 638 kcal, 18.4 g in 100 g
        ("Boiled Peanuts", 325, 14),  # 60 g of peanuts: 541 kcal, 23.7 g
        ("Watermelon Juice", 50, 1),
        ("Pomegranate Juice", 135, 3),
        ("Spinach Egg White Omelette", 125, 19),  # 165 g of whites: 10.84 g of protein
        ("Filter Coffee Protein Shake", 270, 23),  # without the 12 g of grounds
        ("Dry Fruit Smoothie", 435, 14),
        ("Tandoori Chicken", 235, 28),
        # Of another program, in fractions, before rounding.
        ("Berry Smoothie", 235, 13),  # 233.3 kcal, 13.30 g
        ("Mango Coconut Bowl", 380, 10),  # 379.7 kcal, 10.08 g
        ("Overnight Oats", 470, 15),  # 472.0 kcal, 14.62 g
        ("Paneer Tikka Rice Bowl", 505, 22),  # 507.0 kcal, 22.48 g
        ("Chicken Rice Bowl", 495, 30),  # 496.6 kcal, 30.09 g
        ("Egg Curry", 330, 15),  # 332.1 kcal, 15.47 g
        ("Sambar Brown Rice Bowl", 475, 15),  # 473.6 kcal, 14.83 g
        ("Palak Paneer", 345, 19),  # 344.6 kcal, 18.77 g
        ("Rajma Red Rice Bowl", 530, 18),  # 528.6 kcal, 17.52 g
        ("Sprouts Salad", 180, 11),  # 181.3 kcal, 11.19 g
        ("Idli", 300, 11),  # 300.9 kcal, 10.86 g
        ("Podi Idli", 350, 11),  # 348.7 kcal, 11.31 g
        ("Ragi Dosa", 505, 12),  # 507.3 kcal, 11.80 g
        ("Pesarattu with Ginger Chutney", 335, 15),  # 335.2 kcal, 14.74 g
        ("Boiled Eggs", 130, 12),  # 129.6 kcal, 12.26 g
        ("Masala Omelette", 320, 21),  # 322.5 kcal, 21.41 g
        ("Fish Tikka Wrap", 400, 24),  # 398.0 kcal, 24.17 g
        ("Keerai Kootu", 190, 9),  # 189.6 kcal, 8.92 g
        ("Mixed Fruit Bowl", 110, 2),  # 111.6 kcal, 2.01 g
        ("ABC Juice", 130, 2),  # 132.1 kcal, 2.24 g
        ("Neer Mor", 55, 3),  # 54.1 kcal, 3.01 g
        ("Phulka", 170, 5),  # 167.7 kcal, 5.29 g
        ("Peanut Sundal", 350, 12),  # 349.0 kcal, 12.01 g
        ("Adai with Avial", 520, 17),  # 519.7 kcal, 17.08 g
        ("Meen Kuzhambu", 270, 23),  # 272.1 kcal, 23.42 g
        ("Pepper Chicken", 235, 27),  # 235.3 kcal, 26.94 g
    ],
)
def test_figures_equal_sums_by_hand(dish: str, kcal: int, protein: int) -> None:
    recipe = catalogue.load(CONTRACT).kitchen.recipe(dish)
    assert recipe
    figures = figures_of((part.of_plate for part in recipe.parts), is_complete=True)
    assert figures
    assert (figures.kcal, figures.protein) == (kcal, protein)
