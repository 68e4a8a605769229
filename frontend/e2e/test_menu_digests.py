"""Generated menus: the price table that the server charges by is the one that the browser reads."""

from __future__ import annotations

import hashlib
import json
import random
import shutil
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route
from running_shop import ROOT

from oottam import catalogue
from oottam.catalogue.folder import SHIPPED
from oottam.rendering import renderer

MENUS = {"veg": "vegMenu", "nonveg": "nonVegMenu", "tray": "trayMenu"}
TIERS = ("week", "fifteen", "thirty")
LETTERS = "aeiou nrst ABC éäß ம்கள் हिन्दी </script> '\"&<>\\ 0123456789-"
DIGEST = """async ([address, name]) => {
  const menu = (await import(address)).default[name];
  const paise = (dish, tier) => dish.prices ? Math.round(dish.prices[tier] * 100) : null;
  const rows = menu.categories.flatMap(({ title, items }) =>
    items.map((dish) => [title, dish.id, dish.name, dish.mark, ...["week", "fifteen", "thirty"].map((tier) => paise(dish, tier))]),
  );
  const bytes = new TextEncoder().encode(JSON.stringify(rows));
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}"""


def generate(draw: random.Random, kind: str) -> dict[str, Any]:
    """A valid menu of up to six categories with up to ten dishes each."""
    categories = [
        {
            "id": f"category-{number}",
            "title": f"{_text(draw, 30)} {number}".strip(),
            "items": [_dish(draw, f"{number}-{place}") for place in range(draw.randint(1, 10))],
        }
        for number in range(draw.randint(1, 6))
    ]
    return {"$schema": "../schemas/menu.schema.json", "kind": kind, "categories": categories}


def _text(draw: random.Random, length: int) -> str:
    return "".join(draw.choices(LETTERS, k=draw.randint(0, length))).strip()


def _dish(draw: random.Random, number: str) -> dict[str, Any]:
    name = f"{_text(draw, 26)} {number}".strip()
    dish: dict[str, Any] = {
        "id": f"dish-{number}",
        "name": name,
        "mark": draw.choice(("veg", "nonveg")),
    }
    dish["image"] = "dry-fruit-smoothie"
    if draw.random() < 0.9:
        prices = sorted((draw.randint(1, 1_000_000) / 100 for _ in TIERS), reverse=True)
        dish["prices"] = dict(zip(TIERS, prices, strict=True))
    return dish


def write_menus(folder: Path, seed: int) -> None:
    draw = random.Random(seed)
    for kind in MENUS:
        file = folder / f"catalogue/{kind}.json"
        file.parent.mkdir(exist_ok=True)
        file.write_text(json.dumps(generate(draw, kind), ensure_ascii=False), "utf-8")


def render(folder: Path, built: Path) -> dict[str, str]:
    """The files of the rendered pages by name."""
    paths = catalogue.folder.contract_files(folder)
    names = [name for name in paths if name.endswith(".json") and not name.startswith("kitchen/")]
    files = {name: json.loads(paths[name].read_text("utf-8")) for name in names}
    table = json.loads((built / "pictures.json").read_text("utf-8"))
    content = {
        "files": files,
        "pictures": table,
        "pictureFiles": [],
        "hasOwnIcon": False,
        "callBases": {},
    }
    return renderer.run(built, {**content, "edition": 1, "soldOut": {}}).site


def server_digest(menu: catalogue.Menu) -> str:
    rows = [
        [dish.category, dish.id, dish.name, dish.mark, *(dish.prices.get(tier) for tier in TIERS)]
        for dish in menu.dishes
    ]
    text = json.dumps(rows, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


@pytest.mark.parametrize(
    "seeds",
    [range(4), pytest.param(range(4, 200), marks=[pytest.mark.slow, pytest.mark.timeout(3600)])],
    ids=["few", "two hundred"],
)
def test_server_and_browser_read_the_same_prices(
    page: Page, shop: str, tmp_path: Path, seeds: range
) -> None:
    """Names of every script and with HTML in them, prices to the paisa, dishes without a price."""
    modules: dict[str, str] = {}

    def reply(route: Route) -> None:
        name = route.request.url.rpartition("/menus/")[2]
        route.fulfill(body=modules[name], content_type="text/javascript")

    page.route("**/order/menus/*", reply)
    page.goto(f"{shop}/order/")
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        write_menus(folder, seed)
        known = catalogue.load(folder)
        site = render(folder, ROOT / "frontend/dist/renderer")
        for kind, exported in MENUS.items():
            name = f"{seed}-{kind}.js"
            modules[name] = next(
                text for path, text in site.items() if path.endswith(f"/{kind}.js")
            )
            found = page.evaluate(DIGEST, [f"{shop}/order/menus/{name}", exported])
            assert found == server_digest(known.menus[kind]), f"seed {seed}, {kind}"
        shutil.rmtree(folder)


def test_the_shipped_menus_have_the_same_digests(page: Page, shop: str) -> None:
    known = catalogue.load(SHIPPED)
    page.goto(f"{shop}/order/")
    folder = next((ROOT / "frontend/dist/site/assets").glob("content-*")).name
    for kind, exported in MENUS.items():
        address = f"{shop}/order/assets/{folder}/{kind}.js"
        assert page.evaluate(DIGEST, [address, exported]) == server_digest(known.menus[kind])
