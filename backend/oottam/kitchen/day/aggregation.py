"""A meal's dishes added up as they are cooked, and the alternatives to choose from. Pure."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from oottam.core.days import WHOLE_DAY
from oottam.kitchen.day.customer_notes import NotedBox, boxes_at_risk
from oottam.kitchen.day.decisions import DayDecisions
from oottam.kitchen.day.dish_resolution import Resolver
from oottam.kitchen.day.types import Alternatives, DishTotal, DoneBy, Option, Share, SubstitutedDish
from oottam.kitchen.domain.dietary import NO_NEEDS, Needs

# A box's lines as `view.py` reads them: "43v2" is two portions of dish 43 for a vegetarian ("a": for anyone), and "43v2n0"
# those for the customers whose needs have the number 0.
Lines = tuple[str, ...]
CookedAs = Mapping[int, Mapping[str, int | None]]  # dish by meal and line


class OrderedPortions(NamedTuple):
    """A dish of a meal, with its portions that were ordered by customers of these needs."""

    meal: int
    item: int
    veg_only: bool
    quantity: int
    needs: Needs = NO_NEEDS


@dataclass(frozen=True, slots=True)
class DayCount:
    """A day's ordered dishes, and by meal its boxes (contents by serving id) and the number of free ones.

    `with_notes` are servings of customers with notes, allergies or a finer diet, and events. `needs` are those that
    lines name by number.
    """

    ordered: Sequence[OrderedPortions]
    boxes: Mapping[int, Mapping[int, Lines]]
    free: Mapping[int, int]
    with_notes: Collection[int]
    needs: Sequence[Needs]

    def of(self, meal: int) -> list[OrderedPortions]:
        return [row for row in self.ordered if row.meal == meal]


def add_up(meal: int, boxes: Iterable[Lines], needs: Sequence[Needs] = ()) -> list[OrderedPortions]:
    portions: dict[tuple[int, bool, int], int] = {}
    for line, times in Counter(chain(*boxes)).items():
        item, veg_only, quantity, number = _read(line)
        key = (item, veg_only, number)
        portions[key] = portions.get(key, 0) + times * quantity
    return [
        OrderedPortions(meal, item, veg_only, quantity, _needs(number, needs))
        for (item, veg_only, number), quantity in sorted(portions.items())
    ]


def cooked_as(day_count: DayCount, resolver: Resolver) -> CookedAs:
    """Map each line to the dish that is cooked for it, by meal; None where nothing fits."""
    return {
        meal: {
            line: _cooked(meal, line, resolver, day_count.needs)
            for line in set(chain(*boxes.values()))
        }
        for meal, boxes in day_count.boxes.items()
    }


def boxes_by_dish(day_count: DayCount, cooked: CookedAs) -> Mapping[tuple[int, int], int]:
    """Count the boxes in which each cooked dish lies; a dish counts once per box."""
    result: dict[tuple[int, int], int] = {}
    for meal, boxes in day_count.boxes.items():
        dish = cooked[meal]
        lying = Counter(chain(*({dish[line] for line in box} for box in boxes.values())))
        result |= {(meal, item): times for item, times in lying.items() if item is not None}
    return result


def noted_servings(day_count: DayCount, cooked: CookedAs) -> set[int]:
    """Return the servings about whose customers the kitchen needs details, with empty boxes and unfit dishes."""
    servings = set(day_count.with_notes)
    for meal, boxes in day_count.boxes.items():
        unfit = {line for line, item in cooked[meal].items() if item is None}
        servings |= {
            serving for serving, lines in boxes.items() if not lines or not unfit.isdisjoint(lines)
        }
    return servings


def _cooked(meal: int, line: str, resolver: Resolver, needs: Sequence[Needs]) -> int | None:
    item, veg_only, _, number = _read(line)
    return resolver.resolve(meal, item, veg_only=veg_only, needs=_needs(number, needs)).item


def line_for(line: str, number: int) -> str:
    """Return the line as ordered by customers of the needs with this number."""
    return f"{line}n{number}"


@lru_cache(maxsize=4096)
def _read(line: str) -> tuple[int, bool, int, int]:
    """Return dish, whether it is for a vegetarian, portions, and the number of the needs; -1 for none."""
    text, _, number = line.partition("n")
    item, mark, quantity = text.partition("v") if "v" in text else text.partition("a")
    return int(item), mark == "v", int(quantity), int(number) if number else -1


def _needs(number: int, needs: Sequence[Needs]) -> Needs:
    return NO_NEEDS if number < 0 else needs[number]


NOTHING_FITS = "no suitable dish"


@dataclass(slots=True)
class _Sum:
    quantity: int = 0
    veg: int = 0
    by_default: int = 0
    instead_of: dict[int, int] = field(default_factory=dict)


def cooked_portions(ordered: Iterable[OrderedPortions], resolver: Resolver) -> dict[int, int]:
    """Add up portions by cooked dish."""
    return {item: summed.quantity for item, summed in _summed(ordered, resolver).items()}


def dish_totals(
    meal: int,
    ordered: Sequence[OrderedPortions],
    resolver: Resolver,
    boxes: Mapping[tuple[int, int], int],
    cooked: Mapping[tuple[int, int], DoneBy],
    *,
    clashes: Mapping[int, int],
    agreed: Mapping[int, int],
) -> tuple[DishTotal, ...]:
    """Return every cooked dish of the meal, by name."""
    result = []
    for item, summed in _summed(ordered, resolver).items():
        dish = resolver.dishes[item]
        instead_of = ((key, resolver.dishes[key].name, n) for key, n in summed.instead_of.items())
        result.append(
            DishTotal(
                item=item,
                name=dish.name,
                mark=dish.mark,
                portion=dish.portion,
                quantity=summed.quantity,
                boxes=boxes[meal, item],
                veg=summed.veg,
                by_default=summed.by_default,
                instead_of=tuple(Share(*each) for each in instead_of),
                cooked=cooked.get((meal, item)),
                clashes=clashes.get(item, 0),
                agreed=agreed.get(item, 0),
                station=dish.station,
            )
        )
    return tuple(sorted(result, key=lambda total: (total.name.casefold(), total.item)))


def alternatives(
    meal: int,
    ordered: Sequence[OrderedPortions],
    resolver: Resolver,
    decisions: DayDecisions,
    *,
    noted_boxes: Sequence[NotedBox],
) -> tuple[Alternatives, ...]:
    """Return dishes with several fitting alternatives, or with a choice already made; by name."""
    by_item: dict[int, list[OrderedPortions]] = {}
    for row in ordered:
        if resolver.dishes[row.item].options and not resolver.is_replaced(meal, row.item):
            by_item.setdefault(row.item, []).append(row)
    result = []
    for item, rows in by_item.items():
        fitting = {o for row in rows for o in resolver.fitting(item, veg_only=row.veg_only)}
        choices = {len(resolver.fitting(item, veg_only=row.veg_only)) for row in rows}
        chosen = resolver.chosen(meal, item)
        if max(choices) < 2 and chosen is None:
            continue
        dish = resolver.dishes[item]
        result.append(
            Alternatives(
                item,
                dish.name,
                sum(row.quantity for row in rows),
                sum(row.quantity for row in rows if row.veg_only),
                tuple(
                    Option(
                        option,
                        resolver.dishes[option].name,
                        split(rows, resolver, option),
                        len(boxes_at_risk(noted_boxes, resolver, item, option)),
                    )
                    for option in dish.options
                    if option in fitting
                ),
                split(rows, resolver),
                chosen,
                decisions.decided[meal, item] if chosen else None,
            )
        )
    return tuple(sorted(result, key=lambda each: each.name.casefold()))


def split(
    rows: Sequence[OrderedPortions], resolver: Resolver, choice: int | None = None
) -> tuple[Share, ...]:
    """Add up the cooked dishes of these rows, largest first; `choice` tries one alternative."""
    shares: dict[int | None, int] = {}
    for row in rows:
        cooked = resolver.resolve(
            row.meal, row.item, veg_only=row.veg_only, needs=row.needs, choice=choice
        ).item
        shares[cooked] = shares.get(cooked, 0) + row.quantity
    return tuple(
        Share(item, resolver.dishes[item].name if item else NOTHING_FITS, quantity)
        for item, quantity in sorted(shares.items(), key=lambda share: -share[1])
    )


def substitutions(
    meal: int, ordered: Sequence[OrderedPortions], resolver: Resolver, decisions: DayDecisions
) -> tuple[SubstitutedDish, ...]:
    """Return the substitutions of the meal and of the day, with the portions that they replace."""
    if not decisions.substitutes:
        return ()
    due: dict[int, int] = {}
    for row in ordered:
        replaced = resolver.resolve(meal, row.item, veg_only=row.veg_only, needs=row.needs).replaced
        if replaced is not None:
            due[replaced] = due.get(replaced, 0) + row.quantity
    result = []
    for (replaced_meal, item), instead in decisions.substitutes.items():
        is_replaced = replaced_meal == WHOLE_DAY and (meal, item) in decisions.substitutes
        if replaced_meal in (WHOLE_DAY, meal) and not is_replaced:
            names = (resolver.dishes[item].name, resolver.dishes[instead].name)
            result.append(
                SubstitutedDish(
                    item, names[0], names[1], replaced_meal,
                    decisions.reasons[replaced_meal, item],
                    due.get(item, 0), decisions.replaced[replaced_meal, item],
                )
            )  # fmt: skip
    return tuple(sorted(result, key=lambda substitution: substitution.name.casefold()))


def _summed(ordered: Iterable[OrderedPortions], resolver: Resolver) -> dict[int, _Sum]:
    result: dict[int, _Sum] = {}
    for row in ordered:
        cooked = resolver.resolve(row.meal, row.item, veg_only=row.veg_only, needs=row.needs)
        if cooked.item is None:
            continue
        summed = result.setdefault(cooked.item, _Sum())
        summed.quantity += row.quantity
        summed.veg += row.quantity if row.veg_only else 0
        summed.by_default += row.quantity if cooked.by_default else 0
        if cooked.replaced is not None:
            before = summed.instead_of.get(cooked.replaced, 0)
            summed.instead_of[cooked.replaced] = before + row.quantity
    return result
