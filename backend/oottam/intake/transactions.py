"""One unit of work in one transaction, or in one savepoint of a transaction that holds several."""

from collections.abc import Callable

from django.db import IntegrityError, connection, transaction
from django.db.backends.utils import CursorWrapper

from oottam.common.replies import Reply

Unit = Callable[[CursorWrapper], Reply]

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
    with transaction.atomic(), connection.cursor() as cursor:
        return unit(cursor)
