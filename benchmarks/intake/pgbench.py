"""The upper limit of PostgreSQL: pgbench writes one order's rows per transaction."""

import json
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from benchmarks.intake.rows import Rows, Varying

_SQL_EXPRESSIONS = {
    Varying.ID: "lpad(to_hex(:n::bigint), 32, '0')::uuid",
    Varying.REFERENCE: "lpad(to_hex(:n::bigint), 16, '0')",
    Varying.KEY: "lpad(to_hex(:n::bigint), 36, '0')",
    Varying.SENDER: ":n::bigint",
}


class PgBench:
    """Runs pgbench with prepared statements on `connections` connections; no HTTP or validation."""

    def __init__(
        self, program: Path, url: str, rows: Sequence[Rows], folder: Path, connections: int
    ) -> None:
        self._connections = connections
        script = folder / "order.sql"
        inserts = "".join(f"{table.insert(_sql_literal)};\n" for table in rows)
        script.write_text(
            f"\\set n random(1, 9000000000000000000)\nBEGIN;\n{inserts}COMMIT;\n", "utf-8"
        )
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


def _sql_literal(value: Any) -> str:
    """Format a value as an SQL literal, with escaped colons: pgbench reads `:30` as a variable."""
    if isinstance(value, Varying):
        return _SQL_EXPRESSIONS[value]
    if value is None or isinstance(value, int):
        return "NULL" if value is None else str(value)
    text = json.dumps(value) if isinstance(value, list) else str(value)
    escaped = text.replace("\\", r"\\").replace("'", "''").replace(":", r"\x3a")
    return f"E'{escaped}'"
