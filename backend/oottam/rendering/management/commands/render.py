"""`manage.py render` publishes changes of the shop's contract folder without a restart."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError

from oottam import rendering


class Command(BaseCommand):
    help = "Render the pages of OOTTAM_CONTRACT; a running server serves them, and prices by them, within seconds"

    def handle(self, *args: Any, **options: Any) -> None:
        if not rendering.is_needed(settings.CONTRACT, settings.CALL_BASES):
            self.stdout.write("OOTTAM_CONTRACT is the shipped folder: its pages are in the build.")
            return
        try:
            rendering.render(
                settings.CONTRACT, settings.STOREFRONT, settings.VAR, settings.CALL_BASES
            )
        except (rendering.RenderError, ImproperlyConfigured) as error:
            raise CommandError(f"The pages stay as they were. {error}") from error
        self.stdout.write(f"The pages of {settings.CONTRACT} are rendered.")
