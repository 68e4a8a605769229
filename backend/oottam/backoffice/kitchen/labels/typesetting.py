"""Words as glyphs. Lengths are thousandths of the size of the letters."""

from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, pairwise

import uharfbuzz

from oottam.backoffice.kitchen.labels.bidi import levels
from oottam.backoffice.kitchen.labels.faces import Cut, font, legible, runs

FontKey = tuple[int, Cut]
EM = 1000
# Letters without any ink beyond these still stand in a line of this height.
LEAST_TOP, LEAST_BOTTOM = 740, -220


@dataclass(frozen=True, eq=False, slots=True)
class Run:
    """Glyphs of one font that run one way. `shown` is the inside of PDF's TJ, at size 1.

    `reads` says of each glyph which characters it stands for; where several stand for some together, `shown` does.
    """

    font: FontKey
    level: int
    advance: float
    top: float
    bottom: float
    shown: str
    reads: tuple[tuple[int, str], ...]


@dataclass(frozen=True, eq=False, slots=True)
class Word:
    """What stands between two spaces."""

    text: str
    runs: tuple[Run, ...]
    width: float
    is_left_to_right: bool


@dataclass(slots=True)
class Typesetter:
    """Shapes the words of one document; each only once. Nothing of a customer outlives it."""

    _words: dict[tuple[str, tuple[int, ...], Cut], Word] = field(default_factory=dict)
    _texts: dict[tuple[str, Cut], tuple[Word, ...]] = field(default_factory=dict)

    def words(self, text: str, cut: Cut) -> tuple[Word, ...]:
        """The words of a text, which is made legible first."""
        found = self._texts.get((text, cut))
        if found is None:
            found = self._texts[text, cut] = tuple(self._cut_up(legible(text), cut))
        return found

    def part(self, word: Word, end: int, cut: Cut, *, after: str = "") -> Word:
        """A word's first characters, and what is put after them."""
        text = word.text[:end] + after
        return self._word(text, tuple(levels(text)), cut)

    def _cut_up(self, text: str, cut: Cut) -> list[Word]:
        deep = levels(text)
        words, at = [], 0
        for word in text.split(" "):
            if word:
                words.append(self._word(word, tuple(deep[at : at + len(word)]), cut))
            at += len(word) + 1
        return words

    def _word(self, text: str, deep: tuple[int, ...], cut: Cut) -> Word:
        key = (text, deep, cut)
        if key not in self._words:
            found, at = [], 0
            for level, group in groupby(deep):
                length = len(list(group))
                found += [
                    shaped(part, (family, cut), level)
                    for family, part in runs(text[at : at + length])
                ]
                at += length
            width = sum(run.advance for run in found)
            self._words[key] = Word(text, tuple(found), width, not any(deep))
        return self._words[key]


@cache
def space_of(key: FontKey) -> tuple[int, int]:
    """A font's space between two words: its glyph, and how wide it is."""
    made = font(*key)
    glyph = made.get_nominal_glyph(ord(" ")) or 0
    return glyph, made.get_glyph_h_advance(glyph)


@cache
def _glyph(key: FontKey, glyph: int) -> tuple[int, int, int]:
    """How wide a glyph is, and how far its ink reaches up and down."""
    made = font(*key)
    extents = made.get_glyph_extents(glyph)
    top, bottom = (extents.y_bearing, extents.y_bearing + extents.height) if extents else (0, 0)
    return made.get_glyph_h_advance(glyph), top, bottom


def shaped(text: str, key: FontKey, level: int = 0) -> Run:
    """A text of one family and direction as glyphs, from left to right."""
    buffer = uharfbuzz.Buffer()
    buffer.add_str(text)
    buffer.direction = "rtl" if level % 2 else "ltr"
    buffer.language = "und"  # whatever the server's is
    buffer.flags = uharfbuzz.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.cluster_level = uharfbuzz.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.guess_segment_properties()
    uharfbuzz.shape(font(*key), buffer)
    advance, top, bottom = 0, LEAST_TOP, LEAST_BOTTOM
    clusters: dict[int, list[tuple[int, str]]] = {}
    for info, position in zip(buffer.glyph_infos, buffer.glyph_positions, strict=True):
        right, up, to_next, _ = position.position
        width, peak, depth = _glyph(key, info.codepoint)
        top, bottom = max(top, up + peak), min(bottom, up + depth)
        shown = _show(info.codepoint, right, up, width - to_next + right)
        clusters.setdefault(info.cluster, []).append((info.codepoint, shown))
        advance += to_next
    starts = sorted(clusters)
    ends = dict(pairwise([*starts, len(text)]))
    parts: list[str] = []
    reads: list[tuple[int, str]] = []
    for start, glyphs in clusters.items():
        part = "".join([shown for _, shown in glyphs])
        own = text[start : ends[start]]
        if len(glyphs) > 1:
            reads += [(glyph, "") for glyph, _ in glyphs]
            part = f"]TJ/Span<</ActualText<{_utf_16(own)}>>>BDC[{part}]TJ EMC["
        else:
            reads.append((glyphs[0][0], own))
        parts.append(part)
    return Run(key, level, advance, top, bottom, "".join(parts).replace("><", ""), tuple(reads))


def _show(glyph: int, right: int, up: int, after: int) -> str:
    shown = f"<{glyph:04x}>"
    if up:
        shown = f"]TJ {up / EM:g} Ts[{shown}]TJ 0 Ts["
    before, behind = (f"{-right} " if right else ""), (f" {after} " if after else "")
    return f"{before}{shown}{behind}"


def _utf_16(text: str) -> str:
    return ("\ufeff" + text).encode("utf-16-be").hex()
