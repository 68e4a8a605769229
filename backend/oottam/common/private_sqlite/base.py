"""The part that Django asks for by this name."""

from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db.backends.sqlite3 import base

from oottam.common import private_files

JOURNALS = ("-wal", "-shm", "-journal")


class DatabaseWrapper(base.DatabaseWrapper):
    """SQLite gives its journals the database's own mode, so the database has to have the right one."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """A connection to a file that nobody else may read; one in memory has none."""
        name = str(conn_params["database"])
        if not name.startswith((":memory:", "file:")):
            with suppress(OSError):  # SQLite meets it, too, and says so as it always does
                private_files.make_file(Path(name))
                for journal in JOURNALS:
                    private_files.keep(Path(name + journal))
        return super().get_new_connection(conn_params)
