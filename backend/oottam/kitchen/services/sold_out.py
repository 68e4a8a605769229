"""Boxes that hold a dish that is sold out: nobody can cook what was ordered before."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.db.models import Count, Q

from oottam import catalogue
from oottam.core.days import WHOLE_DAY
from oottam.core.names import name_key
from oottam.kitchen.services.dishes import find_items
from oottam.menu.models import SoldOut
from oottam.schedule.choices import Mark, boxes_to_come
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import KitchenItem, Meal, Serving, Substitution

# Days whose boxes are listed of a dish that is out until it is taken back.
LOOK_AHEAD = timedelta(days=14)


@dataclass(frozen=True, slots=True)
class SoldOutDish:
    """`until` is the last day on which it is sold out, None until it is taken back."""

    name: str
    until: date | None

    def __str__(self) -> str:
        if self.until is None:
            return f"{self.name} is sold out until it is taken back"
        return f"{self.name} is sold out until {format_day(self.until)}"


@dataclass(frozen=True, slots=True)
class SoldOutDishes:
    """The dishes that are sold out, by normalised name and by kitchen item: menus name one dish differently."""

    by_key: Mapping[str, SoldOutDish] = field(default_factory=dict)
    by_item: Mapping[int, SoldOutDish] = field(default_factory=dict)

    def among(
        self, options: Iterable[tuple[str, int]], day: date | None
    ) -> tuple[SoldOutDish, ...]:
        """Return the sold-out ones of these alternatives (name, item) where no other is left; `day` None is not known.

        A box on hold comes on a day that is not known: only what is out until it is taken back is missing then.
        """
        found = [self._find(name, item, day) for name, item in options]
        return tuple(each for each in found if each) if all(found) else ()

    def named(self, name: str) -> SoldOutDish | None:
        """Return the dish of this name, where it is sold out."""
        return self.by_key.get(name_key(name))

    def _find(self, name: str, item: int, day: date | None) -> SoldOutDish | None:
        dish = self.by_item.get(item) or self.named(name)
        if dish is None or (dish.until is not None and (day is None or day > dish.until)):
            return None
        return dish


def sold_out_dishes(today: date) -> SoldOutDishes:
    """Read what is sold out on this day or later; one query where nothing is, three otherwise."""
    by_name = sold_out_by_name(today)
    dishes = {dish.name: dish for dish in by_name.by_key.values()}
    if not dishes:
        return by_name
    menus = catalogue.current().menus.items()
    ordered = [
        OrderedDish(kind, name, menu.by_name[name].id)
        for kind, menu in menus
        for name in dishes
        if name in menu.by_name
    ]
    ordered += [OrderedDish("", name) for name in dishes]  # also where no menu has it any more
    items = find_items(ordered)
    return SoldOutDishes(
        by_name.by_key,
        {
            items[dish.source, dish.id or dish.name]: dishes[dish.name]
            for dish in ordered
            if (dish.source, dish.id or dish.name) in items
        },
    )


def sold_out_by_name(today: date) -> SoldOutDishes:
    """As `sold_out_dishes`, without what another menu names differently; one query."""
    rows = SoldOut.objects.filter(Q(until=None) | Q(until__gte=today))
    return SoldOutDishes(
        {name_key(row.dish_name): SoldOutDish(row.dish_name, row.until) for row in rows}
    )


def is_shown_as_vegetarian(name: str) -> bool:
    """Return whether the live menu marks a dish as vegetarian that is not by its recipe: it cannot be put back on sale."""
    shown = [
        OrderedDish(kind, name, menu.by_name[name].id)
        for kind, menu in catalogue.current().menus.items()
        if name in menu.by_name and menu.by_name[name].mark == Mark.VEG
    ]
    return KitchenItem.objects.filter(pk__in=find_items(shown).values(), mark=Mark.NONVEG).exists()


def names_on_sale() -> Mapping[int, Sequence[str]]:
    """Return the names that the live menus have for a kitchen item, by its id; two queries."""
    dishes = [
        OrderedDish(kind, name, dish.id)
        for kind, menu in catalogue.current().menus.items()
        for name, dish in menu.by_name.items()
    ]
    items = find_items(dishes)
    names: dict[int, dict[str, None]] = {}  # in the menus' order, each once
    for dish in dishes:
        item = items.get((dish.source, dish.id or dish.name))
        if item is not None:
            names.setdefault(item, {})[dish.name] = None
    return {item: tuple(each) for item, each in names.items()}


@dataclass(frozen=True, slots=True)
class HoldingMeal:
    """The boxes of a meal that hold a sold-out dish, which nobody has replaced there yet."""

    name: str
    item: int
    day: date
    meal: int
    boxes: int

    @property
    def meal_name(self) -> str:
        return str(Meal(self.meal).label)


def meals_holding(dishes: SoldOutDishes, first: date, last: date) -> list[HoldingMeal]:
    """Return meals from `first` to `last` whose boxes hold one of these dishes, by day; two queries."""
    if not dishes.by_item:
        return []
    servings = Serving.objects.order_by().filter(
        boxes_to_come(first), date__range=(first, last),
        box_contents__lines__item__in=dishes.by_item,
    )  # fmt: skip
    counted = servings.values_list("date", "meal", "box_contents__lines__item").annotate(
        boxes=Count("pk", distinct=True)
    )
    replaced = _replaced(first, last)
    found = []
    for day, of_meal, item, boxes in counted:
        dish = dishes.by_item[item]
        is_replaced = {(day, of_meal, item), (day, WHOLE_DAY, item)} & replaced
        if day and (dish.until is None or day <= dish.until) and not is_replaced:
            found.append(HoldingMeal(dish.name, item, day, of_meal, boxes))
    return sorted(found, key=lambda box: (box.day, box.meal, box.name))


def _replaced(first: date, last: date) -> set[tuple[date, int, int]]:
    rows = Substitution.objects.filter(date__range=(first, last))
    return set(rows.values_list("date", "meal", "item"))
