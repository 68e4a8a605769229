"""A database that can be read, but takes no writes: a full or remounted disk, a standby, a demoted primary."""

import re

from django.db import DatabaseError

_MESSAGE = re.compile("readonly database|read-only transaction")  # SQLite's and PostgreSQL's


def is_read_only(error: BaseException | None) -> bool:
    """Whether the error says so."""
    return isinstance(error, DatabaseError) and bool(_MESSAGE.search(str(error)))
