"""Goods and services tax of a total that includes it, GSTINs, financial years and numbers of papers. Pure; whole paise.

Sources: CGST Act 2017, section 10 (composition); CGST Rules 2017, rule 46 (what a tax invoice states). Rates and codes
are defaults that the shop's accountant confirms (docs/bills.md). There is no IGST: prepared food is supplied where it
is served, so that the place of supply is the shop's own state (IGST Act 2017, section 12(4)) and the tax is CGST and
SGST in equal parts.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum

GSTIN_LENGTH = 15
MAX_NUMBER_LENGTH = 16  # rule 46(b)
MIN_DIGITS = 6  # of a number, with the letters before them
DEFAULT_PREFIX = "OT"
FIRST_MONTH = 4  # a financial year begins on 1 April

_CHARACTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_SHAPE = re.compile(r"[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]")
_PREFIX = re.compile(r"[A-Z0-9-]+")
_YEAR = "/26-27/"  # between prefix and digits: as long in every year

# By the first two digits of a GSTIN. 25 and 28 are not given any more, but stand in old numbers.
STATES = {
    "01": "Jammu and Kashmir", "02": "Himachal Pradesh", "03": "Punjab", "04": "Chandigarh", "05": "Uttarakhand",
    "06": "Haryana", "07": "Delhi", "08": "Rajasthan", "09": "Uttar Pradesh", "10": "Bihar", "11": "Sikkim",
    "12": "Arunachal Pradesh", "13": "Nagaland", "14": "Manipur", "15": "Mizoram", "16": "Tripura", "17": "Meghalaya",
    "18": "Assam", "19": "West Bengal", "20": "Jharkhand", "21": "Odisha", "22": "Chhattisgarh", "23": "Madhya Pradesh",
    "24": "Gujarat", "25": "Daman and Diu", "26": "Dadra and Nagar Haveli and Daman and Diu", "27": "Maharashtra",
    "28": "Andhra Pradesh (before 2014)", "29": "Karnataka", "30": "Goa", "31": "Lakshadweep", "32": "Kerala",
    "33": "Tamil Nadu", "34": "Puducherry", "35": "Andaman and Nicobar Islands", "36": "Telangana",
    "37": "Andhra Pradesh", "38": "Ladakh", "97": "Other territory",
}  # fmt: skip
HOME_STATE = "33"

# After a restore numbers go on with the next of these. None is a letter of a kind of paper, or looks like a digit.
SERIES_LETTERS = "BDEGHJKLMNPQTUVWXYZ"


class TaxKind(StrEnum):
    """How the shop is registered. The values are stored."""

    NONE = "none"
    COMPOSITION = "composition"
    REGULAR = "regular"

    @property
    def label(self) -> str:
        """As the owner reads it."""
        return _KIND_LABELS[self]


_KIND_LABELS = {
    TaxKind.NONE: "Not registered for GST",
    TaxKind.COMPOSITION: "Composition scheme",
    TaxKind.REGULAR: "Regular",
}


class Supply(StrEnum):
    """What is supplied, which decides the rate. The values are stored in papers."""

    FOOD = "food"
    CONTRACT = "contract"
    CONSULTATION = "consultation"

    @property
    def label(self) -> str:
        """As the desk reads it."""
        return _SUPPLY_LABELS[self]


_SUPPLY_LABELS = {
    Supply.FOOD: "Meals",
    Supply.CONTRACT: "Corporate contract",
    Supply.CONSULTATION: "Doctor's fee",
}


@dataclass(frozen=True, slots=True)
class Rate:
    """CGST and SGST together in whole percent; 0 is exempt. `sac` is the Services Accounting Code."""

    percent: int
    sac: str


# To be confirmed by the accountant: docs/bills.md.
DEFAULT_RATES = {
    Supply.FOOD: Rate(5, "996331"),
    Supply.CONTRACT: Rate(18, "996337"),
    Supply.CONSULTATION: Rate(0, "999312"),
}
MAX_PERCENT = 40  # the highest rate of GST


@dataclass(frozen=True, slots=True)
class Split:
    """An amount that includes tax, in parts. Paise."""

    taxable: int
    cgst: int
    sgst: int

    @property
    def total(self) -> int:
        return self.taxable + self.cgst + self.sgst


def split(total: int, percent: int) -> Split:
    """Split a total that includes tax: CGST and SGST are equal, each rounded to whole paise, halves up; taxable is the rest.

    Raises ValueError for a negative total, and for a rate that does not exist.
    """
    if total < 0 or not 0 <= percent <= MAX_PERCENT:
        raise ValueError(f"No tax of {percent} percent is in {total} paise")
    half = (total * percent + (100 + percent)) // (2 * (100 + percent))
    return Split(total - 2 * half, half, half)


def split_lines(lines: Sequence[int], percent: int) -> list[Split]:
    """Split each line, so that the lines' parts add up to those of their sum. Raises ValueError, as `split`."""
    whole = split(sum(lines), percent)
    halves = apportion(whole.cgst, lines)
    return [Split(line - 2 * half, half, half) for line, half in zip(lines, halves, strict=True)]


def apportion(total: int, weights: Sequence[int]) -> list[int]:
    """Divide a total by weights, each part to within 1, by the largest remainder; of equal ones the first.

    Raises ValueError for negative numbers, and where there is something to divide by no weight.
    """
    sum_of_weights = sum(weights)
    if total < 0 or any(weight < 0 for weight in weights) or (total and not sum_of_weights):
        raise ValueError("There are no parts to divide by")
    if not total:
        return [0] * len(weights)
    parts = [total * weight // sum_of_weights for weight in weights]
    remainders = [total * weight % sum_of_weights for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda at: -remainders[at])  # stable
    for at in by_remainder[: total - sum(parts)]:
        parts[at] += 1
    return parts


def clean_gstin(typed: str) -> str:
    """Return a GSTIN in capitals without spaces; "" for none. Raises ValueError with a sentence that says what is wrong."""
    gstin = re.sub(r"[\s-]", "", typed).upper()
    if not gstin:
        return ""
    if len(gstin) != GSTIN_LENGTH:
        raise ValueError(f"A GSTIN has 15 characters; this one has {len(gstin)}.")
    if not _SHAPE.fullmatch(gstin):
        raise ValueError(
            "A GSTIN has two digits of the state, the PAN, a digit or letter, Z, and a check digit: "
            "33AAAAA0000A1Z5."
        )
    if gstin[:2] not in STATES:
        raise ValueError(f"No state has the number {gstin[:2]}: check the first two digits.")
    if gstin[-1] != check_digit(gstin[:-1]):
        raise ValueError(
            "The last character does not match the others: one of them is mistyped. "
            "Compare it with the certificate."
        )
    return gstin


def check_digit(first: str) -> str:
    """Return the last character of a GSTIN that begins so: a sum modulo 36 in which every other character counts twice."""
    total = 0
    for at, character in enumerate(first):
        product = _CHARACTERS.index(character) * (2 if at % 2 else 1)
        total += product // len(_CHARACTERS) + product % len(_CHARACTERS)
    return _CHARACTERS[-total % len(_CHARACTERS)]


def place_of_supply(state: str) -> str:
    """Return "Tamil Nadu (33)"; "" for a state that does not exist."""
    return f"{STATES[state]} ({state})" if state in STATES else ""


def financial_year(day: date) -> str:
    """Return the year, from 1 April, of a day in India as "26-27"."""
    first = day.year if day.month >= FIRST_MONTH else day.year - 1
    return f"{first % 100:02}-{(first + 1) % 100:02}"


def clean_prefix(typed: str) -> str:
    """Return the prefix in capitals. Raises ValueError where numbers would be longer than rule 46(b) allows."""
    prefix = typed.strip().upper()
    if not _PREFIX.fullmatch(prefix):
        raise ValueError("A prefix has capital letters, digits and hyphens, such as OT.")
    longest = MAX_NUMBER_LENGTH - len(_YEAR) - MIN_DIGITS
    if len(prefix) > longest:
        raise ValueError(
            f"A prefix has at most {longest} characters, as a number may have {MAX_NUMBER_LENGTH}."
        )
    return prefix


def format_number(prefix: str, year: str, letters: str, sequence: int) -> str:
    """Return "OT/26-27/000123"; `letters` of the kind and the series take places of zeros, as in "OT/26-27/C00123".

    Raises ValueError for a number that is longer than rule 46(b) allows.
    """
    number = f"{prefix}/{year}/{letters}{sequence:0{MIN_DIGITS - len(letters)}}"
    if len(number) > MAX_NUMBER_LENGTH:
        raise ValueError(f"{number} has more than {MAX_NUMBER_LENGTH} characters")
    return number


def next_series(letter: str) -> str:
    """Return the letter of the series after this one ("" is the first). Raises ValueError after the last."""
    at = SERIES_LETTERS.index(letter) + 1 if letter else 0
    if at == len(SERIES_LETTERS):
        raise ValueError("All letters of series are used")
    return SERIES_LETTERS[at]


def latest_series(*letters: str) -> str:
    """Return the one of these letters that came last."""
    return max(letters, key=SERIES_LETTERS.find, default="")
