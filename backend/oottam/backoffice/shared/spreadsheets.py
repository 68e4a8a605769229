"""Common parts of CSV and XLSX exports.

Spreadsheets evaluate text that begins like a formula: CSV cells with such text get an apostrophe in front, and XLSX
files store every text as a string.
"""

import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from oottam.core.direction import strip_direction_controls

Cell = str | int | float | None

BOM = "\ufeff"  # marks the file as UTF-8 for spreadsheets
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_IN_MEMORY = 1_000_000  # bytes; more is written to an unnamed file
# Full-width forms count, too.
_FORMULA_BEGINS = tuple("=+-@\t\r\n＝＋－＠")


def escape_formula(cell: Cell) -> Cell:
    """Return text that no spreadsheet runs as a formula, without direction marks."""
    if isinstance(cell, str):
        cell = strip_direction_controls(cell)
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA_BEGINS):
        return f"'{cell}"
    return cell


def workbook(fill: Callable[[Any], None]) -> Iterator[bytes]:
    """Yield the XLSX that `fill` writes by XlsxWriter, in constant memory."""
    import xlsxwriter  # noqa: PLC0415 - the server never makes one

    with tempfile.SpooledTemporaryFile(_IN_MEMORY) as file:
        book = xlsxwriter.Workbook(file, {"constant_memory": True})
        fill(book)
        book.close()
        file.seek(0)
        while part := file.read(65_536):
            yield part


def write(
    sheet: Any, line: int, column: int, cell: Cell, *, text: Any = None, number: Any = None
) -> None:
    """Write a cell with the format for texts or for numbers."""
    if isinstance(cell, str):
        sheet.write_string(line, column, strip_direction_controls(cell), text)
    elif cell is not None:
        sheet.write_number(line, column, cell, number)
