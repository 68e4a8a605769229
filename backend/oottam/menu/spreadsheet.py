"""The three menus as a workbook: out, edited, and in again as a content to be compared with the draft.

A row is a dish; its order is that of the pages. Its id says which dish it is: an empty one adds a dish, and a dish
without a row leaves the menu. A category is its title; a new title adds one. Hidden sheets hold the rows as they were
downloaded, so that what a colleague has changed in the draft since then stays.
"""

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oottam.core import child_program
from oottam.core.errors import DomainError
from oottam.menu import workbook_reader
from oottam.menu.content import MENUS, Content
from oottam.menu.dishes import DESCRIPTIONS
from oottam.menu.workbook_merge import DOWNLOADED, SHEETS, MenuMerge, Sheets
from oottam.menu.workbook_reader import MAX_BYTES, MAX_SECONDS
from oottam.menu.workbook_rows import HEADINGS, cells_of

WIDTHS = (24, 22, 34, *(9 for _ in HEADINGS[3:-1]), 80)
MAX_ERRORS = 20  # sentences


class WorkbookRefusedError(DomainError):
    """What is wrong in a workbook, a sentence for each cell."""

    def __init__(self, sentences: Sequence[str]) -> None:
        more = len(sentences) - MAX_ERRORS
        self.sentences = [
            *sentences[:MAX_ERRORS],
            *([f"And {more} more cells are wrong."] if more > 0 else []),
        ]
        super().__init__(" ".join(self.sentences), "workbook")


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a workbook makes of a draft.

    `kept`: sentences on what a colleague has changed since the download, which stays. `leaving`: the dishes that leave,
    where they are more than a tenth of a menu. `is_dated`: whether the workbook knows the draft that it was made from.
    """

    content: Content
    kept: Sequence[str]
    leaving: Sequence[str]
    is_dated: bool


def write(content: Content) -> bytes:
    """Return the menus as an XLSX."""
    import xlsxwriter  # noqa: PLC0415 - the server never makes one otherwise

    with tempfile.SpooledTemporaryFile(1_000_000) as file:
        book = xlsxwriter.Workbook(file, {"in_memory": True})
        bold, money = book.add_format({"bold": True}), book.add_format({"num_format": "0.##"})
        for kind, title in SHEETS.items():
            _fill(book.add_worksheet(title), content, kind, bold, money)
        for kind, title in DOWNLOADED.items():
            sheet = book.add_worksheet(title)
            sheet.very_hidden()
            _fill(sheet, content, kind, bold, money)
        book.close()
        file.seek(0)
        return file.read()


def _fill(sheet: Any, content: Content, kind: str, bold: Any, money: Any) -> None:
    sheet.freeze_panes(1, 3)
    for column, (heading, width) in enumerate(zip(HEADINGS, WIDTHS, strict=True)):
        sheet.write_string(0, column, heading, bold)
        sheet.set_column(column, column, width)
    for line, row in enumerate(cells_of(content, kind), start=1):
        for column, cell in enumerate(row):
            if isinstance(cell, str):
                sheet.write_string(line, column, cell)
            elif cell is not None:
                sheet.write_number(line, column, cell, money)


def read(file: bytes) -> Sheets:
    """Return the cells of each sheet, read by a child process. Raises DomainError with one sentence."""
    if len(file) > MAX_BYTES:
        raise DomainError("The workbook is larger than 2 MB.", "workbook")
    titles = (*SHEETS.values(), *DOWNLOADED.values())
    program = ["-I", workbook_reader.__file__, str(len(HEADINGS)), *titles]
    output = child_program.read_json(program, file, max_seconds=2 * MAX_SECONDS, field="workbook")
    sheets: Sheets = output["sheets"]
    return sheets


def apply(content: Content, sheets: Sheets) -> Outcome:
    """Return the content with the dishes of the sheets; a menu without a sheet stays. Raises DomainError."""
    kinds = [kind for kind, title in SHEETS.items() if title in sheets]
    if not kinds:
        names = ", ".join(SHEETS.values())
        raise DomainError(f"The workbook has none of the sheets {names}.", "workbook")
    merges = [MenuMerge(content, kind, sheets) for kind in kinds]
    if errors := [error for merge in merges for error in merge.errors]:
        raise WorkbookRefusedError(errors)
    described = dict[str, tuple[str, str]]()  # by picture: the description and its cell
    for merge in merges:
        merge.describe(described)
    if errors := [error for merge in merges for error in merge.errors]:
        raise WorkbookRefusedError(errors)
    file = content.file(DESCRIPTIONS)
    for image, (text, _) in described.items():
        file["descriptions"].pop(image, None)
        if text:
            file["descriptions"][image] = text
    for merge in merges:
        content = content.replace(MENUS[merge.kind], merge.menu)
    return Outcome(
        content.replace(DESCRIPTIONS, file) if described else content,
        [sentence for merge in merges for sentence in merge.kept],
        [name for merge in merges for name in merge.leaving],
        all(merge.is_dated for merge in merges),
    )
