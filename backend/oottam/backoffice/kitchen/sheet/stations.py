"""The dishes of a meal that are not cooked yet, by station of the shop's recipes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils.safestring import SafeString

from oottam import catalogue
from oottam.backoffice.kitchen.sheet.dish_rows import Sales, dish_lines
from oottam.catalogue.recipes import StationCode
from oottam.kitchen.day import DishTotal, MealSheet

# In the order of the sheet.
_STATIONS: Mapping[StationCode | None, str] = {
    "cold": "Cold",
    "griddle": "Griddle",
    "pots": "Pots",
    None: "Other",
}


@dataclass(frozen=True, slots=True)
class StationDishes:
    """A station with the lines of its dishes; `name` is "" where no dish of the meal has a station."""

    name: str
    lines: SafeString
    count: int


def by_station(
    day: date, sheet: MealSheet, sales: Sales, *, may_tick: bool
) -> Sequence[StationDishes]:
    """Return the dishes that are not cooked; stations without any are left out."""
    of_dish = _stations(sheet.dishes)
    has_stations = any(of_dish.values())
    result = []
    for code, name in _STATIONS.items():
        dishes = [each for each in sheet.dishes if not each.cooked and of_dish[each.item] == code]
        if dishes:
            lines = dish_lines(day, sheet.meal, dishes, sales, may_tick=may_tick)
            result.append(StationDishes(name if has_stations else "", lines, len(dishes)))
    return result


def _stations(dishes: Iterable[DishTotal]) -> Mapping[int, StationCode | None]:
    kitchen = catalogue.current().kitchen
    recipes = {dish.item: kitchen.recipe(dish.name) for dish in dishes}
    return {item: recipe.station if recipe else None for item, recipe in recipes.items()}
