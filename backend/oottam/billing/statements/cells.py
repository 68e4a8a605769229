"""Reads single cells of a bank's or a UPI app's list: text, amounts in paise, dates, references (UTR)."""

import math
import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta, timezone
from decimal import Decimal
from typing import TypeAlias

from oottam.core.money import MAX_PAISE, PAISE_PER_RUPEE, amount_text

Cell: TypeAlias = str | int | float | date | None  # a datetime is a date

MAX_CELL = 1000  # characters; what is behind them does not count
MAX_AMOUNT_LENGTH = 40
MAX_FLOAT_ERROR = Decimal("0.00001")  # rupees: what a workbook's sums add to an amount
IST = timezone(timedelta(hours=5, minutes=30))
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")


class CellError(ValueError):
    """What is wrong in a cell, as a clause that follows "Row 7: "."""


# --- text ---


def text_of(cell: Cell) -> str:
    """Return the cell as one line of text, without the quotes that keep spreadsheets from changing digits.

    Paytm writes '0123', others ="0123" or '0123. Numbers are plain digits, dates are ISO.
    """
    if cell is None or isinstance(cell, bool):
        return ""
    if isinstance(cell, float):
        return _digits_of(cell)
    if not isinstance(cell, str):
        return cell.isoformat() if isinstance(cell, date) else str(cell)
    text = cell[:MAX_CELL]
    if not text.isprintable():
        text = "".join(map(_printable, text))
    text = " ".join(text.split())
    if len(text) > 2 and text.startswith('="') and text.endswith('"'):
        text = text[2:-1]
    return text.strip("'").strip() if text.startswith("'") else text


def _printable(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":  # half of a character: no database stores it
        return ""
    return " " if category == "Cc" else character


def _digits_of(number: float) -> str:
    if not math.isfinite(number):
        return ""
    decimal = Decimal(repr(number))
    if decimal == decimal.to_integral_value():
        decimal = decimal.to_integral_value()
    return f"{decimal:f}"


def clip(text: str, length: int = 40) -> str:
    """Return the text for a message, cut."""
    return text if len(text) <= length else f"{text[: length - 1]}…"


# --- amounts ---


@dataclass(frozen=True, slots=True)
class Amount:
    """`paise`, negative for "-250", "250-" and "(250)"; `side`: "C" or "D" where the cell has Cr or Dr, else ""."""

    paise: int
    side: str


_SIDE = re.compile(r"\s*\((cr|dr)\.?\)$|\s*(cr|dr)\.?$|^(cr|dr)\b\.?\s*", re.IGNORECASE)
_NOTHING = frozenset({"", "-", "--", "na", "n/a", "nil", "null", "none"})


def amount_of(cell: Cell) -> Amount | None:
    """Return the amount of a cell; None for an empty one. Raises CellError for what is no amount of rupees."""
    text = text_of(cell)
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        if not math.isfinite(cell):
            raise CellError("the amount is not a number.")
        return Amount(_paise(Decimal(repr(cell)), text), "")
    if isinstance(cell, date):
        raise CellError(f"the amount {text} is a date.")
    if text.casefold() in _NOTHING:
        return None
    plain, side = text, ""
    if found := _SIDE.search(plain):
        side = found[0].strip(" (")[0].upper()
        plain = (plain[: found.start()] + plain[found.end() :]).strip()
    is_negative = False
    if plain.startswith("(") and plain.endswith(")"):
        plain, is_negative = plain[1:-1], True
    elif plain.endswith("-") and not plain.endswith("/-"):
        plain, is_negative = plain[:-1], True
    elif plain.startswith(("-", "−")):
        plain, is_negative = plain[1:], True
    else:
        plain = plain.removeprefix("+")
    digits = amount_text(plain) if len(plain) <= MAX_AMOUNT_LENGTH else None
    if not digits or (digits.startswith("-") and is_negative):
        raise CellError(f"the amount “{clip(text)}” is not a number.")
    paise = _paise(Decimal(digits), text)
    return Amount(-paise if is_negative else paise, side)


def _paise(rupees: Decimal, text: str) -> int:
    if abs(rupees) * PAISE_PER_RUPEE > MAX_PAISE:
        raise CellError(f"the amount {clip(text)} is larger than ten crore rupees.")
    paise = (rupees * PAISE_PER_RUPEE).to_integral_value()
    if abs(paise / PAISE_PER_RUPEE - rupees) > MAX_FLOAT_ERROR:
        raise CellError(f"the amount {clip(text)} has a fraction of a paisa.")
    return int(paise)


# --- dates ---


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as it stands in a cell; of `is_fixed` ones `first` is the day, whatever order the file has."""

    first: int
    second: int
    year: int
    is_fixed: bool

    def read(self, *, day_first: bool) -> date | None:
        """Return the date; None if there is none, such as the 31st of February."""
        day, month = (
            (self.first, self.second) if day_first or self.is_fixed else (self.second, self.first)
        )
        try:
            return date(self.year, month, day)
        except ValueError:
            return None


_TIME = (
    r"(?:[ T,]+\d{1,2}[:.]\d{2}(?:[:.]\d{2}(?:[.,:]\d{1,9})?)?(?: ?[AP]\.?M\.?)?"
    r"(?: ?(?:IST|Z|[+-]\d{2}:?\d{2}))?)?"
)
_FLAGS = re.ASCII | re.IGNORECASE
_NUMBERS = re.compile(rf"(\d{{1,2}})([-/. ])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_TIME}", _FLAGS)
_MONTH_NAMED = re.compile(
    rf"(\d{{1,2}})(?:st|nd|rd|th)?[-/. ]*([a-z]{{3,9}})[-/., ']*(\d{{4}}|\d{{2}}){_TIME}", _FLAGS
)
_MONTH_FIRST = re.compile(rf"([a-z]{{3,9}})[. ]*(\d{{1,2}}),? *(\d{{4}}){_TIME}", _FLAGS)
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_TIME}", _FLAGS)
_OFFSET = re.compile(r"(?:Z|[+-]\d{2}:?\d{2})$", _FLAGS)
_LIKE_A_DATE = re.compile(
    r"\d{1,4} ?[-/.] ?(?:\d{1,2}|[a-z]{3,9}) ?[-/.,] ?\d{1,4}|\d{1,2} ?[a-z]{3} ?\d{2}", _FLAGS
)


def written_date(cell: Cell) -> WrittenDate | None:
    """Return the date of a cell, the 31st of February included; None for what has not the form of one.

    dd/mm/yyyy, dd-mm-yy, 31-Jan-26, 31 Jan 2026, Jan 31, 2026, yyyy-mm-dd, each with a time or without, and dates of
    workbooks. A time with an offset is converted to IST.
    """
    if isinstance(cell, date):
        return _fixed(cell.day, cell.month, cell.year)
    text = text_of(cell)
    if found := _YEAR_FIRST.fullmatch(text):
        return _from_year(found, text)
    if found := _NUMBERS.fullmatch(text):
        return WrittenDate(int(found[1]), int(found[3]), _year(found[4]), is_fixed=False)
    if found := _MONTH_NAMED.fullmatch(text):
        day, name, year = found[1], found[2], found[3]
    elif found := _MONTH_FIRST.fullmatch(text):
        name, day, year = found[1], found[2], found[3]
    else:
        return None
    month = _month(name)
    return _fixed(int(day), month, _year(year)) if month else None


def _from_year(found: re.Match[str], text: str) -> WrittenDate | None:
    if not _OFFSET.search(text[10:]):
        return _fixed(int(found[4]), int(found[3]), int(found[1]))
    try:
        at = datetime.fromisoformat(text).astimezone(IST)
    except (ValueError, OverflowError):
        return None
    return _fixed(at.day, at.month, at.year)


def looks_like_a_date(text: str) -> bool:
    """Whether the text begins as dates do, so that it is not a heading or a total."""
    return _LIKE_A_DATE.match(text) is not None


def _fixed(day: int, month: int, year: int) -> WrittenDate:
    return WrittenDate(day, month, year, is_fixed=True)


def _month(name: str) -> int:
    short = name[:3].lower()
    return _MONTHS.index(short) + 1 if short in _MONTHS else 0


def _year(digits: str) -> int:
    return int(digits) if len(digits) == 4 else 2000 + int(digits)


# --- references ---

# Behind each: neither more of the same, nor the rest of a UPI address (919840000000@bank).
_END = r"(?![A-Z0-9]|[\w.\-]*@)"
_TWELVE = re.compile(rf"(?<![A-Z0-9])\d{{12}}{_END}", _FLAGS)
# HDFC fills the 12 digits up to 16 with zeros.
_FILLED_UP = re.compile(r"0{4}(\d{12})", re.ASCII)
# RTGS: 22 characters, such as HDFCR52026112812345678; NEFT: 16, such as SBIN426332123456 (RBI's formats of UTR).
_LETTERED = re.compile(rf"(?<![A-Z0-9])(?=[A-Z])(?:[A-Z0-9]{{22}}|[A-Z0-9]{{16}}){_END}", _FLAGS)
MIN_UTR_DIGITS = 8
_WITH_EXPONENT = re.compile(r"\d(?:[.,]\d+)?E\+\d{1,3}", _FLAGS)
_PHONE_WITH_COUNTRY = re.compile(r"91[6-9]\d{9}", re.ASCII)
_LOST_ZEROS = (
    6  # zeros at the end of a number of 12 digits that a spreadsheet has rounded: 1.23457E+11
)
_MAX_EXACT = 2**53


def has_lost_digits(cell: Cell) -> bool:
    """Whether a spreadsheet has rounded the reference: 1.23E+11, or 123457000000 as a number."""
    if isinstance(cell, int | float) and not isinstance(cell, bool):
        digits = text_of(cell)
        is_rounded = len(digits) >= 12 and digits.endswith("0" * _LOST_ZEROS)
        return is_rounded or abs(cell) > _MAX_EXACT
    return _WITH_EXPONENT.fullmatch(text_of(cell)) is not None


def reference_in(text: str) -> str:
    """Return the UTR that a cell for references has; "" if it has none."""
    if found := _FILLED_UP.fullmatch(text):
        return found[1] if found[1].strip("0") else ""
    return next(_twelve_digits(text), "") or next(_with_letters(text), "")


def reference_in_description(text: str, paid_on: date) -> str:
    """Return the UTR that a description has; "" if it has none.

    A UPI payment's 12 digits begin with its year's last one (6 in 2026), which tells them from phone numbers with 91.
    """
    lettered = next(_with_letters(text), "")
    if lettered and re.search(r"\b(?:NEFT|RTGS)", text, re.IGNORECASE):
        return lettered
    year = str(paid_on.year % 10)
    twelve = sorted(_twelve_digits(text), key=lambda digits: digits[0] != year)
    fitting = [
        digits
        for digits in twelve
        if digits[0] == year or not _PHONE_WITH_COUNTRY.fullmatch(digits)
    ]
    return fitting[0] if fitting else lettered


def _twelve_digits(text: str) -> Iterator[str]:
    return (found[0] for found in _TWELVE.finditer(text) if found[0].strip("0"))


def _with_letters(text: str) -> Iterator[str]:
    for found in _LETTERED.finditer(text):
        if sum(character.isdigit() for character in found[0]) >= MIN_UTR_DIGITS:
            yield found[0].upper()
