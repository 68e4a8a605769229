"""A shop whose veg menu is as long as ours will hardly be: the same dishes again and again, under names of their own."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any

from benchmarks.built_shop import ROOT, built_shop

MAX_CATEGORY_DISHES, MAX_NAME_LENGTH = 24, 34  # contract/schemas/menu.schema.json
STORED = "oottam.vegMealOrder"


@contextmanager
def shop_with(dishes: int, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The base address of a shop with so many veg dishes, and their ids."""
    contract = folder / "contract"
    shutil.copytree(ROOT / "contract", contract)
    file = contract / "catalogue/veg.json"
    menu = json.loads(file.read_text())
    lengthen(menu, dishes)
    file.write_text(json.dumps(menu))
    with built_shop(folder, OOTTAM_CONTRACT=str(contract)) as shop:
        yield shop, _ids(menu)


def veg_ids() -> list[str]:
    """The ids of today's veg dishes."""
    return _ids(json.loads((ROOT / "contract/catalogue/veg.json").read_text()))


def _ids(menu: dict[str, Any]) -> list[str]:
    return [dish["id"] for dish in _dishes(menu)]


def _dishes(menu: dict[str, Any]) -> Iterator[dict[str, Any]]:
    return (dish for category in menu["categories"] for dish in category["items"])


def lengthen(menu: dict[str, Any], dishes: int) -> None:
    """Add copies of the dishes, in copies of the categories: the schema bounds how many dishes one has."""
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


def ticks_of(ids: list[str]) -> str:
    """A script for every page: all these dishes are ticked already when it opens."""
    stored = {"selectedItems": [{"id": dish} for dish in ids], "totalCost": 0}
    return f"localStorage.setItem({STORED!r}, {json.dumps(json.dumps(stored))});"
