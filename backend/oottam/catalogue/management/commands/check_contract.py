"""Whether a contract folder can be served, and what in it is still the shipped sample; nothing is started."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from oottam.catalogue.report import checked


class Command(BaseCommand):
    """`manage.py check_contract [FOLDER]`."""

    help = __doc__ or ""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The folder, or the one that OOTTAM_CONTRACT names."""
        parser.add_argument("folder", nargs="?", type=Path, default=settings.CONTRACT)

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was found; what is wrong is raised as a sentence."""
        for line in checked(options["folder"].expanduser().resolve()):
            self.stdout.write(line)
