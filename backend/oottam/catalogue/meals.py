"""Loads the set meals: the weekly menu for combos, and the custom choice."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

from oottam.catalogue import files
from oottam.catalogue.recipes import SEPARATOR

MEALS = ("breakfast", "lunch", "dinner")
WeeklyMenu = Mapping[str, Mapping[str, Mapping[str, "WeeklyMeal"]]]


@dataclass(frozen=True, slots=True)
class _Item:
    name: str


@dataclass(frozen=True, slots=True)
class _Entry:
    day: str
    combo_price: files.Paise
    items: list[_Item]


@dataclass(frozen=True, slots=True)
class _Week:
    breakfast: list[_Entry]
    lunch: list[_Entry]
    dinner: list[_Entry]


@dataclass(frozen=True, slots=True)
class _WeeklyFile:
    __pydantic_config__ = files.FILE_CONFIG

    week1: _Week
    week2: _Week
    week3: _Week
    week4: _Week


@dataclass(frozen=True, slots=True)
class _Choice:
    id: str
    title: str


@dataclass(frozen=True, slots=True)
class _ChoiceFile:
    __pydantic_config__ = files.FILE_CONFIG

    breakfast: list[_Choice]
    lunch: list[_Choice]
    dinner: list[_Choice]


@dataclass(frozen=True, slots=True)
class WeeklyMeal:
    """One meal of one day: `week` counts from 1, `meal` is breakfast, lunch or dinner."""

    week: int
    meal: str
    day: str
    title: str

    @property
    def id(self) -> str:
        """The storefront's id of the meal, such as W1-B-Monday."""
        return f"W{self.week}-{self.meal[0].upper()}-{self.day}"


def load_weekly(path: Path, item_price: int) -> WeeklyMenu:
    """Load meals by week ("week1"), meal ("breakfast") and day ("Monday"), each in menu order.

    `item_price` is the combo price in paise. Raises ImproperlyConfigured for an entry with another price or a
    repeated day.
    """
    file = files.read(path, _WeeklyFile)
    weeks = (file.week1, file.week2, file.week3, file.week4)
    return MappingProxyType(
        {
            f"week{number}": MappingProxyType(
                {meal: _days(path, number, meal, getattr(week, meal), item_price) for meal in MEALS}
            )
            for number, week in enumerate(weeks, start=1)
        }
    )


def _days(
    path: Path, week: int, meal: str, entries: list[_Entry], item_price: int
) -> Mapping[str, WeeklyMeal]:
    if any(entry.combo_price != item_price for entry in entries):
        raise files.contract_error(
            path,
            "states a comboPrice that is not the combos.itemPrice of rules.json. Make them agree.",
        )
    meals = {
        entry.day: WeeklyMeal(
            week, meal, entry.day, SEPARATOR.join(item.name for item in entry.items)
        )
        for entry in entries
    }
    if len(meals) < len(entries):
        raise files.contract_error(path, f"names a day twice in week {week}, {meal}. Correct it.")
    return MappingProxyType(meals)


def load_choices(path: Path) -> Mapping[str, str]:
    """Load the titles of the custom choice's meals by id (B1, L1, D1 and so on)."""
    file = files.read(path, _ChoiceFile)
    choices = [*file.breakfast, *file.lunch, *file.dinner]
    titles = {choice.id: choice.title for choice in choices}
    if len(titles) < len(choices):
        raise files.contract_error(path, "uses an id twice. Give each meal its own.")
    return MappingProxyType(titles)


def weekly_meals(menu: WeeklyMenu) -> Iterator[WeeklyMeal]:
    """Iterate over all meals, by week, meal and day."""
    for meals in menu.values():
        for days in meals.values():
            yield from days.values()
