"""View models of a report's tables and charts."""

from collections.abc import Sequence
from dataclasses import dataclass

from oottam.backoffice.reports.charts import Chart, chart, share
from oottam.backoffice.reports.tables import Table, Unit, Value
from oottam.core.money import format_rupees

MAX_LISTED = 20
_MINUTE, _HOUR, _DAY = 60, 3600, 86_400
_NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Row:
    """A row's name and figures; in a list, the length of its bar."""

    name: str
    figures: Sequence[str]
    share: str = ""


@dataclass(frozen=True, slots=True)
class ReportView:
    """A table, with its chart if any; `beyond` counts rows that only the export has."""

    key: str
    title: str
    columns: Sequence[str]
    rows: Sequence[Row]
    total: Row | None
    chart: Chart | None = None
    beyond: int = 0


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure for all days."""

    label: str
    figure: str


def figures(table: Table, chart: Chart | None = None) -> ReportView:
    """Show every row."""
    return ReportView(
        table.key,
        table.title,
        [column.title for column in table.columns],
        [_row(table, row) for row in table.rows],
        _row(table, table.total) if table.total else None,
        chart,
    )


def top_list(table: Table, by: str) -> ReportView:
    """Show the first MAX_LISTED rows, each with a bar for its figure in the column `by`."""
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


def summary(tables: dict[str, Table]) -> list[Tile]:
    """Return the tiles."""
    return [
        Tile(label, format_total(tables[key], title))
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
        return format_rupees(value).replace("-", "−").removesuffix(".00")
    if unit == Unit.SECONDS:
        return format_duration(value)
    return format_rupees(100 * value).removesuffix(".00").replace("₹", "").replace("-", "−")


def format_duration(seconds: int) -> str:
    """Format in the two largest units."""
    if seconds < _HOUR:
        return f"{seconds // _MINUTE} min"
    if seconds < 2 * _DAY:
        hours, rest = divmod(seconds, _HOUR)
        return f"{hours} h {rest // _MINUTE} min" if rest >= _MINUTE else f"{hours} h"
    days, rest = divmod(seconds, _DAY)
    return f"{days} days {rest // _HOUR} h" if rest >= _HOUR else f"{days} days"


def _row(table: Table, row: Sequence[Value], bar: str = "") -> Row:
    name, *values = row
    units = [column.unit for column in table.columns[1:]]
    texts = [format_figure(value, unit) for value, unit in zip(values, units, strict=True)]
    return Row(str(name), texts, bar)
