"""The three menus as a workbook: out, edited, and in again as a content to be compared with the draft.

A row is a dish; its order is that of the pages. Its id says which dish it is: an empty one adds a dish, and a dish
without a row leaves the menu. A category is its title; a new title adds one.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from typing import Any

from oottam.core.direction import strip_direction_controls
from oottam.core.errors import DomainError
from oottam.menu.content import MENUS, TIER_HEADINGS, Content
from oottam.menu.dishes import DESCRIPTIONS, former_ids, free_id, with_recipe_of
from oottam.menu.prices import TIERS, Price, check_tiers, dishes_of, parse, with_prices
from oottam.menu.workbook_reader import MAX_BYTES, MAX_SECONDS

SHEETS: Mapping[str, str] = {"veg": "Veg", "nonveg": "Non-veg", "tray": "Tray"}
HEADINGS = ("Id", "Category", "Dish", "Mark", *TIER_HEADINGS.values(), "Sentence")
WIDTHS = (24, 22, 34, 9, 9, 9, 9, 80)


def write(content: Content) -> bytes:
    """Return the menus as an XLSX."""
    import xlsxwriter  # noqa: PLC0415 - the server never makes one otherwise

    with tempfile.SpooledTemporaryFile(1_000_000) as file:
        book = xlsxwriter.Workbook(file, {"in_memory": True})
        bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "0.##"})
        for kind, title in SHEETS.items():
            sheet = book.add_worksheet(title)
            sheet.freeze_panes(1, 3)
            for column, (heading, width) in enumerate(zip(HEADINGS, WIDTHS, strict=True)):
                sheet.write_string(0, column, heading, bold)
                sheet.set_column(column, column, width)
            for line, row in enumerate(_rows_of(content, kind), start=1):
                for column, cell in enumerate(row):
                    if isinstance(cell, str):
                        sheet.write_string(line, column, strip_direction_controls(cell))
                    elif cell is not None:
                        sheet.write_number(line, column, cell, money)
        book.close()
        file.seek(0)
        return file.read()


def _rows_of(content: Content, kind: str) -> Iterator[list[Any]]:
    sentences = content.file(DESCRIPTIONS)["descriptions"]
    for category in content.file(MENUS[kind])["categories"]:
        for dish in category["items"]:
            prices = dish.get("prices", {})
            yield [
                dish["id"],
                category["title"],
                dish["name"],
                dish["mark"],
                *(prices.get(tier) for tier in TIERS),
                sentences.get(dish["image"], ""),
            ]


def read(file: bytes) -> dict[str, list[list[Any]]]:
    """Return the cells of each sheet, read by a child process. Raises DomainError with one sentence."""
    if len(file) > MAX_BYTES:
        raise DomainError("The workbook is larger than 2 MB.", "workbook")
    try:
        done = subprocess.run(
            [sys.executable, "-m", "oottam.menu.workbook_reader"],
            input=file,
            capture_output=True,
            timeout=2 * MAX_SECONDS,
            check=True,
        )
        output = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise DomainError(
            "This workbook takes too much memory or time to read.", "workbook"
        ) from error
    if "error" in output:
        raise DomainError(output["error"], "workbook")
    sheets: dict[str, list[list[Any]]] = output["sheets"]
    return sheets


def apply(content: Content, sheets: Mapping[str, list[list[Any]]]) -> Content:
    """Return the content with the dishes of the sheets; a menu without a sheet stays. Raises DomainError."""
    known = [title for title in SHEETS.values() if title in sheets]
    if not known:
        names = ", ".join(SHEETS.values())
        raise DomainError(f"The workbook has none of the sheets {names}.", "workbook")
    sentences = content.file(DESCRIPTIONS)
    for kind, title in SHEETS.items():
        if title in sheets:
            before = content.file(MENUS[kind])
            reader = _Reader(kind, content.file(MENUS[kind]), sentences["descriptions"])
            after = reader.read(sheets[title])
            content = content.replace(MENUS[kind], after)
            former = {dish["id"]: dish["name"] for dish in dishes_of(before)}
            for dish in dishes_of(after):
                name = dish["name"]
                content = with_recipe_of(content, former.get(dish["id"], name), name)
    return content.replace(DESCRIPTIONS, sentences)


class _Reader:
    """Reads one sheet into a menu; changes `sentences`."""

    def __init__(self, kind: str, menu: Any, sentences: dict[str, str]) -> None:
        self._kind, self._title = kind, SHEETS[kind]
        self._menu, self._sentences = menu, sentences
        self._dishes = {dish["id"]: dish for each in menu["categories"] for dish in each["items"]}
        self._ids = {each["title"]: each["id"] for each in menu["categories"]}
        self._seen: set[str] = set()

    def read(self, rows: list[list[Any]]) -> Any:
        """Return the menu. Raises DomainError that names the cell."""
        headings = [str(cell or "").strip() for cell in (rows[0] if rows else [])][: len(HEADINGS)]
        if headings != list(HEADINGS):
            expected = ", ".join(HEADINGS)
            raise DomainError(f"{self._title}: the first row has to be {expected}.", "workbook")
        items: dict[str, list[Any]] = {}
        for number, row in enumerate(rows[1:], start=2):
            cells = [*row, *[None] * len(HEADINGS)][: len(HEADINGS)]
            if any(cell is not None for cell in cells):
                category = self._text(cells, number, "Category")
                items.setdefault(category, []).append(self._dish(cells, number))
        for title in items:
            if title not in self._ids:
                self._ids[title] = free_id(title, self._ids.values())
        categories = [
            {"id": self._ids[title], "title": title, "items": dishes}
            for title, dishes in items.items()
        ]
        return {**self._menu, "categories": categories}

    def _dish(self, cells: list[Any], number: int) -> Any:
        dish_id = str(cells[0] or "").strip()
        name = self._text(cells, number, "Dish")
        if dish_id and dish_id not in self._dishes:
            raise self._error(
                number, "Id", f"{dish_id} is no dish of this menu. Leave it empty for a new dish"
            )
        if not dish_id:
            dish_id = free_id(name, {*former_ids(self._kind), *self._dishes, *self._seen})
        if dish_id in self._seen:
            raise self._error(number, "Id", f"{dish_id} is there twice")
        self._seen.add(dish_id)
        former = self._dishes.get(dish_id, {"id": dish_id, "image": dish_id})
        dish = {**former, "name": name, "mark": self._mark(cells, number)}
        self._describe(dish["image"], str(cells[HEADINGS.index("Sentence")] or "").strip())
        return with_prices(dish, self._prices(cells, number))

    def _describe(self, image: str, sentence: str) -> None:
        if sentence:
            self._sentences[image] = sentence
        else:
            self._sentences.pop(image, None)

    def _mark(self, cells: list[Any], number: int) -> str:
        mark = str(cells[HEADINGS.index("Mark")] or "").strip().lower().replace("-", "")
        if mark not in ("veg", "nonveg"):
            raise self._error(number, "Mark", "it has to be veg or nonveg")
        return mark

    def _prices(self, cells: list[Any], number: int) -> dict[str, Price]:
        first = HEADINGS.index(TIER_HEADINGS[TIERS[0]])
        found: dict[str, Price] = {}
        for tier, cell in zip(TIERS, cells[first : first + len(TIERS)], strict=True):
            try:
                found[tier] = parse("" if cell is None else str(cell))
            except DomainError as error:
                raise self._error(number, TIER_HEADINGS[tier], str(error)) from error
        wrong_tier, sentence = check_tiers(found)
        if sentence:
            raise self._error(number, TIER_HEADINGS[wrong_tier], sentence)
        return found

    def _text(self, cells: list[Any], number: int, heading: str) -> str:
        text = " ".join(str(cells[HEADINGS.index(heading)] or "").split())
        if not text:
            raise self._error(number, heading, "it is empty")
        return text

    def _error(self, number: int, heading: str, message: str) -> DomainError:
        column = "ABCDEFGH"[HEADINGS.index(heading)]
        return DomainError(
            f"{self._title}, {column}{number} ({heading}): {message.rstrip('.')}.", "workbook"
        )
