"""Tables go forward only: a migration that has been handed out is neither changed nor taken away.

released_migrations.txt holds a line for each. `python -m tests.test_migrations` (in backend/) adds those
that are new at its end, and never alters another one.
"""

import ast
import hashlib
import sys
from pathlib import Path

import pytest
from django.db import models
from django.db.migrations import AddField, AddIndex, CreateModel, RunPython
from django.db.migrations.operations.base import Operation
from django.utils.module_loading import import_string

ROOT = Path(__file__).parents[2]
APPS = ROOT / "backend/oottam"
LISTED = Path(__file__).with_name("released_migrations.txt")
OF_0_3_0 = 30  # lines of the list; shops run that release


def fingerprint(source: str) -> str:
    """Of what a migration does; how it is laid out and commented does not count."""
    # Python 3.13 leaves out what is empty, 3.12 has a field more; the list is of 3.11.
    options = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    dumped = ast.dump(ast.parse(source), **options).replace(", type_params=[]", "")
    return hashlib.sha256(dumped.encode()).hexdigest()


def present() -> list[str]:
    """A line for each migration: its app, its name, its fingerprint."""
    files = sorted(APPS.glob("*/migrations/0*.py"))
    return [f"{file.parts[-3]} {file.stem} {fingerprint(file.read_text())}" for file in files]


def listed() -> list[str]:
    return LISTED.read_text().splitlines()


def test_released_migrations_are_as_they_were() -> None:
    changed = set(listed()) - set(present())
    assert not changed, "Undo this change, and make another migration instead."


def test_every_migration_is_listed() -> None:
    new = [line for line in present() if line not in listed()]
    assert not new, "Add it: cd backend && python -m tests.test_migrations"


@pytest.mark.parametrize("app", sorted({line.split()[0] for line in present()}))
def test_an_app_s_migrations_are_numbered_from_one_without_gaps(app: str) -> None:
    names = [line.split()[1] for line in present() if line.startswith(f"{app} ")]
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))


def test_every_migration_is_one_transaction() -> None:
    """Whoever updates has tables as they were or as they shall be, wherever the power goes."""
    files = APPS.glob("*/migrations/0*.py")
    assert not [file.name for file in files if "atomic = False" in file.read_text()]


def test_layout_and_comments_are_not_what_a_migration_does() -> None:
    assert fingerprint("a = [1, 2]") == fingerprint("# why\na = [\n    1,\n    2,\n]\n")
    assert fingerprint("a = [1, 2]") != fingerprint("a = [1, 3]")


if __name__ == "__main__":
    LISTED.write_text(
        "\n".join([*listed(), *(line for line in present() if line not in listed())]) + "\n"
    )


def only_adds(operation: Operation) -> bool:
    """Whether the release before still reads and writes the tables, and the migration can be undone."""
    if isinstance(operation, AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    return isinstance(operation, CreateModel | AddIndex | RunPython) and operation.reversible


@pytest.mark.parametrize("line", listed()[OF_0_3_0:])
def test_a_migration_only_adds_and_can_be_undone(line: str) -> None:
    """What drops or renames waits for one release more (CONTRIBUTING.md)."""
    app, name, _ = line.split()
    migration = import_string(f"oottam.{app}.migrations.{name}.Migration")
    assert [each for each in migration.operations if not only_adds(each)] == []


def test_a_column_that_older_code_cannot_leave_out_does_not_only_add() -> None:
    assert not only_adds(AddField("plan", "days", models.IntegerField()))
    assert not only_adds(AddField("plan", "days", models.IntegerField(default=6)))
    assert only_adds(AddField("plan", "days", models.IntegerField(null=True)))
    assert only_adds(AddField("plan", "days", models.IntegerField(db_default=6)))
    assert not only_adds(RunPython(lambda apps, schema: None))
