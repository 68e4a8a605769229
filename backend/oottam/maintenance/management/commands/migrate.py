"""Django's `migrate`, forward only; it refuses databases of a newer release."""

from typing import Any

from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.maintenance import known_migrations, migration_lock, postgresql_backup
from oottam.privacy import erasure

FORWARD = (
    "Tables only migrate forward, to the newest version: leave out the migration's name. "
    "To go back, use deploy/update --back."
)


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--alone",
            action="store_true",
            help="refuse while other connections are open (PostgreSQL)",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate under the lock; a later process finds nothing to do."""
        if options["migration_name"]:
            raise CommandError(FORWARD)
        if options["alone"] and _has_work(options["database"]):
            try:
                postgresql_backup.require_exclusive(connection)
            except DomainError as error:
                raise CommandError(str(error)) from error
        with migration_lock.hold(connections[options["database"]]):
            self._migrate(*args, **options)

    def _migrate(self, *args: Any, **options: Any) -> None:
        """Migrate, and erase again what a restore brought back."""
        target = connections[options["database"]]
        known_migrations.require_known(target)
        with migration_lock.checked_once(target):
            super().handle(*args, **options)
        if options["database"] != DEFAULT_DB_ALIAS or _has_work(options["database"]):
            return
        reapplied = erasure.reapply_erasures(timezone.now())
        if reapplied and options["verbosity"]:
            self.stdout.write(f"Erased again after the restore: {reapplied} requests.")


def _has_work(database: str) -> bool:
    executor = MigrationExecutor(connections[database])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))
