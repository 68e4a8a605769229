"""What has to be bought for the boxes of some days."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from django.db.models import Value

from oottam.handling.domain.changes import RefusedError
from oottam.schedule.day_view.counting import portions
from oottam.schedule.day_view.dishes import Dish, dishes
from oottam.schedule.day_view.resolving import Resolver
from oottam.schedule.day_view.shapes import Share
from oottam.schedule.day_view.snapshot import snapshot
from oottam.schedule.models import Choice, Ingredient, Substitution

MOST_DAYS = 31


@dataclass(frozen=True, slots=True)
class Purchase:
    """So many grams of an ingredient are needed; `quantity` of its unit is what can be bought."""

    ingredient: int
    name: str
    group: str
    grams: Decimal
    quantity: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class ShoppingList:
    """What to buy for all days from `first` to `last`, group by group; `unknown` are dishes without a recipe."""

    first: date
    last: date
    purchases: tuple[Purchase, ...]
    unknown: tuple[Share, ...]
    portions: int


def shopping_list(first: date, last: date) -> ShoppingList:
    """For all that is cooked on these days; four queries. Raises RefusedError for days that are too many, or none."""
    if last < first:
        raise RefusedError("The last day comes before the first one.", "last")
    if (last - first).days >= MOST_DAYS:
        raise RefusedError(f"At most {MOST_DAYS} days at once.", "last")
    with snapshot():
        needed, known = _cooked(first, last)
        grams = _grams(needed, known)
        purchases = _purchases(grams)
    unknown = [
        Share(item, known[item].name, quantity)
        for item, quantity in needed.items()
        if not known[item].grams
    ]
    return ShoppingList(
        first,
        last,
        purchases,
        tuple(sorted(unknown, key=lambda share: share.name.casefold())),
        sum(needed.values()),
    )


def _cooked(first: date, last: date) -> tuple[dict[int, int], Mapping[int, Dish]]:
    """Portions by dish as it is cooked, and the dishes."""
    ordered = portions(first, last)
    choices: dict[date, dict[tuple[int, int], int]] = {}
    substitutes: dict[date, dict[tuple[int, int], int]] = {}
    days = {"date__range": (first, last)}
    decisions = (
        Choice.objects.filter(**days)
        .order_by()
        .values_list(Value(0), "date", "meal", "item_id", "chosen_id")
        .union(
            Substitution.objects.filter(**days)
            .order_by()
            .values_list(Value(1), "date", "meal", "item_id", "instead_id"),
            all=True,
        )
    )
    named = {item for _, _, item, _, _ in ordered}
    for is_substitute, day, meal, item, other in decisions:
        (substitutes if is_substitute else choices).setdefault(day, {})[meal, item] = other
        named |= {item, other}
    known = dishes(named, with_recipes=True)
    needed: dict[int, int] = {}
    for day, meal, item, veg_only, quantity in ordered:
        resolver = Resolver(known, choices.get(day, {}), substitutes.get(day, {}))
        cooked = resolver.cooked(meal, item, veg_only=veg_only).item
        if cooked is not None:
            needed[cooked] = needed.get(cooked, 0) + quantity
    return needed, known


def _grams(needed: Mapping[int, int], known: Mapping[int, Dish]) -> dict[int, Decimal]:
    found: dict[int, Decimal] = {}
    for item, quantity in needed.items():
        for ingredient, grams in known[item].grams.items():
            found[ingredient] = found.get(ingredient, Decimal(0)) + grams * quantity
    return found


def _purchases(grams: Mapping[int, Decimal]) -> tuple[Purchase, ...]:
    """By group, in the order in which groups and ingredients were first known."""
    rows = list(Ingredient.objects.filter(pk__in=grams).order_by("pk"))
    groups = list(dict.fromkeys(row.group for row in rows))
    rows.sort(key=lambda row: groups.index(row.group))
    return tuple(
        Purchase(row.pk, row.name, row.group, grams[row.pk], bought(row, grams[row.pk]), row.unit)
        for row in rows
    )


def bought(ingredient: Ingredient, grams: Decimal) -> Decimal:
    """In the ingredient's unit, whole steps, so that `grams` are there."""
    steps, rest = divmod(grams, ingredient.step_grams)
    return (steps + bool(rest)) * ingredient.step
