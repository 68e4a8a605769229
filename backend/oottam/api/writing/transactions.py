"""A batch in one transaction, and when something is wrong with one of it, that one alone rolled back."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from django.db import DatabaseError, DataError, IntegrityError, connection, transaction
from django.db import Error as AnyDatabaseError

from oottam.core.db.cursor import Cursor, PlainCursor
from oottam.core.responses import Reply

ATTEMPTS = 5

W = TypeVar("W")
Outcome = Reply | Exception
Write = Callable[[Cursor, Sequence[W]], list[Outcome]]


class NotWrittenError(DatabaseError):
    """It was not stored, and may be tried again."""


def commit(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    """The outcome of each, once all are committed.

    When something is wrong with one of them, it starts again with a savepoint for each. Raises what
    concerns all of them: a database that fails, or a COMMIT.
    """
    try:
        return _together(write, work)
    except Exception as error:
        if _concerns_all(error):
            raise
        return _one_by_one(write, work)


def _together(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = write(PlainCursor(), work)
        _require_whole_transaction()
    return outcomes


def _one_by_one(write: Write[W], work: Sequence[W]) -> list[Outcome]:
    with transaction.atomic():
        outcomes = [_alone(write, each) for each in work]
        _require_whole_transaction()
    return outcomes


def _alone(write: Write[W], each: W) -> Outcome:
    """A clash of unique values is tried again.

    It then draws another reference, or finds that another process stored the same key.
    """
    met: Exception
    for _ in range(ATTEMPTS):
        try:
            return _together(write, [each])[0]
        except IntegrityError as error:
            met = error
        except Exception as error:
            if _concerns_all(error):
                raise
            return error
    return met


def _concerns_all(error: Exception) -> bool:
    """Whether it is the database that fails, not a row that it finds fault with, nor our code."""
    return isinstance(error, AnyDatabaseError) and not isinstance(
        error, (IntegrityError, DataError)
    )


def _require_whole_transaction() -> None:
    """A full disk can undo the transaction under our feet, and Django goes on without a word."""
    lost = connection.vendor == "sqlite" and not connection.connection.in_transaction
    if lost or connection.needs_rollback:
        raise NotWrittenError("The transaction was lost.")
