"""Files with orders are readable by their owner only, with any umask."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.mail import EmailMessage
from django.db import OperationalError, connection

from oottam.core import private_files
from oottam.core.db.sqlite.base import DatabaseWrapper
from oottam.outbox.transport import EmlFiles
from tests import shared_db

# Creates a table, and a connection that stays open.
MIGRATED = ("backend/manage.py", "migrate", "contenttypes", "--verbosity", "0", "--skip-checks")
OPEN = """
import os, django
django.setup()
from django.db import connection
connection.cursor().execute("UPDATE django_migrations SET applied = applied")
var = os.environ["OOTTAM_VAR"]
for name in sorted(os.listdir(var)):
    print(name, oct(os.stat(os.path.join(var, name)).st_mode & 0o777))
"""
CHECKOUT = Path(__file__).parents[3]


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def modes(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): mode(path) for path in folder.rglob("*")}


class Shop:
    """Runs the server's commands with an umask."""

    def __init__(self, var: Path, umask: int) -> None:
        self.var = var
        self.umask = umask

    def run(self, *command: str) -> str:
        env = {
            "PATH": os.environ["PATH"],
            "PYTHONPATH": "backend",
            "OOTTAM_VAR": str(self.var),
            "DJANGO_SETTINGS_MODULE": "oottam.config.settings",
        }
        done = subprocess.run(
            [sys.executable, *command],
            cwd=CHECKOUT,
            env=env,
            umask=self.umask,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.mark.parametrize(("umask", "existed"), [(0o000, True), (0o277, False)])
def test_database_journals_key_and_backups_are_private(
    tmp_path: Path, umask: int, existed: bool
) -> None:
    shop = Shop(tmp_path / "var", umask)
    if existed:
        shop.var.mkdir()
        shop.var.chmod(0o777)
    shop.run(*MIGRATED)
    lines = shop.run("-c", OPEN).splitlines()
    assert lines == [
        "oottam.sqlite3 0o600",
        "oottam.sqlite3-shm 0o600",
        "oottam.sqlite3-wal 0o600",
        "secret-key 0o600",
    ]
    shared_db.copy_to(shop.var / "oottam.sqlite3")
    shop.run("backend/manage.py", "backup")
    [copy] = (shop.var / "backups").iterdir()
    shop.run("backend/manage.py", "restore", str(copy), "--replace")
    found = modes(shop.var)
    # Database, key, backup folder, backup, previous database, folder of generated files.
    assert len(found) == 6
    folders = {name: each for name, each in found.items() if each != "0o600"}
    assert folders == {"backups": "0o700", "made": "0o700"}
    assert mode(shop.var) == "0o700"


def test_readable_files_become_private(tmp_path: Path) -> None:
    shop = Shop(tmp_path / "var", 0o022)
    shared_db.tables_in(shop.var)
    shop.run("-c", OPEN)  # with a key, and a journal
    for path in shop.var.iterdir():
        path.chmod(0o666)
    shop.var.chmod(0o755)
    shop.run("-c", OPEN)
    assert set(modes(shop.var).values()) == {"0o600"}
    assert mode(shop.var) == "0o700"


def test_backup_elsewhere_is_private_and_its_folder_unchanged(
    tmp_path: Path,
) -> None:
    shop = Shop(tmp_path / "var", 0o000)
    shared_db.tables_in(shop.var)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    elsewhere.chmod(0o755)
    shop.run("backend/manage.py", "backup", str(elsewhere / "copy.sqlite3"))
    assert modes(elsewhere) == {"copy.sqlite3": "0o600"}
    assert mode(elsewhere) == "0o755"
    shop.run("backend/manage.py", "backup", str(tmp_path / "new" / "copy.sqlite3"))
    assert mode(tmp_path / "new") == "0o700"


@pytest.mark.parametrize("umask", [0o000, 0o277])
def test_mail_files_are_private(tmp_path: Path, umask: int) -> None:
    folder = tmp_path / "mail"
    folder.mkdir()
    folder.chmod(0o777)
    mail = EmailMessage("Hello", "Text", to=["a@b.example"], headers={"Message-ID": "<OT-1@b>"})
    before = os.umask(umask)
    try:
        EmlFiles(folder).send_messages([mail])
    finally:
        os.umask(before)
    assert (modes(folder), mode(folder)) == ({"OT-1.eml": "0o600"}, "0o700")


def test_impossible_database_path_is_reported_by_sqlite(tmp_path: Path) -> None:
    missing = DatabaseWrapper({**connection.settings_dict, "NAME": tmp_path / "none" / "file"})
    says = pytest.raises(OperationalError, match="unable to open database file")
    with says, missing.wrap_database_errors:
        missing.connect()


def test_shared_folder_keeps_its_mode(tmp_path: Path) -> None:
    """Such as /tmp, with the sticky bit."""
    tmp_path.chmod(0o1777)
    private_files.make_folder(tmp_path)
    assert mode(tmp_path) == "0o1777"


def test_open_database_keeps_its_locks(tmp_path: Path) -> None:
    """An existing file is never opened: closing it would drop all its locks."""
    path = tmp_path / "file"
    private_files.make_file(path)
    opened: list[str] = []
    sys.addaudithook(lambda event, args: opened.append(str(args[0])) if event == "open" else None)
    private_files.make_file(path)
    assert str(path) not in opened
    assert mode(path) == "0o600"
