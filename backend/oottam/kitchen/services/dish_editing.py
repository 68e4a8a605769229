"""Editing a dish: portion, mark, recipe and alternatives."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.plans.models import Alternative, Ingredient, ItemIngredient, KitchenItem
from oottam.plans.models.choices import Mark
from oottam.workflow.services.editing import differences

MAX_PORTION_LENGTH = 100  # characters
MAX_GRAMS = Decimal(100_000)
MAX_PARTS = 60
MAX_OPTIONS = 10


class StaleDishError(Exception):
    """The dish was changed after the form was shown."""

    def __init__(self, item: KitchenItem) -> None:
        super().__init__(f"{item.name} has been changed since.")
        self.item = item


class UnknownDishError(Exception):
    """No dish has this id, or it was merged into another."""


@dataclass(frozen=True, slots=True)
class DishValues:
    """The values of a dish's form. `grams` of one portion by ingredient id, `options` are ordered item ids."""

    portion: str
    mark: str
    allergens_known: bool
    grams: Mapping[int, Decimal]
    options: Sequence[int]


def save_dish(*, item: int, version: int, values: DishValues, actor: User, now: datetime) -> None:
    """Store the values and record the differences. Raises UnknownDishError, StaleDishError and DomainError."""
    with transaction.atomic():
        dish = lock_dish(item, version)
        _require_valid(dish, values)
        before = _audit_values(dish)
        dish.portion, dish.mark = values.portion.strip(), values.mark
        dish.allergens_known = values.allergens_known
        dish.version += 1
        dish.save()
        dish.amounts.all().delete()
        ItemIngredient.objects.bulk_create(
            ItemIngredient(item=dish, ingredient_id=number, grams=grams)
            for number, grams in values.grams.items()
        )
        dish.alternatives.all().delete()
        Alternative.objects.bulk_create(
            Alternative(item=dish, position=position, option_id=option)
            for position, option in enumerate(values.options, start=1)
        )
        changed = differences(before, _audit_values(dish))
        data = {"dish": dish.name, **changed}
        record(action="dish.describe", actor=actor, at=now, data=data)


def lock_dish(item: int, version: int) -> KitchenItem:
    """Lock the dish. Raises UnknownDishError and StaleDishError."""
    dish = KitchenItem.objects.select_for_update().filter(pk=item, merged_into=None).first()
    if dish is None:
        raise UnknownDishError
    if dish.version != version:
        raise StaleDishError(dish)
    return dish


def _require_valid(dish: KitchenItem, values: DishValues) -> None:
    """Raise DomainError for invalid values."""
    if len(values.portion) > MAX_PORTION_LENGTH:
        raise DomainError(f"A portion can have at most {MAX_PORTION_LENGTH} characters.", "portion")
    if values.mark not in ("", *Mark.values):
        raise DomainError("Choose vegetarian or not vegetarian.", "mark")
    if values.options:
        _require_options(dish, values)
    elif values.allergens_known and not values.grams:
        raise DomainError("Enter the recipe first: it is empty.", "allergens_known")
    if len(values.grams) > MAX_PARTS:
        raise DomainError(f"At most {MAX_PARTS} ingredients.", "grams")
    if any(not 0 < grams <= MAX_GRAMS for grams in values.grams.values()):
        raise DomainError(f"More than 0 and at most {MAX_GRAMS:,} grams of each.", "grams")
    ingredients = Ingredient.objects.in_bulk(list(values.grams))
    if len(ingredients) < len(values.grams):
        raise DomainError("No such ingredient.", "grams")
    meat = [ingredient.name for ingredient in ingredients.values() if not ingredient.is_vegetarian]
    if meat and values.mark == Mark.VEG:
        raise DomainError(
            f"With {', '.join(map(isolate, meat))} in it, it is not vegetarian.", "mark"
        )


def _require_options(dish: KitchenItem, values: DishValues) -> None:
    if values.grams or values.allergens_known:
        raise DomainError(
            "Each alternative has its own recipe: leave this one empty.",
            "options",
        )
    if not 2 <= len(set(values.options)) == len(values.options) <= MAX_OPTIONS:
        raise DomainError(f"Enter 2 to {MAX_OPTIONS} different alternatives.", "options")
    queryset = KitchenItem.objects.filter(
        pk__in=values.options, merged_into=None, alternatives=None
    )
    if dish.pk in values.options or queryset.count() < len(values.options):
        raise DomainError(
            "An alternative must be another dish that has no alternatives.", "options"
        )
    if Alternative.objects.filter(option=dish).exists():
        raise DomainError("It is itself an alternative of another dish.", "options")


def describe_grams(amounts: Iterable[tuple[str, Decimal]]) -> str:
    """Format names and grams as the audit log has them, such as "Milk 200, Oats 12.5"."""
    return ", ".join(f"{name} {grams.normalize():f}" for name, grams in sorted(amounts))


def _audit_values(dish: KitchenItem) -> dict[str, Any]:
    amounts = dish.amounts.values_list("ingredient__name", "grams")
    options = dish.alternatives.select_related("option").order_by("position")
    return {
        "portion": dish.portion,
        "mark": dish.mark,
        "allergens_known": dish.allergens_known,
        "grams": describe_grams(amounts),
        "options": ", ".join(option.option.name for option in options),
    }
