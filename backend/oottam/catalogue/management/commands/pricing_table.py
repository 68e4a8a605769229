"""Prints all prices, or the digests that compare them with the storefront's."""

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from oottam import catalogue
from oottam.catalogue.contract import MENUS
from oottam.pricing.table import digest, table_lines


def menu_lines(menu: str) -> Iterator[str]:
    """Return the canonical price lines of one menu of the current catalogue."""
    current = catalogue.current()
    dishes = ((dish.id, dish.to_price()) for dish in current.menus[menu].dishes)
    return table_lines(menu, dishes, current.rules.day_orders)


def digests() -> dict[str, str]:
    """Return the SHA-256 of each menu's price lines."""
    return {menu: digest(menu_lines(menu)) for menu in MENUS}


class Command(BaseCommand):
    """`manage.py pricing_table` prints the table; --digest its digests; --write stores them."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--digest", action="store_true", help="print the digests only")
        parser.add_argument(
            "--write",
            action="store_true",
            help="write the digests to contract/vectors/crosscheck.json",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if not (options["digest"] or options["write"]):
            for menu in MENUS:
                self.stdout.writelines(menu_lines(menu))
            return
        table = {"$schema": "../schemas/crosscheck.schema.json", "sha256": digests()}
        text = json.dumps(table, indent=2) + "\n"
        if options["write"]:
            (settings.CONTRACT / "vectors" / "crosscheck.json").write_text(text, encoding="utf-8")
        self.stdout.write(text, ending="")
