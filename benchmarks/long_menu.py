"""A shop with a very long veg menu: copies of the same dishes under different names."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.built_shop import built_shop
from system_tests.support.shop import ROOT

MAX_CATEGORY_DISHES, MAX_NAME_LENGTH = 24, 34  # contract/schemas/menu.schema.json
STORAGE_KEY = "oottam.vegMealOrder"


@contextmanager
def shop_with_long_menu(dishes: int, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """Yield the base URL of a shop with this number of veg dishes, and their ids."""
    contract = folder / "contract"
    shutil.copytree(ROOT / "contract", contract)
    file = contract / "catalogue/veg.json"
    menu = json.loads(file.read_text())
    extend_menu(menu, dishes)
    file.write_text(json.dumps(menu))
    with built_shop(folder, OOTTAM_CONTRACT=str(contract)) as shop:
        yield shop, _ids(menu)


def veg_ids() -> list[str]:
    """Return the ids of the shipped veg dishes."""
    return _ids(json.loads((ROOT / "contract/catalogue/veg.json").read_text()))


def _ids(menu: dict[str, Any]) -> list[str]:
    return [dish["id"] for dish in _dishes(menu)]


def _dishes(menu: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (dish for category in menu["categories"] for dish in category["items"])


def extend_menu(menu: dict[str, Any], dishes: int) -> None:
    """Add copies of the dishes in copies of the categories, as the schema limits the dishes of a category."""
    original = list(_dishes(menu))
    copies = ({**dish, **_renamed(dish, turn)} for turn in count(2) for dish in original)
    added = list(islice(copies, dishes - len(original)))
    for group, category in zip(_batches(added), cycle(menu["categories"][:]), strict=False):
        number = len(menu["categories"]) + 1
        menu["categories"].append(
            {
                "id": f"{category['id']}-{number}",
                "title": f"{category['title']} {number}",
                "items": group,
            }
        )


def _batches(dishes: list[dict[str, Any]]) -> Iterator[list[dict[str, Any]]]:
    for start in range(0, len(dishes), MAX_CATEGORY_DISHES):
        yield dishes[start : start + MAX_CATEGORY_DISHES]


def _renamed(dish: dict[str, Any], turn: int) -> dict[str, str]:
    name: str = dish["name"][: MAX_NAME_LENGTH - len(f" {turn}")].rstrip()
    return {"id": f"{dish['id']}-{turn}", "name": f"{name} {turn}"}


def selection_script(ids: list[str]) -> str:
    """Return a script that selects these dishes when a page opens."""
    stored = {"selectedItems": [{"id": dish} for dish in ids], "totalCost": 0}
    return f"localStorage.setItem({STORAGE_KEY!r}, {json.dumps(json.dumps(stored))});"
