"""One unit of work in one transaction, or in one savepoint of a transaction that holds several."""

from collections.abc import Callable

from django.db import IntegrityError, transaction

from oottam.common.plain_sql import Cursor, PlainCursor
from oottam.common.replies import Reply

Unit = Callable[[Cursor], Reply]

ATTEMPTS = 5


def attempt(unit: Unit) -> Reply:
    """Run `unit`: all of its rows, or none.

    A clash of unique values starts it again: it draws another reference, or finds that the same
    key was stored a moment ago. Raises what the unit raises, and any DatabaseError.
    """
    for _ in range(ATTEMPTS - 1):
        try:
            return _once(unit)
        except IntegrityError:
            continue
    return _once(unit)


def _once(unit: Unit) -> Reply:
    with transaction.atomic():
        return unit(PlainCursor())
