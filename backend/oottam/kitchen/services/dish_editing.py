"""Editing a dish: portion, mark, station, recipe and alternatives, from a day on."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam import catalogue
from oottam.audit.log import record
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleRecordError
from oottam.core.names import name_key
from oottam.kitchen.services.recipe_versions import forget_later, keep_former
from oottam.menu import sold_out
from oottam.menu.models import SoldOut
from oottam.schedule.choices import Mark
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    Alternative,
    Ingredient,
    ItemIngredient,
    KitchenAlias,
    KitchenItem,
)
from oottam.workflow.services.editing import differences

# As contract/schemas/recipes.schema.json has them.
MAX_PORTION_LENGTH = 40  # characters
MAX_GRAMS = Decimal(1500)
MAX_STEPS, MAX_STEP_LENGTH = 20, 300
MAX_PARTS = 60
MAX_OPTIONS = 10
STEPS = " / "  # between the steps of a method, in the audit log


class MarkError(DomainError):
    """The live menu shows the dish as vegetarian, which it would not be any more."""

    def __init__(self, names: Sequence[str]) -> None:
        super().__init__(
            f"Customers see {_list(names)} as vegetarian. Change the menu first, or mark it sold out.",
            "mark",
        )
        self.names = names


@dataclass(frozen=True, slots=True)
class DishValues:
    """The values of a dish's form. `grams` of one portion by ingredient id, `options` are ordered item ids.

    `eaten` has the shares of ingredients that do not reach the plate as a whole.
    """

    portion: str
    mark: str
    allergens_known: bool
    grams: Mapping[int, Decimal]
    options: Sequence[int] = ()
    station: str = ""
    method: Sequence[str] = ()
    eaten: Mapping[int, Decimal] = field(default_factory=dict)


def save_dish(
    *,
    item: int,
    version: int,
    values: DishValues,
    first: date | None = None,
    sell_out: bool = False,
    actor: User | None,
    now: datetime,
) -> None:
    """Store the values from the day `first` on (today), and record the differences.

    Raises KitchenItem.DoesNotExist, StaleRecordError and DomainError; MarkError where the live menu shows a dish as vegetarian
    that is not, unless it is `sell_out`: then it is sold out until it is taken back.
    """
    first = first or timezone.localdate(now)
    with transaction.atomic():
        lock_schedules()
        dish = lock_dish(item, version)
        require_valid(dish, values)
        if actor is not None and (names := names_marked_otherwise(dish, values.mark)):
            if not sell_out:
                raise MarkError(names)
            for name in names:
                sold_out.mark(dish_name=name, until=None, actor=actor, now=now)
        before = _audit_values(dish)
        keep_former([dish.pk], first, actor, now)
        forget_later(dish.pk, first)
        dish.portion, dish.mark = values.portion.strip(), values.mark
        dish.allergens_known = values.allergens_known
        dish.station, dish.method = values.station, list(values.method)
        dish.version += 1
        dish.save()
        dish.amounts.all().delete()
        ItemIngredient.objects.bulk_create(
            ItemIngredient(
                item=dish,
                ingredient_id=number,
                grams=grams,
                eaten=values.eaten.get(number, Decimal(1)),
            )
            for number, grams in values.grams.items()
        )
        dish.alternatives.all().delete()
        Alternative.objects.bulk_create(
            Alternative(item=dish, position=position, option_id=option)
            for position, option in enumerate(values.options, start=1)
        )
        changed = differences(before, _audit_values(dish))
        from_day = {} if first == timezone.localdate(now) else {"from": first.isoformat()}
        data = {"dish": dish.name, **from_day, **changed}
        record(action="dish.describe", actor=actor, at=now, data=data)


def names_marked_otherwise(dish: KitchenItem, mark: str) -> list[str]:
    """Return the names of the dish that the live menu shows as vegetarian, on sale, which this mark contradicts."""
    if mark != Mark.NONVEG:
        return []
    aliases = set(KitchenAlias.objects.filter(item=dish).values_list("source", "dish"))
    found = {
        each.name: None
        for kind, menu in catalogue.current().menus.items()
        for each in menu.dishes
        if each.mark == Mark.VEG and ((kind, each.id) in aliases or name_key(each.name) == dish.key)
    }
    if not found:
        return []
    gone = SoldOut.objects.filter(dish_name__in=found, until=None).values_list(
        "dish_name", flat=True
    )
    return [name for name in found if name not in set(gone)]


def lock_dish(item: int, version: int) -> KitchenItem:
    """Lock the dish. Raises StaleRecordError, and KitchenItem.DoesNotExist for one that was merged, too."""
    dish = KitchenItem.objects.select_for_update().get(pk=item, merged_into=None)
    if dish.version != version:
        raise StaleRecordError(dish)
    return dish


def require_valid(dish: KitchenItem, values: DishValues) -> None:
    """Raise DomainError for values that contradict each other or other dishes; a form checks lengths and choices."""
    if values.options:
        _require_options(dish, values)
    elif values.allergens_known and not values.grams:
        raise DomainError("Enter the recipe first: it is empty.", "allergens_known")
    if values.grams and not values.portion.strip():
        raise DomainError("Enter what one portion is, such as 1 glass, 300 ml.", "portion")
    if values.grams and not values.mark:
        raise DomainError("Choose vegetarian or not vegetarian.", "mark")
    if len(values.method) > MAX_STEPS or any(len(each) > MAX_STEP_LENGTH for each in values.method):
        raise DomainError(f"At most {MAX_STEPS} steps of {MAX_STEP_LENGTH} letters.", "method")
    _require_valid_parts(values)


def _require_valid_parts(values: DishValues) -> None:
    if len(values.grams) > MAX_PARTS:
        raise DomainError(f"At most {MAX_PARTS} ingredients.", "grams")
    if any(not 0 < grams <= MAX_GRAMS for grams in values.grams.values()):
        raise DomainError(f"More than 0 and at most {MAX_GRAMS:,} grams of each.", "grams")
    ingredients = Ingredient.objects.in_bulk(list(values.grams))
    if len(ingredients) < len(values.grams):
        raise DomainError("No such ingredient.", "grams")
    meat = [ingredient.name for ingredient in ingredients.values() if not ingredient.is_vegetarian]
    if meat and values.mark == Mark.VEG:
        raise DomainError(f"With {_list(meat)} in it, it is not vegetarian.", "mark")


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


def _list(names: Sequence[str]) -> str:
    return ", ".join(map(isolate, names))


def describe_grams(amounts: Iterable[tuple[str, Decimal, Decimal]]) -> str:
    """Format names, grams and shares eaten as the audit log has them: "Milk 200, Coffee 12 (0 % eaten)"."""
    return ", ".join(
        f"{name} {grams.normalize():f}"
        + ("" if eaten == 1 else f" ({(100 * eaten).normalize():f} % eaten)")
        for name, grams, eaten in sorted(amounts)
    )


def _audit_values(dish: KitchenItem) -> dict[str, Any]:
    amounts = dish.amounts.values_list("ingredient__name", "grams", "eaten")
    options = dish.alternatives.select_related("option").order_by("position")
    return {
        "portion": dish.portion,
        "mark": dish.mark,
        "allergens_known": dish.allergens_known,
        "station": dish.station or "",
        "method": STEPS.join(dish.method or ()),
        "grams": describe_grams(amounts),
        "options": ", ".join(option.option.name for option in options),
    }
