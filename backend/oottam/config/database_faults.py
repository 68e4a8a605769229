"""Converts database errors to messages for the operator."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, InternalError, OperationalError
from django.db.migrations.exceptions import MigrationSchemaMissing

MessagePatterns = tuple[tuple[str, str], ...]
# (pattern of the database's error, message); {} is the database. The first match applies.
SQLITE: MessagePatterns = (
    (
        "readonly database",
        "{} cannot be written to. Give this account the right to change it and its folder, or correct {setting}.",
    ),
    (
        "unable to open",
        "{} cannot be opened. Give this account the right to use it and its folder, or correct {setting}.",
    ),
    ("is full", "{} cannot grow: there is no room left. Make some, or correct {setting}."),
    (
        "not a database",
        "{} is not an SQLite database. Restore a backup (manage.py restore), or correct {setting}.",
    ),
    ("malformed", "{} is damaged. Restore a backup (manage.py restore)."),
    ("locked", "{} is locked by another program. End that one, then try again."),
    ("disk I/O error", "{} cannot be read or written: the disk fails, or is full. Look after it."),
)
POSTGRESQL: MessagePatterns = (
    (
        "password authentication failed|no password supplied|role .* does not exist",
        "{} does not let this user in. Correct user and password in DATABASE_URL.",
    ),
    (
        "database .* does not exist",
        "{} does not exist. Create it (createdb), or correct DATABASE_URL.",
    ),
    ("permission denied", "{} lets this user do too little. Make it the owner of the database."),
    ("read-only transaction", "{} takes no writes. Correct DATABASE_URL: this may be a standby."),
    ("lock timeout", "{} is locked by another program. End that one, then try again."),
    ("", "{} cannot be reached. Start it, or correct DATABASE_URL."),
)


@contextmanager
def database_errors_explained() -> Iterator[None]:
    """Raise ImproperlyConfigured for configuration and connection errors; other database errors propagate."""
    try:
        yield
    except DatabaseError as error:
        message = describe_database_error(settings.DATABASES["default"], error)
        if message is None:
            raise
        raise ImproperlyConfigured(message) from error


def describe_database_error(database: dict[str, Any], error: DatabaseError) -> str | None:
    """Return the problem and its remedy; None for programming errors."""
    if "sqlite" in database["ENGINE"]:
        location, patterns = f"The database {database['NAME']}", SQLITE
    elif isinstance(error, OperationalError | MigrationSchemaMissing | InternalError):
        location, patterns = _postgresql(database), POSTGRESQL
    else:
        return None
    text = next((text for pattern, text in patterns if re.search(pattern, str(error))), None)
    return text and text.format(location, setting="DATABASE_URL or OOTTAM_VAR")


def _postgresql(database: dict[str, Any]) -> str:
    # Without the password, and without the error's text, which may contain the whole URL.
    host, port = database["HOST"] or "this machine", database["PORT"] or 5432
    return f"The PostgreSQL database {database['NAME']} on {host} port {port}"
