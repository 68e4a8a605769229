"""The dietary check: clash, none found, or not known."""

import pytest

from oottam.kitchen.domain.dietary import (
    Answer,
    Contents,
    Finding,
    IngredientContents,
    Needs,
    check,
    contents_of,
    is_free_of_meat,
    together,
)

PANEER = IngredientContents(("milk",), True, ())
ONION = IngredientContents((), True, ("onion-garlic",))
GRANOLA = IngredientContents(("gluten", "peanut"), True, None)  # untagged
EGGS = IngredientContents(("egg",), False, ())
CHICKEN = IngredientContents((), False, None)
FISH = IngredientContents(("fish",), False, ())
RICE = IngredientContents((), True, ())
CLASH, NONE_FOUND, NOT_KNOWN = Answer.CLASH, Answer.NONE_FOUND, Answer.NOT_KNOWN


def dish(*parts: IngredientContents, mark: str = "veg", known: bool = True) -> Contents:
    return contents_of(mark, list(parts), is_complete=known)


def test_clash_names_allergens_before_avoided_ingredients() -> None:
    bowl = dish(PANEER, ONION, GRANOLA)
    assert check(bowl, Needs(("peanut", "egg", "milk"), "jain")) == Finding(
        CLASH, ("peanut", "milk", "onion-garlic")
    )


@pytest.mark.parametrize(
    ("known", "allergens", "answer"),
    [
        (True, ("egg", "fish"), NONE_FOUND),
        (False, ("egg",), NOT_KNOWN),
        (False, ("milk",), CLASH),  # a known ingredient clashes
        (False, (), NONE_FOUND),
        (True, ("lupin",), NOT_KNOWN),  # no ingredient is marked with it
        (True, ("lupin", "milk"), CLASH),
    ],
)
def test_answer_for_allergens(known: bool, allergens: tuple[str, ...], answer: Answer) -> None:
    assert check(dish(PANEER, RICE, known=known), Needs(allergens)).answer is answer


def test_allergens_of_a_later_list_are_not_known_of_an_ingredient_that_nobody_has_looked_at() -> (
    None
):
    pickle = IngredientContents(("gluten",), True, (), allergen_list=1)
    assert check(dish(pickle, RICE), Needs(("egg",))).answer is NONE_FOUND
    assert check(dish(pickle, RICE), Needs(("mustard",))).answer is NOT_KNOWN
    assert check(dish(pickle, RICE), Needs(("mustard", "gluten"))).answer is CLASH
    assert check(dish(RICE), Needs(("mustard",))).answer is NONE_FOUND
    assert together(dish(RICE), dish(pickle)).allergen_list == 1


PALAK = dish(PANEER, RICE)
BOILED_EGGS = dish(EGGS, mark="nonveg")
UNKNOWN = Contents()
MARKED_VEG = Contents("veg")
MARKED_NONVEG = Contents("nonveg")


@pytest.mark.parametrize(
    ("what", "diet", "answer"),
    [
        (MARKED_VEG, "veg", NONE_FOUND),
        (MARKED_NONVEG, "veg", CLASH),
        (UNKNOWN, "veg", NOT_KNOWN),
        (BOILED_EGGS, "veg", CLASH),
        (dish(RICE, mark=""), "veg", NONE_FOUND),
        (MARKED_VEG, "egg", NONE_FOUND),
        (MARKED_NONVEG, "egg", NOT_KNOWN),
        (BOILED_EGGS, "egg", NONE_FOUND),
        (
            dish(IngredientContents(("egg",), False, None), mark="nonveg"),
            "egg",
            NOT_KNOWN,
        ),  # mayonnaise with chicken?
        (dish(IngredientContents(("egg",), False, None), mark=""), "egg", NOT_KNOWN),
        (dish(EGGS, CHICKEN, mark="nonveg"), "egg", CLASH),
        (dish(FISH, mark="nonveg"), "egg", CLASH),
        (PALAK, "vegan", CLASH),
        (dish(RICE), "vegan", NONE_FOUND),
        (dish(GRANOLA), "vegan", NOT_KNOWN),  # honey?
        (MARKED_VEG, "vegan", NOT_KNOWN),
        (dish(IngredientContents((), True, ("root",))), "jain", CLASH),
        (dish(IngredientContents((), True, ("mushroom",))), "jain", CLASH),
        (PALAK, "jain", NONE_FOUND),
        (dish(RICE, ONION), "no-onion-garlic", CLASH),
        (dish(IngredientContents((), True, ("root",))), "no-onion-garlic", NONE_FOUND),
        (MARKED_NONVEG, "no-onion-garlic", CLASH),
        (dish(EGGS, CHICKEN, mark="nonveg"), "any", NONE_FOUND),
        (UNKNOWN, "unknown", NONE_FOUND),
    ],
)
def test_answer_for_diets(what: Contents, diet: str, answer: Answer) -> None:
    assert check(what, Needs(diet=diet)).answer is answer


def test_meat_without_an_allergen_is_named_as_not_vegetarian() -> None:
    assert check(dish(CHICKEN, mark="nonveg"), Needs(diet="veg")) == Finding(CLASH, ("meat",))
    assert check(MARKED_NONVEG, Needs(diet="veg")) == Finding(CLASH, ("nonveg",))


def test_eggetarian_diet_requires_dishes_known_to_be_free_of_meat_and_fish() -> None:
    found = [is_free_of_meat(each) for each in (PALAK, BOILED_EGGS, MARKED_NONVEG, UNKNOWN)]
    assert found == [True, True, False, False]


def test_no_answer_calls_a_dish_safe() -> None:
    assert [answer.value for answer in Answer] == ["clash", "none found", "not known"]


def test_who_looked_for_peanuts_looked_for_tree_nuts_too() -> None:
    found = Contents("veg", frozenset(), is_complete=True, has_tags=True, allergen_list=1)
    assert {"peanut", "tree-nut"} <= found.known_allergens
    assert "sesame" not in found.known_allergens
