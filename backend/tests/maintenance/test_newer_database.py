"""A database of a newer version is left alone, in one sentence, and tables never go back."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pysqlite3
import pytest
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

LATER = ("catering", "0001_initial")  # of an app that this server has never heard of
REFUSED = (
    "is newer than this server, or from before 0.2.0 (catering.0001_initial is unknown here): "
    "run the version that made it, or restore a backup of this one."
)


@COMMANDS
@pytest.mark.enable_socket
def test_neither_migrate_nor_the_server_touches_it(
    environment: dict[str, str], command: tuple[str, ...]
) -> None:
    with_tables(environment)
    file = Path(environment["OOTTAM_VAR"]) / "oottam.sqlite3"
    with closing(pysqlite3.connect(file)) as database:
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
def test_on_either_kind_of_database(begin: Callable[[], None]) -> None:
    begin()
    MigrationRecorder(connection).record_applied(*LATER)
    with pytest.raises(ImproperlyConfigured) as refused:
        begin()
    assert str(refused.value) == f"The database {connection.settings_dict['NAME']} {REFUSED}"


@pytest.mark.django_db
def test_tables_do_not_go_back() -> None:
    with pytest.raises(CommandError, match=r"only migrate forward.*deploy/update --back"):
        call_command("migrate", "orders", "zero")


def test_migrations_that_another_one_has_replaced_are_known(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = ("orders", "0002_gone")
    assert known_migrations.unknown([gone, ("orders", "0001_initial")]) == [gone]

    class Squashed(Migration):
        replaces = [gone]

    load = MigrationLoader.load_disk

    def with_squashed(loader: MigrationLoader) -> None:
        load(loader)
        loader.disk_migrations["orders", "0001_squashed"] = Squashed("0001_squashed", "orders")

    monkeypatch.setattr(MigrationLoader, "load_disk", with_squashed)
    assert known_migrations.unknown([gone]) == []
