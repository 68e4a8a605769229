"""`manage.py demo` fills an empty shop with a month of invented requests."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from oottam.demo.month import DESK_USERNAME, NotEmptyError, fill


class Command(BaseCommand):
    help = "Fill an empty shop with a month of sample requests, to try the back office"
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            count = fill(timezone.now())
        except NotEmptyError:
            raise CommandError(
                "This shop already has requests, and demo orders among them would be cooked. "
                "Nothing was changed. Use another, empty folder: make demo OOTTAM_VAR=/some/folder"
            ) from None
        self.stdout.write(
            f"{count} sample requests of the last month are in the inbox, handled by {DESK_USERNAME}. "
            "No mail was sent."
        )
