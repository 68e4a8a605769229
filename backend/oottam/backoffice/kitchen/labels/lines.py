"""Words in lines: broken at spaces, within a word only where it is longer than a line, or ended by three dots.

Lengths are thousandths of the size of the letters.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple
from unicodedata import category, combining

from oottam.backoffice.kitchen.labels.bidi import in_drawing_order
from oottam.backoffice.kitchen.labels.faces import Cut
from oottam.backoffice.kitchen.labels.typesetting import (
    LEAST_BOTTOM,
    LEAST_TOP,
    Run,
    Typesetter,
    Word,
    space_of,
)

ELLIPSIS = "…"
LEADING = 60  # between the ink of two lines
_JOINS_ON = 9  # the combining class of the virama: it joins the letter before it with the one after


class Span(NamedTuple):
    """Words that run together, right to left where they do. Glued, they begin on the line of those before them."""

    text: str
    cut: Cut
    glued: bool = False


class Piece(NamedTuple):
    """A word on its way into a line."""

    word: Word
    cut: Cut
    span: int
    glued: bool = False


class Line:
    """Pieces on one line; `runs` are what is drawn of them, from left to right, None a space.

    Top and bottom are the ink's, from the base line.
    """

    __slots__ = ("bottom", "pieces", "runs", "space", "top", "width")

    def __init__(self, pieces: Sequence[Piece], space: float) -> None:
        self.pieces, self.space = pieces, space
        self.width = _width(pieces, space)
        self.runs: list[Run | None] = []
        for _, span in groupby(pieces, key=lambda piece: piece.span):
            if self.runs:
                self.runs.append(None)
            self.runs += _ordered([piece.word for piece in span])
        drawn = [run for run in self.runs if run]
        self.top = max((run.top for run in drawn), default=LEAST_TOP)
        self.bottom = min((run.bottom for run in drawn), default=LEAST_BOTTOM)

    @property
    def text(self) -> str:
        """What it says, in the order in which it is read."""
        return " ".join(piece.word.text for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class _Space:
    level: int


def height(lines: Sequence[Line]) -> float:
    """Of some lines below one another."""
    return sum(line.top - line.bottom for line in lines) + LEADING * max(len(lines) - 1, 0)


class Breaker:
    """Breaks texts into lines; what was broken once is remembered for the rest of the document."""

    def __init__(self) -> None:
        self._setter = Typesetter()
        self._broken: dict[tuple[tuple[Span, ...], float], list[Line]] = {}

    def broken(self, width: float, *spans: Span) -> list[Line]:
        """All of the spans in lines no wider than the width."""
        key = (spans, width)
        if key not in self._broken:
            self._broken[key] = self._break(spans, width)
        return self._broken[key]

    def ended(
        self, lines: list[Line], most: int, width: float, after: str = ELLIPSIS
    ) -> list[Line]:
        """The first lines of them; where there are more, the last one ends in dots, and what follows them."""
        if len(lines) <= most:
            return lines
        last = lines[most - 1]
        pieces, space = list(last.pieces), last.space
        glue, _, words = after.partition(" ")
        tail = self._pieces([Span(words, pieces[-1].cut)], first=pieces[-1].span + 1)
        room = width - sum(piece.word.width + space for piece in tail)
        while pieces:
            piece = pieces.pop()
            before = sum(earlier.word.width + space for earlier in pieces)
            for end in reversed(_stops(piece.word.text)):
                word = self._setter.part(piece.word, end, piece.cut, after=glue)
                if before + word.width <= room:
                    kept = Piece(word, piece.cut, piece.span)
                    return [*lines[: most - 1], Line([*pieces, kept, *tail], space)]
        return [*lines[: most - 1], Line(tail, space)]

    def _pieces(self, spans: Iterable[Span], first: int = 0) -> list[Piece]:
        return [
            Piece(word, span.cut, number, span.glued and at == 0)
            for number, span in enumerate(spans, start=first)
            for at, word in enumerate(self._setter.words(span.text, span.cut))
        ]

    def _break(self, spans: Sequence[Span], width: float) -> list[Line]:
        pieces = self._pieces(spans)
        if not pieces:
            return []
        gap = space_of((0, pieces[0].cut))[1]
        if _width(pieces, gap) <= width:
            return [Line(pieces, gap)]
        lines: list[list[Piece]] = [[]]
        reached = 0.0
        for group in _groups(self._short_enough(pieces, width)):
            wide = _width(group, gap)
            if lines[-1] and reached + gap + wide > width:
                lines.append([])
                reached = 0.0
            reached += wide + (gap if lines[-1] else 0)
            lines[-1] += group
            if reached > width:  # glued, and too wide together
                lines[-1:] = _torn(lines[-1], width, gap)
                reached = _width(lines[-1], gap)
        return [Line(line, gap) for line in lines]

    def _short_enough(self, pieces: Iterable[Piece], width: float) -> Iterable[Piece]:
        """The pieces, those that are longer than a line in parts."""
        for piece in pieces:
            rest, glued = piece.word, piece.glued
            while rest.width > width:
                end = self._fitting(rest, piece.cut, width)
                if end >= len(rest.text):
                    break
                part = self._setter.part(rest, end, piece.cut)
                yield Piece(part, piece.cut, piece.span, glued)
                rest, glued = self._setter.words(rest.text[end:], piece.cut)[0], False
            yield Piece(rest, piece.cut, piece.span, glued)

    def _fitting(self, word: Word, cut: Cut, width: float) -> int:
        """How many of its characters fit: whole letters, or else, of marks without end, at least one."""
        for stops in (_stops(word.text), range(1, len(word.text) + 1)):
            fitting, low, high = -1, 0, len(stops) - 1
            while low <= high:
                middle = (low + high) // 2
                if self._setter.part(word, stops[middle], cut).width <= width:
                    fitting, low = middle, middle + 1
                else:
                    high = middle - 1
            if fitting >= 0:
                return stops[fitting]
        return 1


def _width(pieces: Sequence[Piece], space: float) -> float:
    return sum([piece.word.width for piece in pieces]) + space * max(len(pieces) - 1, 0)


def _ordered(words: Sequence[Word]) -> list[Run | None]:
    if all(word.is_left_to_right for word in words):
        plain: list[Run | None] = []
        for word in words:
            if plain:
                plain.append(None)
            plain += word.runs
        return plain
    logical: list[Run | _Space] = []
    for word in words:
        if logical and word.runs:
            logical.append(_Space(min(logical[-1].level, word.runs[0].level)))
        logical += word.runs
    return [found if isinstance(found, Run) else None for found in in_drawing_order(logical)]


def _groups(pieces: Iterable[Piece]) -> list[list[Piece]]:
    groups: list[list[Piece]] = []
    for piece in pieces:
        if piece.glued and groups:
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return groups


def _torn(pieces: Sequence[Piece], width: float, gap: float) -> list[list[Piece]]:
    torn: list[list[Piece]] = [[]]
    for piece in pieces:
        if torn[-1] and _width([*torn[-1], piece], gap) > width:
            torn.append([])
        torn[-1].append(piece)
    return torn


def _stops(text: str) -> list[int]:
    """Where a word may be parted: behind each letter with all that belongs to it; its end is the last one."""
    stops = []
    for at in range(1, len(text)):
        belongs = category(text[at]).startswith("M") or text[at] in "\u200c\u200d"
        if not belongs and combining(text[at - 1]) != _JOINS_ON and text[at - 1] != "\u200d":
            stops.append(at)
    return [*stops, len(text)]
