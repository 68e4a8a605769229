"""The rows of a menu in a workbook: as a content has them, and as a sheet has them, with what is wrong in its cells."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from string import ascii_uppercase
from typing import Any

from oottam.core.direction import strip_direction_controls
from oottam.core.errors import DomainError
from oottam.menu.content import MENUS, TIER_HEADINGS, Content
from oottam.menu.dishes import DESCRIPTIONS
from oottam.menu.prices import TIERS, Price, check_tiers, parse

ID, CATEGORY, DISH, MARK, DESCRIPTION = "Id", "Category", "Dish", "Mark", "Description"
HEADINGS = (ID, CATEGORY, DISH, MARK, *TIER_HEADINGS.values(), DESCRIPTION)
FORMER_HEADINGS: Mapping[str, str] = {"Sentence": DESCRIPTION}  # of workbooks until 0.6
COLUMNS = ascii_uppercase[: len(HEADINGS)]
PRICES = "prices"  # of a row's values: those of all tiers, as each is held against the others
DIGITS = ".10g"  # of a number, without the tail of its binary form: 274.89000000000004 is 274.89
Values = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """A dish; `id` is empty for a new one. `values` are by heading, the prices by PRICES."""

    number: int  # in the sheet, from 1
    id: str
    values: Values


def cells_of(content: Content, kind: str) -> Iterator[list[Any]]:
    """Yield the cells of each dish of a menu."""
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


@dataclass(slots=True)
class Rows:
    """The rows of a sheet, and a sentence for each cell that is wrong."""

    title: str
    cells: list[list[Any]]
    rows: list[Row] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        first = [str(cell or "").strip() for cell in (self.cells[0] if self.cells else [])]
        headings = [FORMER_HEADINGS.get(heading, heading) for heading in first[: len(HEADINGS)]]
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
            self.rows.append(Row(number, dish_id, self._values(cells, number)))

    def cell(self, number: int, heading: str, message: str) -> str:
        """A sentence that names the cell."""
        return f"{self.title}, {place_of(heading, number)}: {message.rstrip('.')}."

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


def place_of(heading: str, number: int) -> str:
    """As "E3 (Week)"."""
    return f"{COLUMNS[HEADINGS.index(heading)]}{number} ({heading})"
