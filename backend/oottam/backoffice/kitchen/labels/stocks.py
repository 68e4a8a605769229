"""The papers that labels are printed on. Lengths are millimetres, font sizes points."""

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sizes:
    """Font sizes by part; of several, each next one is for text that does not fit in the one before."""

    meal: float
    date: float
    name: tuple[float, float, float]
    stop: float
    foot: float
    allergens: tuple[float, ...]
    dishes: tuple[float, ...]
    columns: int = 1  # of dishes, at most


@dataclass(frozen=True, slots=True)
class Stock:
    """A sheet, or one label of a roll: the first label's corner from the top left, and the steps to the next."""

    key: str
    label: str
    page: tuple[float, float]
    size: tuple[float, float]
    sizes: Sizes
    columns: int = 1
    rows: int = 1
    corner: tuple[float, float] = (0, 0)
    step: tuple[float, float] = (0, 0)
    margin: float = 2.0  # within the label, for inexact printers

    @property
    def per_page(self) -> int:
        return self.columns * self.rows

    def corners(self) -> Iterator[tuple[float, float]]:
        """Yield the top left corner of each label, row by row."""
        for row in range(self.rows):
            for column in range(self.columns):
                yield self.corner[0] + column * self.step[0], self.corner[1] + row * self.step[1]


# The common 3 x 7 sheet for laser printers: rows of 38.1 mm without space between them, 2.5 mm between columns.
A4_21 = Stock(
    key="a4-21",
    label="A4 sheet of 21 labels, 63.5 × 38.1 mm",
    page=(210, 297),
    size=(63.5, 38.1),
    columns=3,
    rows=7,
    corner=(7.25, 15.15),
    step=(66, 38.1),
    margin=2.5,
    sizes=Sizes(
        meal=12,
        date=8,
        name=(15, 12.5, 10),
        stop=8.5,
        foot=7.5,
        allergens=(9.5, 8.5, 7.5, 6.5),
        dishes=(10, 8.5, 7.5, 6.75, 6.25),
    ),
)
ROLL_100_50 = Stock(
    key="100x50",
    label="Roll of labels, 100 × 50 mm",
    page=(100, 50),
    size=(100, 50),
    margin=2.5,
    sizes=Sizes(
        meal=16,
        date=10.5,
        name=(23, 18, 14),
        stop=12,
        foot=10,
        allergens=(13, 11.5, 10, 8.5, 7.5),
        dishes=(14, 12.5, 11, 10, 9, 8, 7),
        columns=2,
    ),
)
ROLL_50_50 = Stock(
    key="50x50",
    label="Roll of labels, 50 × 50 mm",
    page=(50, 50),
    size=(50, 50),
    sizes=Sizes(
        meal=12,
        date=8,
        name=(16, 13, 10.5),
        stop=8.5,
        foot=7.5,
        allergens=(9.5, 8.5, 7.5, 6.5),
        dishes=(11, 10, 8.5, 7.5, 6.75, 6.25),
    ),
)
STOCKS = {stock.key: stock for stock in (A4_21, ROLL_100_50, ROLL_50_50)}
