"""A menu of a workbook, merged with what colleagues have changed in the draft since it was downloaded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from oottam.core.direction import strip_direction_controls
from oottam.core.merging import merge
from oottam.menu.content import MENUS, Content
from oottam.menu.dishes import former_ids, free_id, look_alike_key
from oottam.menu.prices import TIERS, dishes_of, format_price, with_prices
from oottam.menu.workbook_rows import (
    CATEGORY,
    DESCRIPTION,
    DISH,
    HEADINGS,
    ID,
    MARK,
    PRICES,
    Row,
    Rows,
    Values,
    cells_of,
    place_of,
)

SHEETS: Mapping[str, str] = {"veg": "Veg", "nonveg": "Non-veg", "tray": "Tray"}
DOWNLOADED: Mapping[str, str] = {kind: f"{title} as downloaded" for kind, title in SHEETS.items()}
MAX_LEAVING = 0.1  # if a larger part of a menu's dishes leaves, staff must confirm it
Sheets = dict[str, list[list[Any]]]  # cells by title


class MenuMerge:
    """One menu: its rows as they were downloaded, as the draft has them now, and as the workbook has them."""

    def __init__(self, content: Content, kind: str, sheets: Sheets) -> None:
        self.kind, self._menu = kind, content.file(MENUS[kind])
        self.errors, self.kept = list[str](), list[str]()
        self._described = list[tuple[str, str, str]]()  # picture, description and cell
        typed = Rows(SHEETS[kind], sheets[SHEETS[kind]])
        now = Rows(SHEETS[kind], [list(HEADINGS), *cells_of(content, kind)])
        shown = Rows(DOWNLOADED[kind], sheets.get(DOWNLOADED[kind], []))
        self.is_dated = not shown.errors
        shown = shown if self.is_dated else now
        self._cell = typed.cell
        self._now = {row.id: row for row in now.rows}
        self._downloaded = {row.id: row for row in shown.rows}
        self.errors += typed.errors
        for row in typed.rows:
            if row.id and row.id not in self._now and row.id not in self._downloaded:
                message = f"{row.id} is no dish of this menu. Leave it empty for a new dish"
                self.errors.append(self._cell(row.number, ID, message))
        if not self.errors:
            self.menu = self._merge(typed.rows)

    @property
    def leaving(self) -> list[str]:
        """Names of the dishes that leave, if they are more than a tenth of the menu."""
        left = {dish["id"] for dish in dishes_of(self.menu)}
        gone = [row.values[DISH] for row in self._now.values() if row.id not in left]
        return gone if len(gone) > MAX_LEAVING * len(self._now) else []

    def describe(self, described: dict[str, tuple[str, str]]) -> None:
        """Add the changed descriptions by picture; dishes of one picture cannot have two."""
        for image, text, cell in self._described:
            other, place = described.setdefault(image, (text, cell))
            if other != text:
                self.errors.append(
                    f"{cell} and {place} are of one picture: write the same description."
                )

    def _merge(self, typed: Sequence[Row]) -> Any:
        ids = iter(self._new_ids([row.values[DISH] for row in typed if not row.id]))
        rows = [row if row.id else Row(row.number, next(ids), row.values) for row in typed]
        values, numbers = dict[str, Values](), {row.id: row.number for row in rows}
        for row in rows:
            if row.id in self._now:
                values[row.id] = self._merge_row(row)
            elif row.id not in self._downloaded:
                values[row.id] = row.values
            elif row.values != self._downloaded[row.id].values:
                self._keep(row, "taken off the menu, the workbook has it changed")
        for dish_id, row in self._now.items():
            if dish_id in numbers:
                continue
            former = self._downloaded.get(dish_id)
            if former is None or former.values != row.values:
                values[dish_id] = row.values
                if former:
                    self._keep(row, "changed since, the workbook leaves it out")
        order = [dish_id for dish_id in self._order([row.id for row in rows]) if dish_id in values]
        self._check_names(order, values, numbers)
        return self._assemble(order, values, numbers)

    def _merge_row(self, typed: Row) -> Values:
        """The typed values where they were changed; a colleague's later ones stay, and are named."""
        now = self._now[typed.id].values
        shown = self._downloaded[typed.id].values if typed.id in self._downloaded else now
        merged = merge(shown=shown, current=now, typed=typed.values)
        for name, value in merged.conflicts.items():
            here, there = _in_words(value), _in_words(typed.values[name])
            self._keep(typed, f"{name.lower()} {here}, the workbook has {there}")
        return merged.values

    def _keep(self, row: Row, what: str) -> None:
        self.kept.append(f"{SHEETS[self.kind]}, {row.values[DISH]}: {what}.")

    def _order(self, typed: Sequence[str]) -> list[str]:
        """The workbook's order if it was changed there, else the draft's; rows that only the other list has follow their neighbours."""
        now, shown = list(self._now), list(self._downloaded)
        has_moved = _common(shown, typed) != _common(typed, shown)
        moved_since = _common(shown, now) != _common(now, shown)
        if has_moved and moved_since:
            self.kept.append(f"{SHEETS[self.kind]}: the order of the dishes.")
        if has_moved and not moved_since:
            return _interleave(typed, now)
        return _interleave(now, typed)

    def _new_ids(self, names: Sequence[str]) -> Iterator[str]:
        if not names:
            return
        used = {*former_ids(self.kind), *self._now, *self._downloaded}
        for name in names:
            dish_id = free_id(name, used)
            used.add(dish_id)
            yield dish_id

    def _check_names(
        self, order: Sequence[str], values: Mapping[str, Values], numbers: Mapping[str, int]
    ) -> None:
        """Two dishes of one name cannot be told apart on an order."""
        known = dict[str, str]()
        for dish_id in order:
            name = values[dish_id][DISH]
            other = known.setdefault(look_alike_key(name), dish_id)
            if other == dish_id:
                continue
            places = [place_of(DISH, numbers[each]) for each in (other, dish_id) if each in numbers]
            if len(places) == 2:
                message = f"both are called {name}. Give one another name"
                self.errors.append(f"{SHEETS[self.kind]}, {' and '.join(places)}: {message}.")
            elif places:
                number = next(numbers[each] for each in (other, dish_id) if each in numbers)
                message = f"the menu has another dish called {name}. Choose another name"
                self.errors.append(self._cell(number, DISH, message))

    def _assemble(
        self, order: Sequence[str], values: Mapping[str, Values], numbers: Mapping[str, int]
    ) -> Any:
        """The menu's file; a category that the draft has without dishes stays."""
        dishes = {dish["id"]: dish for dish in dishes_of(self._menu)}
        ids = {strip_direction_controls(c["title"]): c["id"] for c in self._menu["categories"]}
        titles = {c["id"]: c["title"] for c in self._menu["categories"]}
        items: dict[str, list[Any]] = {}
        for dish_id in order:
            former = dishes.get(dish_id, {"id": dish_id, "image": dish_id})
            now = self._now[dish_id].values if dish_id in self._now else {}
            dish = self._dish(former, now, values[dish_id])
            items.setdefault(values[dish_id][CATEGORY], []).append(dish)
            if values[dish_id][DESCRIPTION] != now.get(DESCRIPTION, "") and dish_id in numbers:
                place = f"{SHEETS[self.kind]}, {place_of(DESCRIPTION, numbers[dish_id])}"
                self._described.append((dish["image"], values[dish_id][DESCRIPTION], place))
        for title in items:
            if title not in ids:
                ids[title] = free_id(title, ids.values())
        categories = [
            {"id": ids[title], "title": titles.get(ids[title], title), "items": found}
            for title, found in items.items()
        ]
        left = {category["id"] for category in categories}
        empty = [category for category in self._menu["categories"] if not category["items"]]
        return {
            **self._menu,
            "categories": [*categories, *(each for each in empty if each["id"] not in left)],
        }

    def _dish(self, former: Any, now: Values, values: Values) -> Any:
        dish = dict(former)
        if values[DISH] != now.get(DISH):
            dish["name"] = values[DISH]
        dish["mark"] = values[MARK]
        if values[PRICES] == now.get(PRICES):
            return dish
        return with_prices(dish, dict(zip(TIERS, values[PRICES], strict=True)))


def _common(these: Iterable[str], others: Iterable[str]) -> list[str]:
    known = set(others)
    return [each for each in these if each in known]


def _interleave(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The first list, with the entries that only the second has, each after its neighbour there."""
    known = set(first)
    followers, before = dict[str, list[str]](), ""
    for each in second:
        if each in known:
            before = each
        else:
            followers.setdefault(before, []).append(each)
    return [
        *followers.get("", ()),
        *(each for known in first for each in (known, *followers.get(known, ()))),
    ]


def _in_words(value: Any) -> str:
    if not isinstance(value, tuple):
        return f"“{value}”" if value else "empty"
    if not any(value):
        return "“on request”"
    return " / ".join(f"₹{format_price(price)}" for price in value)
