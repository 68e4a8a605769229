"""The three menus as a workbook: out, edited, and in again as a content to be compared with the draft.

A row is a dish; its order is that of the pages. Its id says which dish it is: an empty one adds a dish, and a dish
without a row leaves the menu. A category is its title; a new title adds one. Hidden sheets hold the rows as they were
downloaded, so that what a colleague has changed in the draft since then stays.
"""

import json
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from oottam.core import child_program
from oottam.core.direction import strip_direction_controls
from oottam.core.errors import DomainError
from oottam.menu import workbook_reader
from oottam.menu.content import MENUS, TIER_HEADINGS, Content
from oottam.menu.dishes import DESCRIPTIONS, fold, former_ids, free_id, with_recipes_of
from oottam.menu.prices import (
    TIERS,
    Price,
    check_tiers,
    dishes_of,
    format_price,
    parse,
    with_prices,
)
from oottam.menu.workbook_reader import MAX_BYTES, MAX_SECONDS

SHEETS: Mapping[str, str] = {"veg": "Veg", "nonveg": "Non-veg", "tray": "Tray"}
DOWNLOADED: Mapping[str, str] = {kind: f"{title} as downloaded" for kind, title in SHEETS.items()}
ID, CATEGORY, DISH, MARK, DESCRIPTION = "Id", "Category", "Dish", "Mark", "Description"
HEADINGS = (ID, CATEGORY, DISH, MARK, *TIER_HEADINGS.values(), DESCRIPTION)
FORMER_HEADINGS: Mapping[str, str] = {"Sentence": DESCRIPTION}  # of workbooks until 0.6
COLUMNS = "ABCDEFGH"
WIDTHS = (24, 22, 34, 9, 9, 9, 9, 80)
PRICES = "prices"  # of a row's values: those of all tiers, as each is held against the others
MAX_ERRORS = 20  # sentences
MAX_LEAVING = 0.1  # part of a menu's dishes beyond which their leaving is asked about
DIGITS = (
    ".10g"  # of a number: without the tail of its binary form, as 274.89 for 274.89000000000004
)
Sheets = Mapping[str, list[list[Any]]]
Values = Mapping[str, Any]


class WorkbookRefusedError(DomainError):
    """What is wrong in a workbook, a sentence for each cell."""

    def __init__(self, sentences: Sequence[str]) -> None:
        more = len(sentences) - MAX_ERRORS
        self.sentences = [
            *sentences[:MAX_ERRORS],
            *([f"And {more} more cells are wrong."] if more > 0 else []),
        ]
        super().__init__(" ".join(self.sentences), "workbook")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a workbook makes of a draft.

    `kept`: sentences on what a colleague has changed since the download, which stays. `leaving`: the dishes that leave,
    where they are more than a tenth of a menu. `is_dated`: whether the workbook knows the draft that it was made from.
    """

    content: Content
    kept: Sequence[str]
    leaving: Sequence[str]
    is_dated: bool


@dataclass(frozen=True, slots=True)
class _Row:
    number: int  # in the sheet, from 1
    id: str
    values: Values


def write(content: Content) -> bytes:
    """Return the menus as an XLSX."""
    import xlsxwriter  # noqa: PLC0415 - the server never makes one otherwise

    with tempfile.SpooledTemporaryFile(1_000_000) as file:
        book = xlsxwriter.Workbook(file, {"in_memory": True})
        bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "0.##"})
        for titles in (SHEETS, DOWNLOADED):
            for kind, title in titles.items():
                sheet = book.add_worksheet(title)
                if titles is DOWNLOADED:
                    sheet.very_hidden()
                sheet.freeze_panes(1, 3)
                for column, (heading, width) in enumerate(zip(HEADINGS, WIDTHS, strict=True)):
                    sheet.write_string(0, column, heading, bold)
                    sheet.set_column(column, column, width)
                for line, row in enumerate(_cells_of(content, kind), start=1):
                    for column, cell in enumerate(row):
                        if isinstance(cell, str):
                            sheet.write_string(line, column, cell)
                        elif cell is not None:
                            sheet.write_number(line, column, cell, money)
        book.close()
        file.seek(0)
        return file.read()


def _cells_of(content: Content, kind: str) -> Iterator[list[Any]]:
    descriptions = content.file(DESCRIPTIONS)["descriptions"]
    for category in content.file(MENUS[kind])["categories"]:
        for dish in category["items"]:
            prices = dish.get("prices", {})
            cells = [
                dish["id"],
                category["title"],
                dish["name"],
                dish["mark"],
                *(prices.get(tier) for tier in TIERS),
                descriptions.get(dish["image"], ""),
            ]
            yield [strip_direction_controls(c) if isinstance(c, str) else c for c in cells]


def read(file: bytes) -> dict[str, list[list[Any]]]:
    """Return the cells of each sheet, read by a child process. Raises DomainError with one sentence."""
    if len(file) > MAX_BYTES:
        raise DomainError("The workbook is larger than 2 MB.", "workbook")
    titles = (*SHEETS.values(), *DOWNLOADED.values())
    program = ["-I", workbook_reader.__file__, str(len(HEADINGS)), *titles]
    try:
        done = child_program.run(program, file, max_seconds=2 * MAX_SECONDS, field="workbook")
        done.check_returncode()
        output = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise DomainError(
            "This workbook takes too much memory or time to read.", "workbook"
        ) from error
    if "error" in output:
        raise DomainError(output["error"], "workbook")
    sheets: dict[str, list[list[Any]]] = output["sheets"]
    return sheets


def apply(content: Content, sheets: Sheets) -> Outcome:
    """Return the content with the dishes of the sheets; a menu without a sheet stays. Raises DomainError."""
    kinds = [kind for kind, title in SHEETS.items() if title in sheets]
    if not kinds:
        names = ", ".join(SHEETS.values())
        raise DomainError(f"The workbook has none of the sheets {names}.", "workbook")
    merges = [_Merge(content, kind, sheets) for kind in kinds]
    if errors := [error for merge in merges for error in merge.errors]:
        raise WorkbookRefusedError(errors)
    described = dict[str, tuple[str, str]]()  # by picture: the description and its cell
    for merge in merges:
        merge.describe(described)
    if errors := [error for merge in merges for error in merge.errors]:
        raise WorkbookRefusedError(errors)
    file = content.file(DESCRIPTIONS)
    for image, (text, _) in described.items():
        file["descriptions"].pop(image, None)
        if text:
            file["descriptions"][image] = text
    for merge in merges:
        content = content.replace(MENUS[merge.kind], merge.menu)
    content = with_recipes_of(content, [pair for merge in merges for pair in merge.renamed])
    return Outcome(
        content.replace(DESCRIPTIONS, file) if described else content,
        [sentence for merge in merges for sentence in merge.kept],
        [name for merge in merges for name in merge.leaving],
        all(DOWNLOADED[kind] in sheets for kind in kinds),
    )


class _Merge:
    """One menu: its rows as they were downloaded, as the draft has them now, and as the workbook has them."""

    def __init__(self, content: Content, kind: str, sheets: Sheets) -> None:
        self.kind, self._menu = kind, content.file(MENUS[kind])
        self.errors, self.kept = list[str](), list[str]()
        self.renamed = list[tuple[str, str]]()  # former name and new one
        self._described = dict[str, tuple[str, str]]()
        typed = _Rows(SHEETS[kind], sheets[SHEETS[kind]])
        now = _Rows(SHEETS[kind], [list(HEADINGS), *_cells_of(content, kind)])
        downloaded = sheets.get(DOWNLOADED[kind])
        shown = _Rows(DOWNLOADED[kind], downloaded) if downloaded else now
        self._cell = typed.cell
        self._now = {row.id: row for row in now.rows}
        self._shown = {row.id: row for row in shown.rows}
        self._typed = {row.id: row for row in typed.rows if row.id}
        self.errors += typed.errors
        for row in typed.rows:
            if row.id and row.id not in self._now and row.id not in self._shown:
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
        for image, (text, cell) in self._described.items():
            other, place = described.setdefault(image, (text, cell))
            if other != text:
                self.errors.append(
                    f"{cell} and {place} are of one picture: write the same description."
                )

    def _merge(self, typed: Sequence[_Row]) -> Any:
        ids = iter(self._new_ids([row.values[DISH] for row in typed if not row.id]))
        rows = [row if row.id else _Row(row.number, next(ids), row.values) for row in typed]
        values, numbers = dict[str, Values](), {row.id: row.number for row in rows}
        for row in rows:
            if row.id in self._now:
                values[row.id] = self._merge_row(row)
            elif row.id not in self._shown:
                values[row.id] = row.values
            elif row.values != self._shown[row.id].values:
                self._keep(row, "taken off the menu, the workbook has it changed")
        for dish_id, row in self._now.items():
            if dish_id in numbers:
                continue
            former = self._shown.get(dish_id)
            if former is None or former.values != row.values:
                values[dish_id] = row.values
                if former:
                    self._keep(row, "changed since, the workbook leaves it out")
        order = [dish_id for dish_id in self._order([row.id for row in rows]) if dish_id in values]
        self._check_names(order, values, numbers)
        return self._assemble(order, values, numbers)

    def _merge_row(self, typed: _Row) -> Values:
        """The typed values where they were changed; a colleague's later ones stay, and are named."""
        now = self._now[typed.id].values
        shown = self._shown[typed.id].values if typed.id in self._shown else now
        merged = dict(now)
        for name, value in typed.values.items():
            if value == shown[name] or value == now[name]:
                continue
            if now[name] == shown[name]:
                merged[name] = value
            else:
                here, there = _in_words(now[name]), _in_words(value)
                self._keep(typed, f"{name.lower()} {here}, the workbook has {there}")
        return merged

    def _keep(self, row: _Row, what: str) -> None:
        self.kept.append(f"{SHEETS[self.kind]}, {row.values[DISH]}: {what}.")

    def _order(self, typed: Sequence[str]) -> list[str]:
        """The workbook's order if it was changed there, else the draft's; what only the other one has follows its neighbour."""
        now, shown = list(self._now), list(self._shown)
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
        used = {*former_ids(self.kind), *self._now, *self._shown}
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
            other = known.setdefault(fold(name), dish_id)
            if other == dish_id:
                continue
            places = [_place(DISH, numbers[each]) for each in (other, dish_id) if each in numbers]
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
                place = f"{SHEETS[self.kind]}, {_place(DESCRIPTION, numbers[dish_id])}"
                self._described.setdefault(dish["image"], (values[dish_id][DESCRIPTION], place))
        for title in items:
            if title not in ids:
                ids[title] = free_id(title, ids.values())
        categories = [
            {"id": ids[title], "title": titles.get(ids[title], title), "items": found}
            for title, found in items.items()
        ]
        left = {each["id"] for each in categories}
        empty = [each for each in self._menu["categories"] if not each["items"]]
        return {
            **self._menu,
            "categories": [*categories, *(each for each in empty if each["id"] not in left)],
        }

    def _dish(self, former: Any, now: Values, values: Values) -> Any:
        dish = dict(former)
        if values[DISH] != now.get(DISH):
            dish["name"] = values[DISH]
            if "name" in former:
                self.renamed.append((former["name"], values[DISH]))
        dish["mark"] = values[MARK]
        if values[PRICES] == now.get(PRICES):
            return dish
        return with_prices(dish, dict(zip(TIERS, values[PRICES], strict=True)))


@dataclass(slots=True)
class _Rows:
    """The rows of a sheet, and a sentence for each cell that is wrong."""

    title: str
    cells: list[list[Any]]
    rows: list[_Row] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        first = [str(cell or "").strip() for cell in (self.cells[0] if self.cells else [])]
        headings = [FORMER_HEADINGS.get(each, each) for each in first[: len(HEADINGS)]]
        if headings != list(HEADINGS):
            expected = ", ".join(HEADINGS)
            self.errors.append(f"{self.title}: the first row has to be {expected}.")
            return
        seen = dict[str, int]()
        for number, row in enumerate(self.cells[1:], start=2):
            if not any(cell not in (None, "") for cell in row):
                continue
            cells = dict(zip(HEADINGS, [*row, *[None] * len(HEADINGS)], strict=False))
            dish_id = self._text(cells, number, ID, required=False)
            if dish_id in seen:
                self._refuse(number, ID, f"{dish_id} is in row {seen[dish_id]}, too")
            elif dish_id:
                seen[dish_id] = number
            self.rows.append(_Row(number, dish_id, self._values(cells, number)))

    def cell(self, number: int, heading: str, message: str) -> str:
        """A sentence that names the cell."""
        return f"{self.title}, {_place(heading, number)}: {message.rstrip('.')}."

    def _refuse(self, number: int, heading: str, message: str) -> None:
        self.errors.append(self.cell(number, heading, message))

    def _values(self, cells: Values, number: int) -> Values:
        mark = self._text(cells, number, MARK, required=False).lower().replace("-", "")
        if mark not in ("veg", "nonveg") and not isinstance(cells[MARK], list):
            self._refuse(number, MARK, "it has to be veg or nonveg")
        return {
            CATEGORY: self._text(cells, number, CATEGORY),
            DISH: self._text(cells, number, DISH),
            MARK: mark,
            PRICES: self._prices(cells, number),
            DESCRIPTION: self._text(cells, number, DESCRIPTION, required=False),
        }

    def _text(self, cells: Values, number: int, heading: str, *, required: bool = True) -> str:
        text = " ".join(self._plain(cells, number, heading).split())
        if required and not text and not isinstance(cells[heading], list):
            self._refuse(number, heading, "it is empty")
        return text

    def _plain(self, cells: Values, number: int, heading: str) -> str:
        cell = cells[heading]
        if isinstance(cell, list):
            what = f"it holds {cell[0]}. Put the text or number itself there"
            self._refuse(number, heading, what)
            return ""
        if isinstance(cell, float):
            return format(cell, DIGITS)
        return "" if cell is None else str(cell)

    def _prices(self, cells: Values, number: int) -> tuple[Price, ...]:
        found, is_refused = dict[str, Price](), False
        for tier, heading in TIER_HEADINGS.items():
            try:
                found[tier] = parse(self._plain(cells, number, heading))
            except DomainError as error:
                found[tier], is_refused = None, True
                self._refuse(number, heading, str(error))
            is_refused = is_refused or isinstance(cells[heading], list)
        wrong_tier, sentence = check_tiers(found)
        if sentence and not is_refused:
            self._refuse(number, TIER_HEADINGS[wrong_tier], sentence)
        return tuple(found[tier] for tier in TIERS)


def _place(heading: str, number: int) -> str:
    return f"{COLUMNS[HEADINGS.index(heading)]}{number} ({heading})"


def _common(these: Iterable[str], others: Iterable[str]) -> list[str]:
    known = set(others)
    return [each for each in these if each in known]


def _interleave(first: Sequence[str], second: Sequence[str]) -> list[str]:
    """The first list, with those that only the second has behind their neighbours there."""
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
    return " / ".join(f"₹{format_price(each)}" for each in value)
