"""The best that this disk and SQLite allow one order at a time: its rows, COMMIT, the next one."""

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import sqlcipher3

from benchmarks.intake.rows import Rows, Varying, varied
from oottam.config.database import SQLITE_PRAGMAS

Statement = tuple[str, Callable[[dict[Varying, Any]], list[Any]]]


class CommitLoop:
    """One connection with the server's own pragmas; no HTTP, no checks, no Django."""

    def __init__(self, file: Path, rows: Sequence[Rows]) -> None:
        self._connection = sqlcipher3.connect(file, isolation_level=None)
        self._connection.executescript(
            f"{SQLITE_PRAGMAS}; PRAGMA foreign_keys=ON"
        )  # as Django has it
        self._statements = [_statement(table) for table in rows]
        self._number = 0

    def rate(self, orders: int) -> float:
        """Orders per second, each in a transaction of its own."""
        began = time.perf_counter()
        for _ in range(orders):
            self._write_together(1)
        return orders / (time.perf_counter() - began)

    def fill(self, orders: int) -> None:
        """Store many orders in a hurry, a thousand to a transaction."""
        for _ in range(orders // 1000):
            self._write_together(1000)

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    def _write_together(self, orders: int) -> None:
        execute = self._connection.execute
        execute("BEGIN IMMEDIATE")
        for _ in range(orders):
            self._number += 1
            values = varied(self._number)
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
