"""Converts violations of unique columns, which concurrent writers cause, to domain errors."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import IntegrityError, transaction


@contextmanager
def raise_if_duplicate(refusal: Exception) -> Iterator[None]:
    """Run the block in a transaction; on an IntegrityError roll back and raise `refusal` instead."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise refusal from None
