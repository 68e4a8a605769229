"""What staff say of an ingredient: its allergens, whether it is vegetarian, and how it is bought."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.record import record
from oottam.core.db.uniqueness import refused_if_taken
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.plans.domain.dish_names import folded
from oottam.plans.models import Ingredient, KitchenItem
from oottam.plans.models.choices import Mark
from oottam.workflow.models import Allergen
from oottam.workflow.services.editing import differences

MAX_NAME_LENGTH = 100  # characters
MAX_GROUP_LENGTH = 100
MAX_UNIT_LENGTH = 20
MAX_STEP = Decimal(10_000)
MAX_GRAMS = 1_000_000
_OWN = "own:"  # keys of the staff's own, apart from those of the catalogue
_NAMED = 3  # dishes, in a sentence
NAME_TAKEN = "There is already an ingredient with this name."


class StaleIngredientError(Exception):
    """Somebody else has changed the ingredient since its page was shown."""

    def __init__(self, ingredient: Ingredient) -> None:
        super().__init__(f"{ingredient.name} has been changed since.")
        self.ingredient = ingredient


class UnknownIngredientError(Exception):
    """There is no ingredient of this number."""


@dataclass(frozen=True, slots=True)
class Known:
    """All that is said of an ingredient. It is bought in steps of its unit, each of which weighs so many grams.

    `tags` are None where nobody knows what the finer diets avoid in it.
    """

    name: str
    allergens: Sequence[str]
    is_vegetarian: bool
    tags: Sequence[str] | None
    group: str
    unit: str
    step: Decimal
    step_grams: int


def as_recorded(said: Known) -> dict[str, Any]:
    """What was said of one, as the record would hold it."""
    ingredient = Ingredient()
    _take_over(ingredient, said)
    return _describe(ingredient)


def add_ingredient(*, said: Known, actor: User, now: datetime) -> Ingredient:
    """A new one; raises DomainError."""
    with transaction.atomic():
        made = Ingredient()
        _take_over(made, said)
        made.key = f"{_OWN}{folded(made.name)}"[:100]
        _require_sense(made)
        with refused_if_taken(DomainError(NAME_TAKEN, "name")):
            made.save()
        record(action="ingredient.add", actor=actor, at=now, data=_describe(made))
    return made


def save_ingredient(*, number: int, version: int, said: Known, actor: User, now: datetime) -> None:
    """Keep it, and record what is different: every sheet says so from here on.

    Raises UnknownIngredientError, StaleIngredientError and DomainError.
    """
    with transaction.atomic():
        kept = Ingredient.objects.select_for_update().filter(pk=number).first()
        if kept is None:
            raise UnknownIngredientError
        if kept.version != version:
            raise StaleIngredientError(kept)
        before = _describe(kept)
        _take_over(kept, said)
        _require_sense(kept)
        kept.version += 1
        kept.save()
        data = {"ingredient": kept.name, **differences(before, _describe(kept))}
        record(action="ingredient.change", actor=actor, at=now, data=data)


def _take_over(ingredient: Ingredient, said: Known) -> None:
    ingredient.name = " ".join(said.name.split())
    ingredient.allergens = sorted(set(said.allergens))
    ingredient.is_vegetarian = said.is_vegetarian
    ingredient.tags = None if said.tags is None else sorted(set(said.tags))
    ingredient.group, ingredient.unit = said.group.strip(), said.unit.strip()
    ingredient.step, ingredient.step_grams = said.step, said.step_grams


def _require_sense(said: Ingredient) -> None:
    """Raises DomainError for what cannot be."""
    if not said.name:
        raise DomainError("Enter a name.", "name")
    for words, longest, field in (
        (said.name, MAX_NAME_LENGTH, "name"),
        (said.group, MAX_GROUP_LENGTH, "group"),
        (said.unit, MAX_UNIT_LENGTH, "unit"),
    ):
        if len(words) > longest:
            raise DomainError(f"At most {longest} characters.", field)
    if not said.unit:
        raise DomainError("Enter what it is bought in, such as kg or packet.", "unit")
    if not 0 < said.step <= MAX_STEP:
        raise DomainError(f"More than 0 and at most {MAX_STEP:,}.", "step")
    if not 0 < said.step_grams <= MAX_GRAMS:
        raise DomainError(f"More than 0 and at most {MAX_GRAMS:,} grams.", "step_grams")
    if set(said.allergens) - set(Allergen.values):
        raise DomainError("Choose from the list of allergens.", "allergens")
    if said.is_vegetarian and "meat" in (said.tags or ()):
        raise DomainError("With meat in it, it is not vegetarian.", "is_vegetarian")
    names = Ingredient.objects.exclude(pk=said.pk).values_list("name", flat=True)
    if folded(said.name) in map(folded, names):
        raise DomainError(NAME_TAKEN, "name")
    if said.pk and not said.is_vegetarian:
        _require_in_no_veg_dish(said)


def _require_in_no_veg_dish(said: Ingredient) -> None:
    """Who ordered a dish that is marked vegetarian would get meat, fish or egg without a word."""
    dishes = KitchenItem.objects.filter(amounts__ingredient=said, mark=Mark.VEG).order_by("name")
    names = list(dishes.values_list("name", flat=True))
    if names:
        more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
        named = ", ".join(map(isolate, names[:_NAMED]))
        raise DomainError(f"It is in {named}{more}, marked vegetarian.", "is_vegetarian")


def _describe(ingredient: Ingredient) -> dict[str, Any]:
    """For the record."""
    return {
        "name": ingredient.name,
        "allergens": ", ".join(ingredient.allergens),
        "is_vegetarian": ingredient.is_vegetarian,
        "tags": "not known" if ingredient.tags is None else ", ".join(ingredient.tags) or "none",
        "group": ingredient.group,
        "bought": f"{Decimal(ingredient.step).normalize():f} {ingredient.unit}, {ingredient.step_grams} g",
    }
