"""A shop whose veg menu is as long as ours will hardly be: the same dishes again and again, under names of their own."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count, islice
from pathlib import Path
from typing import Any

from benchmarks.built_shop import ROOT, built_shop

STORED = "oottam.vegMealOrder"


@contextmanager
def shop_with(dishes: int, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """The base address of a shop with so many veg dishes, and their ids."""
    contract = folder / "contract"
    shutil.copytree(ROOT / "contract", contract)
    file = contract / "catalogue/veg.json"
    menu = json.loads(file.read_text())
    _lengthen(menu, dishes)
    file.write_text(json.dumps(menu))
    with built_shop(folder, OOTTAM_CONTRACT=str(contract)) as shop:
        yield shop, _ids(menu)


def veg_ids() -> list[str]:
    """The ids of today's veg dishes."""
    return _ids(json.loads((ROOT / "contract/catalogue/veg.json").read_text()))


def _ids(menu: dict[str, Any]) -> list[str]:
    return [dish["id"] for group in menu["categories"] for dish in group["items"]]


def _lengthen(menu: dict[str, Any], dishes: int) -> None:
    """Every category holds its share of them; what is left over goes to the first ones."""
    groups = menu["categories"]
    share, over = divmod(dishes, len(groups))
    for place, group in enumerate(groups):
        group["items"] = list(islice(_again(group["items"]), share + (place < over)))


def _again(items: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    yield from items
    for turn in count(2):
        for dish in items:
            yield {**dish, "id": f"{dish['id']}-{turn}", "name": f"{dish['name']} {turn}"}


def ticks_of(ids: list[str]) -> str:
    """A script for every page: all these dishes are ticked already when it opens."""
    stored = {"selectedItems": [{"id": dish} for dish in ids], "totalCost": 0}
    return f"localStorage.setItem({STORED!r}, {json.dumps(json.dumps(stored))});"
