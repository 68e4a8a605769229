"""PostgreSQL's own programs (pg_dump, pg_restore, psql), run against this shop's database."""

import shutil
from collections.abc import Mapping
from typing import Any

import psycopg.pq
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

FAILED = ("error:", "ERROR:", "FATAL:")


class MissingProgramError(Exception):
    """It is not installed, or not where it was looked for; says what to do."""


def path(name: str) -> str:
    """Where the program lies: in POSTGRESQL_BIN, or on the PATH. Raises MissingProgramError."""
    folder: str = settings.POSTGRESQL_BIN
    found = shutil.which(name, path=folder or None)
    if not found:
        where = f"in {folder}" if folder else "on the PATH"
        raise MissingProgramError(
            f"There is no {name} {where}. Install PostgreSQL's client programs, of the server's version "
            "(Debian: postgresql-client), or set POSTGRESQL_BIN to their folder."
        )
    return found


def environment(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """The database's address for such a program, password and TLS included, which no list of processes shows."""
    parameters: Mapping[str, Any] = connection.get_connection_params()
    named = {
        option.keyword.decode(): option.envvar.decode()
        for option in psycopg.pq.Conninfo.get_defaults()
        if option.envvar
    }
    given = {
        named[name]: str(value)
        for name, value in parameters.items()
        if name in named and value is not None
    }
    return {"LC_MESSAGES": "C", **given}


def what_went_wrong(output: bytes) -> str:
    """The program's first line about it, which holds no row of any table."""
    lines = output.decode("utf-8", "replace").splitlines()
    line = next(
        (line for line in lines if any(word in line for word in FAILED)), "it did not say why"
    )
    return line.strip()
