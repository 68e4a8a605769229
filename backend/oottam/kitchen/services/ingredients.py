"""Editing ingredients: allergens, diet tags and purchase units, from a day on."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.audit.log import record
from oottam.catalogue.choices import ALLERGEN_LIST, Confidence
from oottam.catalogue.nutrition import HUNDRED, MIN_EDIBLE
from oottam.core.db.errors import raise_if_duplicate
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleRecordError
from oottam.core.names import name_key
from oottam.kitchen.domain.dietary import Contents
from oottam.kitchen.services.recipe_versions import (
    contents_with,
    dishes_with,
    keep_former,
    update_later,
)
from oottam.menu.dishes import free_id
from oottam.schedule.choices import Mark
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import Ingredient, KitchenItem
from oottam.workflow.services.editing import differences

# As contract/schemas/ingredients.schema.json has them.
MAX_NAME_LENGTH = 40  # characters
MAX_NOTE_LENGTH = 120
MAX_CODE_LENGTH = 20
MAX_KCAL = 900  # of 100 g: pure fat
PACKET = "packet"  # the source that is a label
UNITS = ("kg", "g", "l", "ml", "piece", "bunch", "packet", "loaf", "tin")
NOTE = re.compile(r"[A-Z].*\.")
MAX_STEP = Decimal(10_000)
MAX_GRAMS = 1_000_000
_NAMED = 3  # dishes named in a sentence
NAME_TAKEN = "There is already an ingredient with this name."


@dataclass(frozen=True, slots=True)
class IngredientValues:
    """The values of an ingredient's form. It is bought in steps of its unit, each of `step_grams`.

    `tags` are None where unknown; `protein` and the others, in grams of 100 g that are eaten, too. Fibre is None where
    a packet does not say. `edible` is the share of the bought grams that is eaten.
    """

    name: str
    allergens: Sequence[str]
    is_vegetarian: bool
    tags: Sequence[str] | None
    group: str
    unit: str
    step: Decimal
    step_grams: int
    note: str = ""
    edible: Decimal = Decimal(1)
    protein: Decimal | None = None
    carbohydrate: Decimal | None = None
    fat: Decimal | None = None
    fibre: Decimal | None = None
    packet_kcal: int | None = None
    source: str = ""
    source_code: str = ""
    confidence: str = ""


# Values of 100 g, in the order of the form.
NUTRIENTS = ("protein", "carbohydrate", "fat", "fibre")


def as_recorded(values: IngredientValues) -> dict[str, Any]:
    """Return the values as the audit log would hold them."""
    ingredient = Ingredient()
    _assign(ingredient, values)
    return audit_values(ingredient)


def add_ingredient(*, values: IngredientValues, actor: User | None, now: datetime) -> Ingredient:
    """Create an ingredient. Raises DomainError."""
    with transaction.atomic():
        ingredient = Ingredient()
        _assign(ingredient, values)
        _note_day(ingredient, {}, now)
        keys = set(Ingredient.objects.values_list("key", flat=True))
        ingredient.key = free_id(ingredient.name, {*keys, "new"})
        _require_valid(ingredient)
        with raise_if_duplicate(DomainError(NAME_TAKEN, "name")):
            ingredient.save()
        record(action="ingredient.add", actor=actor, at=now, data=audit_values(ingredient))
    return ingredient


def save_ingredient(
    *,
    number: int,
    version: int,
    values: IngredientValues,
    first: date | None = None,
    actor: User | None,
    now: datetime,
) -> None:
    """Store the values, and record the differences; dishes hold what it contains from the day `first` on (today).

    Raises Ingredient.DoesNotExist, StaleRecordError and DomainError.
    """
    first = first or timezone.localdate(now)
    with transaction.atomic():
        lock_schedules()
        ingredient = Ingredient.objects.select_for_update().get(pk=number)
        if ingredient.version != version:
            raise StaleRecordError(ingredient)
        before, contained = audit_values(ingredient), _contained(ingredient)
        known = _values(ingredient)
        _assign(ingredient, values)
        _note_day(ingredient, known, now)
        _require_valid(ingredient)
        is_other = _contained(ingredient) != contained
        if is_other:
            keep_former(dishes_with(ingredient, first), first, actor, now)
        ingredient.version += 1
        ingredient.save()
        if is_other:
            update_later(ingredient, first)
        from_day = {} if first == timezone.localdate(now) else {"from": first.isoformat()}
        changed = differences(before, audit_values(ingredient))
        data = {"ingredient": ingredient.name, **from_day, **changed}
        record(action="ingredient.change", actor=actor, at=now, data=data)


def contents_changed_by(ingredient: Ingredient, values: IngredientValues) -> dict[str, Contents]:
    """Return what dishes with the ingredient would contain with these values, by `name_key`."""
    changed = Ingredient(pk=ingredient.pk)
    _assign(changed, values)
    dishes = KitchenItem.objects.filter(amounts__ingredient=ingredient)
    found = {}
    for dish in dishes.prefetch_related("amounts"):
        numbers = [amount.ingredient_id for amount in dish.amounts.all()]
        found[dish.key] = contents_with(
            dish.mark, numbers, is_complete=dish.allergens_known, changed=changed
        )
    return found


def _contained(ingredient: Ingredient) -> tuple[list[str], int, bool, list[str] | None]:
    codes = sorted(ingredient.allergens)
    return codes, ingredient.allergen_list, ingredient.is_vegetarian, ingredient.tags


def _values(ingredient: Ingredient) -> dict[str, Any]:
    return {name: getattr(ingredient, name) for name in (*NUTRIENTS, "source", "source_code")}


def _note_day(ingredient: Ingredient, before: dict[str, Any], now: datetime) -> None:
    """Note the day on which the values were entered."""
    if ingredient.protein is None:
        ingredient.values_as_of = None
    elif _values(ingredient) != before:
        ingredient.values_as_of = timezone.localdate(now)


def _assign(ingredient: Ingredient, values: IngredientValues) -> None:
    ingredient.name = " ".join(values.name.split())
    ingredient.allergens = sorted(set(values.allergens))
    ingredient.allergen_list = ALLERGEN_LIST  # the form has the whole list
    ingredient.is_vegetarian = values.is_vegetarian
    ingredient.tags = None if values.tags is None else sorted(set(values.tags))
    ingredient.group, ingredient.unit = values.group.strip(), values.unit.strip()
    ingredient.step, ingredient.step_grams = values.step, values.step_grams
    ingredient.note = " ".join(values.note.split())
    ingredient.edible = values.edible
    for name in NUTRIENTS:
        setattr(ingredient, name, getattr(values, name))
    ingredient.packet_kcal = values.packet_kcal
    has_values = values.protein is not None
    source = " ".join((values.source or "").split())
    ingredient.source, ingredient.source_code = source, values.source_code.strip()
    ingredient.confidence = (values.confidence or Confidence.MATCHED) if has_values else ""
    if source.lower() == PACKET and has_values:  # a label is of this very thing, and has no number
        ingredient.source, ingredient.source_code = PACKET, ""
        ingredient.confidence = Confidence.MATCHED


def _require_valid(values: Ingredient) -> None:
    """Raise DomainError for values that contradict each other or the recipes; a form checks lengths and choices."""
    if values.unit not in UNITS:
        raise DomainError("Choose what it is bought in from the list.", "unit")
    if values.note and not NOTE.fullmatch(values.note):
        raise DomainError("Begin with a capital letter and end with a full stop.", "note")
    if not 0 < values.step <= MAX_STEP:
        raise DomainError(f"More than 0 and at most {MAX_STEP:,}.", "step")
    if not 0 < values.step_grams <= MAX_GRAMS:
        raise DomainError(f"More than 0 and at most {MAX_GRAMS:,} grams.", "step_grams")
    _require_valid_nutrition(values)
    if values.is_vegetarian and "meat" in (values.tags or ()):
        raise DomainError("With meat in it, it is not vegetarian.", "is_vegetarian")
    names = Ingredient.objects.exclude(pk=values.pk).values_list("name", flat=True)
    if name_key(values.name) in map(name_key, names):
        raise DomainError(NAME_TAKEN, "name")
    if values.pk and not values.is_vegetarian:
        _require_in_no_veg_dish(values)


def _require_valid_nutrition(values: Ingredient) -> None:
    """Raise DomainError for values that are out of bounds, or only in part."""
    if not MIN_EDIBLE <= values.edible <= 1:
        raise DomainError("From 10 to 100 percent: 90 where a tenth is peel.", "edible")
    given = {name: getattr(values, name) for name in NUTRIENTS}
    for name, grams in given.items():
        if grams is not None and not 0 <= grams <= HUNDRED:
            raise DomainError("From 0 to 100 g.", name)
    is_any = any(grams is not None for grams in given.values())
    for name in ("protein", "carbohydrate", "fat"):
        if is_any and given[name] is None:
            raise DomainError("Enter this one, too: dishes say nothing without it.", name)
    if is_any and given["fibre"] is None and values.source != PACKET:
        raise DomainError(
            f"Enter it, or write “{PACKET}” as the source, if its label says no fibre.", "fibre"
        )
    total = sum((grams or Decimal(0) for grams in given.values()), Decimal(0))
    if total > HUNDRED:
        raise DomainError(
            f"Together {total.normalize():f} g in 100 g: correct one of them.", "protein"
        )
    if is_any and not values.source:
        raise DomainError("Say where the values come from.", "source")
    if values.packet_kcal is not None and not 0 <= values.packet_kcal <= MAX_KCAL:
        raise DomainError(f"From 0 to {MAX_KCAL} kcal.", "packet_kcal")


def _require_in_no_veg_dish(values: Ingredient) -> None:
    """Raise DomainError where a dish marked vegetarian holds it."""
    dishes = KitchenItem.objects.filter(amounts__ingredient=values, mark=Mark.VEG).order_by("name")
    names = list(dishes.values_list("name", flat=True))
    if names:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        named = ", ".join(map(isolate, names[:_NAMED]))
        raise DomainError(f"It is in {named}{more}, marked vegetarian.", "is_vegetarian")


def audit_values(ingredient: Ingredient) -> dict[str, Any]:
    """Return what the audit log holds of an ingredient."""
    return {
        "name": ingredient.name,
        "allergens": ", ".join(ingredient.allergens),
        "is_vegetarian": ingredient.is_vegetarian,
        "tags": "not known" if ingredient.tags is None else ", ".join(ingredient.tags) or "none",
        "group": ingredient.group,
        "note": ingredient.note or "",
        "bought": f"{Decimal(ingredient.step).normalize():f} {ingredient.unit}, {ingredient.step_grams} g",
        "edible": f"{(HUNDRED * ingredient.edible).normalize():f} %",
        **{name: _grams_text(getattr(ingredient, name)) for name in NUTRIENTS},
        "packet_kcal": "" if ingredient.packet_kcal is None else str(ingredient.packet_kcal),
        "source": ingredient.source or "",
        "source_code": ingredient.source_code,
        "confidence": ingredient.confidence,
    }


def _grams_text(grams: Decimal | None) -> str:
    return "" if grams is None else f"{Decimal(grams).normalize():f}"
