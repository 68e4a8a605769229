"""Django's command, which goes forward only and leaves newer databases alone."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from oottam.operations import known_migrations

FORWARD = (
    "Tables go forward only, and to the newest version: leave the migration's name out. "
    "Back means the backup that was made before the update."
)


class Command(migrate.Command):
    """`manage.py migrate` brings the tables up to date."""

    def handle(self, *args: Any, **options: Any) -> None:
        """Look first, then do as Django does."""
        if options["migration_name"]:
            raise CommandError(FORWARD)
        known_migrations.require_known(connections[options["database"]])
        super().handle(*args, **options)
