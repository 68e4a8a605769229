"""A newer database is rejected unchanged, and tables do not migrate backwards."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
import sqlcipher3
from django.core.exceptions import ImproperlyConfigured
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

from oottam.maintenance import known_migrations
from oottam.serving import worker
from tests.config.test_database_faults import COMMANDS, refusal
from tests.serving.live import with_tables

LATER = ("catering", "0001_initial")  # of an unknown app
REFUSED = (
    "is newer than this server, or from before 0.2.0 (catering.0001_initial is unknown here): "
    "run the version that made it, or restore a backup of this one."
)


@COMMANDS
@pytest.mark.enable_socket
def test_migrate_and_server_leave_it_unchanged(
    environment: dict[str, str], command: tuple[str, ...]
) -> None:
    with_tables(environment)
    file = Path(environment["OOTTAM_VAR"]) / "oottam.sqlite3"
    with closing(sqlcipher3.connect(file)) as database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES (?, ?, '')", LATER
        )
        database.commit()
    before = file.read_bytes()
    assert refusal(environment, command) == f"The database {file} {REFUSED}"
    assert file.read_bytes() == before


@pytest.mark.django_db
@pytest.mark.parametrize(
    "begin",
    [lambda: call_command("migrate", verbosity=0), worker._require_migrated_database],
    ids=["migrate", "server"],
)
def test_error_is_the_same_on_both_databases(begin: Callable[[], None]) -> None:
    begin()
    MigrationRecorder(connection).record_applied(*LATER)
    with pytest.raises(ImproperlyConfigured) as refused:
        begin()
    assert str(refused.value) == f"The database {connection.settings_dict['NAME']} {REFUSED}"


@pytest.mark.django_db
def test_migrate_rejects_going_back() -> None:
    with pytest.raises(CommandError, match=r"only migrate forward.*deploy/update --back"):
        call_command("migrate", "orders", "zero")


def test_squashed_migrations_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = ("orders", "0002_gone")
    assert known_migrations.find_unknown([gone, ("orders", "0001_initial")]) == [gone]

    class Squashed(Migration):
        replaces = [gone]

    load = MigrationLoader.load_disk

    def with_squashed(loader: MigrationLoader) -> None:
        load(loader)
        loader.disk_migrations["orders", "0001_squashed"] = Squashed("0001_squashed", "orders")

    monkeypatch.setattr(MigrationLoader, "load_disk", with_squashed)
    assert known_migrations.find_unknown([gone]) == []
