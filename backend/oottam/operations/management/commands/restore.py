"""`manage.py restore FILE` puts a backup in the place of the database; the server must not run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from oottam.common import private_files
from oottam.operations import known_migrations, sqlite_files

WITH_POSTGRESQL = (
    "The database is PostgreSQL, which has its own tool for this. Stop the server and run: "
    'pg_restore --clean --if-exists --single-transaction --dbname="$DATABASE_URL" oottam.dump'
)


class Command(BaseCommand):
    """Checks the backup, then switches in one step; what was there before is kept beside it."""

    help = "Put a backup in the place of the SQLite database"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """From where, and whether orders that are there may be replaced."""
        parser.add_argument("file", type=Path, help="what `backup` wrote")
        parser.add_argument(
            "--replace", action="store_true", help="also when there is a database already"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Check, copy, switch, and say what is served from now on."""
        if connection.vendor != "sqlite":
            raise CommandError(WITH_POSTGRESQL)
        connection.close()
        database = Path(settings.DATABASES["default"]["NAME"])
        if database.exists() and not options["replace"]:
            raise CommandError(
                f"There is a database already: {database}. Add --replace to put the backup in its "
                "place; it is then kept beside it."
            )
        try:
            said = _restore(options["file"], database)
        except (sqlite_files.UnusableFileError, OSError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        self.stdout.write(said)


def _restore(backup: Path, database: Path) -> str:
    sqlite_files.check(backup)
    _require_known_tables(backup)
    if not database.parent.exists():
        private_files.make_folder(database.parent)
    timestamp = f"{timezone.now():%Y%m%dT%H%M%S%fZ}"
    copied = database.with_name(f"{database.name}.restored-{timestamp}")
    requests = sqlite_files.copy(backup, copied)
    said = f"{database} holds the {requests} requests of {backup}. Run: make migrate"
    if not database.exists():
        copied.replace(database)
        return said
    kept = database.with_name(f"{database.name}.before-{timestamp}")
    try:
        sqlite_files.replace(database, copied, kept)
    finally:
        copied.unlink(missing_ok=True)
    return f"{said}\nWhat was there before is in {kept}."


def _require_known_tables(backup: Path) -> None:
    """An older backup is migrated; a newer one needs a newer server."""
    newer = known_migrations.unknown(sqlite_files.migrations(backup))
    if newer:
        raise sqlite_files.UnusableFileError(f"{backup} {known_migrations.too_new(newer)}")
