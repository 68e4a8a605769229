"""Pages that consist of the menu, made by a minimal renderer for the real Node, and orders from them."""

import json
import time
import uuid
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from system_tests.support.orders import veg_order
from system_tests.support.shop import Shop
from system_tests.support.visitor import Answer, Visitor

LIVE_SECONDS = 60.0  # until pages show a change: an upper bound for a busy machine
DAYS, PAISE = 6, 100
REPEATED = 5  # lines of the page, each the whole menu: one that is cut or mixed is noticed
MODULE_PRICES = 5000  # how often a module has the first price
# The menu is the edition, the weekly prices and what is sold out.
RENDERER = f"""
import {{ readFileSync }} from "node:fs";
const input = JSON.parse(readFileSync(0, "utf8"));
const dishes = input.files["catalogue/veg.json"].categories.flatMap((each) => each.items);
const prices = Object.fromEntries(dishes.filter((each) => each.prices).map((each) => [each.name, each.prices.week]));
const menu = JSON.stringify({{ edition: input.edition, prices, soldOut: Object.keys(input.soldOut) }});
const page = "<title>Menu</title><h1>Menu</h1>\\n" + `${{menu}}\\n`.repeat({REPEATED}) + "</html>";
const price = dishes[0].prices.week;
process.stdout.write(JSON.stringify({{
  site: {{ "index.html": page, "404.html": page, [`assets/content-veg-${{price}}.js`]: `${{price}};`.repeat({MODULE_PRICES}) }},
  routes: {{ pages: {{ "/": "index.html" }}, bareNotFound: [], notFound: "404.html", bareNotFoundPage: "404.html" }},
  content: {{ shop: {{}}, modules: {{}} }},
}}));
"""


@dataclass(frozen=True, slots=True)
class Menu:
    """What a page showed; prices in paise for a day and meal."""

    edition: int
    prices: Mapping[str, int]
    sold_out: Sequence[str]


def write_renderer(folder: Path) -> None:
    """Have a shop in this folder make its pages by RENDERER."""
    renderer = folder / "storefront/renderer"
    renderer.mkdir(parents=True)
    (renderer / "render.js").write_text(RENDERER, "utf-8")
    (renderer / "package.json").write_text('{"type": "module"}', "utf-8")
    (renderer / "pictures.json").write_text(
        '{"dishes": {"idli": {"tone": "fff"}}, "scenes": {}}', "utf-8"
    )


def read_menu(visitor: Visitor) -> Menu:
    """Load a page; raises ValueError for one that is not whole, or of the build."""
    page = visitor.get("/order/").body.decode()
    _, *lines, end = page.split("\n")
    if len(lines) != REPEATED or len({*lines}) != 1 or end != "</html>":
        raise ValueError(f"a page of {len(page)} characters, {page[:60]!r}")
    menu = json.loads(lines[0])
    prices = {name: round(rupees * PAISE) for name, rupees in menu["prices"].items()}
    return Menu(menu["edition"], prices, menu["soldOut"])


def wait_until(shop: Shop, holds: Callable[[Menu], bool]) -> None:
    """Wait until the shop's page shows such a menu; raises TimeoutError after LIVE_SECONDS."""
    deadline = time.monotonic() + LIVE_SECONDS
    with Visitor(shop.port) as visitor:
        while time.monotonic() < deadline:
            with suppress(ValueError):  # the page of the build, before the first edition
                if holds(read_menu(visitor)):
                    return
            time.sleep(0.1)
    raise TimeoutError("a change of the menu has not become live")


def send_order(visitor: Visitor, menu: Menu, names: Sequence[str]) -> Answer:
    """Order the dishes at the page's prices, as another customer; pages without an edition name none."""
    body = veg_order({name: menu.prices[name] * DAYS / PAISE for name in names})
    headers = {"Menu_Edition": str(menu.edition)} if menu.edition else {}
    return visitor.post(
        "/vegmeal-form.php", json.dumps(body).encode(), str(uuid.uuid4()), **headers
    )
