"""Where requests are written: by one thread for all of this process."""

import atexit
import time
from collections.abc import Sequence

from django.db import DatabaseError, connection, transaction

from oottam.api.writing.batch import WriteJob, write_batch
from oottam.api.writing.group_commit import GroupCommitWriter, Job

TELLING_SECONDS = 5.0  # how long a refused batch speaks for itself
STUCK_SECONDS = 12.0  # longer than any lock is waited for
CLOSING_SECONDS = 12.0  # likewise

_writer: GroupCommitWriter[WriteJob] = GroupCommitWriter(write_batch)


def submit(jobs: Sequence[Job[WriteJob]]) -> None:
    """Store requests; the future of each is set in another thread, once its rows are committed.

    DatabaseError when nothing is taken; see GroupCommitWriter.
    """
    _writer.submit(jobs)


def works() -> bool:
    """Whether the database takes writes; it is only asked again after it has refused some.

    For a moment that refusal itself is the answer: a disk that is nearly full takes a small write.
    """
    began_at, failed_at = _writer.began_at, _writer.failed_at
    if began_at is not None and time.monotonic() > began_at + STUCK_SECONDS:
        return False
    if failed_at is None:
        return True
    if time.monotonic() < failed_at + TELLING_SECONDS:
        return False
    try:
        _rewrite()
    except DatabaseError:
        connection.close()
        return False
    return True


def _rewrite() -> None:
    """Writes for certain, and changes nothing: a row that is always there, as it is."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "UPDATE django_migrations SET applied = applied"
            " WHERE id = (SELECT min(id) FROM django_migrations)"
        )


def accepts() -> bool:
    """Whether requests are taken: not any more once the server is stopping."""
    return _writer.accepts


def waiting() -> int:
    """How many requests wait for the writer."""
    return _writer.waiting


def close() -> None:
    """Write what is waiting and take no more; a database that does not answer is left behind."""
    _writer.close(CLOSING_SECONDS)


atexit.register(close)
