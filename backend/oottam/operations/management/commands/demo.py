"""`manage.py demo` fills an empty shop with a month of invented requests."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from oottam.operations.demo.month import COLLEAGUE, NotEmptyError, fill


class Command(BaseCommand):
    """Refuses a shop that has requests."""

    help = "Fill an empty shop with a month of invented requests, to try the desk"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Fill it, and say what is there."""
        try:
            count = fill(timezone.now())
        except NotEmptyError:
            raise CommandError(
                "This shop has requests already, and samples among them would be cooked for. "
                "Nothing was changed. Name another, empty folder: make demo OOTTAM_VAR=/some/folder"
            ) from None
        self.stdout.write(
            f"{count} invented requests of the last month are in the inbox, worked by {COLLEAGUE}. "
            "No mail was sent."
        )
