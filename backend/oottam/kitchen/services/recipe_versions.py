"""What a dish was until a day, kept before its recipe, or an ingredient of it, changes from a day on."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from django.contrib.auth.models import User

from oottam.kitchen.day.dishes import dishes_on, former_values
from oottam.kitchen.domain.dietary import Contents, IngredientContents, contents_of
from oottam.kitchen.services.cutoff import cut_offs
from oottam.schedule.choices import PLAN_MEALS
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.models import FormerRecipe, Ingredient, ItemIngredient


def first_uncut_day(now: datetime) -> date:
    """Return the first day (IST) of which no meal's cut-off has passed."""
    calendar = cut_offs(now)
    return max(calendar.first_open(meal) for meal in PLAN_MEALS)


def keep_former(items: Collection[int], first: date, actor: User | None, now: datetime) -> None:
    """Keep what the dishes are on the day before `first`: they change from that day on. In the caller's transaction."""
    until = first - ONE_DAY
    known = dishes_on(until, items, with_recipes=True)
    FormerRecipe.objects.bulk_create(
        (
            FormerRecipe(
                item_id=item, until=until, values=former_values(known[item]), by=actor, at=now
            )
            for item in items
        ),
        ignore_conflicts=True,  # of two changes for a day the first one's
    )


def forget_later(item: int, first: date) -> None:
    """Forget recipes that would have ended on `first` or later: another one begins on that day."""
    FormerRecipe.objects.filter(item=item, until__gte=first).delete()


def dishes_with(ingredient: Ingredient, first: date) -> set[int]:
    """Return the dishes that hold it on `first` or later."""
    rows = ItemIngredient.objects.filter(ingredient=ingredient).values_list("item", flat=True)
    later = (each.item_id for each in _later(ingredient, first))
    return {*rows, *later}


def update_later(ingredient: Ingredient, first: date) -> None:
    """Recompute what former recipes that still apply on `first` hold, after the ingredient has changed."""
    changed = list(_later(ingredient, first))
    for each in changed:
        grams = {int(number): Decimal(amount) for number, amount in each.values["grams"].items()}
        found = contents_with(each.values["mark"], grams, is_complete=each.values["is_complete"])
        each.values["codes"], each.values["has_tags"] = sorted(found.codes), found.has_tags
        each.values["allergen_list"] = found.allergen_list
    FormerRecipe.objects.bulk_update(changed, ("values",), batch_size=100)


def _later(ingredient: Ingredient, first: date) -> Iterable[FormerRecipe]:
    for recipe in FormerRecipe.objects.filter(until__gte=first):
        if str(ingredient.pk) in recipe.values.get("grams", ()):
            yield recipe


def contents_with(
    mark: str, numbers: Iterable[int], *, is_complete: bool, changed: Ingredient | None = None
) -> Contents:
    """Return the contents of a dish of these ingredients, one of which is `changed`; one query."""
    rows: dict[int, Any] = Ingredient.objects.in_bulk(list(numbers))
    if changed is not None and changed.pk in rows:
        rows[changed.pk] = changed
    ingredients = [
        IngredientContents(row.allergens, row.is_vegetarian, row.tags, row.allergen_list)
        for row in rows.values()
    ]
    return contents_of(mark, ingredients, is_complete=is_complete)
