"""`manage.py migrate_back` undoes the migrations that an older release lacks; the server must not run."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from oottam.core import private_files
from oottam.core.errors import DomainError
from oottam.maintenance import postgresql_backup, reversal


class Command(BaseCommand):
    """Reads the older release's `showmigrations --plan`, and prints the data which that release does not show."""

    help = "Undo the migrations that an older release does not have; give its showmigrations --plan on standard input"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--list", type=Path, help="new file that also gets the output")
        parser.add_argument("--dry-run", action="store_true", help="change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        full_names = [line.split()[1] for line in sys.stdin if line.startswith("[")]
        known = {
            (app, name) for app, _, name in (full_name.partition(".") for full_name in full_names)
        }
        try:
            migrations = reversal.plan_reversal(connection, known)
            if not options["dry_run"]:
                postgresql_backup.require_exclusive(connection)
        except DomainError as error:
            raise CommandError(f"Nothing was changed. {error}") from error
        output = "".join(f"{line}\n" for line in reversal.describe_hidden(migrations))
        if options["list"]:
            with os.fdopen(private_files.create(options["list"]), "w", encoding="utf-8") as file:
                file.write(output)
        if not options["dry_run"]:
            reversal.reverse(connection, migrations)
        self.stdout.write(output, ending="")
