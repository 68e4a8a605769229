"""The price table and its digests, which the storefront must reproduce."""

import json
from io import StringIO
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from oottam import catalogue
from oottam.catalogue.management.commands.pricing_table import digests, menu_lines

CROSSCHECK = Path(__file__).parents[3] / "contract" / "vectors" / "crosscheck.json"


def test_digests_match_the_crosscheck() -> None:
    assert digests() == json.loads(CROSSCHECK.read_text("utf-8"))["sha256"]


def test_line_has_dish_days_sections_and_paise() -> None:
    lines = list(menu_lines("veg"))
    assert lines[0] == "veg|dry-fruit-smoothie|6|0|27300|163800|-|0\n"
    # 15 days, 2 sections: 254 x 14 x 2, struck through 273 x 15 x 2.
    assert lines[(15 - 6) * 4 + 2] == "veg|dry-fruit-smoothie|15|2|25400|711200|819000|1\n"
    assert len(lines) == len(catalogue.current().menus["veg"].dishes) * 35 * 4


def test_pricing_table_writes_the_digests(tmp_path: Path) -> None:
    (tmp_path / "vectors").mkdir()
    original, settings.CONTRACT = settings.CONTRACT, tmp_path
    try:
        call_command("pricing_table", write=True, stdout=StringIO())
    finally:
        settings.CONTRACT = original
    written = json.loads((tmp_path / "vectors" / "crosscheck.json").read_text("utf-8"))
    assert written == {"$schema": "../schemas/crosscheck.schema.json", "sha256": digests()}


def test_pricing_table_prints_all_lines() -> None:
    out = StringIO()
    call_command("pricing_table", stdout=out)
    assert out.getvalue().count("\n") == sum(
        len(menu.dishes) * 35 * 4 for menu in catalogue.current().menus.values()
    )
