"""What each dish of the menus holds, as its pages show it: figures of a portion, and the allergens of its ingredients.

The build has those of the shipped recipes (`Catalogue.facts_of_recipes`). A server computes those of its kitchen's
recipes (`kitchen/services/dish_facts.py`) and hands them to the renderer.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass
from typing import Any

from oottam.catalogue.choices import ALLERGEN_LIST, Allergen
from oottam.catalogue.nutrition import Figures, figures_of
from oottam.catalogue.recipes import Recipe, alternatives_of, split_dishes


@dataclass(frozen=True, slots=True)
class DishFacts:
    """Of a name on a menu: its portion, the figures of each alternative, its allergens, and what is in it.

    An alternative without known figures is None. `allergens` are those of all alternatives, in the list's order; None
    if a recipe is not complete, or was never compared with the whole list. `ingredients` are
    their names, the heaviest first.
    """

    portion: str
    figures: tuple[Figures | None, ...]
    allergens: tuple[str, ...] | None
    ingredients: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return what the renderer reads: figures as [kcal, protein, carbohydrate, fat, fibre, is about]."""
        return {
            "portion": self.portion,
            "figures": [list(astuple(each)) if each else None for each in self.figures],
            "allergens": None if self.allergens is None else list(self.allergens),
            "ingredients": list(self.ingredients),
        }


RecipeOf = Callable[[str], Recipe | None]


def facts_of(title: str, recipe_of: RecipeOf) -> DishFacts:
    """Return the facts of a name such as "Idli / Podi Idli + ABC Juice"; `recipe_of` finds a dish's recipe."""
    dishes = [alternatives_of(dish) for dish in split_dishes(title)]
    recipes = [[recipe_of(name) for name in names] for names in dishes]
    figures = tuple(map(_figures, recipes[0])) if len(recipes) == 1 else (_sum(recipes),)
    every = [recipe for options in recipes for recipe in options]
    allergens = allergens_in(every)
    only = every[0] if len(every) == 1 else None
    held = [part for recipe in every if recipe for part in recipe.parts]
    held.sort(key=lambda part: (-part.grams, part.ingredient.name))
    names = tuple(dict.fromkeys(part.ingredient.name for part in held))
    return DishFacts(only.portion if only else "", figures, allergens, names)


def with_words(dishes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the renderer's input: the dishes' facts by name, and what its allergens are called within a sentence."""
    words = {each.value: f"{each.label[0].lower()}{each.label[1:]}" for each in Allergen}
    return {"allergens": words, "dishes": dict(dishes)}


def without_figures(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the renderer's input of a shop that shows no figures."""
    dishes = {title: {**held, "figures": []} for title, held in facts.get("dishes", {}).items()}
    return {**facts, "dishes": dishes}


def describe_amounts(title: str, dishes: Mapping[str, Any]) -> str:
    """Return "505 kcal, 23 g protein" of a name on a menu, or of a set meal; "" if that is not known.

    Of alternatives it says the least and the most: "about 410 to 890 kcal, 30 to 64 g protein".
    """
    names = (title,) if title in dishes else split_dishes(title)
    portions = [dishes[name]["figures"] if name in dishes else [] for name in names]
    if not (portions and all(portions)) or any(None in each for each in portions):
        return ""
    kcal, protein = (_range([[each[at] for each in one] for one in portions]) for at in (0, 1))
    about = "about " * any(each[5] for one in portions for each in one)
    return f"{about}{kcal} kcal, {protein} g protein"


def _range(amounts: Sequence[Sequence[int]]) -> str:
    """Return the sum of one of each, from the least to the most."""
    least, most = sum(map(min, amounts)), sum(map(max, amounts))
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def allergens_in(recipes: Iterable[Recipe | None]) -> tuple[str, ...] | None:
    """Return the allergens of all of these, in the list's order; None unless those of each are known."""
    found: set[str] = set()
    for recipe in recipes:
        if recipe is None or not (recipe.is_known and recipe.is_complete):
            return None
        for part in recipe.parts:
            if part.ingredient.allergen_list < ALLERGEN_LIST:
                return None
            found |= part.ingredient.allergens
    return in_order(found)


def in_order(codes: Iterable[str]) -> tuple[str, ...]:
    held = set(codes)
    return tuple(code for code in Allergen.values if code in held)


def _figures(recipe: Recipe | None) -> Figures | None:
    if recipe is None:
        return None
    return figures_of((part.of_plate for part in recipe.parts), is_complete=recipe.is_complete)


def _sum(dishes: Sequence[Sequence[Recipe | None]]) -> Figures | None:
    """Return the figures of several dishes that are served together; None if one of them has alternatives."""
    only = [options[0] for options in dishes if len(options) == 1]
    known = [recipe for recipe in only if recipe is not None]
    if len(known) < len(dishes):
        return None
    parts = [part.of_plate for recipe in known for part in recipe.parts]
    are_known = all(_figures(recipe) for recipe in known)
    return figures_of(parts, is_complete=are_known)
