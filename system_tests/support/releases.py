"""Releases for system tests: checkouts of past commits, and broken variants of the current one."""

import re
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

from system_tests.support.shop import ROOT

# Two migrations: the first one changes the tables, the second one fails.
TABLE = """
from django.db import migrations

class Migration(migrations.Migration):
    dependencies = [("orders", "{last}")]
    operations = [migrations.RunSQL("CREATE TABLE drill_spoiled (id integer)", "DROP TABLE drill_spoiled")]
"""
FAILING = """
from django.db import migrations

def fail(apps, schema_editor):
    raise RuntimeError("spoiled for a system test")

class Migration(migrations.Migration):
    dependencies = [("orders", "9998_drill")]
    operations = [migrations.RunPython(fail)]
"""
UNDO = 'migrate_back --list "$NEWER_BACKUP.not-shown"'


def release_commits() -> dict[str, str]:
    """The last commit of each earlier version, oldest first, and its version commit if different."""
    names = _git(ROOT, "log", "--format=%h", "--reverse", "-G^version = ", "--", "pyproject.toml")
    changes = names.split()
    found = {}
    for change, following in pairwise(changes):
        named = _number(_git(ROOT, "show", f"{change}:pyproject.toml"))
        last = _git(ROOT, "rev-parse", "--short", f"{following}^").strip()
        if named != "0.1.0":  # its first commits have no tables yet
            found[f"{named}, its first commit"] = change
        found[f"{named}, its last commit"] = last
    return found


def _number(pyproject: str) -> str:
    found = re.search(r'^version = "(.*)"', pyproject, re.MULTILINE)
    if not found:
        raise RuntimeError("pyproject.toml names no version.")
    return found.group(1)


def checkout(
    folder: Path, commit: str = "HEAD", change: Callable[[Path], None] | None = None
) -> Path:
    """Clone this commit and commit a change on top."""
    _git(ROOT, "clone", "--quiet", "--no-checkout", str(ROOT), str(folder))
    _git(folder, "checkout", "--quiet", "--detach", _git(ROOT, "rev-parse", commit).strip())
    if change:
        change(folder)
        _git(folder, "add", "--all")
        who = ("-c", "user.name=system test", "-c", "user.email=system test@example.com")
        _git(folder, *who, "commit", "--quiet", "--message", "Spoil it for a system test")
    return folder


def version(folder: Path) -> str:
    """The version as named by deploy/install."""
    commit = _git(folder, "rev-parse", "--short=10", "HEAD").strip()
    return f"{_number((folder / 'pyproject.toml').read_text('utf-8'))}-{commit}"


def environment(folder: Path) -> Path:
    """The virtual environment for a checkout: the current one if the lock files match, else a new one."""
    lock = folder / "requirements.lock"
    if lock.read_bytes() == (ROOT / "requirements.lock").read_bytes():
        return Path(sys.prefix)
    own = folder / ".venv"
    if not own.exists():
        uv, where = f"{sys.prefix}/bin/uv", str(own)
        subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, where], check=True)
        install = (uv, "pip", "install", "--quiet", "--require-hashes", "--python", where)
        subprocess.run([*install, "-r", str(lock)], check=True)
    return own


def put_built(folder: Path, releases: Path) -> Path:
    """Create a release folder of a checkout as if built, without its storefront."""
    target = releases / version(folder)
    if not target.exists():
        _git(folder, "clone", "--quiet", str(folder), str(target))
        _git(target, "checkout", "--quiet", "--detach", _git(folder, "rev-parse", "HEAD").strip())
        (target / ".venv").symlink_to(environment(folder))
        (target / ".built").touch()
    return target


def break_migration(folder: Path) -> None:
    """Make the last migration fail after another one has changed the tables."""
    migrations = folder / "backend/oottam/orders/migrations"
    last = max(file.stem for file in migrations.glob("0*.py"))
    (migrations / "9998_drill.py").write_text(TABLE.format(last=last), "utf-8")
    (migrations / "9999_drill.py").write_text(FAILING, "utf-8")


def break_readiness(folder: Path) -> None:
    """Make the server accept orders but never become ready."""
    file = folder / "backend/oottam/config/health.py"
    text = file.read_text("utf-8")
    ready = 'return _respond(200, "ready")'
    if ready not in text:
        raise RuntimeError(f"{file} is not what the system test spoils.")
    file.write_text(
        text.replace(ready, 'return _respond(503, "spoiled for a system test")'), "utf-8"
    )


def break_startup(folder: Path) -> None:
    """Make the server exit at startup."""
    (folder / "backend/oottam/__main__.py").write_text(
        "raise SystemExit('spoiled for a system test')\n"
    )


def restore_backup_on_rollback(folder: Path) -> None:
    """Make the rollback restore the pre-update backup, losing later data."""
    file = folder / "deploy/upgrade_lib.sh"
    text = file.read_text("utf-8")
    if UNDO not in text:
        raise RuntimeError(f"{file} is not what the system test spoils.")
    file.write_text(text.replace(UNDO, 'restore "$BACKUP" --replace', 1), "utf-8")


def _git(folder: Path, *words: str) -> str:
    command = ["git", "-C", str(folder), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout
