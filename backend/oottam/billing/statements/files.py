"""Rows of a list of payments that is uploaded or pasted: CSV, text with tabs (whatever it is called), workbooks.

What a file is, is told by its first bytes: banks name text and web pages ".xls".
"""

import codecs
import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from datetime import date, datetime
from itertools import islice
from typing import Any

from oottam.billing.statements import workbook_reader
from oottam.billing.statements.cells import Cell, clip
from oottam.billing.statements.layouts import MAX_HEADER_ROW, has_header
from oottam.billing.statements.workbook_reader import (
    MAX_COLUMNS,
    MAX_ROWS,
    MAX_SECONDS,
    TOO_MANY_COLUMNS,
    TOO_MANY_ROWS,
)
from oottam.core import child_program
from oottam.core.errors import DomainError

MAX_BYTES = 5 * 1024 * 1024  # of an upload; characters of a pasted text

TOO_LARGE = "The file is larger than 5 MB."
EMPTY = "The file is empty."
NOTHING_PASTED = "Nothing was pasted."
PDF = "This is a PDF, whose amounts cannot be read reliably. Export it as CSV or Excel."
PICTURE = "This is a picture. Export the list as CSV or Excel."
WEB_PAGE = "This is a web page that is called a workbook. Open it in Excel, save it as .xlsx, and send that."
NO_TEXT = "“{name}” is neither a text nor a workbook. Export the list as CSV or Excel."

_DELIMITERS = ("\t", ",", ";", "|")
_SAMPLE_ROWS = MAX_HEADER_ROW + 50  # by which the delimiter is known
_MAX_CONTROLS = 0.01  # of a text's characters
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = b"PK\x03\x04"
_PICTURES = re.compile(
    rb"\x89PNG|\xff\xd8\xff|GIF8|BM.{4}\0\0\0\0|II\*\0|MM\0\*|RIFF.{4}WEBP|.{4}ftyp", re.DOTALL
)
_MARKUP = re.compile(
    r"\s*<(?:\?xml|!doctype|!--|html|head|body|table|meta|style|div|script)|\s*MIME-Version:",
    re.IGNORECASE,
)
_SEPARATOR_LINE = re.compile(r"\s*\"?sep=(.)\"?\n", re.IGNORECASE)  # Excel's own


class FileRejectedError(DomainError):
    """Why a file is not read, as sentences for the desk; `field` is "file"."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "file")


def read_rows(name: str, content: bytes) -> list[list[Cell]]:
    """Return the rows of an uploaded list, empty ones, too: the first is the file's first.

    Of a workbook's sheets the first that has a header which is understood, else the first with a row. `name` stands in
    a refusal, and says nothing of what the file is. Raises FileRejectedError, also while two other files are read.
    """
    if len(content) > MAX_BYTES:
        raise FileRejectedError(TOO_LARGE)
    if content.startswith((_OLE, _ZIP)):
        return _workbook_rows(content)
    if b"%PDF-" in content[:1024]:
        raise FileRejectedError(PDF)
    if _PICTURES.match(content):
        raise FileRejectedError(PICTURE)
    text = _decoded(content)
    if text is None or _is_binary(text):
        raise FileRejectedError(NO_TEXT.format(name=clip(name)))
    return _text_rows(text, EMPTY)


def read_text(text: str) -> list[list[Cell]]:
    """Return the rows of a pasted list. Raises FileRejectedError."""
    if len(text) > MAX_BYTES:
        raise FileRejectedError(TOO_LARGE)
    return _text_rows(text.replace("\0", ""), NOTHING_PASTED)


# --- text ---


def _decoded(content: bytes) -> str | None:
    """Return the text of UTF-8, UTF-16 or Windows-1252; None for what is none of them."""
    try:
        if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return content.decode("utf-16")
        for zeros, encoding in ((content[1::2], "utf-16-le"), (content[::2], "utf-16-be")):
            if zeros and zeros.count(0) > len(zeros) / 2:
                return content.decode(encoding)
    except UnicodeDecodeError:
        return None
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace")


def _is_binary(text: str) -> bool:
    controls = sum(character < " " and character not in "\t\n\v\f\r\x1a" for character in text)
    return "\0" in text or controls > _MAX_CONTROLS * len(text)


def _text_rows(text: str, if_empty: str) -> list[list[Cell]]:
    text = re.sub(r"\r+\n", "\n", text.lstrip("\ufeff")).replace("\r", "\n").rstrip("\x1a")
    if _MARKUP.match(text):
        raise FileRejectedError(WEB_PAGE)
    if found := _SEPARATOR_LINE.match(text):
        text, delimiter = text[found.end() :], found[1]
    else:
        delimiter = max(_DELIMITERS, key=lambda each: _fit(text, each))
    rows = list(_checked(_parsed(text, delimiter), delimiter))
    if not rows:
        raise FileRejectedError(if_empty)
    return rows


def _parsed(text: str, delimiter: str) -> Iterator[list[str]]:
    # Paytm has every value in single quotes.
    quote = "'" if text.count(f"'{delimiter}'") > text.count("\n") else '"'
    return csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quotechar=quote)


def _fit(text: str, delimiter: str) -> tuple[bool, int]:
    """Return how well a delimiter parts the first rows: whether a header is among them, and their usual width.

    csv.Sniffer takes the commas of "1,23,456.70" for delimiters, and the colons of times.
    """
    rows: list[list[str]] = []
    with suppress(csv.Error):  # of a row behind those that count
        rows.extend(islice(_parsed(text, delimiter), _SAMPLE_ROWS))
    widths = Counter(len(row) for row in rows if len(row) > 1)
    return has_header(rows), max((width * count for width, count in widths.items()), default=0)


def _checked(rows: Iterator[list[str]], delimiter: str) -> Iterator[list[Cell]]:
    """Yield the rows up to the last that is not empty, without empty cells at their ends. Raises FileRejectedError."""
    empty_rows = number = width = 0
    try:
        for number, texts in enumerate(rows, start=1):
            row: list[Cell] = [text if text.strip() else None for text in texts]
            while row and row[-1] is None:
                row.pop()
            if not row:
                empty_rows += 1
                continue
            if number > MAX_ROWS:
                raise FileRejectedError(TOO_MANY_ROWS)
            if len(row) > MAX_COLUMNS:
                raise FileRejectedError(TOO_MANY_COLUMNS)
            width = max(width, len(texts))
            # A cell that has swallowed the rest of its row, and part of others.
            if any("\n" in text and text.count(delimiter) >= max(width - 2, 2) for text in texts):
                raise FileRejectedError(_endless_quote(number))
            yield from ([] for _ in range(empty_rows))
            empty_rows = 0
            yield row
    except csv.Error:  # a cell of more than 128 KB
        raise FileRejectedError(_endless_quote(number + 1)) from None


def _endless_quote(row: int) -> str:
    return f"Row {row}: a quotation mark has no end. Take it out, or export the list as Excel."


# --- workbooks ---


def _workbook_rows(content: bytes) -> list[list[Cell]]:
    try:
        sheets = child_program.read_json(
            ["-I", workbook_reader.__file__], content, max_seconds=2 * MAX_SECONDS, field="file"
        )
    except DomainError as error:
        raise FileRejectedError(str(error)) from error
    found = [
        [[_cell(cell) for cell in row] for row in sheet] for sheet in sheets["sheets"] if sheet
    ]
    if not found:
        raise FileRejectedError(EMPTY)
    return next(filter(has_header, found), found[0])


def _cell(cell: Any) -> Cell:
    """Return a cell of the child's JSON, in which dates are lists of one text."""
    if not isinstance(cell, list):
        return cell  # type: ignore[no-any-return]
    [text] = cell
    if "T" in text:
        return datetime.fromisoformat(text)
    return date.fromisoformat(text) if "-" in text else str(text)  # a time of day
