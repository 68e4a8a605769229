"""Export the OpenAPI document of all endpoints, generated from the forms that the server validates."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from oottam import catalogue
from oottam.api import openapi


class Command(BaseCommand):
    """`manage.py openapi` prints the document; --write stores it."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--write", action="store_true", help="write it to contract/openapi.json"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        text = openapi.text(catalogue.current())
        if options["write"]:
            (settings.CONTRACT / "openapi.json").write_text(text, encoding="utf-8")
        else:
            self.stdout.write(text, ending="")
