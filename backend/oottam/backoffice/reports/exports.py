"""The export of a report: one table as CSV, or all of them as sheets of a workbook."""

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any

from oottam.backoffice.reports.tables import Table, Unit, Value
from oottam.backoffice.shared.spreadsheets import BOM, Cell, escape_formula, workbook, write
from oottam.core.money import in_rupees

# Indian digit grouping, by lakhs and crores.
_RUPEES = r"[>=10000000]##\,##\,##\,##0.00;[>=100000]##\,##\,##0.00;#,##0.00"
_HOURS = "0.0"
_SECONDS_PER_HOUR = 3600
_TITLES = {Unit.PAISE: " (₹)", Unit.SECONDS: " (hours)"}


def report_csv(table: Table) -> Iterator[bytes]:
    """Yield a line per row, and the total; periods have columns for their first and last days."""
    yield BOM.encode()
    for row in _rows(table):
        line = io.StringIO()
        csv.writer(line).writerow([escape_formula(cell) for cell in row])
        yield line.getvalue().encode()


def report_workbook(tables: Mapping[str, Table], about: str) -> Iterator[bytes]:
    """Yield a workbook with a sheet per table; `about` describes the days."""

    def fill(book: Any) -> None:
        book.set_properties({"title": "Report", "comments": about})
        formats = {
            unit: book.add_format({"num_format": number_format})
            for unit, number_format in ((Unit.PAISE, _RUPEES), (Unit.SECONDS, _HOURS))
        }
        bold = book.add_format({"bold": True})
        for table in tables.values():
            _write(book.add_worksheet(table.title[:31]), table, formats, bold)

    return workbook(fill)


def _write(sheet: Any, table: Table, formats: Mapping[Unit, Any], bold: Any) -> None:
    units = [*_units(table)]
    sheet.freeze_panes(1, 1)
    sheet.set_column(0, 0, 28)
    sheet.set_column(1, len(units), 14)
    for number, row in enumerate(_rows(table)):
        for column, cell in enumerate(row):
            text_format = bold if number == 0 else None
            write(sheet, number, column, cell, text=text_format, number=formats.get(units[column]))


def _units(table: Table) -> Iterator[Unit]:
    first, *others = table.columns
    yield first.unit
    if table.periods:
        yield from (Unit.TEXT, Unit.TEXT)
    for column in others:
        yield column.unit


def _rows(table: Table) -> Iterator[list[Cell]]:
    """Yield titles, rows and total; beside periods their first and last days."""
    first, *others = table.columns
    days = ["From", "To"] if table.periods else []
    titles = [f"{column.title}{_TITLES.get(column.unit, '')}" for column in others]
    yield [first.title, *days, *titles]
    for number, (name, *values) in enumerate(table.rows):
        between = []
        if table.periods:
            period = table.periods[number]
            between = [period.first.isoformat(), period.last.isoformat()]
        yield [name, *between, *_cells(table, values)]
    if table.total:
        name, *values = table.total
        yield [name, *([""] * len(days)), *_cells(table, values)]


def _cells(table: Table, values: list[Value]) -> Iterator[Cell]:
    for column, value in zip(table.columns[1:], values, strict=True):
        if column.unit == Unit.PAISE and isinstance(value, int):
            yield in_rupees(value)
        elif column.unit == Unit.SECONDS and isinstance(value, int):
            yield round(value / _SECONDS_PER_HOUR, 2)
        else:
            yield value
