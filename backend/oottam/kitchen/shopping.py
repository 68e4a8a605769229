"""The shopping list of a range of days."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

from django.db import connection

from oottam.core.days import to_date
from oottam.core.db.cursor import read_snapshot
from oottam.core.errors import DomainError
from oottam.core.fields import sql
from oottam.kitchen.day.column_values import needs_of_columns
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.dishes import KitchenDish, KitchenIngredient, dishes_on
from oottam.kitchen.day.types import Share
from oottam.kitchen.domain.dietary import Needs
from oottam.schedule.choices import ON_THE_DAY
from oottam.schedule.domain.calendar import ONE_DAY

MAX_DAYS = 31

# Ordered portions, choices, substitutions, and the days after which another recipe is cooked.
_OF_DAYS = f"""
SELECT 0, s.date, s.meal, l.item_id, l.veg_only, SUM(l.quantity), CAST(f.allergens AS text), f.diet, f.finer_diet
FROM schedule_serving s JOIN schedule_dishsetline l ON l.dishset_id = s.dishset_id
JOIN schedule_plan p ON p.id = s.plan_id
LEFT JOIN handling_facts f ON f.request_id = p.request_id AND (f.allergens <> '[]' OR f.finer_diet <> '')
WHERE s.date BETWEEN %s AND %s AND s.state IN {sql(ON_THE_DAY)}
GROUP BY s.date, s.meal, l.item_id, l.veg_only, CAST(f.allergens AS text), f.diet, f.finer_diet
UNION ALL SELECT 1, date, meal, item_id, false, chosen_id, NULL, NULL, NULL FROM schedule_choice
WHERE date BETWEEN %s AND %s
UNION ALL SELECT 2, date, meal, item_id, false, instead_id, NULL, NULL, NULL FROM schedule_substitution
WHERE date BETWEEN %s AND %s
UNION ALL SELECT DISTINCT 3, until, 0, 0, false, 0, NULL, NULL, NULL FROM schedule_formerrecipe
WHERE until BETWEEN %s AND %s
"""  # noqa: S608 - constants


@dataclass(frozen=True, slots=True)
class Purchase:
    """The grams of an ingredient that are needed; `quantity` of its unit is what can be bought."""

    ingredient: int
    name: str
    group: str
    grams: Decimal
    quantity: Decimal
    unit: str


@dataclass(frozen=True, slots=True)
class ShoppingList:
    """What to buy from `first` to `last`, by group; `unknown` are dishes without a recipe."""

    first: date
    last: date
    purchases: tuple[Purchase, ...]
    unknown: tuple[Share, ...]
    portions: int


def shopping_list(first: date, last: date) -> ShoppingList:
    """Build the list; two queries, and one for each day in it on which recipes change. Raises DomainError for an empty range, or more than MAX_DAYS."""
    if last < first:
        raise DomainError("The last day is before the first.", "last")
    if (last - first).days >= MAX_DAYS:
        raise DomainError(f"Choose at most {MAX_DAYS} days.", "last")
    with read_snapshot():
        days = _read(first, last)
        recipes = {
            day: dishes_on(day, days.named, with_recipes=True)
            for day in (first, *sorted(each + ONE_DAY for each in days.recipes_until))
            if day <= last
        }
    portions: dict[int, int] = {}
    grams: dict[KitchenIngredient, Decimal] = {}
    unknown: dict[int, int] = {}
    for dish, quantity in _cooked(days, recipes):
        portions[dish.item] = portions.get(dish.item, 0) + quantity
        if not dish.grams:
            unknown[dish.item] = unknown.get(dish.item, 0) + quantity
        for ingredient, amount in dish.grams.items():
            grams[ingredient] = grams.get(ingredient, Decimal(0)) + amount * quantity
    return ShoppingList(
        first,
        last,
        _purchases(grams),
        tuple(
            sorted(
                (Share(item, recipes[first][item].name, each) for item, each in unknown.items()),
                key=lambda share: share.name.casefold(),
            )
        ),
        sum(portions.values()),
    )


@dataclass(slots=True)
class _Days:
    """Ordered (day, meal, dish, veg only, portions, needs) and decisions; `named` are all dishes involved.

    `recipes_until` are the last days of former recipes.
    """

    ordered: list[tuple[date, int, int, bool, int, Needs]] = field(default_factory=list)
    choices: dict[date, dict[tuple[int, int], int]] = field(default_factory=dict)
    substitutes: dict[date, dict[tuple[int, int], int]] = field(default_factory=dict)
    named: set[int] = field(default_factory=set)
    recipes_until: set[date] = field(default_factory=set)


def _read(first: date, last: date) -> _Days:
    days = _Days()
    with connection.cursor() as cursor:
        cursor.execute(_OF_DAYS, [first, last] * 4)
        rows = cursor.fetchall()
    for what, on, meal, item, veg_only, number, *columns in rows:
        day = to_date(on)
        if what == 3:
            days.recipes_until.add(day)
            continue
        days.named.add(item)
        if what == 0:
            needs = needs_of_columns(*columns)
            days.ordered.append((day, meal, item, bool(veg_only), int(number), needs))
        else:
            decisions = days.choices if what == 1 else days.substitutes
            decisions.setdefault(day, {})[meal, item] = number
            days.named.add(number)
    return days


def _cooked(
    days: _Days, recipes: Mapping[date, Mapping[int, KitchenDish]]
) -> Iterator[tuple[KitchenDish, int]]:
    """Yield cooked dish and portions; `recipes` are dishes by the first day of their recipes."""
    resolvers: dict[date, Resolver] = {}
    for day, meal, item, veg_only, quantity, needs in days.ordered:
        if day not in resolvers:
            choices, substitutes = days.choices.get(day, {}), days.substitutes.get(day, {})
            of_day = recipes[max(first for first in recipes if first <= day)]
            resolvers[day] = Resolver(of_day, choices, substitutes)
        resolver = resolvers[day]
        cooked = resolver.resolve(meal, item, veg_only=veg_only, needs=needs).item
        if cooked is not None:
            yield resolver.dishes[cooked], quantity


def _purchases(grams: Mapping[KitchenIngredient, Decimal]) -> tuple[Purchase, ...]:
    """Order by group, as groups were first met, and name."""
    first_known = sorted(grams, key=lambda ingredient: ingredient.number)
    groups = list(dict.fromkeys(ingredient.group for ingredient in first_known))
    in_order = sorted(grams, key=lambda each: (groups.index(each.group), each.name.casefold()))
    return tuple(
        Purchase(
            each.number, each.name, each.group, grams[each], bought(each, grams[each]), each.unit
        )
        for each in in_order
    )


def bought(ingredient: KitchenIngredient, grams: Decimal) -> Decimal:
    """Round up to whole steps, in the ingredient's unit."""
    steps, rest = divmod(grams, ingredient.step_grams)
    return (steps + bool(rest)) * ingredient.step
