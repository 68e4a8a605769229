"""`python -m oottam.menu.workbook_reader`: an XLSX on standard input, its cells as JSON on standard output.

A program of its own, with bounds on memory and time: a workbook is a zip of XML from somebody's computer. It loads no
Django. Output: {"sheets": {title: [[cell, ...], ...]}}, or {"error": sentence}. Cells are text, numbers or null.
"""

import io
import json
import resource
import sys
import zipfile
from typing import Any

MAX_BYTES = 2 * 1024 * 1024
MAX_UNPACKED_BYTES = 40 * 1024 * 1024
MAX_ROWS, MAX_COLUMNS = 5000, 26
MAX_MEMORY_BYTES = 512 * 1024 * 1024
MAX_SECONDS = 20


class _WorkbookRejectedError(Exception):
    """Why the workbook is not read, as a sentence."""


def main() -> None:
    """Read standard input; a refusal is output, too."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    try:
        output: dict[str, Any] = {"sheets": read(sys.stdin.buffer.read(MAX_BYTES + 1))}
    except _WorkbookRejectedError as error:
        output = {"error": str(error)}
    except Exception:  # noqa: BLE001 - openpyxl raises what a broken file makes it raise
        output = {"error": "This file is no XLSX workbook that can be read."}
    sys.stdout.write(json.dumps(output))


def read(file: bytes) -> dict[str, list[list[Any]]]:
    """Return the cells of each sheet, without empty rows at the end. Raises _WorkbookRejectedError, or what openpyxl raises."""
    import openpyxl  # noqa: PLC0415 - a child process alone reads workbooks
    import openpyxl.xml  # noqa: PLC0415

    if len(file) > MAX_BYTES:
        raise _WorkbookRejectedError("The workbook is larger than 2 MB.")
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        if sum(each.file_size for each in archive.infolist()) > MAX_UNPACKED_BYTES:
            raise _WorkbookRejectedError("The workbook is larger than 40 MB when it is unpacked.")
    if not openpyxl.xml.DEFUSEDXML:  # entities that grow would take the memory
        raise _WorkbookRejectedError(
            "Workbooks cannot be read on this server: defusedxml is missing."
        )
    book = openpyxl.load_workbook(io.BytesIO(file), read_only=True, data_only=False)
    return {sheet.title: _rows(sheet) for sheet in book.worksheets}


def _rows(sheet: Any) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for number, row in enumerate(sheet.iter_rows(max_col=MAX_COLUMNS), start=1):
        if number > MAX_ROWS:
            raise _WorkbookRejectedError(f"{sheet.title} has more than {MAX_ROWS:,} rows.")
        rows.append([_value(sheet.title, cell) for cell in row])
    while rows and not any(cell is not None for cell in rows[-1]):
        rows.pop()
    return rows


def _value(title: str, cell: Any) -> Any:
    value = cell.value
    if value is None or isinstance(value, int | float | str):
        if getattr(cell, "data_type", "") == "f":
            raise _WorkbookRejectedError(
                f"{cell.coordinate} of {title} holds a formula. Put the value itself there."
            )
        return value
    return str(value)


if __name__ == "__main__":
    main()
