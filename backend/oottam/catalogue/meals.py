"""Set meals: the weekly menu that combos are made of, and the meals of the custom choice."""

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path
from types import MappingProxyType

import msgspec

from oottam.catalogue import files
from oottam.common.money import PAISE_PER_RUPEE

WeeklyMenu = Mapping[str, Mapping[str, Mapping[str, "WeeklyMeal"]]]


class _Item(msgspec.Struct, frozen=True):
    name: str


class _Entry(msgspec.Struct, frozen=True, rename="camel"):
    day: str
    combo_price: Decimal
    items: list[_Item]


class _Week(msgspec.Struct, frozen=True):
    breakfast: list[_Entry]
    lunch: list[_Entry]
    dinner: list[_Entry]


class _WeeklyFile(msgspec.Struct, frozen=True):
    week1: _Week
    week2: _Week
    week3: _Week
    week4: _Week


class _Choice(msgspec.Struct, frozen=True):
    id: str
    title: str


class _ChoiceFile(msgspec.Struct, frozen=True):
    breakfast: list[_Choice]
    lunch: list[_Choice]
    dinner: list[_Choice]


class WeeklyMeal(msgspec.Struct, frozen=True):
    """One meal of one day: `week` counts from 1, `meal` is breakfast, lunch or dinner."""

    week: int
    meal: str
    day: str
    title: str

    @property
    def id(self) -> str:
        """The id under which the storefront's menu tables select it, as W1-B-Monday."""
        return f"W{self.week}-{self.meal[0].upper()}-{self.day}"


def load_weekly(path: Path, item_price: int) -> WeeklyMenu:
    """Meals by week ("week1"), meal ("breakfast") and day ("Monday"), each in menu order.

    `item_price` in paise is what combos are priced with; raises ImproperlyConfigured when an entry
    states another price, or a day stands twice.
    """
    file = files.read(path, _WeeklyFile)
    return MappingProxyType(
        {
            f"week{number}": MappingProxyType(
                {
                    meal: _days(path, number, meal, getattr(week, meal), item_price)
                    for meal in week.__struct_fields__
                }
            )
            for number, week in enumerate(msgspec.structs.astuple(file), start=1)
        }
    )


def _days(
    path: Path, week: int, meal: str, entries: list[_Entry], item_price: int
) -> Mapping[str, WeeklyMeal]:
    if any(entry.combo_price * PAISE_PER_RUPEE != item_price for entry in entries):
        raise files.wrong(
            path,
            "states a comboPrice that is not the combos.itemPrice of rules.json. Make them agree.",
        )
    meals = {
        entry.day: WeeklyMeal(week, meal, entry.day, " + ".join(item.name for item in entry.items))
        for entry in entries
    }
    if len(meals) < len(entries):
        raise files.wrong(path, f"names a day twice in week {week}, {meal}. Correct it.")
    return MappingProxyType(meals)


def load_choices(path: Path) -> Mapping[str, str]:
    """The titles of the custom choice's meals by their ids (B1, L1, D1 and so on)."""
    file = files.read(path, _ChoiceFile)
    choices = [*file.breakfast, *file.lunch, *file.dinner]
    titles = {choice.id: choice.title for choice in choices}
    if len(titles) < len(choices):
        raise files.wrong(path, "uses an id twice. Give each meal its own.")
    return MappingProxyType(titles)


def weekly_meals(menu: WeeklyMenu) -> Iterator[WeeklyMeal]:
    """Every meal of the menu: by week, meal and day."""
    for meals in menu.values():
        for days in meals.values():
            yield from days.values()
