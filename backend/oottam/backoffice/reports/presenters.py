"""Tables and pictures in words, as the page shows them."""

from collections.abc import Sequence
from dataclasses import dataclass

from oottam.backoffice.reports.charts import Chart, share
from oottam.backoffice.reports.tables import Table, Unit, Value
from oottam.core.money import format_rupees

MAX_LISTED = 20
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """A row's name and its figures; in a list, how long its bar is."""

    name: str
    figures: Sequence[str]
    share: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """A table, with the picture above it where it has one; `beyond` are rows that only the file has."""

    key: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Row]
    total: Row | None
    chart: Chart | None = None
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """A figure of all the days."""

    label: str
    figure: str


def figures(table: Table, chart: Chart | None = None) -> ReportView:
    """Every row."""
    return ReportView(
        table.key,
        table.title,
        [column.title for column in table.columns],
        [_row(table, row) for row in table.rows],
        _row(table, table.total) if table.total else None,
        chart,
    )


def listed(table: Table, by: str) -> ReportView:
    """The first rows, each with a bar for its figure in this column."""
    values = table.column(by)[:MAX_LISTED]
    most = max(values, default=0)
    rows = [
        _row(table, row, share(value, most)) for row, value in zip(table.rows, values, strict=False)
    ]
    return ReportView(
        table.key,
        table.title,
        [column.title for column in table.columns],
        rows,
        _row(table, table.total) if table.total else None,
        beyond=len(table.rows) - len(rows),
    )


def summary(made: dict[str, Table]) -> list[Tile]:
    """What comes first."""
    return [
        Tile(label, whole(made[key], title))
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


def is_empty(made: dict[str, Table]) -> bool:
    """Whether nothing at all happened on these days."""
    return not any(
        value
        for table in made.values()
        for row in table.rows
        for value in row
        if isinstance(value, int)
    )


def whole(table: Table, title: str) -> str:
    """A column's figure of all the days."""
    [at] = [at for at, column in enumerate(table.columns) if column.title == title]
    return written(table.total[at], table.columns[at].unit)


def written(value: Value, unit: Unit) -> str:
    """As "₹1,23,456", "1,234", "2 h 5 min"."""
    if value is None:
        return _NOTHING
    if isinstance(value, str):
        return value
    if unit == Unit.PAISE:
        return format_rupees(value).replace("-", "−").removesuffix(".00")
    if unit == Unit.SECONDS:
        return duration(value)
    return format_rupees(100 * value).removesuffix(".00").replace("₹", "").replace("-", "−")


def duration(seconds: int) -> str:
    """In its two largest units."""
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min"
    if seconds < 2 * _DAY:
        hours, rest = divmod(seconds, _HOUR)
        return f"{hours} h {rest // _MINUTE} min" if rest >= _MINUTE else f"{hours} h"
    days, rest = divmod(seconds, _DAY)
    return f"{days} days {rest // _HOUR} h" if rest >= _HOUR else f"{days} days"


def _row(table: Table, row: Sequence[Value], long: str = "") -> Row:
    name, *values = row
    units = [column.unit for column in table.columns[1:]]
    told = [written(value, unit) for value, unit in zip(values, units, strict=True)]
    return Row(str(name), told, long)
