"""Tables go forward only: a migration that has been handed out is neither changed nor taken away.

released_migrations.txt holds a line for each, by its app's label, which stays where the app's package moves.
`python -m tests.test_migrations` (in backend/) adds those that are new at its end, and never alters another one.
"""

import ast
import hashlib
import os
import sys
from pathlib import Path
from typing import Any

import django
import pytest
from django.apps import apps
from django.db import connection, connections, models
from django.db.migrations import (
    AddField,
    AddIndex,
    AlterField,
    CreateModel,
    DeleteModel,
    RunPython,
    SeparateDatabaseAndState,
)
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

ROOT = Path(__file__).parents[2]
APPS = ROOT / "backend/oottam"
LISTED = Path(__file__).with_name("released_migrations.txt")
SQL = Path(__file__).with_name("migration_sql.txt")  # digests for SQLite and PostgreSQL
OF_0_3_0 = 30  # lines of the list; shops run that release


if __name__ == "__main__":  # before tests are parametrised by the apps' migrations
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
    django.setup()


class WithoutPaths(ast.NodeTransformer):
    """Leaves out where our own modules lie, and what of them is referred to: columns do not depend on it."""

    def visit_Import(self, node: ast.Import) -> ast.Import | None:
        others = [each for each in node.names if not each.name.startswith("oottam.")]
        return ast.Import(names=others) if others else None

    def visit_ImportFrom(self, node: ast.ImportFrom) -> ast.ImportFrom | None:
        return None if (node.module or "").startswith("oottam.") else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
        if isinstance(root, ast.Name) and root.id == "oottam":
            return root
        return self.generic_visit(node)  # type: ignore[return-value]


def fingerprint(source: str) -> str:
    """Of what a migration does; how it is laid out and commented, and where it imports from, does not count."""
    # Python 3.13 leaves out what is empty, 3.12 has a field more; the list is of 3.11.
    options = {"show_empty": True} if sys.version_info >= (3, 13) else {}
    tree = WithoutPaths().visit(ast.parse(source))
    dumped = ast.dump(tree, **options).replace(", type_params=[]", "")
    return hashlib.sha256(dumped.encode()).hexdigest()


def files() -> list[tuple[str, Path]]:
    """Every migration of ours, with its app's label."""
    found = []
    for file in APPS.glob("*/migrations/0*.py"):
        config = apps.get_containing_app_config(f"oottam.{file.parts[-3]}")
        assert config
        found.append((config.label, file))
    return sorted(found, key=lambda each: (each[0], each[1].name))


def present() -> list[str]:
    """A line for each migration: its app, its name, its fingerprint."""
    return [f"{label} {file.stem} {fingerprint(file.read_text())}" for label, file in files()]


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
    """An interrupted update leaves either the former tables or the new ones."""
    assert not [file.name for _, file in files() if "atomic = False" in file.read_text()]


def test_layout_and_comments_are_not_what_a_migration_does() -> None:
    assert fingerprint("a = [1, 2]") == fingerprint("# why\na = [\n    1,\n    2,\n]\n")
    assert fingerprint("a = [1, 2]") != fingerprint("a = [1, 3]")


def test_where_a_migration_imports_from_is_not_what_it_does() -> None:
    moved = (
        "import oottam.{0}.models\nfrom oottam.{0}.codes import C\na = C(oottam.{0}.models.{1}, 2)"
    )
    assert fingerprint(moved.format("a", "b")) == fingerprint(moved.format("c", "d"))
    assert fingerprint(moved.format("a", "b")) != fingerprint(moved.format("a", "b") + "\nb = 1")


def in_memory() -> Any:
    """SQLite with nothing behind it: its editor would not be within a test's transaction."""
    from django.db.backends.sqlite3.base import DatabaseWrapper

    return DatabaseWrapper({**connections.settings["default"], "NAME": ":memory:", "OPTIONS": {}})


def statements(database: Any) -> dict[tuple[str, str], str]:
    """A digest of the SQL by which each migration is applied, by its app's label and its name."""
    graph = MigrationLoader(None).graph
    keys = dict.fromkeys(key for leaf in graph.leaf_nodes() for key in graph.forwards_plan(leaf))
    digests, state = {}, ProjectState()
    for key in keys:
        with database.schema_editor(collect_sql=True, atomic=False) as editor:
            state = graph.nodes[key].apply(state, editor, collect_sql=True)
        sql = "\n".join(editor.collected_sql)
        digests[key] = hashlib.sha256(sql.encode()).hexdigest()[:16]
    return digests


@pytest.mark.django_db
def test_released_migrations_execute_the_sql_that_they_did() -> None:
    """Wherever modules and choices have moved since; the file holds those of 0.4.0 and before."""
    on_sqlite = connection.vendor == "sqlite"
    found = statements(in_memory() if on_sqlite else connection)
    lines = [line.split() for line in SQL.read_text().splitlines()]
    executed = {(label, name): digests[not on_sqlite] for label, name, *digests in lines}
    assert {key: found.get(key) for key in executed} == executed


def only_adds(operation: Operation) -> bool:
    """Whether the release before still reads and writes the tables, and the migration can be undone."""
    if isinstance(operation, AddField):
        field = operation.field
        return field.many_to_many or field.null or field.has_db_default()
    if isinstance(operation, AlterField):  # to be left empty: older code fills it
        return operation.field.null
    if isinstance(operation, SeparateDatabaseAndState):  # renames in Python alone execute nothing
        return not operation.database_operations
    return isinstance(operation, CreateModel | AddIndex | RunPython) and operation.reversible


@pytest.mark.parametrize("line", listed()[OF_0_3_0:])
def test_a_migration_only_adds_and_can_be_undone(line: str) -> None:
    """What drops or renames waits for one release more (CONTRIBUTING.md)."""
    label, name, _ = line.split()
    migration = MigrationLoader(None).graph.nodes[label, name]
    assert [each for each in migration.operations if not only_adds(each)] == []


def test_a_column_that_older_code_cannot_leave_out_does_not_only_add() -> None:
    assert not only_adds(AddField("plan", "days", models.IntegerField()))
    assert not only_adds(AddField("plan", "days", models.IntegerField(default=6)))
    assert only_adds(AddField("plan", "days", models.IntegerField(null=True)))
    assert only_adds(AddField("plan", "days", models.IntegerField(db_default=6)))
    assert not only_adds(AlterField("plan", "days", models.IntegerField()))
    assert only_adds(AlterField("plan", "days", models.IntegerField(null=True)))
    assert not only_adds(RunPython(lambda apps, schema: None))
    assert not only_adds(SeparateDatabaseAndState(database_operations=[DeleteModel("plan")]))
    assert only_adds(SeparateDatabaseAndState(state_operations=[DeleteModel("plan")]))


if __name__ == "__main__":
    LISTED.write_text(
        "\n".join([*listed(), *(line for line in present() if line not in listed())]) + "\n"
    )
