"""`manage.py restore FILE` replaces the database by a backup; the server must not run."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from django.utils import timezone

from oottam.billing import tax
from oottam.core import private_files
from oottam.core.errors import DomainError
from oottam.maintenance import known_migrations, postgresql_backup, reversal, sqlite_backup
from oottam.requests.models import Request

# Of a backup without tables of papers, or after the last letter.
OTHER_PREFIX = (
    "\nIf receipts or bills were issued since this backup, set another prefix in the tax profile before the next one, "
    "so that no number is given twice."
)


class Command(BaseCommand):
    """Checks the backup and switches atomically; the previous data is saved."""

    help = "Restore the database from a backup"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path, help="a file written by `backup`")
        parser.add_argument("--replace", action="store_true", help="replace an existing database")
        parser.add_argument(
            "--with-requests-since",
            action="store_true",
            help="also restore the backup's schema, and keep later requests (PostgreSQL); used to roll back to 0.3.0",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        file, is_replacing = options["file"], options["replace"] or options["with_requests_since"]
        try:
            if connection.vendor == "postgresql":
                output = _restore_dump(
                    file, is_replacing=is_replacing, since=options["with_requests_since"]
                )
            elif options["with_requests_since"]:
                raise CommandError("For an SQLite file use deploy/carry_over.py.")
            else:
                output = _restore_file(file, is_replacing=is_replacing)
        except (DomainError, OSError) as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        self.stdout.write(output)


def _next_letter(previous: str | None, backup: str) -> str:
    """The letter of the series in which receipts and bills go on; "" where all are used.

    Numbers that the backup does not know may be with customers: none of them is given again.
    """
    try:
        return tax.next_series(tax.latest_series(previous or "", backup))
    except ValueError:
        return ""


def _restore_file(backup: Path, *, is_replacing: bool) -> str:
    connection.close()
    database = Path(settings.DATABASES["default"]["NAME"])
    if database.exists() and not is_replacing:
        raise CommandError(
            f"There is already a database: {database}. Add --replace to replace it; "
            "the old one is kept beside it."
        )
    sqlite_backup.check(backup)
    newer = known_migrations.find_unknown(sqlite_backup.migrations(backup))
    if newer:
        raise DomainError(f"{backup} {known_migrations.describe_newer(newer)}")
    if not database.parent.exists():
        private_files.make_folder(database.parent)
    timestamp = f"{timezone.now():%Y%m%dT%H%M%S%fZ}"
    copied = database.with_name(f"{database.name}.restored-{timestamp}")
    requests = sqlite_backup.copy(backup, copied)
    output = f"{database} holds the {requests} requests of {backup}. Before it is served: migrate"
    previous_letter = sqlite_backup.paper_letter(database) if database.exists() else None
    letter = sqlite_backup.paper_letter(copied)
    following = _next_letter(previous_letter, letter or "")
    if letter is not None and following:
        sqlite_backup.set_paper_letter(copied, following)
    else:
        output += OTHER_PREFIX
    if not database.exists():
        copied.replace(database)
        return output
    previous = database.with_name(f"{database.name}.before-{timestamp}")
    try:
        sqlite_backup.replace(database, copied, previous)
    finally:
        copied.unlink(missing_ok=True)
    return f"{output}\nThe previous data is in {previous}."


def _restore_dump(backup: Path, *, is_replacing: bool, since: bool) -> str:
    name = connection.settings_dict["NAME"]
    is_empty = not postgresql_backup.list_tables(connection)
    if not is_empty and not is_replacing:
        raise CommandError(
            f"The database {name} already has tables. Add --replace to replace them; "
            "their contents are saved as a backup first."
        )
    contents = postgresql_backup.verify_dump(backup)
    newer = known_migrations.find_unknown(contents.migrations)
    if newer:
        raise DomainError(f"{backup} {known_migrations.describe_newer(newer)}")
    postgresql_backup.require_exclusive(connection)
    output = f"{name} holds the {contents.rows[postgresql_backup.REQUESTS]} requests of {backup}. Before it is served: migrate"
    previous_letter = postgresql_backup.paper_letter(connection)
    following = _next_letter(previous_letter, contents.paper_letter)
    last = postgresql_backup.set_paper_letter(contents, following) if following else ""
    output += "" if last else OTHER_PREFIX
    if is_empty:
        postgresql_backup.restore_dump(connection, backup, last=last)
        return output
    folder: Path = settings.VAR / "backups"
    private_files.make_folder(folder)
    previous = folder / f"before-restore-{timezone.now():%Y%m%dT%H%M%S%fZ}.dump"
    postgresql_backup.dump(connection, previous)
    if since:  # until 0.5.0
        reversal.reverse(connection, reversal.plan_reversal(connection, contents.migrations))
        added = Request.objects.count() - contents.rows[postgresql_backup.REQUESTS]
        output = f"{name} has the tables of {backup}.\n{added} requests were carried over."
    else:
        postgresql_backup.restore_dump(connection, backup, last=last)
    return f"{output}\nThe previous data is in {previous}."
