"""The benchmarks' long menu is one that a shop could have."""

import json
import shutil
from pathlib import Path

from benchmarks.long_menu import extend_menu
from oottam import catalogue
from oottam.catalogue.folder import SHIPPED


def test_long_menu_is_a_valid_contract(tmp_path: Path) -> None:
    """A benchmark that nobody runs for a while must not break when the schema gains a bound."""
    contract = tmp_path / "contract"
    shutil.copytree(SHIPPED, contract)
    file = contract / "catalogue/veg.json"
    menu = json.loads(file.read_text("utf-8"))
    shipped = menu["categories"][:]
    extend_menu(menu, 1000)
    file.write_text(json.dumps(menu), "utf-8")
    dishes = catalogue.load(contract).menus["veg"].dishes
    assert len(dishes) == 1000
    assert menu["categories"][: len(shipped)] == shipped
