"""Comparison of the client's amounts with the calculated ones, all in paise."""

from collections.abc import Iterator

from oottam.core.money import format_rupees
from oottam.requests.models import Flag


def total_flags(claimed: int | None, calculated: int) -> Iterator[Flag]:
    """Flag a claimed total that is missing or differs from the calculated one."""
    if claimed is None:
        yield Flag.TOTAL_MISSING
    elif claimed != calculated:
        yield Flag.TOTAL_DIFFERS


def original_differs(
    claimed: int | None, original: int | None, charged: int, *, is_expected: bool
) -> bool:
    """Return whether the claimed amount before discount differs. A missing amount differs only if the form should carry one.

    Without a discount `original` is None, and the line costs its charge before it, too.
    """
    before = charged if original is None else original
    return claimed != before and (is_expected or claimed is not None)


def correction(claimed: int | None, calculated: int) -> Iterator[str]:
    """Yield a sentence when the page showed another total; `calculated` is 0 when no dish has a price."""
    if claimed not in (None, calculated):
        counts = f"the amount that counts is {format_rupees(calculated)}, from our menu"
        yield (
            f"The page showed {format_rupees(claimed or 0)}, but "
            f"{counts if calculated else 'that amount does not count'}."
        )
