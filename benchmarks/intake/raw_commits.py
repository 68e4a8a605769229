"""The upper limits of disk and database: one order's rows per transaction, without HTTP, validation or Django.

The rows come from a database in which the server has stored a single order, and are written again with other ids.
"""

import json
import re
import subprocess
import time
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import psycopg
import sqlcipher3

from oottam.config.database import SQLITE_PRAGMAS

REQUESTS, RATE_LIMITS = "requests_request", "intake_ratelimitentry"
TABLES = (
    REQUESTS,
    "orders_order",
    "orders_orderline",
    "intake_idempotencyrecord",
    RATE_LIMITS,
    "notify_outboxentry",
)
# Values that differ between orders, beside its id and reference, which other tables repeat.
VARYING = {
    ("intake_idempotencyrecord", "key"): "key",
    (RATE_LIMITS, "address"): "sender",
    (RATE_LIMITS, "phone"): "sender",
    (RATE_LIMITS, "email"): "sender",
}
SQLITE = {
    "id": "printf('%032x', :number)",
    "reference": "printf('%016x', :scattered)",
    "key": "printf('%036x', :scattered)",
    "sender": ":scattered",
}
POSTGRESQL = {
    "id": "lpad(to_hex(:n::bigint), 32, '0')::uuid",
    "reference": "lpad(to_hex(:n::bigint), 16, '0')",
    "key": "lpad(to_hex(:n::bigint), 36, '0')",
    "sender": ":n::bigint",
}
_SCATTER = 0x9E3779B97F4A7C15  # odd, so that the multiples are distinct and scattered


def inserts(
    cursor: Any, expressions: Mapping[str, str], quote: Callable[[str], str]
) -> dict[str, str]:
    """Return an INSERT of the only stored order's rows by table, with `expressions` for values that vary."""
    known: dict[Any, str] = {}

    def literal(table: str, column: str, value: Any) -> str:
        varying = VARYING.get((table, column))
        if varying or (isinstance(value, Hashable) and value in known):
            return expressions[varying or known[value]]
        if value is None or isinstance(value, int):
            return "NULL" if value is None else str(value)
        return quote(json.dumps(value) if isinstance(value, list) else str(value))

    found = {}
    for table in TABLES:
        cursor.execute(f"SELECT * FROM {table}")
        names = [column[0] for column in cursor.description]
        rows = [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]
        if table == REQUESTS:
            known |= {rows[0]["id"]: "id", rows[0]["reference"]: "reference"}
        # Only the requests' ids are not automatic.
        columns = [name for name in names if name != "id" or table == REQUESTS]
        values = (
            ", ".join(literal(table, column, row[column]) for column in columns) for row in rows
        )
        listed = ", ".join(f"({row})" for row in values)
        found[table] = f"INSERT INTO {table} ({', '.join(columns)}) VALUES {listed}"
    return found


def sqlite_inserts(file: Path) -> dict[str, str]:
    """Return the INSERTs of a SQLite file's only order."""
    with closing(sqlcipher3.connect(file)) as connection:
        return inserts(connection.cursor(), SQLITE, _quoted)


def _quoted(text: str) -> str:
    escaped = text.replace("'", "''")
    return f"'{escaped}'"


class SqliteCommits:
    """One connection with the server's pragmas; ids ascend, as the server's do, other values are scattered."""

    def __init__(self, file: Path, statements: Iterable[str]) -> None:
        self._connection = sqlcipher3.connect(file, isolation_level=None)
        # As Django sets it.
        self._connection.executescript(f"{SQLITE_PRAGMAS}; PRAGMA foreign_keys=ON")
        self._statements = list(statements)
        self._number = 0

    def rate(self, orders: int) -> float:
        """Return orders per second, with one transaction per order."""
        began = time.perf_counter()
        for _ in range(orders):
            self._write_transaction(1)
        return orders / (time.perf_counter() - began)

    def fill(self, orders: int) -> None:
        """Store many orders quickly, with a thousand per transaction."""
        for _ in range(orders // 1000):
            self._write_transaction(1000)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    def _write_transaction(self, orders: int) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        for _ in range(orders):
            self._number += 1
            values = {"number": self._number, "scattered": self._number * _SCATTER % 2**63}
            for statement in self._statements:
                execute(statement, values)
        execute("COMMIT")


class PgBench:
    """Runs pgbench with prepared statements on `connections` connections."""

    def __init__(self, program: Path, url: str, folder: Path, connections: int) -> None:
        """`url` is that of a database with a single order."""
        with psycopg.connect(url) as connection:
            statements = inserts(connection.cursor(), POSTGRESQL, _escaped).values()
        script = folder / "order.sql"
        lines = ["\\set n random(1, 9000000000000000000)", "BEGIN;"]
        lines += [f"{statement};" for statement in statements]
        script.write_text("\n".join([*lines, "COMMIT;", ""]), "utf-8")
        self._connections = connections
        self._command = [
            str(program),
            *("--no-vacuum", "--protocol=prepared", "--jobs=2", f"--file={script}"),
            f"--client={connections}",
        ]
        self._url = url

    def rate(self, orders: int) -> float:
        """Return orders per second, with one transaction per order."""
        each = f"--transactions={orders // self._connections}"
        command = [*self._command, each, self._url]
        run = subprocess.run(command, check=False, capture_output=True, text=True)
        found = re.search(r"tps = ([0-9.]+)", run.stdout)
        if run.returncode or not found:
            raise RuntimeError(f"pgbench failed: {run.stdout}{run.stderr}")
        return float(found[1])


def _escaped(text: str) -> str:
    """An SQL literal with escaped colons: pgbench reads `:30` as a variable."""
    escaped = text.replace("\\", r"\\").replace("'", "''").replace(":", r"\x3a")
    return f"E'{escaped}'"
