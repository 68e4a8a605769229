"""The grid of a week: days and meals, two items each, every value with the one that was shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.http import QueryDict
from django.urls import reverse

from oottam.backoffice.menu.pictures import picture_address
from oottam.core.direction import isolate
from oottam.menu.content import Content
from oottam.menu.weekly import (
    DAYS,
    ITEMS,
    MAX_NAME_LENGTH,
    MEALS,
    NAME,
    PICTURE,
    PROTEIN,
    WEEKS,
    WeeklyCell,
    WeeklyEdit,
    WeeklyRefusedError,
    value_of,
)

MAX_LENGTH = 200  # characters of a field that are read
TYPED = (NAME, PROTEIN)  # the fields of a grid; pictures have their own page
SHOWN = "shown-"


@dataclass(frozen=True, slots=True)
class GridField:
    """A field: `was` is the draft's value."""

    name: str
    label: str
    value: str
    was: str
    max_length: int
    error: str

    @property
    def id(self) -> str:
        return f"week-{self.name}"


@dataclass(frozen=True, slots=True)
class GridItem:
    """An item of a slot with its two fields; `address` leads to the page of its picture."""

    dish: GridField
    protein: GridField
    picture: str
    address: str
    name: str

    @property
    def fields(self) -> Sequence[GridField]:
        return (self.dish, self.protein)


@dataclass(frozen=True, slots=True)
class GridMeal:
    """A meal of a day."""

    label: str
    items: Sequence[GridItem]


@dataclass(frozen=True, slots=True)
class GridDay:
    """A day of the week."""

    label: str
    meals: Sequence[GridMeal]


@dataclass(frozen=True, slots=True)
class TypedWeek:
    """What was posted: by cell what was typed, and what was shown."""

    values: Mapping[WeeklyCell, str] = field(default_factory=dict)
    shown: Mapping[WeeklyCell, str] = field(default_factory=dict)

    @property
    def edits(self) -> list[WeeklyEdit]:
        """The values that differ from what was shown."""
        return [
            WeeklyEdit(cell, self.shown[cell], text)
            for cell, text in self.values.items()
            if text.strip() != self.shown[cell]
        ]


def parse_week(text: str) -> int:
    """The week of a query string; the first one for anything else."""
    return int(text) if text in map(str, WEEKS) else WEEKS[0]


def parse_grid(week: int, posted: QueryDict) -> TypedWeek:
    """Parse the posted fields, as "breakfast-0-1-name" and "shown-breakfast-0-1-name"."""
    values, shown = dict[WeeklyCell, str](), dict[WeeklyCell, str]()
    for cell in _cells(week):
        name = _name(cell)
        if name in posted and f"{SHOWN}{name}" in posted:
            values[cell] = str(posted[name]).replace("\0", "")[:MAX_LENGTH]
            shown[cell] = str(posted[f"{SHOWN}{name}"])
    return TypedWeek(values, shown)


def _cells(week: int) -> list[WeeklyCell]:
    return [
        WeeklyCell(week, meal, day, item, field)
        for day in range(len(DAYS))
        for meal in MEALS
        for item in ITEMS
        for field in TYPED
    ]


def _name(cell: WeeklyCell) -> str:
    return f"{cell.meal}-{cell.day}-{cell.item}-{cell.field}"


def days_of(
    content: Content, week: int, typed: TypedWeek, refused: WeeklyRefusedError | None
) -> list[GridDay]:
    """The week's days; a value that was typed stays in its field, one that only a colleague changed is theirs."""
    changed = {each.cell: each.typed for each in typed.edits}

    def item_at(meal: str, day: int, item: int) -> GridItem:
        picture = value_of(content, WeeklyCell(week, meal, day, item, PICTURE))
        dish, protein = (
            _field(content, WeeklyCell(week, meal, day, item, name), changed, refused)
            for name in TYPED
        )
        address = reverse("backoffice:menu-weekly-picture", args=[week, meal, day + 1, item + 1])
        return GridItem(dish, protein, picture_address(content, picture), address, dish.was)

    return [
        GridDay(
            label,
            [
                GridMeal(meal.capitalize(), [item_at(meal, day, item) for item in ITEMS])
                for meal in MEALS
            ],
        )
        for day, label in enumerate(DAYS)
    ]


def _field(
    content: Content,
    cell: WeeklyCell,
    changed: Mapping[WeeklyCell, str],
    refused: WeeklyRefusedError | None,
) -> GridField:
    was = value_of(content, cell)
    error = ""
    if refused:
        error = refused.errors.get(cell, "")
        if cell in refused.conflicts:
            error = f"A colleague has since changed this to “{isolate(was)}”."
    label = f"{DAYS[cell.day]} {cell.meal}, {'first' if cell.item == 0 else 'second'} item"
    if cell.field == PROTEIN:
        label += ", protein"
    length = MAX_NAME_LENGTH if cell.field == NAME else 8
    return GridField(_name(cell), label, changed.get(cell, was), was, length, error)
