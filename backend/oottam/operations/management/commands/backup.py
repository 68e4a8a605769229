"""`manage.py backup [FILE]` copies the database while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from oottam.common import private_files
from oottam.operations import sqlite_files

WITH_POSTGRESQL = (
    "The database is PostgreSQL, which has its own tool for this. Run: "
    'pg_dump --format=custom --file=oottam.dump "$DATABASE_URL"'
)


class Command(BaseCommand):
    """Every request that was acknowledged before the start is in the copy."""

    help = "Copy the SQLite database to one checked file, while the server runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument(
            "file", nargs="?", type=Path, help="a new file; by default one in OOTTAM_VAR/backups"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Copy, check, and say what the copy holds."""
        if connection.vendor != "sqlite":
            raise CommandError(WITH_POSTGRESQL)
        target: Path = options["file"] or _new_file()
        try:
            if not options["file"] or not target.parent.exists():
                private_files.make_folder(target.parent)  # a folder that is there has its own rules
            requests = sqlite_files.copy(Path(settings.DATABASES["default"]["NAME"]), target)
        except FileExistsError as error:
            raise CommandError(f"{target} exists already. Name another file.") from error
        except (sqlite_files.UnusableFileError, OSError) as error:
            raise CommandError(f"Not backed up. {error}") from error
        self.stdout.write(f"{target} holds {requests} requests, and is sound.")


def _new_file() -> Path:
    folder: Path = settings.VAR / "backups"
    return folder / f"oottam-{timezone.now():%Y%m%dT%H%M%S%fZ}.sqlite3"
