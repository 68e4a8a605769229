"""Where units of work are written: by the one writer on SQLite, by each thread on PostgreSQL."""

import atexit

from django.db import connection

from oottam.common.replies import Reply
from oottam.intake.group_commit import GroupCommitWriter
from oottam.intake.transactions import Unit, attempt

_writer = GroupCommitWriter()
atexit.register(_writer.close)


def save(unit: Unit) -> Reply:
    """The unit's reply, once its rows are committed; raises DatabaseError when they are not."""
    if connection.vendor == "sqlite":
        return _writer.write(unit)
    return attempt(unit)


def accepts() -> bool:
    """Whether units are taken: not any more once the server is stopping."""
    return _writer.accepts


def close() -> None:
    """Write what is waiting and take no more."""
    _writer.close()
