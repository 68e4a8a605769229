"""SIGKILL of publications beside running servers: pages and prices come from one edition, the former or the new one.

    python -m system_tests.faults.publishing --kills 50 --database postgresql
    python -m system_tests.faults.publishing --kills 50 --rendered

The owner raises two prices together and publishes; most publications are killed at a random moment. On PostgreSQL a
second server has its own files and notices each edition at its own time; visitors load a page from one server and send
its order to the other. Every page and its module must be complete and agree. Every order must be charged what its page
showed, whole, whichever server takes it. An edition that was published whole must be on a page of each server within
LIVE_SECONDS, also after a server kill; at the end one edition is live and no number is missing.

With `--rendered` the owner changes the shop's own folder and runs `manage.py render`: pages have no edition, and both
dishes of an order are charged by one menu, never an older one than the page's.

`--without one-menu` changes pages before prices (`--rendered`): the system test must then fail. That pages name their
edition is tested by changed_prices.
"""

import json
import random
import signal
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPException
from itertools import pairwise
from pathlib import Path

from system_tests.support import menu_pages
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, database
from system_tests.support.menu_pages import DAYS, PAISE, Menu
from system_tests.support.repeated import Repeated
from system_tests.support.report import Report, finish
from system_tests.support.shop import NO_LIMITS, ROOT, Shop, server, temporary_folder
from system_tests.support.visitor import Visitor

LATEST_KILL = 4.0  # seconds after the start of a publication, which takes three on an idle machine
EVERY_WHOLE = 3  # every n-th publication is not killed
EVERY_SERVER = 7  # a server is killed after every n-th publication
DISHES = ("Berry Smoothie", "Dry Fruit Smoothie")
FIRST_PRICE = 300
PAUSE = 0.05  # seconds between two visits
VEG = "catalogue/veg.json"


def open_shops(
    folder: Path,
    db: Database,
    stack: ExitStack,
    command: Sequence[str],
    count: int,
    *,
    rendered: bool,
) -> list[Shop]:
    """Start servers of one database, each with files of its own; the shipped prices are the first edition."""
    settings = NO_LIMITS | ({"OOTTAM_CONTRACT": str(folder / "menu")} if rendered else {})
    shops = []
    for number in range(count):
        own = folder / f"server-{number}"
        menu_pages.write_renderer(own)
        shops.append(Shop(own, db, command, **settings))
    _write_menu(folder / "menu", FIRST_PRICE)  # which migrations read
    shops[0].manage("migrate", "--skip-checks")
    _publish(shops[0], folder / "menu", FIRST_PRICE)
    for shop in shops:
        stack.callback(shop.kill_if_running)
        shop.open()
    return shops


def run(shops: list[Shop], folder: Path, db: Database, *, kills: int) -> Report:
    """Publish until `kills` publications were killed, while visitors order."""
    report = Report(f"{kills} killed publications beside {len(shops)} servers")
    late: list[float] = []
    visits = Visits(shops, db, report)
    price, killed, whole = FIRST_PRICE, 0, 0
    with Repeated(visits.visit, PAUSE):
        while killed < kills:
            price += 1
            if price % EVERY_WHOLE:
                killed += _publish(shops[0], folder / "menu", price, random.uniform(0, LATEST_KILL))
            else:
                _publish(shops[0], folder / "menu", price)
                whole += 1
                late.append(_wait_until_live(shops, price, report))
            if price % EVERY_SERVER == 0:
                shop = random.choice(shops)
                with visits.away:
                    shop.kill()
                    shop.open()
    visits.visit()  # of the last edition
    report.figures |= {"killed": killed, "whole": whole, **visits.seen}
    report.figures["live after, s, at most"] = round(max(late, default=0.0), 1)
    if not _is_rendered(shops[0]):
        _check_editions(db, report)
    if min(visits.seen["pages"], visits.seen["orders"]) < kills:
        report.faults.append(f"too few: {dict(visits.seen)} beside {kills} kills")
    return report


def _is_rendered(shop: Shop) -> bool:
    """Whether the menu is the shop's own folder, in place of an edition."""
    return "OOTTAM_CONTRACT" in shop.environment


def _write_menu(folder: Path, price: int) -> None:
    menu = json.loads((ROOT / "contract" / VEG).read_text("utf-8"))
    for category in menu["categories"]:
        for item in category["items"]:
            if item["name"] in DISHES:
                item["prices"]["week"] = price
    (folder / VEG).parent.mkdir(parents=True, exist_ok=True)
    (folder / VEG).write_text(json.dumps(menu), "utf-8")


def _publish(shop: Shop, folder: Path, price: int, seconds: float | None = None) -> bool:
    """Publish both dishes at this price; return whether it was killed after `seconds`, before it ended."""
    _write_menu(folder, price)
    words = ["render"] if _is_rendered(shop) else ["menu", "import", str(folder), "--publish"]
    process = subprocess.Popen(
        [shop.python, str(shop.backend / "manage.py"), *words],
        env=shop.environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    if seconds is not None:
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        process.kill()
    _, errors = process.communicate()
    if seconds is None and process.returncode:
        raise RuntimeError(f"The menu was not published: {errors.decode()}")
    return process.returncode == -signal.SIGKILL


def _price(menu: Menu) -> int:
    """The weekly price of both dishes, in rupees."""
    return menu.prices[DISHES[0]] // PAISE


def _wait_until_live(shops: list[Shop], price: int, report: Report) -> float:
    """Wait until every server shows the price; return the seconds until the last one did."""
    began = time.monotonic()
    for number, shop in enumerate(shops):
        try:
            menu_pages.wait_until(shop, lambda menu: _price(menu) == price)
        except TimeoutError:
            report.faults.append(f"stale: {price} was published, server {number} does not show it")
    return time.monotonic() - began


class Visits:
    """A visitor who opens a page of one server and sends an order to another.

    The order names the previous page's edition, so every edition is also ordered from after it was replaced.
    A page without an edition is ordered from at once.
    """

    def __init__(self, shops: list[Shop], db: Database, report: Report) -> None:
        self.away = threading.Lock()  # held while a server is killed and started
        self.seen: Counter[str] = Counter()
        self._shops, self._db, self._report = shops, db, report
        self._is_rendered = _is_rendered(shops[0])
        self._open_page: Menu | None = None

    def visit(self, _: int = 0) -> None:
        """Visit once."""
        first, second = random.choice(self._shops), random.choice(self._shops)
        with self.away, Visitor(first.port) as reader, Visitor(second.port) as sender:
            try:
                self._visit(reader, sender)
            except ValueError as error:
                self._report.faults.append(f"half: {error}")
            except (OSError, HTTPException) as error:
                self._report.faults.append(f"broken: {type(error).__name__} {error}")

    def _visit(self, reader: Visitor, sender: Visitor) -> None:
        faults = self._report.faults
        menu = menu_pages.read_menu(reader)
        shown = _price(menu)
        self.seen["pages"] += 1
        module = reader.get(f"/order/assets/content-veg-{shown}.js")
        if module.body != f"{shown};".encode() * menu_pages.MODULE_PRICES:
            faults.append(f"module: {module.status} for that of {shown}")
        before, self._open_page = self._open_page, menu
        ordered = menu if self._is_rendered else before
        if ordered is None:
            return
        answer = menu_pages.send_order(sender, ordered, DISHES)
        if answer.status != 200:
            faults.append(f"order: {answer.status} {answer.body[:200]!r}")
            return
        self.seen["orders"] += 1
        price = _price(ordered)
        latest = _price(menu_pages.read_menu(reader)) if self._is_rendered else price
        charged = self._db.rows(
            "SELECT charged_paise FROM orders_orderline WHERE order_id = "
            "(SELECT request_id FROM orders_order ORDER BY request_id DESC LIMIT 1)"
        )
        prices = {paise / PAISE / DAYS for (paise,) in charged}
        if len(charged) != len(DISHES) or len(prices) != 1:
            faults.append(f"mixed: {charged} in one order")
        elif not price <= min(prices) <= latest:
            faults.append(f"price: {charged} charged, edition {ordered.edition} showed {price}")


def _check_editions(db: Database, report: Report) -> None:
    """One is live, the others were replaced when the next one began, and no number is missing."""
    rows = db.rows("SELECT number, state, live_from, live_to FROM menu_edition ORDER BY number")
    if [number for number, *_ in rows] != list(range(1, len(rows) + 1)):
        report.faults.append(f"numbers: {[number for number, *_ in rows]}")
    if [state for _, state, *_ in rows] != ["replaced"] * (len(rows) - 1) + ["live"]:
        report.faults.append(f"states: {[state for _, state, *_ in rows]}")
    for (number, _, _, ended), (_, _, began, _) in pairwise(rows):
        if ended != began:
            report.faults.append(f"gap: edition {number} ended {ended}, the next began {began}")


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("one-menu",), kills=50, rendered=False)
    with (
        temporary_folder() as folder,
        database(options.database, folder) as (db, _),
        ExitStack() as stack,
    ):
        rendered = options.rendered
        count = 2 if options.database == "postgresql" and not rendered else 1
        shops = open_shops(folder, db, stack, server(options.without), count, rendered=rendered)
        report = run(shops, folder, db, kills=options.kills)
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
