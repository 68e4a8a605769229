"""Django's command, which goes forward only and leaves newer databases alone."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from oottam.maintenance import known_migrations, migration_lock, postgresql_backup
from oottam.privacy import erasure, traces

FORWARD = (
    "Tables only migrate forward, to the newest version: leave out the migration's name. "
    "To go back, use deploy/update --back."
)
# Of the version from which on what is deleted is overwritten on the disk.
OVERWRITES = ("requests", "0004_erasure")


class Command(migrate.Command):
    """`manage.py migrate` brings the tables up to date."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Django's, and whether others may be connected."""
        super().add_arguments(parser)
        parser.add_argument(
            "--alone",
            action="store_true",
            help="change no table while anyone else is connected (PostgreSQL)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """One process after the other; who comes later finds nothing left to do."""
        if options["migration_name"]:
            raise CommandError(FORWARD)
        if options["alone"] and _has_work(options["database"]):
            try:
                postgresql_backup.require_alone(connection)
            except postgresql_backup.UnusableDumpError as error:
                raise CommandError(str(error)) from error
        with migration_lock.alone(connections[options["database"]]):
            self._bring_up_to_date(*args, **options)

    def _bring_up_to_date(self, *args: Any, **options: Any) -> None:
        """Look first, then do as Django does."""
        target = connections[options["database"]]
        known_migrations.require_known(target)
        overwrote = OVERWRITES in MigrationRecorder(target).applied_migrations()
        had_work = _has_work(options["database"])
        with migration_lock.checked_once(target):
            super().handle(*args, **options)
        if options["database"] != DEFAULT_DB_ALIAS or _has_work(options["database"]):
            return
        if had_work and not overwrote:
            traces.vacuum()
        back = erasure.reapply_erasures(timezone.now())
        if back and options["verbosity"]:
            self.stdout.write(f"Erased again after the restore: {back} requests.")


def _has_work(database: str) -> bool:
    executor = MigrationExecutor(connections[database])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
