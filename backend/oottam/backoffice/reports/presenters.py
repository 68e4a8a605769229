"""View models of a report's tables and charts."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, floor, log10
from typing import Any

from oottam.backoffice.reports.tables import Table, Unit, Value
from oottam.core.money import PAISE_PER_RUPEE, short_rupees

_STEPS = 3
_MAX_LABELS = 4
_WIDE, _NARROW = 0.76, 0.3  # of a period's width


Bar = tuple[str, str, str, str]  # x, y, width and height, in percentages of the chart


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
    lines: Sequence[tuple[str, str, bool]]  # height, text, whether it is that of 0
    labels: Sequence[tuple[str, str, str]]  # place, text, anchor
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
            (
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
        [(_percent(place(level)), _short(level, paise=paise), level == 0) for level in levels],
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


def _labels(texts: Sequence[str]) -> list[tuple[str, str, str]]:
    """Choose some, evenly spaced; the first has room on its left, the last has none on its right."""
    every = -(-len(texts) // _MAX_LABELS)
    result = []
    for at in range(0, len(texts), every):
        middle = 100 * (at + 0.5) / len(texts)
        is_last = middle > 94
        result.append(
            (_percent(100 if is_last else middle), texts[at], "end" if is_last else "middle")
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


MAX_LISTED = 20
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_NOTHING = "–"


def figures(table: Table, chart: Chart | None = None) -> dict[str, Any]:
    """Return a table with all rows, and its chart if any."""
    return {
        "key": table.key,
        "title": table.title,
        "columns": [column.title for column in table.columns],
        "rows": [_row(table, row) for row in table.rows],
        "total": _row(table, table.total) if table.total else None,
        "chart": chart,
    }


def top_list(table: Table, by: str) -> dict[str, Any]:
    """Return the first MAX_LISTED rows, each with a bar for its figure in the column `by`.

    `beyond` counts rows that only the export has.
    """
    values = table.column(by)[:MAX_LISTED]
    most = max(values, default=0)
    shown = figures(replace(table, rows=table.rows[:MAX_LISTED]))
    for row, value in zip(shown["rows"], values, strict=True):
        row["share"] = share(value, most)
    return shown | {"beyond": len(table.rows) - len(values)}


def summary(tables: dict[str, Table]) -> list[tuple[str, str]]:
    """Return label and figure of each tile, for all days."""
    return [
        (label, format_total(tables[key], title))
        for label, key, title in (
            ("Requests", "requests", "Requests"),
            ("Confirmed", "requests", "Confirmed"),
            ("Booked", "money", "Booked"),
            ("Received", "money", "Received"),
            ("Boxes cooked", "meals", "Cooked"),
            ("Not received", "meals", "Not received"),
            ("New customers", "customers", "New"),
            ("Returning", "customers", "Returning"),
        )
    ]


def chart_of_money(table: Table) -> Chart:
    description = f"{format_total(table, 'Booked')} were booked and {format_total(table, 'Received')} received."
    return chart(table, "Booked and received", "Booked", "Received", description)


def chart_of_requests(table: Table) -> Chart:
    description = f"{format_total(table, 'Requests')} requests came and {format_total(table, 'Confirmed')} were confirmed."
    return chart(table, "Requests and confirmations", "Requests", "Confirmed", description)


def chart_of_meals(table: Table) -> Chart:
    lost = "Not received"
    description = f"{format_total(table, 'Cooked')} boxes were cooked, {format_total(table, lost)} not received."
    return chart(table, "Boxes", "Cooked", lost, description)


def chart_of_customers(table: Table) -> Chart:
    description = f"{format_total(table, 'New')} customers were new, {format_total(table, 'Returning')} returned."
    return chart(table, "Customers", "Customers", "New", description)


def is_empty(tables: dict[str, Table]) -> bool:
    """Return whether every figure is 0."""
    return not any(
        value
        for table in tables.values()
        for row in table.rows
        for value in row
        if isinstance(value, int)
    )


def format_total(table: Table, title: str) -> str:
    """Format a column's figure for all days."""
    [at] = [at for at, column in enumerate(table.columns) if column.title == title]
    return format_figure(table.total[at], table.columns[at].unit)


def format_figure(value: Value, unit: Unit) -> str:
    """Format as "₹1,23,456", "1,234", "2 h 5 min"."""
    if value is None:
        return _NOTHING
    if isinstance(value, str):
        return value
    if unit == Unit.PAISE:
        return short_rupees(value).replace("-", "−")
    if unit == Unit.SECONDS:
        return format_duration(value)
    return short_rupees(100 * value).replace("₹", "").replace("-", "−")


def format_duration(seconds: int) -> str:
    """Format in the two largest units."""
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min"
    if seconds < 2 * _DAY:
        hours, rest = divmod(seconds, _HOUR)
        return f"{hours} h {rest // _MINUTE} min" if rest >= _MINUTE else f"{hours} h"
    days, rest = divmod(seconds, _DAY)
    return f"{days} days {rest // _HOUR} h" if rest >= _HOUR else f"{days} days"


def _row(table: Table, row: Sequence[Value]) -> dict[str, Any]:
    name, *values = row
    units = [column.unit for column in table.columns[1:]]
    texts = [format_figure(value, unit) for value, unit in zip(values, units, strict=True)]
    return {"name": str(name), "figures": texts}
