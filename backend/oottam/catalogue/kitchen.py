"""Loads contract/kitchen: ingredients and recipes."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

from oottam.catalogue import files
from oottam.catalogue.choices import (
    Allergen,
    Confidence,
    Station,
    Tag,
    in_present_codes,
)
from oottam.catalogue.nutrition import HUNDRED, MIN_EDIBLE
from oottam.catalogue.recipes import FIRST_ALLERGEN_LIST, Ingredient, Mark, Part, Recipe
from oottam.core.names import name_key


@dataclass(frozen=True, slots=True)
class _Group:
    title: str
    ingredients: list[Ingredient]


@dataclass(frozen=True, slots=True)
class _IngredientsFile:
    __pydantic_config__ = files.FILE_CONFIG

    sample: bool
    groups: list[_Group]
    allergen_list: int = FIRST_ALLERGEN_LIST


@dataclass(frozen=True, slots=True)
class _Recipe:
    name: str
    mark: Mark
    portion: str
    grams: dict[str, Decimal] = field(default_factory=dict)
    eaten: dict[str, Decimal] = field(default_factory=dict)
    station: Station | None = None
    method: list[str] = field(default_factory=list)
    complete: bool = True


@dataclass(frozen=True, slots=True)
class _RecipesFile:
    __pydantic_config__ = files.FILE_CONFIG

    sample: bool
    recipes: list[_Recipe]


@dataclass(frozen=True, slots=True)
class Kitchen:
    """Ingredients by id and recipes, both in file order; shopping lists follow it."""

    ingredients: Mapping[str, Ingredient]
    recipes: tuple[Recipe, ...]
    by_name: Mapping[str, Recipe]  # keys from name_key
    samples: tuple[str, ...]  # names of files that are still the shipped sample

    def recipe(self, name: str) -> Recipe | None:
        """Look up a dish's recipe by name, ignoring case and spacing."""
        return self.by_name.get(name_key(name))


def load_kitchen(ingredients_file: Path, path: Path) -> Kitchen:
    """Load ingredients.json and recipes.json (`path`).

    Raises ImproperlyConfigured for inconsistent files, such as egg, meat or fish in a dish marked veg.
    """
    return parse_kitchen(
        files.read_bytes(ingredients_file), files.read_bytes(path), ingredients_file, path
    )


def parse_kitchen(
    ingredients_text: bytes, recipes_text: bytes, ingredients_file: Path, path: Path
) -> Kitchen:
    """Parse the text of the two files, whose paths errors name; raises ImproperlyConfigured."""
    ingredients, sample = _parse_ingredients(ingredients_file, ingredients_text)
    file = files.parse(path, recipes_text, _RecipesFile)
    recipes = tuple(_recipe(path, recipe, ingredients) for recipe in file.recipes)
    by_name = {name_key(recipe.name): recipe for recipe in recipes}
    if len(by_name) < len(recipes):
        raise files.contract_error(path, "holds two recipes of one name. Keep one.")
    samples = {"ingredients.json": sample, "recipes.json": file.sample}
    return Kitchen(
        ingredients=MappingProxyType(ingredients),
        recipes=recipes,
        by_name=MappingProxyType(by_name),
        samples=tuple(name for name, is_sample in samples.items() if is_sample),
    )


def _parse_ingredients(path: Path, text: bytes) -> tuple[dict[str, Ingredient], bool]:
    file = files.parse(path, text, _IngredientsFile)
    ingredients = [
        _checked(path, each, group.title, file.allergen_list)
        for group in file.groups
        for each in group.ingredients
    ]
    by_id = {ingredient.id: ingredient for ingredient in ingredients}
    if len(by_id) < len(ingredients) or len({each.name for each in ingredients}) < len(ingredients):
        raise files.contract_error(
            path, "holds two ingredients of one id or name. Rename one of them."
        )
    return by_id, file.sample


def _checked(path: Path, each: Ingredient, group: str, allergen_list: int) -> Ingredient:
    if each.step <= 0 or each.step_grams <= 0:
        raise files.contract_error(
            path, f"has {each.name!r} bought by nothing. Give its step and stepGrams."
        )
    codes = each.allergens.difference(Allergen) | (each.tags or frozenset()).difference(Tag)
    if codes:
        raise files.contract_error(
            path, f"gives {each.name!r} the unknown {', '.join(sorted(codes))}. Correct it."
        )
    if each.diet == "veg" and "meat" in (each.tags or ()):
        raise files.contract_error(
            path, f"marks {each.name!r} veg, and tags it meat. Correct one of them."
        )
    _check_nutrition(path, each)
    allergens = frozenset(in_present_codes(each.allergens, allergen_list))
    return replace(each, group=group, allergens=allergens, allergen_list=allergen_list)


def _check_nutrition(path: Path, each: Ingredient) -> None:
    values = each.nutrition
    if not MIN_EDIBLE <= each.edible <= 1:
        raise files.contract_error(
            path, f"has {each.name!r} eaten to {each.edible}. Give a share from {MIN_EDIBLE} to 1."
        )
    if values is None:
        return
    grams = (values.protein, values.carbohydrate, values.fat, values.fibre)
    if min(grams) < 0 or sum(grams) > HUNDRED:
        raise files.contract_error(
            path,
            f"has {sum(grams)} g of nutrients in 100 g of {each.name!r}. Correct one of them.",
        )
    if values.confidence not in Confidence:
        raise files.contract_error(
            path, f"has the unknown confidence {values.confidence!r} of {each.name!r}. Correct it."
        )
    try:
        date.fromisoformat(values.as_of)
    except ValueError as error:
        raise files.contract_error(
            path, f"has values of {each.name!r} as of {values.as_of!r}. Give a day."
        ) from error


def _recipe(path: Path, recipe: _Recipe, ingredients: Mapping[str, Ingredient]) -> Recipe:
    if unknown := sorted(recipe.grams.keys() - ingredients.keys()):
        raise files.contract_error(
            path,
            f"puts {', '.join(unknown)} into {recipe.name!r}. Name them in ingredients.json first.",
        )
    if any(grams <= 0 for grams in recipe.grams.values()):
        raise files.contract_error(
            path, f"puts nothing of something into {recipe.name!r}. Leave it out."
        )
    if recipe.eaten.keys() - recipe.grams.keys() or any(
        not 0 <= share <= 1 for share in recipe.eaten.values()
    ):
        raise files.contract_error(
            path,
            f"says what is eaten of {recipe.name!r}. Give shares from 0 to 1 of what is among its grams.",
        )
    parts = tuple(
        Part(ingredients[key], grams, recipe.eaten.get(key, Decimal(1)))
        for key, grams in recipe.grams.items()
    )
    meat = [part.ingredient.name for part in parts if part.ingredient.diet == "nonveg"]
    if meat and recipe.mark == "veg":
        raise files.contract_error(
            path, f"marks {recipe.name!r} veg, with {', '.join(meat)} in it. Correct one of them."
        )
    station = recipe.station and recipe.station.value
    return Recipe(
        recipe.name,
        recipe.mark,
        recipe.portion,
        parts,
        station,
        tuple(recipe.method),
        recipe.complete,
    )
