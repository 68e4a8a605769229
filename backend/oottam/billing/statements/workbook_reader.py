"""`python -I workbook_reader.py`: a workbook on standard input, its sheets as JSON on standard output.

XLSX, XLS, XLSB and ODS. A program of its own, with bounds on memory and time: the file comes from somebody's computer.
It loads nothing of ours. Output: {"sheets": [[[cell, ...], ...], ...]}, hidden sheets left out, or {"error": sentence}.
A cell is text, a number, null, or [ISO date or time]; formulas have the value that they had when the file was saved.
"""

import datetime
import io
import json
import re
import resource
import sys
import zipfile
from typing import Any

MAX_UNPACKED_BYTES = 100 * 1024 * 1024
MAX_MANIFEST_BYTES = 1024 * 1024
MAX_PARTS = 2000  # files of the archive
MAX_SHEETS = 10
MAX_ROWS = 20_000
MAX_COLUMNS = 300
MAX_CELLS = 3_000_000  # of all sheets, those in front of another included
MAX_CELL = 1000  # characters
MAX_TEXT = 10_000_000  # characters of all cells
MAX_MEMORY_BYTES = 512 * 1024 * 1024
MAX_SECONDS = 20

# The first record, perhaps one that protects it from being written, then FilePass.
_FILE_PASS = re.compile(rb"\x09\x08\x10\0\0\x06\x05\0.{12}(?:\x86\0\0\0)?\x2f\0", re.DOTALL)

LOCKED = "It has a password: save it without one."
UNREADABLE = "This file is no workbook that can be read. Export it as CSV or Excel."
ARCHIVE = "This is a ZIP archive. Unpack it, and send the list that is in it."
NUMBERS = "This is a document of Numbers. Export it as CSV or Excel."
TOO_LARGE_UNPACKED = "The workbook is larger than 100 MB when it is unpacked."
TOO_MUCH = "The workbook has too much in it. Export fewer days at a time."
TOO_MANY_ROWS = f"The list has more than {MAX_ROWS:,} rows. Export fewer days at a time."
TOO_MANY_COLUMNS = f"The list has more than {MAX_COLUMNS} columns."


class _WorkbookRejectedError(Exception):
    """Why the workbook is not read, as a sentence."""


def main() -> None:
    """Read standard input; a refusal is output, too."""
    resource.setrlimit(resource.RLIMIT_AS, (MAX_MEMORY_BYTES, MAX_MEMORY_BYTES))
    resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    try:
        output: dict[str, Any] = {"sheets": read(sys.stdin.buffer.read())}
    except _WorkbookRejectedError as error:
        output = {"error": str(error)}
    except MemoryError:
        output = {"error": TOO_MUCH}
    except Exception:  # noqa: BLE001 - libraries raise what a broken file makes them raise
        output = {"error": UNREADABLE}
    sys.stdout.write(json.dumps(output, separators=(",", ":")))


def read(file: bytes) -> list[list[list[Any]]]:
    """Return the cells of the sheets, cells and rows without a value at their ends left out.

    Raises _WorkbookRejectedError, or what python-calamine raises.
    """
    import python_calamine  # noqa: PLC0415 - a child process alone reads workbooks

    if file.startswith(b"PK"):
        _check_archive(file)
    try:
        book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(file))
    except python_calamine.CalamineError:
        raise _WorkbookRejectedError(LOCKED if _is_locked(file) else UNREADABLE) from None
    sheets: list[list[list[Any]]] = []
    cells = characters = 0
    visible = python_calamine.SheetVisibleEnum.Visible
    for sheet in [sheet for sheet in book.sheets_metadata if sheet.visible == visible][:MAX_SHEETS]:
        rows = _rows(book.get_sheet_by_name(sheet.name))
        cells += sum(map(len, rows))
        characters += sum(len(cell) for row in rows for cell in row if isinstance(cell, str))
        if cells > MAX_CELLS or characters > MAX_TEXT:
            raise _WorkbookRejectedError(TOO_MUCH)
        sheets.append(rows)
    return sheets


def _check_archive(file: bytes) -> None:
    """Raise _WorkbookRejectedError for what is no workbook, or a large one, before anything is unpacked."""
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        parts = archive.infolist()
    if len(parts) > MAX_PARTS or sum(part.file_size for part in parts) > MAX_UNPACKED_BYTES:
        raise _WorkbookRejectedError(TOO_LARGE_UNPACKED)
    names = [part.filename for part in parts]
    if any(name.endswith(".iwa") for name in names):
        raise _WorkbookRejectedError(NUMBERS)
    if not {"[Content_Types].xml", "content.xml"}.intersection(names):
        raise _WorkbookRejectedError(ARCHIVE)


def _is_locked(file: bytes) -> bool:
    """Whether a workbook that python-calamine takes for none is encrypted, by the rules of each format.

    XLSX and XLSB: [MS-OFFCRYPTO], a stream of that name; XLS: [MS-XLS] 2.4.117, a record FilePass behind the first one;
    ODS: its manifest (OpenDocument 1.3, part 2, 4.3).
    """
    if not file.startswith(b"PK"):
        return "EncryptedPackage".encode("utf-16-le") in file or bool(_FILE_PASS.search(file))
    with zipfile.ZipFile(io.BytesIO(file)) as archive:
        if any(part.flag_bits & 1 for part in archive.infolist()):
            return True
        try:
            with archive.open("META-INF/manifest.xml") as manifest:
                return b"encryption-data" in manifest.read(MAX_MANIFEST_BYTES)
        except KeyError:
            return False


def _rows(sheet: Any) -> list[list[Any]]:
    """Return the rows from the sheet's first one on, which may be empty, so that numbers of rows are right."""
    if sheet.start is None:
        return []
    top, left = sheet.start
    rows: list[list[Any]] = []
    for number, found in enumerate(sheet.to_python(skip_empty_area=True), start=top):
        row = [_value(cell) for cell in found]
        while row and row[-1] is None:
            row.pop()
        if not row:
            continue
        if number >= MAX_ROWS:
            raise _WorkbookRejectedError(TOO_MANY_ROWS)
        if left + len(row) > MAX_COLUMNS:
            raise _WorkbookRejectedError(TOO_MANY_COLUMNS)
        rows += [[] for _ in range(len(rows), number)]
        rows.append([None] * left + row)
    return rows


def _value(cell: Any) -> Any:
    if isinstance(cell, bool):
        return str(cell)
    if isinstance(cell, str):
        return cell[:MAX_CELL] if cell.strip() else None
    if isinstance(cell, datetime.date | datetime.time):
        return [cell.isoformat()]
    return str(cell) if isinstance(cell, datetime.timedelta) else cell


if __name__ == "__main__":
    main()
