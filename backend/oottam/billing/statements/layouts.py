"""Finds the payments that came in in the rows of a bank's or a UPI app's list, whatever its columns are.

One table of headings (`_HEADINGS`) stands for all layouts; they are named, with rows, in the tests. Sources: headers as
public repositories show them; PhonePe's settlement report: developer.phonepe.com/docs/settlement. Pure: no storage, no
clock, no framework.
"""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from oottam.billing.statements.cells import (
    Amount,
    Cell,
    CellError,
    amount_of,
    clip,
    has_lost_digits,
    looks_like_a_date,
    reference_in,
    reference_in_description,
    text_of,
    written_date,
)
from oottam.core.errors import DomainError

MAX_NOTE = 500  # characters
MAX_PAYER = 200
MAX_HEADER_ROW = 200  # the header is looked for in so many rows
MAX_SHOWN_ROWS = 5  # ... of a list that is not understood
MAX_SHOWN_CELLS = 12
MIN_COLUMNS = 3  # understood ones of a header
EARLIEST = date(2000, 1, 1)
SWAPPED = (
    "a spreadsheet has exchanged the day and the month of this date."
    " Export the list again, and do not open it before."
)

# Why a row is no payment that came in; keys of Statement.skipped.
DEBITS: Final = "debits"
NO_DATE: Final = "no_date"
BALANCES: Final = "balances"  # dated rows of an opening or closing balance
FAILED: Final = "failed"  # pending ones, too: whatever is no success
REFUNDS: Final = "refunds"
ZERO: Final = "zero"

# What columns mean, and their headings, the preferred ones first. Capitals, blanks, signs and "INR", "Rs" do not count.
_HEADINGS: Mapping[str, Sequence[str]] = {
    "date": (
        *(
            "Transaction Date",
            "Txn Date",
            "Tran Date",
            "Date",
            "Date (Value Date)",
            "Txn Posted Date",
        ),
        *(
            "Posted Date",
            "Posting Date",
            "Post Date",
            "Payment Date",
            "Date & Time",
            "Date and Time",
        ),
        *(
            "Transaction Date & Time",
            "Transaction Date and Time",
            "Transaction Time",
            "Creation Date",
        ),
        *("Value Date", "Value Dt"),
    ),
    "description": (
        *(
            "Description",
            "Narration",
            "Particulars",
            "Transaction Particulars",
            "Transaction Remarks",
        ),
        *(
            "Transaction Description",
            "Transaction Details",
            "Details",
            "Remarks",
            "Remark",
            "Notes",
        ),
        *("Note", "Comments", "Comment", "Message", "Order ID", "Merchant Order Id"),
        *("Merchant Reference Id",),
    ),
    # A payment's own reference in the report of a UPI app.
    "own reference": (
        *("RRN", "RRN No.", "Bank RRN", "UPI RRN", "Transaction UTR", "UPI Transaction ID"),
        *("UPI Ref No.", "UPI Reference No.", "UPI Reference Number", "Bank Transaction ID"),
    ),
    # In the report of a UPI app these may be the settlement's, which many payments have: see _Columns.references.
    "reference": (
        *("Chq./Ref.No.", "Ref No./Cheque No.", "Reference Number", "Reference No.", "Ref No."),
        *(
            "Reference",
            "Transaction Reference",
            "UTR",
            "UTR No.",
            "UTR Number",
            "Bank Reference No.",
        ),
        *("Bank Reference Number", "Cheque Number", "Cheque No.", "Chq No.", "Cheque Details"),
    ),
    "id": (
        *("Transaction ID", "Txn ID", "PhonePe Reference Id", "PhonePe Transaction Reference Id"),
        *("Google Transaction ID",),
    ),
    "debit": (
        *("Debit", "Debits", "Debit Amount", "Debit Amt.", "DR", "Withdrawal", "Withdrawals"),
        *("Withdrawal Amount", "Withdrawal Amt.", "Paid Out"),
    ),
    "credit": (
        *("Credit", "Credits", "Credit Amount", "Credit Amt.", "CR", "Deposit", "Deposits"),
        *("Deposit Amount", "Deposit Amt.", "Paid In"),
    ),
    "amount": (
        *("Amount", "Transaction Amount", "Txn Amount", "Tran Amount", "Total Transaction Amount"),
        *("Amt.",),
    ),
    "Cr/Dr": ("Cr/Dr", "Dr/Cr", "Credit/Debit", "Debit/Credit", "Credit/Debit Indicator"),
    "balance": (
        *("Balance", "Bal", "Closing Balance", "Running Balance", "Available Balance"),
        *("Balance Amount", "Account Balance", "Ledger Balance"),
    ),
    "status": ("Status", "Transaction Status", "Txn Status", "Payment Status"),
    "type": ("Transaction Type", "Tran Type", "Txn Type", "Payment Type", "Type"),
    "payer": (
        *("Payer Name", "Customer Name", "Sender Name", "Remitter Name", "Payer", "Sender", "From"),
        *("Name", "Customer VPA", "Payer VPA", "Payer UPI ID", "Customer Phone", "Customer Mobile"),
        *("Customer Mobile No.", "Mobile Number", "Phone"),
    ),
    "merchant": ("Merchant Name", "Merchant Id", "MID"),
    "settlement": (
        *("Settled Amount", "Settlement Amount", "Settled Date", "Settlement Date", "Payout Date"),
        *("Payout ID", "Settlement ID"),
    ),
}
_CURRENCY = frozenset({"inr", "rs", "rupees"})
_JOINED = frozenset(
    {"description", "own reference", "reference", "id", "payer"}
)  # all such columns count

_SUCCESSES = frozenset({"success", "successful", "settled", "completed", "complete", "txnsuccess"})
_REFUND = re.compile(r"refund|revers|charge ?back|repayment", re.IGNORECASE)
# Rows of sums and balances: their date cell or their description.
_SUM = re.compile(
    r"\b(?:opening|closing|total|balance|brought forward|carried forward|summary|page)\b|\b[bc]/f\b",
    re.IGNORECASE,
)
_BALANCE = re.compile(
    r"(?:opening|closing) balance|(?:balance )?(?:brought|carried) forward|[bc]/f|(?:grand )?total",
    re.IGNORECASE,
)
# Companies that collect payments and pay them out in lumps. Their names alone would be found in the notes and addresses
# of single payments, too: "Paid via PhonePe", meena@paytm.
_SETTLES = re.compile(
    r"\b(?:NEFT|RTGS|IMPS)\b.*(?<!@)\b(?:PHONEPE|PAYTM|GOOGLE ?PAY|BHARATPE)\b(?![\w.\-]*@)"
    r"|\bPHONEPE (?:PRIVATE|PVT|LTD|LIMITED|SETTLEMENT)|\bPHONEPE INTERNET"
    r"|\bPAYTM (?:PAYMENTS?|SETTLEMENT)|\bONE ?97 ?COMM|\bGOOGLE INDIA DIGITAL|\bRESILIENT INNOVATIONS"
    r"|\bRAZORPAY\b(?!@)|\bCASHFREE\b(?!@)|\bPAYU PAYMENTS|\bBILLDESK\b(?!@)|\bPINE ?LABS\b|\bMSWIPE\b"
    r"|\bINSTAMOJO\b|\bEASEBUZZ\b|\bINFIBEAM\b|\bUPI SETTLEMENT\b",
    re.IGNORECASE,
)


class StatementError(DomainError):
    """Why a list is not taken, as sentences for the desk."""

    def __init__(self, message: str) -> None:
        super().__init__(message, "file")


class UnknownLayoutError(StatementError):
    """No header was found. `rows`: the first ones, cut; `looked_for`: headings that are known."""

    def __init__(self, reason: str, rows: Sequence[Sequence[Cell]]) -> None:
        super().__init__(f"We do not know this list yet: {reason}")
        texts = [[clip(text_of(cell)) for cell in row] for row in rows[:MAX_HEADER_ROW]]
        self.rows = tuple(tuple(row[:MAX_SHOWN_CELLS]) for row in texts if any(row))[
            :MAX_SHOWN_ROWS
        ]
        self.looked_for = tuple(
            ", ".join(_HEADINGS[meaning][:6])
            for meaning in (
                "date",
                "description",
                "reference",
                "credit",
                "amount",
                "Cr/Dr",
                "status",
            )
        )


class AmbiguousDatesError(StatementError):
    """Every date can be read in both orders; `example` is one as it is written, `readings` day first and month first."""

    def __init__(self, example: str, readings: tuple[date, date]) -> None:
        day_first, month_first = (f"{reading:%d %B %Y}" for reading in readings)
        super().__init__(f"Is {example} in this list {day_first} or {month_first}?")
        self.example = example
        self.readings = readings


class BadRowError(StatementError):
    """A row cannot be read; `row` is its number in the file, from 1."""

    def __init__(self, row: int, reason: str) -> None:
        super().__init__(f"Row {row}: {reason}")
        self.row = row


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A payment that came in.

    `row`: its number in the file, from 1. `reference`: its UTR, or "". `digest`: of day, paise and text where it has no
    reference, else ""; the n-th of equal rows has a digest of its own, so that overlapping files agree. `payer`: name,
    UPI address and phone, where the list has columns for them. `note`: the description. `looks_settled`: a company pays
    out many payments in one.
    """

    row: int
    paid_on: date
    paise: int
    reference: str
    digest: str
    payer: str
    note: str
    looks_settled: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a list says. `skipped`: rows by why; `columns`: meanings and the headings that were understood so.

    `day_order_matters`: some date can be read in both orders; the file or the desk has said which.
    """

    entries: tuple[Entry, ...]
    skipped: Mapping[str, int]
    day_order_matters: bool
    columns: Mapping[str, str]


def parse(
    rows: Sequence[Sequence[Cell]], *, today: date, day_first: bool | None = None
) -> Statement:
    """Return the payments that came in.

    `today` in IST: dates more than a day ahead are refused. `day_first`: the desk's answer to AmbiguousDatesError; dates
    such as 31/01 in the file count for more. Raises UnknownLayoutError, AmbiguousDatesError, BadRowError.
    """
    header = _header(rows)
    if header is None:
        raise UnknownLayoutError("no row has headings of a date and of an amount.", rows)
    at, columns = header
    lines = list(_lines(rows[at + 1 :], at + 2, columns))
    if turned := _swapped(lines):
        raise BadRowError(turned.number, SWAPPED)
    order, matters = _day_order(lines, day_first=day_first)
    reader = _Reader(today, day_first=order)
    found = [payment for line in lines if (payment := reader.payment(line)) is not None]
    if found and columns.needs_sides and not reader.has_sides:
        raise UnknownLayoutError(
            "it does not say which amounts came in (Cr) and which went out (Dr).", rows
        )
    return Statement(
        entries=tuple(_entries(found)),
        skipped=MappingProxyType(dict(reader.skipped)),
        day_order_matters=matters,
        columns=MappingProxyType(columns.headings),
    )


def has_header(rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether some of the first rows is a header that is understood."""
    return _header(rows) is not None


# --- columns ---


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the columns are, by meaning, the preferred ones first."""

    at: Mapping[str, Sequence[int]]
    headings: dict[str, str]

    @property
    def is_report(self) -> bool:
        """Of a UPI app, in which every success is a payment that came in."""
        return "status" in self.at or "settlement" in self.at

    @property
    def references(self) -> Sequence[int]:
        """The columns of a payment's own references: where payments are settled, others are the settlement's."""
        others = () if "settlement" in self.at else self.at.get("reference", ())
        return (*self.at.get("own reference", ()), *others)

    @property
    def needs_sides(self) -> bool:
        """Whether only signs, or Cr and Dr beside the amounts, can say which came in."""
        return "credit" not in self.at and "Cr/Dr" not in self.at and not self.is_report


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    row: Sequence[Cell]
    columns: _Columns

    def cells(self, meaning: str) -> list[Cell]:
        return self._at(self.columns.at.get(meaning, ()))

    def cell(self, meaning: str) -> Cell:
        return next(iter(self.cells(meaning)), None)

    def text(self, meaning: str) -> str:
        """Return the texts of all such columns, each once."""
        return _joined(map(text_of, self.cells(meaning)))

    @property
    def references(self) -> list[Cell]:
        return self._at(self.columns.references)

    def _at(self, places: Iterable[int]) -> list[Cell]:
        return [self.row[place] for place in places if place < len(self.row)]


def _joined(texts: Iterable[str]) -> str:
    return " ".join(dict.fromkeys(text for text in texts if text))


@lru_cache(maxsize=4096)
def _key(heading: str) -> str:
    words = re.findall(r"[a-z0-9]+", heading.casefold())
    return "".join(word for word in words if word not in _CURRENCY)


_MEANINGS: Mapping[str, tuple[str, int]] = {
    _key(heading): (meaning, rank)
    for meaning, headings in _HEADINGS.items()
    for rank, heading in enumerate(headings)
}
_MAX_HEADING = 60  # characters


def _columns(row: Sequence[Cell]) -> _Columns | None:
    """Return the columns of a header; None for another row."""
    found: dict[str, list[tuple[int, int]]] = {}
    for place, cell in enumerate(row):
        if isinstance(cell, str) and len(cell) <= _MAX_HEADING:
            meaning, rank = _MEANINGS.get(_key(text_of(cell)), ("", 0))
            found.setdefault(meaning, []).append((rank, place))
    found.pop("", None)
    is_header = "date" in found and ("credit" in found or "amount" in found)
    if not is_header or len(found) < MIN_COLUMNS:
        return None
    at = {meaning: [place for _, place in sorted(places)] for meaning, places in found.items()}
    at |= {
        meaning: places[:1]
        for meaning, places in at.items()
        if meaning not in _JOINED and meaning != "date"
    }
    if sides := found.get("Cr/Dr"):
        at["Cr/Dr"] = [_side_column([place for _, place in sides], at)]
    if "credit" in at:  # "Dr / Cr" is the balance's
        at.pop("Cr/Dr", None)
        at.pop("amount", None)
    headings = {
        meaning: _joined(
            text_of(row[place]) for place in places[: 1 if meaning == "date" else None]
        )
        for meaning, places in at.items()
    }
    return _Columns(at, headings)


def _side_column(places: Sequence[int], at: Mapping[str, Sequence[int]]) -> int:
    """Return the place of the amount's "Dr / Cr": Kotak has one behind the amount, and one behind the balance."""
    balances = {place + 1 for place in at.get("balance", ())}
    own = [place for place in places if place not in balances] or list(places)
    [amount, *_] = at.get("amount") or [0]
    return next((place for place in own if place > amount), own[0])


def _header(rows: Sequence[Sequence[Cell]]) -> tuple[int, _Columns] | None:
    """Return the place of the header, and its columns."""
    for place, row in enumerate(rows[:MAX_HEADER_ROW]):
        if columns := _columns(row):
            return place, columns
    return None


def _lines(rows: Sequence[Sequence[Cell]], first_number: int, columns: _Columns) -> Iterator[_Line]:
    """Yield the rows under the header, empty ones and repeated headers, too.

    A later header counts from there: it may have the same headings in another order.
    """
    headings = set(columns.headings.values())
    for number, row in enumerate(rows, start=first_number):
        line = _Line(number, row, columns)
        if len(headings.intersection(row)) >= MIN_COLUMNS:
            columns = _columns(row) or columns
        yield line


# --- dates ---


def _day_order(lines: Sequence[_Line], *, day_first: bool | None) -> tuple[bool, bool]:
    """Return whether days come first, and whether some date could be read in both orders."""
    dates = [
        (cell, written)
        for line in lines
        for cell in line.cells("date")
        if (written := written_date(cell))
    ]
    matters: tuple[str, tuple[date, date]] | None = None
    decided: set[bool] = set()
    for cell, written in dates:
        if written.is_fixed:
            continue
        first, second = written.read(day_first=True), written.read(day_first=False)
        if first and second and first != second:
            matters = matters or (text_of(cell), (first, second))
        elif first is None or second is None:
            decided |= {is_first for is_first, day in ((True, first), (False, second)) if day}
    if decided:
        return True in decided, matters is not None
    if matters and day_first is None:
        raise AmbiguousDatesError(*matters)
    return day_first is not False, matters is not None


def _swapped(lines: Sequence[_Line]) -> _Line | None:
    """Return a line whose date a spreadsheet has turned into another one.

    Opened where months come first, 03/04/2026 becomes the 4th of March, while 31/03/2026 stays text.
    """
    turned: _Line | None = None
    is_text = False
    for line in lines:
        cell = line.cell("date")
        if isinstance(cell, date):
            if cell.day > 12 or cell.year < EARLIEST.year:
                return None
            turned = turned or line
        elif (written := written_date(cell)) and not written.is_fixed:
            is_text = is_text or written.read(day_first=False) is None
    return turned if is_text else None


# --- rows ---

_SIDES = {"cr": "C", "credit": "C", "deposit": "C", "dr": "D", "debit": "D", "withdrawal": "D"}


@dataclass(frozen=True, slots=True)
class _Payment:
    """An entry without its digest, and the text of its row, which is the same in every export."""

    entry: Entry
    text: str

    @property
    def identity(self) -> tuple[date, int, str]:
        return self.entry.paid_on, self.entry.paise, self.text


class _Reader:
    """Reads line after line. `has_sides`: some amount had a sign, or Cr or Dr beside it."""

    def __init__(self, today: date, *, day_first: bool) -> None:
        self.skipped: Counter[str] = Counter()
        self.has_sides = False
        self._latest = today + timedelta(days=1)
        self._day_first = day_first

    def payment(self, line: _Line) -> _Payment | None:
        """Return the line's payment, or count why it is none. Raises BadRowError."""
        if not any(map(text_of, line.row)):
            return None
        try:
            paid_on = self._date(line)
            reason = NO_DATE if paid_on is None else _reason_by_texts(line)
            paise = 0
            if paid_on is not None and not reason:
                paise, reason = self._credit(line)
            if paid_on is None or reason:
                self.skipped[reason] += 1
                return None
            return _payment(line, paid_on, paise)
        except CellError as error:
            raise BadRowError(line.number, str(error)) from None

    def _date(self, line: _Line) -> date | None:
        """Return None for a row without one: headings, totals, banners. Raises CellError for a payment's bad date."""
        cell = line.cell("date")
        text = text_of(cell)
        written = written_date(cell)
        if written is None:
            if text and _has_credit(line) and (looks_like_a_date(text) or _is_named(line, text)):
                raise CellError(f"“{clip(text)}” is no date.")
            return None
        day = written.read(day_first=self._day_first)
        if day is None or day < EARLIEST:
            raise CellError(f"“{clip(text)}” is no date.")
        if day > self._latest:
            raise CellError(f"{day:%d %B %Y} lies in the future.")
        return day

    def _credit(self, line: _Line) -> tuple[int, str]:
        """Return the paise that came in, and why they are none or "". Raises CellError."""
        signed, has_side = _signed_amount(line)
        self.has_sides = self.has_sides or has_side
        return signed, "" if signed > 0 else DEBITS if signed else ZERO


def _signed_amount(line: _Line) -> tuple[int, bool]:
    """Return paise, negative for what went out, and whether the row itself says which. Raises CellError."""
    if "credit" in line.columns.at:
        credit, debit = amount_of(line.cell("credit")), amount_of(line.cell("debit"))
        in_paise = _with_side(credit) if credit else 0
        out_paise = abs(debit.paise) if debit else 0
        if in_paise > 0 and out_paise:
            raise CellError("it has both a debit and a credit.")
        return in_paise or -out_paise, True
    amount = amount_of(line.cell("amount"))
    if amount is None or not amount.paise:
        return 0, False
    side = _side(line)
    if side:
        amount = Amount(amount.paise, side)
    elif "Cr/Dr" in line.columns.at and not amount.side:
        raise CellError(f"“{clip(line.text('Cr/Dr'))}” says neither Cr nor Dr.")
    return _with_side(amount), bool(amount.side) or amount.paise < 0


def _with_side(amount: Amount) -> int:
    return -abs(amount.paise) if amount.side == "D" else amount.paise


def _side(line: _Line) -> str:
    """Return C or D of the row's own column, or of a type such as "Credit"; else ""."""
    texts = (line.text("Cr/Dr"), line.text("type"))
    return next(
        (side for text in texts if (side := _SIDES.get(text.casefold().strip(". "), ""))), ""
    )


def _has_credit(line: _Line) -> bool:
    try:
        return _signed_amount(line)[0] > 0
    except CellError:
        return False


def _is_named(line: _Line, date_text: str) -> bool:
    """Whether a row without a date has a description, as payments have, and is no sum."""
    description = line.text("description")
    return any(map(str.isalpha, description)) and not _SUM.search(f"{date_text} {description}")


def _reason_by_texts(line: _Line) -> str:
    """Return why a dated row is no payment, by its status, its type, or its description; else ""."""
    status = line.text("status")
    if _REFUND.search(status) or _REFUND.search(line.text("type")):
        return REFUNDS
    if "status" in line.columns.at and _key(status) not in _SUCCESSES:
        return FAILED
    if _BALANCE.fullmatch(line.text("description").strip(" .:*-")):
        return BALANCES
    return ""


def _payment(line: _Line, paid_on: date, paise: int) -> _Payment:
    """Raises CellError for a reference that a spreadsheet has rounded."""
    references, ids = line.references, line.cells("id")
    if lost := next(filter(has_lost_digits, (*references, *ids)), None):
        raise CellError(
            f"the reference {clip(text_of(lost))} has lost its digits: a spreadsheet has rounded it."
            " Export the list again, as text, and do not open it before."
        )
    texts = [text_of(cell) for cell in references]
    description, payer = line.text("description"), line.text("payer")
    reference = next(filter(None, map(reference_in, texts)), "")
    if not reference and not line.columns.is_report:  # a report's description has numbers of orders
        reference = reference_in_description(description, paid_on)
    entry = Entry(
        row=line.number,
        paid_on=paid_on,
        paise=paise,
        reference=reference,
        digest="",
        payer=payer[:MAX_PAYER],
        note=description[:MAX_NOTE],
        looks_settled=_SETTLES.search(f"{description} {payer}") is not None,
    )
    numbers = [_without_zeros(text) for text in (*texts, *map(text_of, ids))]
    return _Payment(entry, _normalised(" ".join((description, *numbers, payer))))


def _without_zeros(text: str) -> str:
    """Return a number as a spreadsheet keeps it, which takes 000123 for 123."""
    return text.lstrip("0") if text.isascii() and text.isdigit() else text


def _normalised(text: str) -> str:
    return "".join(unicodedata.normalize("NFKC", text).casefold().split())


def _entries(payments: Sequence[_Payment]) -> Iterator[Entry]:
    """Give those a digest that have no reference, or one that different rows share, such as a settlement's."""
    rows_of: dict[str, set[tuple[date, int, str]]] = {}
    for payment in payments:
        rows_of.setdefault(payment.entry.reference, set()).add(payment.identity)
    seen: Counter[tuple[date, int, str]] = Counter()
    for payment in payments:
        entry = payment.entry
        if entry.reference and len(rows_of[entry.reference]) == 1:
            yield entry
            continue
        seen[payment.identity] += 1
        parts = (entry.paid_on.isoformat(), entry.paise, payment.text, seen[payment.identity])
        digest = hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()
        yield replace(entry, reference="", digest=digest)
