"""Comparison of the client's total with the calculated one, both in paise."""

from collections.abc import Iterator

from oottam.core.money import format_rupees
from oottam.requests.models import Flag


def total_flags(claimed: int | None, calculated: int) -> Iterator[Flag]:
    """Flag a claimed total that is missing or differs from the calculated one."""
    if claimed is None:
        yield Flag.TOTAL_MISSING
    elif claimed != calculated:
        yield Flag.TOTAL_DIFFERS


def correction(claimed: int | None, calculated: int) -> Iterator[str]:
    """Yield a sentence when the page showed another total; `calculated` is 0 when no dish has a price."""
    if claimed not in (None, calculated):
        counts = f"the amount that counts is {format_rupees(calculated)}, from our menu"
        yield (
            f"The page showed {format_rupees(claimed or 0)}, but "
            f"{counts if calculated else 'that amount does not count'}."
        )
