"""Locates PostgreSQL's client programs and passes them the connection parameters."""

import shutil
from collections.abc import Mapping
from typing import Any

import psycopg.pq
from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

from oottam.core.errors import DomainError

ERROR_MARKERS = ("error:", "ERROR:", "FATAL:")


def find_program(name: str) -> str:
    """Path of a program in POSTGRESQL_BIN or on the PATH; raises DomainError."""
    folder: str = settings.POSTGRESQL_BIN
    program = shutil.which(name, path=folder or None)
    if not program:
        where = f"in {folder}" if folder else "on the PATH"
        raise DomainError(
            f"There is no {name} {where}. Install PostgreSQL's client programs, of the server's version "
            "(Debian: postgresql-client), or set POSTGRESQL_BIN to their folder."
        )
    return program


def connection_environment(connection: BaseDatabaseWrapper) -> dict[str, str]:
    """libpq environment variables of the connection; unlike arguments, process lists do not show them."""
    parameters: Mapping[str, Any] = connection.get_connection_params()
    variables = {
        option.keyword.decode(): option.envvar.decode()
        for option in psycopg.pq.Conninfo.get_defaults()
        if option.envvar
    }
    values = {
        variables[name]: str(value)
        for name, value in parameters.items()
        if name in variables and value is not None
    }
    return {"LC_MESSAGES": "C", **values}


def first_error(output: bytes) -> str:
    """First line with an error; later lines may contain table rows."""
    lines = output.decode("utf-8", "replace").splitlines()
    line = next(
        (line for line in lines if any(word in line for word in ERROR_MARKERS)), "no error message"
    )
    return line.strip()
