"""What a sender says its order costs, beside what it does cost. Amounts in paise."""

from collections.abc import Iterator

from oottam.core.money import format_rupees
from oottam.requests.models import Flag


def total_flags(claimed: int | None, ours: int) -> Iterator[Flag]:
    """A total that is missing or differs from ours is for staff to look at."""
    if claimed is None:
        yield Flag.TOTAL_MISSING
    elif claimed != ours:
        yield Flag.TOTAL_DIFFERS


def correction(claimed: int | None, ours: int) -> Iterator[str]:
    """A sentence for the customer whose page showed another total; ours is 0 where no dish has a price."""
    if claimed not in (None, ours):
        counts = f"the amount that counts is {format_rupees(ours)}, from our menu"
        yield (
            f"The page showed {format_rupees(claimed or 0)}, but "
            f"{counts if ours else 'that amount does not count'}."
        )
