"""What lies in the box, and the note, in the room that is left. What is left out is said."""

from collections.abc import Iterator, Sequence
from math import ceil

from oottam.backoffice.kitchen.labels.blocks import TALLEST, Block, Row, paragraph, stacked
from oottam.backoffice.kitchen.labels.faces import BOLD, NARROW, NARROW_BOLD, PLAIN, Cut
from oottam.backoffice.kitchen.labels.label import Dish, Label
from oottam.backoffice.kitchen.labels.lines import Breaker, Line, Span, height
from oottam.backoffice.kitchen.labels.stocks import Sizes
from oottam.backoffice.kitchen.labels.typesetting import EM, LEAST_BOTTOM, LEAST_TOP

GAP = 2.2
COLUMN_GAP = 8.0
LIST_LEADING = 0.1  # between the rows of a list, of their size
_LEAST = (LEAST_TOP - LEAST_BOTTOM) / EM  # the height of a line of size 1
NOTE_CUT = "… (see sheet)"


class Contents:
    """The dishes and the note of one label."""

    def __init__(self, label: Label, sizes: Sizes, width: float, breaker: Breaker) -> None:
        self._dishes, self._note = label.dishes, label.note
        self._sizes, self._width, self._breaker = sizes, width, breaker

    @property
    def least(self) -> float:
        """The height below which dishes and note cannot each be told of."""
        rows = bool(self._dishes) + bool(self._note)
        return rows * self.row + GAP * max(rows - 1, 0)

    @property
    def row(self) -> float:
        """The height of one line of the smallest letters, in any script."""
        return TALLEST * self._sizes.dishes[-1]

    def whole(self, room: float) -> tuple[float, list[Block]] | None:
        """All of them, as large as the room lets them be, and how large that is; None where it does not."""
        for rows, size, cut in self._ways(room):
            end = max((row.base - row.line.bottom * size / EM for row in rows), default=0.0)
            blocks = [Block("dishes", self._width, end, tuple(rows))] if rows else []
            if self._note:
                lines = self._breaker.broken(self._width * EM / size, *self._noted(cut))
                blocks.append(paragraph("note", lines, size, self._width))
            if _height(blocks) <= room:
                return size, blocks
        return None

    def cut(self, room: float) -> tuple[int, list[Block]]:
        """As many dishes as there is room for, and as much of the note; how many dishes those are."""
        size = self._sizes.dishes[-1]
        reach = self._width * EM / size
        blocks = []
        if room < self.least:
            told = (_counted(self._dishes) if self._dishes else "", "note" if self._note else "")
            words = Span(f"{', '.join(filter(None, told))} (see sheet)", NARROW_BOLD)
            lines = self._breaker.broken(reach, words)
            return 0, [paragraph("dishes", lines, size, self._width)]
        if self._note:
            whole = self._breaker.broken(reach, *self._noted(NARROW))
            dishes = height(self._run_in(len(self._dishes), NARROW, reach)) * size / EM
            share = max(room / 3, room - dishes - GAP)
            lines = self._breaker.ended(whole, 1, reach, NOTE_CUT)
            for most in range(2, len(whole) + 1):
                more = self._breaker.ended(whole, most, reach, NOTE_CUT)
                if height(more) * size / EM > share:
                    break
                lines = more
            blocks.append(paragraph("note", lines, size, self._width))
        left = room - _height(blocks) - (GAP if blocks else 0)
        count, fitting = 0, self._run_in(0, NARROW, reach)
        low, high = 1, len(self._dishes)
        while low <= high:
            middle = (low + high) // 2
            lines = self._run_in(middle, NARROW, reach)
            if height(lines) * size / EM <= left:
                count, fitting, low = middle, lines, middle + 1
            else:
                high = middle - 1
        if self._dishes:
            blocks.insert(0, paragraph("dishes", fitting, size, self._width))
        return count, blocks

    def _ways(self, room: float) -> Iterator[tuple[list[Row], float, Cut]]:
        if not self._dishes:
            yield from (([], size, PLAIN) for size in self._sizes.dishes)
            yield [], self._sizes.dishes[-1], NARROW
            return
        for size in self._sizes.dishes:
            for columns in range(1, self._sizes.columns + 1):
                if -(-len(self._dishes) // columns) * _LEAST * size <= room:
                    yield self._listed(size, columns), size, PLAIN
        lengths = [(cut, self._length(cut)) for cut in (PLAIN, NARROW)]
        note = GAP + _LEAST * self._sizes.dishes[-1] if self._note else 0
        for size in self._sizes.dishes[1:]:
            for cut, length in lengths:
                # Sooner known than the lines themselves: how many there are at least.
                if ceil(length * size / EM / self._width) * _LEAST * size + note > room:
                    continue
                lines = self._run_in(len(self._dishes), cut, self._width * EM / size)
                yield stacked(lines, size)[0], size, cut

    def _listed(self, size: float, columns: int) -> list[Row]:
        """One below the other, in so many columns."""
        width = (self._width - COLUMN_GAP * (columns - 1)) / columns
        numbers = [
            self._breaker.broken(EM * EM, Span(f"{dish.quantity} ×", BOLD))[0]
            for dish in self._dishes
        ]
        inset = (max(line.width for line in numbers) + 250) * size / EM
        per_column = -(-len(self._dishes) // columns)
        rows: list[Row] = []
        for column in range(columns):
            x, y = column * (width + COLUMN_GAP), 0.0
            for at in range(column * per_column, min((column + 1) * per_column, len(self._dishes))):
                name = Span(self._dishes[at].name, PLAIN)
                named = self._breaker.broken((width - inset) * EM / size, name)
                lines, end = stacked(named or [numbers[at]], size, x=x + inset, y=y)
                rows.append(Row(numbers[at], x, lines[0].base, size))
                rows += lines if named else []
                y = end + LIST_LEADING * size
        return rows

    def _length(self, cut: Cut) -> float:
        """Of the dishes one after the other, were they on one line; never more than it is."""
        once = self._breaker.broken(EM * EM, Span("1 × ·", NARROW_BOLD))[0]
        names = [self._breaker.broken(EM * EM, Span(dish.name, cut)) for dish in self._dishes]
        each = once.width + once.space
        return sum([lines[0].width + each for lines in names if lines]) - each

    def _run_in(self, count: int, cut: Cut, reach: float) -> list[Line]:
        """The first so many, one after the other, and how many more there are."""
        bold = NARROW_BOLD if cut is NARROW else BOLD
        spans: list[Span] = []
        for at, dish in enumerate(self._dishes[:count]):
            if at:
                spans.append(Span("·", bold, glued=True))
            spans += (
                Span(f"{dish.quantity}", bold),
                Span("×", bold, glued=True),
                Span(dish.name, cut, glued=True),
            )
        left_out = len(self._dishes) - count
        if left_out and count:
            spans.append(Span(f"+ {left_out} more (see sheet)", bold))
        elif left_out:
            spans.append(Span(f"{_counted(self._dishes)} (see sheet)", bold))
        return self._breaker.broken(reach, *spans)

    def _noted(self, cut: Cut) -> tuple[Span, Span]:
        bold = NARROW_BOLD if cut is NARROW else BOLD
        return Span("Note:", bold), Span(self._note, cut, glued=True)


def _counted(dishes: Sequence[Dish]) -> str:
    return "1 dish" if len(dishes) == 1 else f"{len(dishes)} dishes"


def _height(blocks: Sequence[Block]) -> float:
    return sum(block.height for block in blocks) + GAP * max(len(blocks) - 1, 0)
