"""Ingredients, as ingredients.json has them, and recipes. Pure: no storage, no clock."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from oottam.catalogue.nutrition import EatenPart, Nutrition, eaten_grams

Mark = Literal["veg", "nonveg"]
SEPARATOR = " + "  # separates dishes of a set meal
ALTERNATIVE = " / "  # separates alternatives of a dish
FIRST_ALLERGEN_LIST = 1  # the only one of releases before 0.8.0


@dataclass(frozen=True, slots=True)
class Ingredient:
    """A purchasable ingredient, bought in multiples of `step` of its `unit`; one step weighs `step_grams`.

    `tags` are None if unknown. `group` is the title of its group in the file. `allergen_list` is the list of allergens
    that its own were compared with; `edible` the share of the bought grams that is eaten.
    """

    id: str
    name: str
    diet: Mark
    allergens: frozenset[str]
    unit: str
    step: Decimal
    step_grams: int
    note: str = ""
    tags: frozenset[str] | None = None
    group: str = ""
    allergen_list: int = FIRST_ALLERGEN_LIST
    edible: Decimal = Decimal(1)
    nutrition: Nutrition | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One ingredient's amount in one portion: raw grams as bought, at most two decimals.

    `eaten` is the share that reaches the plate: 0 of coffee grounds, part of a fruit that is pressed.
    """

    ingredient: Ingredient
    grams: Decimal
    eaten: Decimal = Decimal(1)

    @property
    def of_plate(self) -> EatenPart:
        """The grams that are eaten."""
        grams = eaten_grams(self.grams, self.ingredient.edible, self.eaten)
        return EatenPart(grams, self.ingredient.nutrition)


@dataclass(frozen=True, slots=True)
class Recipe:
    """One portion of a dish; without parts its content is unknown. `method` has an entry per step.

    `is_complete` is false if `parts` may lack something.
    """

    name: str
    mark: Mark
    portion: str
    parts: tuple[Part, ...] = ()
    station: str | None = None
    method: tuple[str, ...] = ()
    is_complete: bool = True

    @property
    def is_known(self) -> bool:
        """Whether the ingredients are known."""
        return bool(self.parts)


def split_dishes(text: str) -> tuple[str, ...]:
    """Split a set meal into its dishes, leaving out blanks: "Idli / Podi Idli + ABC Juice" has two."""
    return tuple(dish.strip() for dish in text.split(SEPARATOR) if dish.strip())


def alternatives_of(dish: str) -> tuple[str, ...]:
    """Split a dish into its alternatives, in the menu's order: "Idli / Podi Idli" has two, most dishes one."""
    return tuple(name.strip() for name in dish.split(ALTERNATIVE) if name.strip()) or (dish,)


def single_dishes(text: str) -> list[str]:
    """Split a set meal into the alternatives of its dishes: "Idli / Podi Idli + ABC Juice" has three."""
    return [name for dish in split_dishes(text) for name in alternatives_of(dish)]
