"""Uploaded and pasted lists: every format gives the same rows, and what is no list is refused with a sentence."""

import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import date, datetime

import pytest

from oottam.billing.statements import files, workbook_reader
from oottam.billing.statements.cells import Cell
from oottam.billing.statements.files import FileRejectedError, read_rows, read_text
from oottam.billing.statements.layouts import parse
from oottam.core import child_program
from tests.billing.statements.layout_cases import TODAY
from tests.billing.statements.list_files import (
    FOUND,
    MARKED_AS_XLS,
    ROWS,
    XLS,
    archive,
    as_csv,
    as_ods,
    as_xlsb,
    as_xlsx,
    edited,
    locked_archive,
    locked_xls,
    locked_xlsx,
    wide_xlsx,
)

SHEET = "xl/worksheets/sheet1.xml"


def found(rows: list[list[Cell]]) -> list[tuple[int, date, int, str]]:
    return [
        (entry.row, entry.paid_on, entry.paise, entry.reference)
        for entry in parse(rows, today=TODAY).entries
    ]


def refused(content: bytes, name: str = "list.xls") -> str:
    with pytest.raises(FileRejectedError) as caught:
        read_rows(name, content)
    assert caught.value.field == "file"
    return str(caught.value)


# --- formats ---


@pytest.mark.parametrize(
    "content",
    [
        as_csv(ROWS).encode(),
        as_csv(ROWS).encode("utf-8-sig"),
        as_csv(ROWS).encode("utf-16"),
        as_csv(ROWS, "\t").encode("utf-16-le"),
        as_csv(ROWS).encode("utf-16-be"),
        as_csv(ROWS, ";").encode(),
        as_csv(ROWS, "|").encode(),
        as_csv(ROWS, "\t").encode(),
        as_csv(ROWS).replace("\r\n", "\n").encode(),
        as_csv(ROWS).replace("\r\n", "\r").encode(),
        as_csv(ROWS).replace("\r\n", "\r\r\n").encode(),
        as_csv(ROWS).replace("A MEALS", "A “MEALS” – ₹").encode("utf-16"),
        as_csv(ROWS).replace("A MEALS", "A “MEALS” –").encode("cp1252"),
        as_csv(ROWS).encode() + b"\n\n\x1a",
        b"sep=;\r\n" + as_csv(ROWS, ";").encode(),
        as_xlsx(ROWS),
        as_xlsb(ROWS),
        as_ods(ROWS),
        XLS,
    ],
    ids=[
        *("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "semicolons", "bars", "tabs"),
        *("lf", "cr", "crcrlf", "signs", "cp1252", "end-of-file", "sep", "xlsx", "xlsb", "ods"),
        "xls",
    ],
)
def test_every_format_gives_the_same_payments(content: bytes) -> None:
    assert found(read_rows("list.xls", content)) == FOUND


def test_pasted_rows_of_a_spreadsheet_are_read() -> None:
    assert found(read_text(as_csv(ROWS, "\t"))) == FOUND


@pytest.mark.parametrize("text", ["", " \n\t\r\n", "\ufeff", ",,,\n,"])
def test_nothing_pasted_is_said(text: str) -> None:
    with pytest.raises(FileRejectedError, match="Nothing was pasted"):
        read_text(text)


def test_commas_of_amounts_and_texts_do_not_part_columns() -> None:
    rows = (
        ROWS[2],
        *(
            (date, date, "RICE, DAL, OIL", "1,2", "", f"1,23,45{n}.70", "2,00,000.00")
            for n, date in enumerate(["26/11/2026"] * 5)
        ),
    )
    for delimiter in ("\t", ";", "|"):
        text = "\n".join(delimiter.join(str(cell) for cell in row) for row in rows)
        assert [entry[2] for entry in found(read_text(text))] == [
            123_450_70 + 100 * n for n in range(5)
        ]


def test_delimiter_is_the_one_that_shows_a_header() -> None:
    row = "26/11/2026\tRICE, DAL, OIL, SALT, MILK\t250\n"
    text = "Txn Date\tDescription\tCredit\n" + 5 * row
    assert [entry[2] for entry in found(read_text(text))] == [250_00] * 5


def test_marks_of_ends_are_no_cells() -> None:
    assert read_rows("list.txt", b"a,b\r\n\r\n\x1a") == [["a", "b"]]
    assert read_text("a,b\0\n") == [["a", "b"]]


def test_pasted_text_has_a_limit() -> None:
    with pytest.raises(FileRejectedError, match="larger than 5 MB"):
        read_text("x\n" * (files.MAX_BYTES // 2 + 1))


def test_values_in_single_quotes_may_have_commas() -> None:
    text = "Merchant_Name,Transaction_Date,Status,Amount\n'A MEALS, ADYAR','26-11-2026 10:11:12','SUCCESS','1,250.00'\n"
    assert [entry[2] for entry in found(read_text(text))] == [1250_00]


def test_description_of_two_lines_is_one_cell() -> None:
    rows = (ROWS[2], ("26/11/2026", "", "UPI/CR\n612345678901", "", "", "5", ""))
    assert [entry[3] for entry in found(read_text(as_csv(rows)))] == ["612345678901"]


def test_kinds_of_cells_come_through_the_child_process() -> None:
    at = datetime.fromisoformat("2026-11-26T10:05")
    row: list[Cell] = ["text", 2.5, 7, None, at.date(), at, True, "x" * 1001]
    first, second = read_rows("list.xlsx", as_xlsx([["x"], row]))
    assert first == ["x"]
    midnight = datetime.fromisoformat("2026-11-26T00:00")
    assert second[4] in {at.date(), midnight}
    assert second[:4] + second[5:] == ["text", 2.5, 7, None, at, "True", "x" * 1000]


def test_sheet_with_a_header_is_taken_before_others() -> None:
    assert found(read_rows("list.xlsx", as_xlsx([["Summary"]], ROWS))) == FOUND


def test_hidden_sheets_are_not_read() -> None:
    assert read_rows("list.xlsx", as_xlsx(ROWS, [["Summary"]], hidden=[0])) == [["Summary"]]


def test_rows_and_columns_that_are_empty_in_front_keep_their_place() -> None:
    rows = read_rows("list.xlsx", as_xlsx([(), (), (None, None, "x")]))
    assert rows == [[], [], [None, None, "x"]]


# --- what is refused ---

BOMB = archive({"[Content_Types].xml": "<Types/>", SHEET: b" " * 110_000_000})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "The file is empty."),
        (b" \r\n\t", "The file is empty."),
        (b"\xef\xbb\xbf", "The file is empty."),
        (as_xlsx([]), "The file is empty."),
        (b"x" * (5 * 1024 * 1024 + 1), "The file is larger than 5 MB."),
        (b"\n%PDF-1.7 ...", "This is a PDF, whose amounts cannot be read reliably."),
        (b"\x89PNG\r\n\x1a\n....", "This is a picture."),
        (b"\xff\xd8\xff\xe0....", "This is a picture."),
        (b"RIFF....WEBPVP8 ", "This is a picture."),
        (b"....ftypheic", "This is a picture."),
        (b"<html><table><tr><td>Date</td></tr></table></html>", "This is a web page"),
        (b"\xef\xbb\xbf\r\n <!DOCTYPE html>", "This is a web page"),
        (b'<?xml version="1.0"?><Workbook/>', "This is a web page"),
        (b"MIME-Version: 1.0\r\nContent-Type: multipart/related", "This is a web page"),
        (b"\x00\x01\x02\x03" * 99, "“list.xls” is neither a text nor a workbook."),
        (bytes(range(1, 32)) * 9, "“list.xls” is neither a text nor a workbook."),
        (b"\xff\xfea\x00b", "“list.xls” is neither a text nor a workbook."),
        (archive({"list.csv": "Date"}), "This is a ZIP archive. Unpack it"),
        (archive({"Index/Document.iwa": "x"}), "This is a document of Numbers."),
        (b"PK\x03\x04" + b"x" * 99, "This file is no workbook that can be read."),
        (MARKED_AS_XLS + bytes(2000), "This file is no workbook that can be read."),
        (BOMB, "The workbook is larger than 100 MB when it is unpacked."),
        (archive({f"{n}": "" for n in range(2001)}), "larger than 100 MB when it is unpacked"),
        (locked_xlsx(), "It has a password: save it without one."),
        (locked_archive(as_xlsx(ROWS)), "It has a password: save it without one."),
        (locked_xls(), "It has a password: save it without one."),
        (
            as_ods(ROWS, "<encryption-data/>").replace(b"content.xml", b"content.xmI"),
            "This is a ZIP",
        ),
    ],
)
def test_what_is_no_list_is_refused(content: bytes, message: str) -> None:
    assert message in refused(content)


def test_encrypted_sheet_of_open_document_is_said() -> None:
    file = edited(as_ods(ROWS, "<encryption-data/>"), "content.xml", lambda _: b"\x8e\x01" * 99)
    assert refused(file) == "It has a password: save it without one."


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda rows: as_csv(rows).encode(), "more than 20,000 rows"),
        (as_xlsx, "more than 20,000 rows"),
    ],
    ids=["csv", "xlsx"],
)
def test_list_with_too_many_rows_is_refused(
    make: Callable[[list[list[Cell]]], bytes], message: str
) -> None:
    rows: list[list[Cell]] = [[] for _ in range(20_000)]
    assert read_rows("list", make([["x"], *rows])) == [["x"]]
    assert message in refused(make([["x"], *rows[1:], ["y"]]))


@pytest.mark.parametrize("make", [lambda rows: as_csv(rows).encode(), as_xlsx], ids=["csv", "xlsx"])
def test_list_with_too_many_columns_is_refused(
    make: Callable[[list[list[Cell]]], bytes],
) -> None:
    row: list[Cell] = [None] * 299
    assert len(read_rows("list", make([[*row, "x"]]))[0]) == 300
    assert "more than 300 columns" in refused(make([[*row, None, "x"]]))


@pytest.mark.parametrize(
    "text",
    [
        'Date,Narration,Credit,Debit\n26/11/2026,"MEENA,5,\n26/11/2026,"ARUL,6,\n',
        'Date,Narration,Credit,Debit\n26/11/2026,"MEENA,5,\n26/11/2026,ARUL,6,\n',
        'Date,Narration,Credit\n26/11/2026,"' + "x" * 140_000 + "\n",
    ],
    ids=["two", "one", "long"],
)
def test_quotation_mark_without_an_end_is_refused(text: str) -> None:
    with pytest.raises(FileRejectedError, match="Row 2: a quotation mark has no end"):
        read_text(text)


@pytest.mark.parametrize(
    "content",
    [as_xlsx([["x" * 990] * 100] * 102), wide_xlsx(10_001, "KN")],
    ids=["texts", "cells"],
)
def test_workbook_with_too_much_in_it_is_refused(content: bytes) -> None:
    assert refused(content) == workbook_reader.TOO_MUCH


def test_cell_far_away_does_not_take_the_memory() -> None:
    far = edited(
        as_xlsx([["x"]]),
        SHEET,
        lambda xml: xml.replace(
            b"</row>", b'</row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
        ),
    )
    assert refused(far) == child_program.TOO_MUCH


def test_hanging_reader_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MAX_SECONDS", 0.0)
    assert refused(as_xlsx(ROWS)) == child_program.TOO_MUCH


def test_third_workbook_at_a_time_is_told_to_come_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child_program, "_places", threading.BoundedSemaphore(1))
    with child_program._places:
        assert refused(as_xlsx(ROWS)) == child_program.BUSY


def test_reader_loads_nothing_of_the_server() -> None:
    code = f"""
import io, runpy, sys
sys.stdin = io.TextIOWrapper(sys.stdin.buffer)
runpy.run_path({workbook_reader.__file__!r}, run_name="__main__")
print([name for name in sys.modules if name.startswith(("django", "oottam"))])
"""
    done = subprocess.run(
        [sys.executable, "-I", "-c", code], input=as_xlsx([["x"]]), capture_output=True, check=True
    )
    assert done.stdout.split() == [b'{"sheets":[[["x"]]]}[]']


def test_largest_list_of_an_app_is_read() -> None:
    row = ["'26-11-2026 10:11:12'", "'SUCCESS'", "'250.00'", *(f"'{n}'" for n in range(40))]
    header = ["Transaction_Date", "Status", "Amount", *(f"Extra_{n}" for n in range(40))]
    rows = read_rows("list.csv", as_csv([header, *[row] * 9_999]).encode())
    assert len(found(rows)) == 9_999
