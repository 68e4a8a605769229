"""What each dish of the menus holds, as its pages show it: figures of a portion, and the allergens of its ingredients.

`python -m oottam.catalogue.dish_facts` prints those of the shipped contract for the build. A server computes those of its
kitchen's recipes (`kitchen/services/dish_facts.py`) and hands them to the renderer.
"""

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

from oottam.catalogue.choices import ALLERGEN_LIST, Allergen
from oottam.catalogue.folder import KITCHEN, SHIPPED, TEXTS, contract_files
from oottam.catalogue.kitchen import load_kitchen
from oottam.catalogue.nutrition import Figures, figures_of
from oottam.catalogue.recipes import Recipe, alternatives_of, split_dishes

MENUS = ("veg", "nonveg", "tray")


@dataclass(frozen=True, slots=True)
class DishFacts:
    """Of a name on a menu: its portion, the figures of each alternative, its allergens, and what is in it.

    An alternative has None where it is not known what it holds. `allergens` are those that any alternative has, in the
    list's order; None where a recipe is not complete, or was never compared with the whole list. `ingredients` are
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
    held.sort(key=lambda part: -part.grams)
    names = tuple(dict.fromkeys(part.ingredient.name for part in held))
    return DishFacts(only.portion if only else "", figures, allergens, names)


def with_words(dishes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the renderer's input: the dishes' facts by name, and what its allergens are called within a sentence."""
    words = {each.value: f"{each.label[0].lower()}{each.label[1:]}" for each in Allergen}
    return {"allergens": words, "dishes": dict(dishes)}


def allergens_in(recipes: Iterable[Recipe | None]) -> tuple[str, ...] | None:
    """Return the allergens of all of these, in the list's order; None where those of one are not all known."""
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
    """Return the figures of several dishes that are served together; None where one may be either of two."""
    only = [options[0] for options in dishes if len(options) == 1]
    known = [recipe for recipe in only if recipe is not None]
    if len(known) < len(dishes):
        return None
    parts = [part.of_plate for recipe in known for part in recipe.parts]
    are_known = all(_figures(recipe) for recipe in known)
    return figures_of(parts, is_complete=are_known)


def titles_in(files: Mapping[str, Any]) -> Iterator[str]:
    """Yield the names of the dishes of the menus, the weekly menu and the custom choice, from the contract's files."""
    for kind in MENUS:
        for category in files[f"catalogue/{kind}.json"]["categories"]:
            for dish in category["items"]:
                yield dish["name"]
    for week in _lists(files["catalogue/weekly-menu.json"]):
        for entries in _lists(week):
            for entry in entries:
                for item in entry["items"]:
                    yield item["name"]
    for items in _lists(files["catalogue/custom-choice.json"]):
        for item in items:
            yield item["title"]


def _lists(file: Mapping[str, Any]) -> list[Any]:
    return [value for key, value in file.items() if not key.startswith("$")]


def facts_of_folder(folder: Path) -> dict[str, Any]:
    """Return the facts of every dish of a contract folder, by its own recipes; raises ImproperlyConfigured."""
    paths = contract_files(folder)
    files = {
        name: json.loads(path.read_text("utf-8"))
        for name, path in paths.items()
        if name not in (*KITCHEN, *TEXTS)
    }
    kitchen = load_kitchen(*(paths[name] for name in KITCHEN))
    return with_words(
        {title: facts_of(title, kitchen.recipe).to_json() for title in titles_in(files)}
    )


if __name__ == "__main__":
    json.dump(facts_of_folder(SHIPPED), sys.stdout, ensure_ascii=False)
