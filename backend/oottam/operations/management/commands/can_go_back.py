"""`manage.py can_go_back` says, before tables are changed, whether `deploy/update` could take that back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from oottam.operations import going_back, postgresql_dumps


class Command(BaseCommand):
    """On PostgreSQL it needs the right to make a schema, and afterwards the database to itself; a file always can."""

    help = "Fail where changed tables could not be taken back"
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether the servers have been stopped."""
        parser.add_argument(
            "--alone", action="store_true", help="also when anybody else is connected"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Nothing, or why not."""
        if connection.vendor != "postgresql":
            return
        name, user = connection.settings_dict["NAME"], connection.settings_dict["USER"]
        if not going_back.may_set_aside(connection):
            raise CommandError(
                f"{user} may make no schema in the database {name}, which going back would need "
                f"(GRANT CREATE ON DATABASE {name} TO {user})."
            )
        if options["alone"]:
            try:
                postgresql_dumps.require_alone(connection)
            except postgresql_dumps.UnusableDumpError as error:
                raise CommandError(str(error)) from error
