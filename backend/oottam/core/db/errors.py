"""Database errors that have a meaning: a unique column's violation by a concurrent writer, and a read-only database."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DatabaseError, IntegrityError, transaction

_MESSAGE = re.compile("readonly database|read-only transaction")  # SQLite's and PostgreSQL's


@contextmanager
def raise_if_duplicate(refusal: Exception) -> Iterator[None]:
    """Run the block in a transaction; on an IntegrityError roll back and raise `refusal` instead."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise refusal from None


def is_read_only(error: BaseException | None) -> bool:
    """Whether the database takes no writes: a full or remounted disk, a standby, a demoted primary."""
    return isinstance(error, DatabaseError) and bool(_MESSAGE.search(str(error)))
