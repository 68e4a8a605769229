"""Rolls back SQLite for release 0.3.0's deploy/update, which calls this file; this release's own calls migrate_back.

carry_over.py NEWER OLDER      two closed SQLite files; OLDER gets the rows of NEWER in the tables of its own release
"""

# ruff: noqa: T201 - prints to a terminal

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))


def carry_over(newer: Path, older: Path) -> int:
    """Replace `older` by a migrated copy of `newer` and count the added requests; on failure change neither."""
    draft = older.absolute().with_name(f"{older.name}.carried")
    os.environ.setdefault("OOTTAM_VAR", str(draft.parent))
    os.environ |= {
        "DATABASE_URL": f"sqlite:///{draft}",
        "DJANGO_SETTINGS_MODULE": "oottam.config.settings",
    }
    import django  # noqa: PLC0415 - with these settings

    django.setup()
    from django.db import connection  # noqa: PLC0415

    from oottam.maintenance import reversal, sqlite_backup  # noqa: PLC0415

    draft.unlink(missing_ok=True)
    known, older_count = sqlite_backup.migrations(older), sqlite_backup.check(older)
    added = sqlite_backup.copy(newer, draft) - older_count
    reversal.reverse(connection, reversal.plan_reversal(connection, known))
    connection.close()
    draft.replace(older)
    return added


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: carry_over.py NEWER.sqlite3 OLDER.sqlite3")
    print(f"{carry_over(*map(Path, sys.argv[1:]))} requests were carried over.")
