"""`manage.py render` publishes changes of the shop's contract folder without a restart."""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from oottam.menu import live
from oottam.rendering import RenderError


class Command(BaseCommand):
    help = "Render the pages of OOTTAM_CONTRACT; a running server serves them, and prices by them, within seconds"

    def handle(self, *args: Any, **options: Any) -> None:
        menu = live.read(timezone.now())
        if menu.edition:
            raise CommandError(
                f"Version {menu.edition} of the menu is live, so {settings.CONTRACT} is not served. "
                f"Make it the draft instead: manage.py menu import {settings.CONTRACT}"
            )
        try:
            rendered = live.render(menu)
        except (RenderError, ImproperlyConfigured) as error:
            raise CommandError(f"The pages stay as they were. {error}") from error
        if rendered is None:
            self.stdout.write("OOTTAM_CONTRACT is the shipped folder: its pages are in the build.")
        else:
            self.stdout.write(f"The pages of {settings.CONTRACT} are rendered.")
