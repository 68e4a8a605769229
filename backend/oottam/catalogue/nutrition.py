"""What a portion holds, computed from its recipe. Pure: no storage, no clock.

A figure counts all that is eaten, or it is not known: it is never a part sum. Energy counts 4 kcal a gram of protein and of
carbohydrate (without fibre), 9 of fat and 2 of fibre, as food laws do.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

KNOWN_SHARE = Decimal("0.98")  # of the eaten grams that must be of ingredients with values
DOUBTFUL_SHARE = Decimal("0.25")  # of protein or energy, above which a dish has "about" so much
HUNDRED = Decimal(100)
MIN_EDIBLE = Decimal("0.1")  # less is a percentage that was typed as a share
MATCHED = "matched"


@dataclass(frozen=True, slots=True)
class Nutrition:
    """Grams in 100 g of what is eaten of an ingredient, and where the values come from.

    `code` is the source's own number, "none" if it has no number; `as_of` the day on which it was read.
    """

    protein: Decimal
    carbohydrate: Decimal  # without fibre
    fat: Decimal
    fibre: Decimal
    source: str = ""
    code: str = ""
    confidence: str = MATCHED
    as_of: str = ""  # ISO date

    @property
    def is_doubtful(self) -> bool:
        """Whether the values are those of a similar thing, or an estimate."""
        return self.confidence != MATCHED

    @property
    def kcal(self) -> Decimal:
        return 4 * (self.protein + self.carbohydrate) + 9 * self.fat + 2 * self.fibre


class EatenPart(NamedTuple):
    """Grams of an ingredient that are eaten, and its values; None where they are not known."""

    grams: Decimal
    nutrition: Nutrition | None


@dataclass(frozen=True, slots=True)
class Figures:
    """What one portion holds: kcal to 5, grams to 1. `is_about`: much of it comes from doubtful values."""

    kcal: int
    protein: int
    carbohydrate: int
    fat: int
    fibre: int
    is_about: bool = False

    def __str__(self) -> str:
        """As "about 505 kcal, 23 g protein"."""
        return f"{'about ' * self.is_about}{self.kcal:,} kcal, {self.protein} g protein"


@dataclass(frozen=True, slots=True)
class Amounts:
    """Exact sums of some parts, in kcal and grams."""

    kcal: Decimal = Decimal(0)
    protein: Decimal = Decimal(0)
    carbohydrate: Decimal = Decimal(0)
    fat: Decimal = Decimal(0)
    fibre: Decimal = Decimal(0)


def eaten_grams(bought: Decimal, edible: Decimal, eaten: Decimal) -> Decimal:
    """Return what is eaten of the bought grams: without peel, shell, bone (`edible`), and what is strained off (`eaten`)."""
    return bought * edible * eaten


def add_up(parts: Iterable[EatenPart]) -> Amounts:
    """Sum the parts that have values."""
    known = [(part.grams / HUNDRED, part.nutrition) for part in parts if part.nutrition]
    return Amounts(
        sum((share * values.kcal for share, values in known), Decimal(0)),
        sum((share * values.protein for share, values in known), Decimal(0)),
        sum((share * values.carbohydrate for share, values in known), Decimal(0)),
        sum((share * values.fat for share, values in known), Decimal(0)),
        sum((share * values.fibre for share, values in known), Decimal(0)),
    )


def is_known(parts: Iterable[EatenPart]) -> bool:
    """Return whether nearly all that is eaten is of ingredients with values."""
    grams = [(part.grams, part.nutrition is not None) for part in parts]
    eaten = sum((amount for amount, _ in grams), Decimal(0))
    known = sum((amount for amount, has_values in grams if has_values), Decimal(0))
    return eaten > 0 and known >= KNOWN_SHARE * eaten


def figures_of(parts: Iterable[EatenPart], *, is_complete: bool) -> Figures | None:
    """Return the figures of a portion; None if they are not known, for example because the recipe is not complete."""
    eaten = list(parts)
    if not (is_complete and is_known(eaten)):
        return None
    amounts = add_up(eaten)
    doubtful = add_up(part for part in eaten if part.nutrition and part.nutrition.is_doubtful)
    return Figures(
        kcal=_rounded(amounts.kcal, 5),
        protein=_rounded(amounts.protein),
        carbohydrate=_rounded(amounts.carbohydrate),
        fat=_rounded(amounts.fat),
        fibre=_rounded(amounts.fibre),
        is_about=doubtful.protein > DOUBTFUL_SHARE * amounts.protein
        or doubtful.kcal > DOUBTFUL_SHARE * amounts.kcal,
    )


def _rounded(amount: Decimal, step: int = 1) -> int:
    return int((amount / step).to_integral_value(ROUND_HALF_UP)) * step
