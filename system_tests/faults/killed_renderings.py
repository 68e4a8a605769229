"""SIGKILL of `manage.py render` beside a running server: pages and prices always come from one complete rendering.

    python -m system_tests.faults.killed_renderings --kills 50

The owner repeatedly raises two prices together and renders; most renderings are killed at a random moment.
Meanwhile a visitor opens the page, loads its module, and orders both dishes. Page and module must be
complete and agree on prices; both dishes of an order are charged by one menu, never an older one than the page's.
The prices of each finished rendering must go live, also after a server kill.

`--without one-menu` disables a protection: the system test must then fail.
"""

import json
import random
import re
import signal
import subprocess
import threading
import time
import uuid
from collections import Counter
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

from system_tests.faults.kill import server
from system_tests.support.command_line import argument_parser
from system_tests.support.databases import database
from system_tests.support.report import Report, finish
from system_tests.support.shop import ROOT, Shop, open_shop, temporary_folder, write_renderer
from system_tests.support.visitor import Visitor

LATEST_KILL = 3.0  # seconds after the start of a rendering, which takes two
LIVE_SECONDS = 20.0  # from the end of a rendering until its prices are live
COMPLETE_EVERY = 3  # every n-th rendering is not killed
KILL_SERVER_EVERY = 10  # the server is killed after every n-th rendering
DISHES = ("Berry Smoothie", "Dry Fruit Smoothie")
DAYS, FIRST_PRICE, PAISE = 6, 300, 100
# A minimal renderer for the real Node, whose page consists of the price.
RENDERER = """
import { readFileSync } from "node:fs";
const veg = JSON.parse(readFileSync(0, "utf8")).files["catalogue/veg.json"];
const price = veg.categories[0].items[0].prices.week;
const module = `assets/content-veg-${price}.js`;
const page = `<title>${price}</title><p>${module}</p>` + `<p>${price}</p>`.repeat(5000) + "</html>";
process.stdout.write(JSON.stringify({
  site: { "index.html": page, "404.html": page, [module]: `${price};`.repeat(5000) },
  routes: { pages: { "/": "index.html" }, bareNotFound: [], notFound: "404.html", bareNotFoundPage: "404.html" },
  content: { shop: {}, modules: {} },
}));
"""


def prepare(folder: Path) -> dict[str, str]:
    """Write a small renderer and the contract folder; return the shop's settings."""
    write_renderer(folder, RENDERER)
    (folder / "storefront/staff").mkdir()
    (folder / "storefront/staff/manifest.json").write_text("{}", "utf-8")
    _set_prices(folder / "own", FIRST_PRICE)
    return {
        "OOTTAM_CONTRACT": str(folder / "own"),
        "FLAG_PER_PERSON": "0",
        "CAP_PER_PERSON": "0",
        "CAP_PER_ADDRESS": "0",
    }


def run(shop: Shop, *, kills: int) -> Report:
    """Render until `kills` renderings were killed, while a visitor orders."""
    report = Report(f"{kills} killed renderings beside a server")
    own = Path(shop.environment["OOTTAM_CONTRACT"])
    ended, away = threading.Event(), threading.Lock()
    seen: Counter[str] = Counter()
    visitor = threading.Thread(target=_visit, args=(shop, ended, away, seen, report))
    visitor.start()
    price, killed, whole = FIRST_PRICE, 0, 0
    try:
        while killed < kills:
            price += 1
            _set_prices(own, price)
            if price % COMPLETE_EVERY:
                killed += _render(shop, random.uniform(0, LATEST_KILL))
            else:
                shop.manage("render")
                whole += 1
                _wait_until_live(shop, price, report)
            if price % KILL_SERVER_EVERY == 0:
                with away:
                    shop.kill()
                    shop.open()
                _wait_until_live(shop, price, report)
    finally:
        ended.set()
        visitor.join()
    report.figures |= {"killed": killed, "whole": whole, **seen}
    if min(seen["pages"], seen["orders"]) < kills:
        report.faults.append(f"too few: {dict(seen)} beside {kills} kills")
    return report


def _set_prices(own: Path, price: int) -> None:
    menu = json.loads((ROOT / "contract/catalogue/veg.json").read_text("utf-8"))
    for category in menu["categories"]:
        for item in category["items"]:
            if item["name"] in DISHES:
                item["prices"]["week"] = price
    (own / "catalogue").mkdir(parents=True, exist_ok=True)
    (own / "catalogue/veg.json").write_text(json.dumps(menu), "utf-8")


def _render(shop: Shop, seconds: float) -> bool:
    """Render and kill after `seconds`; return whether it was killed before finishing."""
    process = subprocess.Popen(
        [shop.python, str(shop.backend / "manage.py"), "render"],
        env=shop.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    with suppress(subprocess.TimeoutExpired):
        process.wait(seconds)
    process.kill()
    return process.wait() == -signal.SIGKILL


def _page(visitor: Visitor) -> str:
    return visitor.get("/order/").body.decode()


def _price_of(page: str) -> int:
    found = re.match(r"<title>(\d+)</title>", page)
    return int(found[1]) if found else 0


def _wait_until_live(shop: Shop, price: int, report: Report) -> None:
    end = time.monotonic() + LIVE_SECONDS
    shown = 0
    with Visitor(shop.port) as visitor:
        while time.monotonic() < end:
            if (shown := _price_of(_page(visitor))) == price:
                return
            time.sleep(0.1)
    report.faults.append(f"stale: {price} was rendered, {shown} is displayed")


def _visit(
    shop: Shop, ended: threading.Event, away: threading.Lock, seen: Counter[str], report: Report
) -> None:
    """Visit and order until `ended`; the `away` lock is held during a server kill."""
    while not ended.is_set():
        with away, Visitor(shop.port) as visitor:
            try:
                _visit_and_order(shop, visitor, seen, report)
            except (OSError, HTTPException) as error:
                report.faults.append(f"broken: {type(error).__name__} {error}")
        time.sleep(0.05)


def _visit_and_order(shop: Shop, visitor: Visitor, seen: Counter[str], report: Report) -> None:
    page = _page(visitor)
    price = _price_of(page)
    seen["pages"] += 1
    if page.count(f"<p>{price}</p>") != 5000 or not page.endswith("</html>"):
        report.faults.append(f"half: a page of {len(page)} characters, {page[:60]!r}")
    module = visitor.get(f"/order/assets/content-veg-{price}.js")
    if module.body != f"{price};".encode() * 5000:
        report.faults.append(f"module: {module.status} for that of {price}")
    answer = visitor.post("/vegmeal-form.php", _order(price), str(uuid.uuid4()))
    if answer.status != 200:
        report.faults.append(f"order: {answer.status} {answer.body[:200]!r}")
        return
    seen["orders"] += 1
    after = _price_of(_page(visitor))
    charged = shop.database.rows(
        "SELECT charged_paise FROM orders_orderline WHERE order_id = "
        "(SELECT max(order_id) FROM orders_orderline)"
    )
    prices = {paise / PAISE / DAYS for (paise,) in charged}
    if len(charged) != len(DISHES) or len(prices) != 1:
        report.faults.append(f"mixed: {charged} in one order")
    elif not price <= min(prices) <= after:
        report.faults.append(f"price: {prices} charged between pages of {price} and {after}")


def _order(price: int) -> bytes:
    number = random.randrange(10**8)
    order = {
        "name": "Meena",
        "lastname": "",
        "phone": f"98{number:08}",
        "email": f"meena{number}@example.com",
        "selectedItemCount": len(DISHES),
        "date": DAYS,
        "sections": {"breakfast": True, "lunch": False, "dinner": False},
        "timing": "08:30",
        "address": "12 Beach Road, Besant Nagar",
        "selectedItems": [{"name": name, "discountedCost": price * DAYS} for name in DISHES],
        "finalAmount": price * DAYS * len(DISHES),
    }
    return json.dumps(order).encode()


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser("system_tests.faults.killed_renderings", __doc__)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--without", choices=("one-menu",))
    arguments = parser.parse_args()
    with temporary_folder() as folder, database("sqlite", folder) as (db, _):
        settings = prepare(folder)
        with open_shop(folder, db, server(arguments.without), **settings) as shop:
            report = run(shop, kills=arguments.kills)
    finish(report)


if __name__ == "__main__":
    main()
