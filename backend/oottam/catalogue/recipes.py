"""What dishes are made of: whom one would harm, and what has to be bought. Pure: no storage, no clock."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal, get_args

# Codes of contract/schemas/ingredients.schema.json; "peanut" stands for peanuts and tree nuts.
AllergenCode = Literal["gluten", "crustacean", "milk", "egg", "fish", "peanut", "soy", "sulphite"]
ALLERGENS: tuple[str, ...] = get_args(AllergenCode)
# What the finer diets avoid beyond allergens.
TagCode = Literal["meat", "honey", "onion-garlic", "root", "mushroom"]
Mark = Literal["veg", "nonveg"]
# Where in the kitchen a dish is made.
StationCode = Literal["cold", "griddle", "pots"]


@dataclass(frozen=True, slots=True)
class Ingredient:
    """One thing that is bought: `step` of its `unit` is the least, and weighs `step_grams`.

    `tags` are None where it is not known what the finer diets avoid in it.
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
    """So much of one ingredient in one portion: raw grams as bought, at most two decimals."""

    ingredient: Ingredient
    grams: Decimal


@dataclass(frozen=True, slots=True)
class Recipe:
    """One portion of a dish; without parts it is not known what is in it. `method` is one sentence or more a step."""

    name: str
    mark: Mark
    portion: str
    parts: tuple[Part, ...] = ()
    station: StationCode | None = None
    method: tuple[str, ...] = ()

    @property
    def known(self) -> bool:
        """Whether anything can be said of what is in it."""
        return bool(self.parts)


@dataclass(frozen=True, slots=True)
class Purchase:
    """What to buy so that `grams` are there: `quantity` in the ingredient's unit."""

    ingredient: Ingredient
    grams: Decimal
    quantity: Decimal


def normalised(name: str) -> str:
    """A dish's name without regard to case and spaces, as recipes are found by it."""
    return " ".join(name.casefold().split())


def dishes_in(text: str) -> tuple[str, ...]:
    """The dishes of a slot's text: "Idli / Podi Idli + ABC Juice" has two."""
    return tuple(dish.strip() for dish in text.split(" + "))


def alternatives_of(dish: str) -> tuple[str, ...]:
    """What a dish may turn out as: "Idli / Podi Idli" is one of two; most are one of one."""
    return tuple(name.strip() for name in dish.split(" / "))


def grams_needed(portions: Iterable[tuple[Recipe, int]]) -> dict[str, Decimal]:
    """Grams by ingredient id for so many portions of each dish; one that is not known adds none."""
    needed: dict[str, Decimal] = {}
    for recipe, number in portions:
        for part in recipe.parts:
            so_far = needed.get(part.ingredient.id, Decimal(0))
            needed[part.ingredient.id] = so_far + part.grams * number
    return needed


def purchases(
    grams: Mapping[str, Decimal], ingredients: Mapping[str, Ingredient]
) -> tuple[Purchase, ...]:
    """What to buy for these grams by ingredient id, rounded up to whole steps, as `ingredients` lie.

    KeyError for an id that is not among them.
    """
    if strange := grams.keys() - ingredients.keys():
        raise KeyError(*sorted(strange))
    return tuple(
        Purchase(ingredient, grams[key], _quantity(ingredient, grams[key]))
        for key, ingredient in ingredients.items()
        if grams.get(key)
    )


def _quantity(ingredient: Ingredient, grams: Decimal) -> Decimal:
    steps, rest = divmod(grams, ingredient.step_grams)
    return (steps + bool(rest)) * ingredient.step
