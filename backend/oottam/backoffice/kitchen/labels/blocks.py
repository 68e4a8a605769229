"""The parts of a label, each as rows of letters. Lengths are points, and count down from the label's top."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from oottam.backoffice.kitchen.labels.faces import BOLD, NARROW_BOLD, Cut
from oottam.backoffice.kitchen.labels.lines import LEADING, Breaker, Line, Span
from oottam.backoffice.kitchen.labels.typesetting import EM

BESIDE = 4.0  # between two parts of a row
TAG_PADDING = 2.0
TALLEST = 1.35  # times its size that a line of letters is high


class Row(NamedTuple):
    """A line of letters of one size; x and base line from the block's own corner."""

    line: Line
    x: float
    base: float
    size: float

    @property
    def width(self) -> float:
        """How far it reaches."""
        return self.line.width * self.size / EM


class Frame(NamedTuple):
    """A rectangle of lines so thick, within the block."""

    x: float
    y: float
    width: float
    height: float
    thickness: float


class Block(NamedTuple):
    """A part of a label; `y` is where its place has been found."""

    what: str
    width: float
    height: float
    rows: tuple[Row, ...]
    frames: tuple[Frame, ...] = ()
    y: float = 0.0

    def at(self, y: float) -> "Block":
        """The same part, so far down."""
        return self._replace(y=y)


class Form(NamedTuple):
    """A way to write a text: how large, in which cut, in how many lines at most."""

    size: float
    cut: Cut
    most: int = 1


class Part(NamedTuple):
    """A part of a row, such as a date; a tag has a frame."""

    text: str
    size: float
    cut: Cut = BOLD
    is_tag: bool = False
    is_right: bool = False


def stacked(
    lines: Sequence[Line], size: float, *, x: float = 0, y: float = 0
) -> tuple[list[Row], float]:
    """Lines below one another, and where they end."""
    rows = []
    for at, line in enumerate(lines):
        y += LEADING * size / EM if at else 0
        rows.append(Row(line, x, y + line.top * size / EM, size))
        y += (line.top - line.bottom) * size / EM
    return rows, y


def paragraph(what: str, lines: Sequence[Line], size: float, width: float) -> Block:
    """Lines below one another; smaller where marks are piled up higher than letters of any script are."""
    rows, height = stacked(lines, size)
    if height > len(lines) * TALLEST * size:
        rows, height = stacked(lines, size * len(lines) * TALLEST * size / height)
    return Block(what, width, height, tuple(rows))


def fitted(what: str, text: str, forms: Iterable[Form], width: float, breaker: Breaker) -> Block:
    """A text in the first form that holds all of it; in the last form, ended by dots, where none does."""
    for form in forms:
        reach = width * EM / form.size
        lines = breaker.broken(reach, Span(text, form.cut))
        most, size = form.most, form.size
        if len(lines) <= most:
            break
    return paragraph(what, breaker.ended(lines, most, reach), size, width)


def framed(what: str, lines: Sequence[Line], size: float, width: float, thickness: float) -> Block:
    """Lines within a frame."""
    inset = thickness + TAG_PADDING
    rows, end = stacked(lines, size, x=inset, y=inset)
    height = end + inset
    frame = Frame(thickness / 2, thickness / 2, width - thickness, height - thickness, thickness)
    return Block(what, width, height, tuple(rows), (frame,))


def strip(what: str, parts: Sequence[Part], width: float, breaker: Breaker) -> Block:
    """Parts beside one another, squeezed a little where they need it; in several rows where that is not enough."""
    for scale, narrow in ((1, False), (1, True), (0.9, True), (0.8, True)):
        cells = [_Cell(part, scale, width, breaker, narrow=narrow) for part in parts]
        if sum(cell.width for cell in cells) + BESIDE * (len(cells) - 1) <= width:
            return _block(what, [cells], width)
    rows: list[list[_Cell]] = [[]]
    for cell in cells:
        reached = sum(before.width + BESIDE for before in rows[-1])
        if rows[-1] and reached + cell.width > width:
            rows.append([])
        rows[-1].append(cell)
    return _block(what, rows, width)


class _Cell:
    def __init__(
        self, part: Part, scale: float, width: float, breaker: Breaker, *, narrow: bool
    ) -> None:
        self.part, self.size = part, part.size * scale
        self.inset = TAG_PADDING if part.is_tag else 0.0
        cut = Cut(part.cut.weight, NARROW_BOLD.width) if narrow else part.cut
        reach = (width - 2 * self.inset) * EM / self.size
        lines = breaker.broken(reach, Span(part.text, cut))
        self.line = breaker.ended(lines, 1, reach)[0] if lines else Line((), 0)
        self.width = self.line.width * self.size / EM + 2 * self.inset
        self.top = self.line.top * self.size / EM + self.inset
        self.bottom = -self.line.bottom * self.size / EM + self.inset


def _block(what: str, rows: Sequence[Sequence[_Cell]], width: float) -> Block:
    drawn, frames, y = [], [], 0.0
    for at, cells in enumerate(rows):
        y += 1 if at else 0
        base = y + max(cell.top for cell in cells)
        from_left, from_right = 0.0, width
        for cell in cells if len(rows) > 1 else _right_ones_last(cells):
            if cell.part.is_right and len(rows) == 1:
                from_right -= cell.width
                x = from_right
                from_right -= BESIDE
            else:
                x = from_left
                from_left += cell.width + BESIDE
            drawn.append(Row(cell.line, x + cell.inset, base, cell.size))
            if cell.part.is_tag:
                high = cell.top + cell.bottom
                frames.append(
                    Frame(x + 0.4, base - cell.top + 0.4, cell.width - 0.8, high - 0.8, 0.8)
                )
        y = base + max(cell.bottom for cell in cells)
    return Block(what, width, y, tuple(drawn), tuple(frames))


def _right_ones_last(cells: Sequence[_Cell]) -> list[_Cell]:
    return [
        *(cell for cell in cells if not cell.part.is_right),
        *(cell for cell in reversed(cells) if cell.part.is_right),
    ]
