"""`manage.py backup [FILE]` copies the database while the server runs."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from oottam.core import private_files
from oottam.core.errors import DomainError
from oottam.maintenance import postgresql_backup, sqlite_backup


class Command(BaseCommand):
    """The backup contains every request acknowledged before its start."""

    help = "Back up the database to one verified file, while the server runs"

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file",
            nargs="?",
            type=Path,
            help="new file to write (default: a file in OOTTAM_VAR/backups)",
        )
        parser.add_argument(
            "--quick",
            action="store_true",
            help="skip the check of SQLite's indexes, while the shop is closed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        target: Path = options["file"] or _new_file()
        try:
            if not options["file"] or not target.parent.exists():
                private_files.make_folder(target.parent)  # an existing folder keeps its mode
            requests = _copy(target, is_quick=options["quick"])
        except FileExistsError as error:
            raise CommandError(f"{target} already exists. Choose another file.") from error
        except (DomainError, OSError) as error:
            raise CommandError(f"Not backed up. {error}") from error
        self.stdout.write(f"{target} holds {requests} requests, and is sound.")


def _copy(target: Path, *, is_quick: bool) -> int:
    if connection.vendor == "postgresql":
        return postgresql_backup.dump(connection, target)
    return sqlite_backup.copy(
        Path(settings.DATABASES["default"]["NAME"]), target, is_quick=is_quick
    )


def _new_file() -> Path:
    folder: Path = settings.VAR / "backups"
    kind = "dump" if connection.vendor == "postgresql" else "sqlite3"
    return folder / f"oottam-{timezone.now():%Y%m%dT%H%M%S%fZ}.{kind}"
