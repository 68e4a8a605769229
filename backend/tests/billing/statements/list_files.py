"""Lists as files: workbooks of each kind, and files that only look so."""

import base64
import csv
import gzip
import io
import struct
import zipfile
from collections.abc import Callable, Iterable, Sequence
from datetime import date

import openpyxl

from oottam.billing.statements.cells import Cell

Rows = Sequence[Sequence[Cell]]
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
OPEN_DOCUMENT = "urn:oasis:names:tc:opendocument:xmlns"
MARKED_AS_XLS = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"

ROWS: Rows = (
    ("A MEALS",),
    (),
    ("Txn Date", "Value Date", "Description", "Ref No./Cheque No.", "Debit", "Credit", "Balance"),
    ("26/11/2026", "26/11/2026", "UPI/CR/612345678901/MEENA K", None, None, 250, 1250),
    ("27/11/2026", "27/11/2026", "UPI/CR/ARUL S", 632212345678, None, 300.5, 1550.5),
    ("27/11/2026", "27/11/2026", "RENT", None, 1000, None, 550.5),
)
# What parse makes of them: (row, paid_on, paise, reference).
FOUND = [
    (4, date(2026, 11, 26), 250_00, "612345678901"),
    (5, date(2026, 11, 27), 300_50, "632212345678"),
]
# These rows as Excel 97 has them (BIFF8), dates as dates.
XLS = gzip.decompress(
    base64.b64decode(
        b"H4sIAAAAAAACA+1YS0hUYRQ+9zU6ps74ClSQQeil0mSW2UKnGR0l0sFG7SFCzThXGtQZG6fIFmWpmyIIWhW1MGwRgdWmBxXYrkVg"
        b"9CAIAq1drYKCFup0zpl7JzUDB0oy7nf5z/3P+c85/+P8r3tfTGZNjd4tmIZFqAEJ5mJmMM2TCZjMOmMFLI/FKKu/UzHFDKwqmFMx"
        b"kCYFHmU8T6EYUrynQYQ78lOkAB8wdUAfeMIh1baCcHEbfAK1oRqpAFdRkgn53Kpspp1Mc5jeZs3HTHex5ALTatSdEtph0uEpqdJm"
        b"8QGxmMsygfzeZ5t3LCmHPHhGs/j0RSGuq4AzEvT1rLKCIjkdxgAD2qCG1AjxFrgBaQCBgL231z6AmIJcDPYYfIvZAL7qq3rCZshX"
        b"Vi4Ayr8vlKf8Rp6KQVwsvyTKAIMQO8yLZATSYVimEhkag/3RGbgGa5CjhNPBaWtyOxtbcKNuPRGy1fmiKs6Jfb6eYyozqFWn9ndG"
        b"gn3RYDiUDeBVu2ye8GZ77RH1KOpgViEVfzCK+0RtRA0Eo+jV5evxhTrVQoC25t32Wq+9snxrxbbtlTuqdm4ptze53R6nbU9GotTp"
        b"bWu0tWAjvW5PaxqdKbwHWRfsQRm8NtORBsDC+SxeoVYchJmbX142+Zsdh1gyyOdO/HRaR4MBMThDFmicCbo/7j6UsEUp07PstZDz"
        b"BUxzcfnge31znpapH2KdYS5dj/VUMF45NszLb8T8yOe9D4pGPjo2YX68Yfpk7vhbxygU42kZQHt6hqBMKBOuXCY8dOhvQdvJ3jPN"
        b"/2VXSxWtWt9i2hFsgVlax4gspqQhcu8WaoisQWMS5/Txi3MiclKCk5CTE5yMnJLgFORMCc6EXIpWq7So1ifYF4n3ZtdrUaMC20lc"
        b"H0UprkM+P0nUvnM5FB3yJi/hTWZv9eytPuFNZm90D5EwvjK3HiaC7Qe7/K64Ffk//4Z6fOu4WfOvLOFfWdK/wv5pjE+JxNF4XLfo"
        b"HI1AaYcENWI23KMBxdPmJ9LAgAEDBgwYMGDgXwfdEOkaI/EnA/CdyKTdlum/ziymOeM3yX8LL4TxieJHpRtC+I7AQFLzZy0ogu5L"
        b"WKaN/r+QsB9rj0A3+Lkd3UnPX/x+Eub3Z9mG1j+3hJKtfy6Zdv7l+n8AfycmyQAWAAA="
    )
)


def as_csv(rows: Rows, delimiter: str = ",") -> str:
    out = io.StringIO()
    csv.writer(out, delimiter=delimiter).writerows(
        [["" if cell is None else cell for cell in row] for row in rows]
    )
    return out.getvalue()


def as_xlsx(*sheets: Rows, hidden: Iterable[int] = ()) -> bytes:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for number, rows in enumerate(sheets):
        sheet = book.create_sheet(f"List {number}")
        for row in rows:
            sheet.append(list(row))
        if number in hidden:
            sheet.sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def archive(parts: dict[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)
    return out.getvalue()


def as_ods(rows: Rows, manifest: str = "") -> bytes:
    def cell(value: Cell) -> str:
        if value is None:
            return "<table:table-cell/>"
        if isinstance(value, str):
            text = f"<text:p>{value}</text:p>"
            return f'<table:table-cell office:value-type="string">{text}</table:table-cell>'
        return f'<table:table-cell office:value-type="float" office:value="{value}"/>'

    lines = "".join(
        f"<table:table-row>{''.join(map(cell, row)) or cell(None)}</table:table-row>"
        for row in rows
    )
    spaces = " ".join(
        f'xmlns:{name}="{OPEN_DOCUMENT}:{name}:1.0"' for name in ("office", "table", "text")
    )
    body = f'<office:spreadsheet><table:table table:name="List">{lines}</table:table></office:spreadsheet>'
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "META-INF/manifest.xml": f"<manifest>{manifest}</manifest>",
            "content.xml": f"<office:document-content {spaces}><office:body>{body}</office:body></office:document-content>",
        }
    )


def as_xlsb(rows: Rows) -> bytes:
    """Binary records of [MS-XLSB]: their number, length and content."""

    def record(number: int, content: bytes = b"") -> bytes:
        head = bytes([number]) if number < 128 else bytes([number & 127 | 128, number >> 7])
        length = len(content)
        return head + bytes([length & 127 | 128, length >> 7]) + content

    def wide(text: str) -> bytes:
        return struct.pack("<I", len(text)) + text.encode("utf-16-le")

    def cell(column: int, value: Cell) -> bytes:
        head = struct.pack("<II", column, 0)
        if isinstance(value, str):
            return record(6, head + wide(value))
        assert isinstance(value, int | float)
        return record(5, head + struct.pack("<d", value))

    sheet = record(129) + record(148, struct.pack("<IIII", 0, len(rows) - 1, 0, 6)) + record(145)
    for number, row in enumerate(rows):
        sheet += record(0, struct.pack("<IIHBBBI", number, 0, 300, 0, 0, 0, 0))
        sheet += b"".join(
            cell(place, value) for place, value in enumerate(row) if value is not None
        )
    sheet += record(146) + record(130)
    listed = record(156, struct.pack("<II", 0, 1) + wide("r1") + wide("List"))
    relation = f'<Relationship Id="r1" Type="{OFFICE}/worksheet" Target="worksheets/sheet1.bin"/>'
    return archive(
        {
            "[Content_Types].xml": "<Types/>",
            "xl/_rels/workbook.bin.rels": f'<Relationships xmlns="{RELATIONS}">{relation}</Relationships>',
            "xl/workbook.bin": record(131) + record(143) + listed + record(144) + record(132),
            "xl/worksheets/sheet1.bin": sheet,
        }
    )


def edited(file: bytes, part: str, change: Callable[[bytes], bytes]) -> bytes:
    """The workbook with another content of one part."""
    with zipfile.ZipFile(io.BytesIO(file)) as old:
        return archive(
            {
                name: change(old.read(name)) if name == part else old.read(name)
                for name in old.namelist()
            }
        )


def locked_xls() -> bytes:
    """With a record FilePass behind the first."""
    place = XLS.index(b"\x09\x08\x10\0") + 20
    return XLS[:place] + b"\x2f\0" + XLS[place + 2 :]


def locked_xlsx() -> bytes:
    """What is in front of an encrypted XLSX: a file as of Excel 97 whose directory names the encrypted one."""
    return MARKED_AS_XLS + bytes(1500) + "EncryptedPackage".encode("utf-16-le") + bytes(500)


def locked_archive(file: bytes) -> bytes:
    """The archive with all of its parts marked as encrypted (APPNOTE 4.4.4, bit 0)."""
    for signature, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        parts = file.split(signature)
        file = signature.join(
            [
                parts[0],
                *(
                    part[: place - 4] + bytes([part[place - 4] | 1]) + part[place - 3 :]
                    for part in parts[1:]
                ),
            ]
        )
    return file


def wide_xlsx(rows: int, column: str) -> bytes:
    """A sheet with one number in each row, in this column."""
    lines = "".join(
        f'<row r="{row}"><c r="{column}{row}"><v>1</v></c></row>' for row in range(2, rows + 1)
    )
    return edited(
        as_xlsx([["x"]]),
        "xl/worksheets/sheet1.xml",
        lambda xml: xml.replace(b"</row>", b"</row>" + lines.encode()),
    )
