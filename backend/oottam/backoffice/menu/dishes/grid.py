"""The price grid: which dishes are listed, the prices in their fields, and a change of many at once."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any, ClassVar

from django import forms
from django.http import QueryDict

from oottam.backoffice.shared.fields import StaffForm
from oottam.backoffice.shared.search import clean_search
from oottam.backoffice.templatetags.staff import query
from oottam.core.merging import Edit
from oottam.menu.content import MENUS, TIER_HEADINGS, Content
from oottam.menu.dishes import LABELS
from oottam.menu.prices import TIERS, Cell, format_price, prices_of

ALL = "all"
MAX_FIELD_LENGTH = 200  # characters of a field's name
ROUNDINGS = {"up": ROUND_CEILING, "down": ROUND_FLOOR, "nearest": ROUND_HALF_UP}
MIN_PERCENT, MAX_PERCENT = Decimal(-90), Decimal(200)


@dataclass(frozen=True, slots=True)
class GridFilter:
    """`menu` is a key of MENUS or ALL; `category` an id; `search` part of a name."""

    menu: str = next(iter(MENUS))
    category: str = ""
    search: str = ""

    def address(self, **changed: str) -> str:
        """Return the query string of the list, with another choice."""
        choice = {"menu": self.menu, "category": self.category, "q": self.search, **changed}
        return f"?{query(**choice)}"


@dataclass(frozen=True, slots=True)
class Typed:
    """What was posted: by cell what was typed and what was shown, and the chosen dishes."""

    values: Mapping[Cell, str] = field(default_factory=dict)
    shown: Mapping[Cell, str] = field(default_factory=dict)
    chosen: frozenset[str] = frozenset()

    @property
    def edits(self) -> list[Edit[Cell]]:
        """The cells whose text was changed."""
        return [
            Edit(cell, self.shown[cell], text)
            for cell, text in self.values.items()
            if text.strip() != self.shown[cell]
        ]


class Percent(forms.DecimalField):
    """A percentage; its sign may be a minus sign, and a percent sign may follow."""

    default_error_messages: ClassVar[dict[str, Any]] = {
        "invalid": "Type a percentage, such as 5 or -10.",
        **dict.fromkeys(
            ("min_value", "max_value", "max_digits", "max_decimal_places", "max_whole_digits"),
            f"Type a percentage from {MIN_PERCENT} to {MAX_PERCENT}.",
        ),
    }
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off"})

    def to_python(self, value: Any) -> Any:
        """Return the number without its signs. Raises ValidationError, also for an empty field."""
        number = super().to_python((value or "").replace("−", "-").strip(" %"))
        if number is None:
            raise forms.ValidationError(self.error_messages["invalid"])
        return Decimal(number)


class BulkForm(StaffForm):
    """Raise or lower many prices by a percentage."""

    action = "bulk"
    percent = Percent(
        label="Change by, in %",
        required=False,
        initial="5",
        min_value=MIN_PERCENT,
        max_value=MAX_PERCENT,
        max_digits=5,
        decimal_places=2,
        help_text="For example 5, or -10 to lower.",
    )
    step = forms.ChoiceField(
        label="To whole",
        required=False,
        initial="5",
        choices=[("1", "1 rupee"), ("5", "5 rupees"), ("10", "10 rupees")],
    )
    way = forms.ChoiceField(
        label="Rounded",
        required=False,
        initial="up",
        choices=[("up", "Up"), ("down", "Down"), ("nearest", "To the nearest")],
    )

    def change(self, price: Decimal) -> Decimal:
        """Return the price after the change of a valid form."""
        step = Decimal(self.cleaned_data["step"] or 1)
        raised: Decimal = price * (100 + self.cleaned_data["percent"]) / 100
        rounding = ROUNDINGS[self.cleaned_data["way"] or "up"]
        return Decimal((raised / step).to_integral_value(rounding)) * step


def parse_filter(given: QueryDict) -> GridFilter:
    """Parse the query string; invalid values are ignored."""
    menu = given.get("menu", "")
    return GridFilter(
        menu if menu in (*MENUS, ALL) else next(iter(MENUS)),
        given.get("category", "").replace("\0", "")[:MAX_FIELD_LENGTH],
        clean_search(given.get("q", "")),
    )


def parse_cells(posted: QueryDict) -> Typed:
    """Parse the posted fields; a field's name is such as "veg/berry-smoothie/week=266"."""
    values, shown = dict[Cell, str](), dict[Cell, str]()
    for name in posted:
        place, equals, price = name[:MAX_FIELD_LENGTH].partition("=")
        parts = place.split("/")
        if equals and len(parts) == 3 and parts[0] in MENUS and parts[2] in TIERS:
            cell = Cell(*parts)
            values[cell], shown[cell] = str(posted[name]), price
    return Typed(values, shown, frozenset(posted.getlist("choose")))


def categories_of(content: Content, filters: GridFilter) -> list[tuple[str, str]]:
    """Return id and title of the categories to filter by, each title once."""
    found = {
        category["id"]: category["title"]
        for menu in _menus(filters)
        for category in content.file(MENUS[menu])["categories"]
    }
    return list(found.items())


def _menus(filters: GridFilter) -> tuple[str, ...]:
    return tuple(MENUS) if filters.menu == ALL else (filters.menu,)


def rows_of(
    content: Content,
    filters: GridFilter,
    typed: Typed,
    errors: Mapping[Cell, str],
    bulk: BulkForm | None = None,
) -> list[dict[str, Any]]:
    """Return the dishes that the filter finds, each with its three fields.

    `bulk` is a valid change of the chosen dishes, or of all.
    """
    rows = []
    for menu, category, dish in _found(content, filters):
        is_chosen = f"{menu}/{dish['id']}" in typed.chosen
        changes = bulk if bulk and (is_chosen or not typed.chosen) else None
        prices = prices_of(dish)
        cells = [
            _cell(
                Cell(menu, dish["id"], tier),
                dish["name"],
                prices[tier],
                _value(Cell(menu, dish["id"], tier), prices[tier], typed, changes),
                errors,
            )
            for tier in TIERS
        ]
        title = category["title"] if filters.menu != ALL else f"{category['title']}, {LABELS[menu]}"
        rows.append(
            {
                "menu": menu,
                "dish": dish,
                "category": title,
                "cells": cells,
                "is_chosen": is_chosen,
            }
        )
    return rows


def _found(content: Content, filters: GridFilter) -> Iterator[tuple[str, Any, Any]]:
    words = filters.search.casefold().split()
    for menu in _menus(filters):
        for category in content.file(MENUS[menu])["categories"]:
            if filters.category in ("", category["id"]):
                for dish in category["items"]:
                    if all(word in dish["name"].casefold() for word in words):
                        yield menu, category, dish


def _value(cell: Cell, price: Decimal | None, typed: Typed, bulk: BulkForm | None) -> str:
    if bulk and price is not None:
        return format_price(bulk.change(price))
    return typed.values.get(cell, format_price(price))[:MAX_FIELD_LENGTH]


def _cell(
    cell: Cell, name: str, price: Decimal | None, value: str, errors: Mapping[Cell, str]
) -> dict[str, str]:
    """Return a field: its name holds the cell and the price that is shown; it has an id if it has an error."""
    was, heading, error = format_price(price), TIER_HEADINGS[cell.tier], errors.get(cell, "")
    return {
        "name": f"{cell}={was}",
        "value": value,
        "label": f"{name}, {heading}",
        "heading": heading,
        "was": was,
        "id": f"{cell}".replace("/", "-") if error else "",
        "error": error,
    }
