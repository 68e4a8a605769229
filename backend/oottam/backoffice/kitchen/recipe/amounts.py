"""Amounts as a kitchen measures them: what scales show in grams and kilograms, and whole or half pieces."""

from decimal import ROUND_HALF_UP, Decimal

from oottam.plans.models import Ingredient

_KILO = Decimal(1000)
_PIECE = "piece"
_HALF = Decimal("0.5")
# Below the first number of grams, an amount is rounded to a multiple of the second.
_STEPS = (
    (Decimal(10), _HALF),
    (Decimal(100), Decimal(1)),
    (Decimal(1000), Decimal(5)),
    (Decimal(10_000), Decimal(10)),
)
_MAX_STEP = Decimal(100)


def amount(grams: Decimal, ingredient: Ingredient) -> str:
    """Format as "1.25 kg" or "40 g"; an ingredient bought by the piece as "12 pieces, 600 g"."""
    weighed = weight(grams)
    if ingredient.unit != _PIECE:
        return weighed
    pieces = _rounded(grams * ingredient.step / ingredient.step_grams, _HALF)
    return f"{_number(pieces)} piece{'' if pieces <= 1 else 's'}, {weighed}"


def weight(grams: Decimal) -> str:
    """Round to half a gram below 10 g and to coarser steps above; never to nothing."""
    step = next((step for below, step in _STEPS if grams < below), _MAX_STEP)
    rounded = _rounded(grams, step)
    if rounded < _KILO:
        return f"{_number(rounded)} g"
    return f"{_number(rounded / _KILO)} kg"


def _rounded(value: Decimal, step: Decimal) -> Decimal:
    return max((value / step).to_integral_value(ROUND_HALF_UP), Decimal(1)) * step


def _number(value: Decimal) -> str:
    return f"{value.normalize():f}"
