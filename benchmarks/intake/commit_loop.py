"""The upper limit of disk and SQLite: writes one order's rows per transaction, without anything else."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import sqlcipher3

from benchmarks.intake.rows import Rows, Varying, varying_values
from oottam.config.database import SQLITE_PRAGMAS

Statement = tuple[str, Callable[[dict[Varying, Any]], list[Any]]]


class CommitLoop:
    """One connection with the server's pragmas; no HTTP, validation or Django."""

    def __init__(self, file: Path, rows: Sequence[Rows]) -> None:
        self._connection = sqlcipher3.connect(file, isolation_level=None)
        self._connection.executescript(
            f"{SQLITE_PRAGMAS}; PRAGMA foreign_keys=ON"
        )  # as Django sets it
        self._statements = [_statement(table) for table in rows]
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
            values = varying_values(self._number)
            for sql, parameters in self._statements:
                execute(sql, parameters(values))
        execute("COMMIT")


def _statement(rows: Rows) -> Statement:
    template = [value for row in rows.values for value in row]
    places = [(at, value) for at, value in enumerate(template) if isinstance(value, Varying)]

    def parameters(values: dict[Varying, Any]) -> list[Any]:
        filled = template.copy()
        for at, varying in places:
            filled[at] = values[varying]
        return filled

    return rows.insert(lambda _: "?"), parameters
