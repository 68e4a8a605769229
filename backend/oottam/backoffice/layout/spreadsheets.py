"""What every file for a spreadsheet has in common, in CSV as in XLSX.

A spreadsheet takes text that begins like a formula for one: in CSV such a cell begins with an apostrophe,
in XLSX every text is written as a string.
"""

import tempfile
from collections.abc import Callable, Iterator
from typing import Any

from oottam.core.direction import without_commands
from oottam.core.money import PAISE_PER_RUPEE

Cell = str | int | float | None

BOM = "\ufeff"  # tells spreadsheets that it is UTF-8
CSV_TYPE = "text/csv; charset=utf-8"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_IN_MEMORY = 1_000_000  # bytes; more goes to a file that has no name
# As a spreadsheet reads them, in their full width too.
_FORMULA_BEGINS = tuple("=+-@\t\r\n＝＋－＠")


def harmless(cell: Cell) -> Cell:
    """Text that no spreadsheet takes for a formula, and that turns nothing beside it."""
    if isinstance(cell, str):
        cell = without_commands(cell)
    if isinstance(cell, str) and cell.lstrip(" ").startswith(_FORMULA_BEGINS):
        return f"'{cell}"
    return cell


def workbook(fill: Callable[[Any], None]) -> Iterator[bytes]:
    """What `fill` writes into XlsxWriter's book, made in constant memory before it is sent."""
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
    """A cell of a workbook, with the format of texts or of numbers."""
    if isinstance(cell, str):
        sheet.write_string(line, column, without_commands(cell), text)
    elif cell is not None:
        sheet.write_number(line, column, cell, number)


def in_rupees(paise: int | None) -> float | int | None:
    """An amount as a number that can be added up."""
    if paise is None:
        return None
    rupees, rest = divmod(paise, PAISE_PER_RUPEE)
    return rupees if rest == 0 else paise / PAISE_PER_RUPEE
