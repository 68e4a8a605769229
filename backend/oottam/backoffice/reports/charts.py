"""Bar charts of tables: wide bars, and narrow dark ones in front. Positions are percentages, so that text keeps its size."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

from oottam.backoffice.reports.tables import Table, Unit
from oottam.core.money import PAISE_PER_RUPEE

_STEPS = 3
_MAX_LABELS = 4
_WIDE, _NARROW = 0.76, 0.3  # of a period's width


@dataclass(frozen=True, slots=True)
class Bar:
    """A rectangle in percentages of the chart's width and height."""

    x: str
    y: str
    width: str
    height: str


@dataclass(frozen=True, slots=True)
class Label:
    """A text at a percentage of the width, or a line at one of the height."""

    place: str
    text: str
    anchor: str = "middle"
    is_zero: bool = False


@dataclass(frozen=True, slots=True)
class Chart:
    """The template's data; `description` is a sentence for screen readers."""

    key: str
    title: str
    description: str
    wide_name: str
    narrow_name: str
    wide: Sequence[Bar]
    narrow: Sequence[Bar]
    lines: Sequence[Label]
    labels: Sequence[Label]
    is_empty: bool


def chart(table: Table, title: str, wide: str, narrow: str, description: str) -> Chart:
    """Build a chart of two columns of a table with a row per period."""
    of_wide, of_narrow = table.column(wide), table.column(narrow)
    paise = table.columns[1].unit == Unit.PAISE
    low, high, step = scale([*of_wide, *of_narrow], PAISE_PER_RUPEE if paise else 1)
    count = len(table.rows)

    def place(value: float) -> float:
        """Return the percentage from above."""
        return 100 * (high - value) / (high - low)

    def bars(values: Sequence[int], share: float) -> list[Bar]:
        return [
            Bar(
                _percent(100 * (at + (1 - share) / 2) / count),
                _percent(min(place(value), place(0))),
                _percent(100 * share / count),
                _percent(abs(place(value) - place(0))),
            )
            for at, value in enumerate(values)
            if value
        ]

    steps = range(round((high - low) / step) + 1)
    levels = [low + step * number for number in steps]
    return Chart(
        table.key,
        title,
        description,
        wide,
        narrow,
        bars(of_wide, _WIDE),
        bars(of_narrow, _NARROW),
        [
            Label(_percent(place(level)), _short(level, paise=paise), is_zero=level == 0)
            for level in levels
        ],
        _labels([period.short for period in table.periods]),
        is_empty=not any((*of_wide, *of_narrow)),
    )


def share(value: int, most: int) -> str:
    """Return the length of a bar of a list relative to the longest; "" for none."""
    return _percent(100 * value / most) if value > 0 else ""


def scale(values: Sequence[int], unit: int) -> tuple[int, int, int]:
    """Return the lowest and highest line and the step between them: round numbers that include 0."""
    low, high = min(0, *values), max(0, *values)
    least = (high - low) / _STEPS / unit
    if least <= 1:
        step = unit
    else:
        power = 10 ** floor(log10(least))
        step = unit * next(int(power * n) for n in (1, 2, 5, 10) if power * n >= least)
    return floor(low / step) * step, max(ceil(high / step) * step, step), step


def _labels(texts: Sequence[str]) -> list[Label]:
    """Choose some, evenly spaced; the first has room on its left, the last has none on its right."""
    every = -(-len(texts) // _MAX_LABELS)
    result = []
    for at in range(0, len(texts), every):
        middle = 100 * (at + 0.5) / len(texts)
        is_last = middle > 94
        result.append(
            Label(_percent(100 if is_last else middle), texts[at], "end" if is_last else "middle")
        )
    return result


def _percent(number: float) -> str:
    return f"{number:.2f}%"


def _short(value: int, *, paise: bool) -> str:
    """Format as "₹60k", "₹1.5 lakh", "40"."""
    number = value / PAISE_PER_RUPEE if paise else value
    size, sign = abs(number), "−" if value < 0 else ""
    if size >= 1_00_00_000:
        text = f"{size / 1_00_00_000:.3g} cr"
    elif size >= 1_00_000:
        text = f"{size / 1_00_000:.3g} lakh"
    elif size >= 1000:
        text = f"{size / 1000:.3g}k"
    else:
        text = f"{size:.3g}"
    return f"{sign}{'₹' if paise else ''}{text}"
