"""A list as a file for a spreadsheet: what stands in its rows, and nothing about anybody's health.

Cells are text unless they are amounts.
"""

import csv
import io
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from oottam.backoffice.frame.searching import Requests
from oottam.backoffice.frame.spreadsheets import (
    BOM,
    CSV_TYPE,
    XLSX_TYPE,
    Cell,
    harmless,
    in_rupees,
    workbook,
    write,
)
from oottam.backoffice.inbox.queries import whole
from oottam.handling.domain.facts import order_of
from oottam.handling.domain.money import balance
from oottam.requests.models import Request

COLUMNS = (
    "Reference",
    "Received (IST)",
    "Kind",
    "Status",
    "Name",
    "Phone",
    "E-mail",
    "Days",
    "Due (₹)",
    "Paid (₹)",
    "Given back (₹)",
    "Owed (₹)",
    "Whose",
    "Follow up on",
    "Please check",
)


@dataclass(frozen=True, slots=True)
class Format:
    """A kind of file: the end of its name, what it is called on the wire, and what writes it."""

    end: str
    media_type: str
    write: "Callable[[Requests], Iterator[bytes]]"


def cells(request: Request) -> tuple[Cell, ...]:
    """One row, in the order of COLUMNS; amounts in rupees."""
    ordered, money = order_of(request), balance(request)
    return (
        request.reference,
        f"{timezone.localtime(request.received_at):%Y-%m-%d %H:%M}",
        request.get_kind_display(),
        request.get_status_display(),
        request.customer_name,
        request.phone_normalised or request.phone,
        request.email,
        ordered.days if ordered else None,
        in_rupees(money.due),
        in_rupees(money.paid) if money.paid else None,
        in_rupees(money.refunded) if money.refunded else None,
        in_rupees(money.owed),
        request.assignee.get_username() if request.assignee else "",
        request.follow_up_on.isoformat() if request.follow_up_on else "",
        "; ".join(request.flag_labels()),
    )


def as_csv(found: "Requests") -> Iterator[bytes]:
    """A line for each request, as they are read."""
    line = io.StringIO()
    writer = csv.writer(line)
    writer.writerow(COLUMNS)
    yield (BOM + line.getvalue()).encode()
    for request in whole(found):
        line.seek(0)
        line.truncate()
        writer.writerow([harmless(cell) for cell in cells(request)])
        yield line.getvalue().encode()


def as_xlsx(found: "Requests") -> Iterator[bytes]:
    """A workbook of one sheet."""

    def fill(book: Any) -> None:
        sheet = book.add_worksheet("Requests")
        bold = book.add_format({"bold": True})
        sheet.freeze_panes(1, 0)
        for column, title in enumerate(COLUMNS):
            sheet.write_string(0, column, title, bold)
        for line, request in enumerate(whole(found), start=1):
            for column, cell in enumerate(cells(request)):
                write(sheet, line, column, cell)

    return workbook(fill)


FORMATS = {
    "csv": Format("csv", CSV_TYPE, as_csv),
    "xlsx": Format("xlsx", XLSX_TYPE, as_xlsx),
}
