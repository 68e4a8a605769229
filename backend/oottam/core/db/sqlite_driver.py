"""Selects the SQLite library for the whole project.

SQLite 3.7.0 to 3.51.2 can lose committed data in WAL mode when several connections are open (the
"WAL-reset" fault). Operating systems still ship such libraries, so the project uses sqlcipher3's
bundled one and does not start on a faulty version. Its wheels exist for x86_64 and aarch64; without
a key it reads and writes plain SQLite files.
"""

import sys

import sqlcipher3

FIRST_SOUND_VERSION = (3, 51, 3)
# Older release lines with the fix.
REPAIRED_LINES = {(3, 50): 7, (3, 44): 6}


class FaultySqliteError(RuntimeError):
    """The SQLite library can lose committed orders."""


def is_sound(version: tuple[int, int, int]) -> bool:
    """Whether this version is free of the WAL-reset fault."""
    if version >= FIRST_SOUND_VERSION:
        return True
    repaired_from = REPAIRED_LINES.get(version[:2])
    return repaired_from is not None and version[2] >= repaired_from


def install() -> None:
    """Make `import sqlite3` return sqlcipher3; call before Django's backend is imported.

    Raises FaultySqliteError if sqlcipher3's library is faulty.
    """
    version = sqlcipher3.sqlite_version_info
    if not is_sound(version):
        raise FaultySqliteError(
            f"SQLite {sqlcipher3.sqlite_version} can lose committed orders. "
            "Install the locked dependencies again (make clean build): they bring SQLite 3.51.3 or newer."
        )
    sys.modules["sqlite3"] = sqlcipher3
    sys.modules["sqlite3.dbapi2"] = sqlcipher3.dbapi2
