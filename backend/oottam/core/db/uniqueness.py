"""Two people who take the same name at the same moment: both looked whether it is free, and the database decides."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction


@contextmanager
def raise_if_duplicate(refusal: Exception) -> Iterator[None]:
    """Write within this: raises `refusal` in place of the IntegrityError of a unique column; nothing is written then."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise refusal from None
