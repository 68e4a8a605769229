"""Validates a contract folder and lists its remaining sample data; starts nothing."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from oottam.catalogue.report import describe_folder


class Command(BaseCommand):
    """`manage.py check_contract [FOLDER]`."""

    help = __doc__ or ""
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("folder", nargs="?", type=Path, default=settings.CONTRACT)

    def handle(self, *args: Any, **options: Any) -> None:
        for line in describe_folder(options["folder"].expanduser().resolve()):
            self.stdout.write(line)
