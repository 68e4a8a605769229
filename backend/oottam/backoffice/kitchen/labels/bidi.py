"""Which way characters run within a text: the Unicode Bidirectional Algorithm (UAX #9).

Left out are explicit embeddings (`faces.legible` takes their characters out of all texts) and paired brackets (N0).
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Protocol, TypeVar
from unicodedata import bidirectional

from oottam.common.right_to_left import RIGHT_TO_LEFT

_STRONG = frozenset({"L", "R"})
_NUMBERS = frozenset({"EN", "AN"})
_WITHIN_NUMBERS = frozenset({("ES", "EN"), ("CS", "EN"), ("CS", "AN")})


class Levelled(Protocol):
    """Something that is drawn in one piece, from the left or, at an odd level, from the right."""

    @property
    def level(self) -> int:
        """Even from left to right, odd from right to left."""


Piece = TypeVar("Piece", bound=Levelled)


def levels(text: str) -> list[int]:
    """The level of each character, in a paragraph that runs as its first letter does."""
    if not RIGHT_TO_LEFT.search(text):
        return [0] * len(text)
    kinds = [bidirectional(char) or "L" for char in text]
    base = next((int(kind != "L") for kind in kinds if kind in ("L", "R", "AL")), 0)
    side = "LR"[base]
    _resolve_numbers(kinds, side)
    _resolve_neutrals(kinds, side)
    left_to_right = 2 if base else 0
    return [{"L": left_to_right, "R": 1}.get(kind, 2) for kind in kinds]


def in_drawing_order(pieces: Sequence[Piece]) -> list[Piece]:
    """The pieces of one line from left to right (L2)."""
    drawn = list(pieces)
    for level in range(max((piece.level for piece in drawn), default=0), 0, -1):
        turned: list[Piece] = []
        for is_turned, run in groupby(drawn, key=lambda piece: piece.level >= level):
            together = list(run)
            turned += reversed(together) if is_turned else together
        drawn = turned
    return drawn


def _resolve_numbers(kinds: list[str], side: str) -> None:
    """W1 to W7."""
    strong = side
    for at, found in enumerate(kinds):
        kind = (kinds[at - 1] if at else side) if found in ("NSM", "BN") else found
        if kind in ("L", "R", "AL"):
            strong = kind
        kinds[at] = "AN" if kind == "EN" and strong == "AL" else kind
    kinds[:] = ["R" if kind == "AL" else kind for kind in kinds]
    for at in range(1, len(kinds) - 1):
        before, kind, after = kinds[at - 1 : at + 2]
        if before == after and (kind, before) in _WITHIN_NUMBERS:
            kinds[at] = before
    at = 0
    for kind, run in groupby(list(kinds)):
        length = len(list(run))
        beside = {*kinds[max(at - 1, 0) : at], *kinds[at + length : at + length + 1]}
        if kind in ("ET", "ES", "CS"):
            kinds[at : at + length] = ["EN" if kind == "ET" and "EN" in beside else "ON"] * length
        at += length
    strong = side
    for at, kind in enumerate(kinds):
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "L":
            kinds[at] = "L"


def _resolve_neutrals(kinds: list[str], side: str) -> None:
    """N1 and N2: what stands between two of one side is of that side, numbers counting as right to left."""
    at = 0
    for is_neutral, run in groupby(list(kinds), key=lambda kind: kind not in _STRONG | _NUMBERS):
        length = len(list(run))
        if is_neutral:
            before = _side(kinds[at - 1]) if at else side
            after = _side(kinds[at + length]) if at + length < len(kinds) else side
            kinds[at : at + length] = [before if before == after else side] * length
        at += length


def _side(kind: str) -> str:
    return "L" if kind == "L" else "R"
