"""Where units of work are written: by the one writer on SQLite, by each thread on PostgreSQL."""

import atexit
import threading

from django.db import DatabaseError, connection

from oottam.common.plain_sql import Cursor
from oottam.common.replies import Reply
from oottam.intake.group_commit import GroupCommitWriter
from oottam.intake.transactions import Unit, attempt

_writer = GroupCommitWriter()
_in_doubt = threading.Event()  # the last unit was not written
atexit.register(_writer.close)


def save(unit: Unit) -> Reply:
    """The unit's reply, once its rows are committed; raises DatabaseError when they are not."""
    try:
        reply = _writer.write(unit) if connection.vendor == "sqlite" else attempt(unit)
    except DatabaseError:
        _in_doubt.set()
        raise
    _in_doubt.clear()
    return reply


def works() -> bool:
    """Whether the database takes writes; it is only asked again after it has refused one."""
    try:
        if _in_doubt.is_set():
            save(_rewrite)
    except DatabaseError:
        return False
    return True


def _rewrite(cursor: Cursor) -> Reply:
    """Writes for certain, and changes nothing: a row that is always there, as it is."""
    cursor.execute(
        "UPDATE django_migrations SET applied = applied"
        " WHERE id = (SELECT min(id) FROM django_migrations)"
    )
    return Reply(200, b"")


def accepts() -> bool:
    """Whether units are taken: not any more once the server is stopping."""
    return _writer.accepts


def waiting() -> int:
    """How many units wait for the writer; none where each thread writes for itself."""
    return _writer.waiting


def close() -> None:
    """Write what is waiting and take no more."""
    _writer.close()
