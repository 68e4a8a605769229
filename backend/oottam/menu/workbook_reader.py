"""`python -I workbook_reader.py COLUMNS SHEET...`: an XLSX on standard input, its cells as JSON on standard output.

A program of its own, with bounds on memory and time: a workbook is a zip of XML from somebody's computer. It loads no
Django. Output: {"sheets": {title: [[cell, ...], ...]}} of those sheets that are there and their first columns, or
{"error": sentence}. A cell is text, a number, null, or [what], where `what` names what it holds, such as a formula.
"""

import io
import json
import resource
import sys
import zipfile
from collections.abc import Collection
from typing import Any

MAX_BYTES = 2 * 1024 * 1024
MAX_UNPACKED_BYTES = 40 * 1024 * 1024
MAX_ROWS = 5000
MAX_SHEET_ROWS = 1_048_576  # of the format
MAX_CELL = 1000  # characters; names and descriptions have 140 at most
MAX_TEXT = 1_000_000  # characters of all cells
MAX_MEMORY_BYTES = 512 * 1024 * 1024
MAX_SECONDS = 20
# The cell types of openpyxl that are neither text nor number.
OTHERS = {
    "f": "a formula",
    "e": "an error",
    "d": "a date or time",
    "b": "true or false",
}


class _WorkbookRejectedError(Exception):
    """Why the workbook is not read, as a sentence."""


def main() -> None:
    """Read standard input; a refusal is output, too."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    columns, *titles = sys.argv[1:]
    try:
        sheets = read(sys.stdin.buffer.read(MAX_BYTES + 1), int(columns), titles)
        output: dict[str, Any] = {"sheets": sheets}
    except _WorkbookRejectedError as error:
        output = {"error": str(error)}
    except Exception:  # noqa: BLE001 - openpyxl raises what a broken file makes it raise
        output = {"error": "This file is no XLSX workbook that can be read."}
    sys.stdout.write(json.dumps(output))


def read(file: bytes, columns: int, titles: Collection[str]) -> dict[str, list[list[Any]]]:
    """Return the cells of the named sheets, rows and cells without a value at their ends left out.

    Raises _WorkbookRejectedError, or what openpyxl raises.
    """
    import openpyxl  # noqa: PLC0415 - a child process alone reads workbooks
    import openpyxl.xml  # noqa: PLC0415

    if len(file) > MAX_BYTES:
        raise _WorkbookRejectedError("The workbook is larger than 2 MB.")
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        if sum(member.file_size for member in archive.infolist()) > MAX_UNPACKED_BYTES:
            raise _WorkbookRejectedError("The workbook is larger than 40 MB when it is unpacked.")
    if not openpyxl.xml.DEFUSEDXML:  # entities that grow would take the memory
        raise _WorkbookRejectedError(
            "Workbooks cannot be read on this server: defusedxml is missing."
        )
    book = openpyxl.load_workbook(io.BytesIO(file), read_only=True, data_only=False)
    found = {
        worksheet.title: _rows(worksheet, columns)
        for worksheet in book.worksheets
        if worksheet.title in titles
    }
    cells = (cell for rows in found.values() for row in rows for cell in row)
    if sum(len(cell) for cell in cells if isinstance(cell, str)) > MAX_TEXT:
        raise _WorkbookRejectedError("The workbook has more than a million letters.")
    return found


def _rows(sheet: Any, columns: int) -> list[list[Any]]:
    sheet.reset_dimensions()  # other programs write wrong ones, and rows outside them would not be read
    rows: list[list[Any]] = []
    for number, row in enumerate(sheet.iter_rows(max_col=columns), start=1):
        if number > MAX_SHEET_ROWS:
            break
        cells = [_value(cell) for cell in row]
        while cells and cells[-1] is None:
            cells.pop()
        if cells and number > MAX_ROWS:
            raise _WorkbookRejectedError(f"{sheet.title} has more than {MAX_ROWS:,} rows.")
        if cells:
            rows += [[] for _ in range(len(rows), number - 1)]
            rows.append(cells)
    return rows


def _value(cell: Any) -> Any:
    value, kind = cell.value, getattr(cell, "data_type", "n")
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    if kind in OTHERS:
        return [OTHERS[kind]]
    if isinstance(value, str):
        return value if len(value) <= MAX_CELL else [f"more than {MAX_CELL:,} letters"]
    return value if isinstance(value, int | float) else ["neither text nor a number"]


if __name__ == "__main__":
    main()
