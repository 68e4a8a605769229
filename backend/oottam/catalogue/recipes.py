"""Ingredients, recipes and purchase quantities. Pure: no storage, no clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

# Codes of contract/schemas/ingredients.schema.json; "peanut" covers peanuts and tree nuts.
AllergenCode = Literal["gluten", "crustacean", "milk", "egg", "fish", "peanut", "soy", "sulphite"]
ALLERGENS: tuple[str, ...] = get_args(AllergenCode)
# Properties that diets such as Jain or vegan avoid, beyond allergens.
TagCode = Literal["meat", "honey", "onion-garlic", "root", "mushroom"]
Mark = Literal["veg", "nonveg"]
# Kitchen stations.
StationCode = Literal["cold", "griddle", "pots"]


@dataclass(frozen=True, slots=True)
class Ingredient:
    """A purchasable ingredient, bought in multiples of `step` of its `unit`; one step weighs `step_grams`.

    `tags` are None if unknown.
    """

    id: str
    name: str
    group: str
    diet: Mark
    allergens: frozenset[str]
    unit: str
    step: Decimal
    step_grams: int
    note: str = ""
    tags: frozenset[str] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One ingredient's amount in one portion: raw grams as bought, at most two decimals."""

    ingredient: Ingredient
    grams: Decimal


@dataclass(frozen=True, slots=True)
class Recipe:
    """One portion of a dish; without parts its content is unknown. `method` has an entry per step."""

    name: str
    mark: Mark
    portion: str
    parts: tuple[Part, ...] = ()
    station: StationCode | None = None
    method: tuple[str, ...] = ()

    @property
    def is_known(self) -> bool:
        """Whether the ingredients are known."""
        return bool(self.parts)


@dataclass(frozen=True, slots=True)
class Purchase:
    """A quantity to buy, in the ingredient's unit, to get at least `grams`."""

    ingredient: Ingredient
    grams: Decimal
    quantity: Decimal


def normalise_name(name: str) -> str:
    """Return the key of a dish's recipe: case-folded, with single spaces."""
    return " ".join(name.casefold().split())


def split_dishes(text: str) -> tuple[str, ...]:
    """Split a slot's text into dishes: "Idli / Podi Idli + ABC Juice" has two."""
    return tuple(dish.strip() for dish in text.split(" + "))


def alternatives_of(dish: str) -> tuple[str, ...]:
    """Split a dish into its alternatives: "Idli / Podi Idli" has two, most dishes one."""
    return tuple(name.strip() for name in dish.split(" / "))


def grams_needed(portions: Iterable[tuple[Recipe, int]]) -> dict[str, Decimal]:
    """Sum grams by ingredient id; `portions` are pairs of recipe and count. Unknown recipes add nothing."""
    needed: dict[str, Decimal] = {}
    for recipe, count in portions:
        for part in recipe.parts:
            subtotal = needed.get(part.ingredient.id, Decimal(0))
            needed[part.ingredient.id] = subtotal + part.grams * count
    return needed


def purchases(
    grams: Mapping[str, Decimal], ingredients: Mapping[str, Ingredient]
) -> tuple[Purchase, ...]:
    """Round `grams` (by ingredient id) up to whole steps, in the order of `ingredients`.

    Raises KeyError for an unknown id.
    """
    if unknown := grams.keys() - ingredients.keys():
        raise KeyError(*sorted(unknown))
    return tuple(
        Purchase(ingredient, grams[key], _quantity(ingredient, grams[key]))
        for key, ingredient in ingredients.items()
        if grams.get(key)
    )


def _quantity(ingredient: Ingredient, grams: Decimal) -> Decimal:
    steps, rest = divmod(grams, ingredient.step_grams)
    return (steps + bool(rest)) * ingredient.step
