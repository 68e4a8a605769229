"""Numbers of papers: consecutive in each series, without gap or double.

A number is taken in the transaction that stores its paper, under a lock that is held until that ends: what is rolled
back, or killed, gives its number back. On PostgreSQL the lock is the series' row; on SQLite every transaction that
writes waits for the one before (`core/db/sqlite`).
"""

from dataclasses import dataclass
from datetime import date

from django.db import connection

from oottam.billing import tax
from oottam.billing.models import PaperKind, PaperNumbering, PaperSeries
from oottam.core.errors import DomainError

# Before the digits, as the series of all kinds share prefix and year. None is a letter of a series.
KIND_LETTERS = {
    PaperKind.BILL: "",
    PaperKind.SUPPLEMENTARY: "S",
    PaperKind.CREDIT_NOTE: "C",
    PaperKind.RECEIPT: "R",
    PaperKind.RECEIPT_VOUCHER: "A",
    PaperKind.REFUND_VOUCHER: "F",
}


@dataclass(frozen=True, slots=True)
class TakenNumber:
    """A number with its place in its series."""

    series: PaperSeries
    sequence: int
    text: str


def take_number(kind: PaperKind, prefix: str, day: date) -> TakenNumber:
    """Take the next number of a kind for a day in India. Raises RuntimeError outside a transaction.

    Raises DomainError where it would be longer than rule 46(b) allows: after the 999,999th of a year.

    A transaction that also locks a request locks the request's row first, then this one.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("A number is taken in the transaction of its paper.")
    key = {
        "kind": kind,
        "year": tax.financial_year(day),
        "prefix": prefix,
        "letter": current_letter(),
    }
    while True:
        series = PaperSeries.objects.select_for_update().filter(**key).first()
        if series is not None:
            break
        PaperSeries.objects.bulk_create([PaperSeries(**key)], ignore_conflicts=True)
    sequence = series.next_number
    letters = KIND_LETTERS[kind] + series.letter
    try:
        text = tax.format_number(prefix, series.year, letters, sequence)
    except ValueError as error:
        raise DomainError(f"{error}. Set another prefix in the tax profile.") from error
    series.next_number = sequence + 1
    series.save(update_fields=["next_number"])
    return TakenNumber(series, sequence, text)


def current_letter() -> str:
    """Return the letter of the present series; "" before the first restore."""
    letters = PaperNumbering.objects.filter(pk=PaperNumbering.ONLY).values_list("letter", flat=True)
    return letters.first() or ""
