"""`manage.py move_to_postgresql FILE` moves an SQLite shop to the PostgreSQL database of DATABASE_URL."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection, transaction

from oottam.core.errors import DomainError
from oottam.maintenance import migration_lock, sqlite_to_postgresql


class Command(BaseCommand):
    """Moves everything or nothing, and compares digests; the file is not changed."""

    help = "Move a shop from an SQLite file to an empty PostgreSQL database, and verify that both hold the same data"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "file", type=Path, help="the shop's oottam.sqlite3; its server is stopped"
        )
        parser.add_argument("--compare", action="store_true", help="only compare, move nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        file: Path = options["file"]
        if connection.vendor != "postgresql":
            raise CommandError(
                "DATABASE_URL is not a PostgreSQL address. Set it to the database the shop moves to."
            )
        if not file.is_file():
            raise CommandError(f"{file} does not exist. Give the shop's SQLite file.")
        try:
            with (
                sqlite_to_postgresql.open_exclusive(file),
                migration_lock.hold(connection),
                transaction.atomic(),
            ):
                sqlite_to_postgresql.require_same_tables()
                if not options["compare"]:
                    sqlite_to_postgresql.require_empty()
                    sqlite_to_postgresql.move()
                self._compare()
        except DomainError as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        if options["compare"]:
            return
        self.stdout.write(
            f"The shop is now in {connection.settings_dict['NAME']}. {file} is unchanged: do not start a server on it again."
        )
        key = file.with_name("secret-key")
        if key.exists() and key.read_text("ascii").strip() != settings.SECRET_KEY:
            self.stdout.write(
                f"SECRET_KEY differs from the one in {key}: staff will have to log in again."
            )

    def _compare(self) -> None:
        different = sqlite_to_postgresql.compare_tables(self.stdout.write)
        if different:
            raise DomainError(f"Not the same on both sides: {', '.join(different)}.")
        self.stdout.write("Both hold the same data: rows and digests of every table match.")
