"""The OpenAPI document of all calls, exported from what the server checks."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from oottam import catalogue
from oottam.api import openapi


class Command(BaseCommand):
    """`manage.py openapi` prints the document; --write keeps it."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """One way to keep it."""
        parser.add_argument(
            "--write", action="store_true", help="write it to contract/openapi.json"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Print or write."""
        text = openapi.text(catalogue.current())
        if options["write"]:
            (settings.CONTRACT / "openapi.json").write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")
