"""How release 0.3.0's deploy/update goes back from this release on SQLite; this release's own calls migrate_back.

carry_over.py NEWER OLDER      two SQLite files, neither of them open; OLDER becomes NEWER, with the tables that it had
"""

# ruff: noqa: T201 - what it says is for a terminal

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "backend"))


def carry_over(newer: Path, older: Path) -> int:
    """How many requests came in since; a failure leaves both as they were."""
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
    known, held = sqlite_backup.migrations(older), sqlite_backup.check(older)
    came = sqlite_backup.copy(newer, draft) - held
    reversal.reverse(connection, reversal.plan_reversal(connection, known))
    connection.close()
    draft.replace(older)
    return came


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: carry_over.py NEWER.sqlite3 OLDER.sqlite3")
    print(f"{carry_over(*map(Path, sys.argv[1:]))} requests were carried over.")
