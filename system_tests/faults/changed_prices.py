"""A day on which prices change at noon: every customer pays what the page showed, whatever the menu says by then.

    python -m system_tests.faults.changed_prices --database postgresql

Customers load pages and order without a pause, some from pages that they have had open for hours. Meanwhile the owner
raises prices, renames a dish and publishes (noon), the kitchen marks a dish as sold out (one o'clock), and the owner
goes back to the morning's edition (two o'clock), all in the back office's forms. An order is charged what its page
showed, and flagged where that page was of an earlier menu or has a sold-out dish. On the next day, after the 24 hours
of grace, the live prices are charged and flagged, and the sold-out dish is refused by its name. Status pages,
mails, request pages, labels, the kitchen's sheet and the report of the morning's orders keep its words and prices.

`--without page-edition` ignores the header that names the page's edition: the system test must then fail.
"""

import json
import random
import re
import subprocess
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

from system_tests.day import page_parsers
from system_tests.day.day_test import MONDAY, DayTest, MismatchError
from system_tests.day.staff_clients import PASSWORD
from system_tests.faults.clock import INDIA, Clock
from system_tests.support import menu_pages
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, as_instant, database
from system_tests.support.menu_pages import DAYS, PAISE, Menu
from system_tests.support.repeated import Repeated
from system_tests.support.report import Report, finish
from system_tests.support.shop import NO_LIMITS, Shop, open_shop, temporary_folder
from system_tests.support.staff import ParsedPage, RefusedError
from system_tests.support.visitor import Visitor

RENAMED, NEW_NAME, SOLD_OUT = "Berry Smoothie", "Berry Protein Smoothie", "Dry Fruit Smoothie"
FIRST_PRICE = 270  # rupees, of RENAMED; the first edition differs from the shop's files in this
SATURDAY = datetime(2026, 12, 5, tzinfo=INDIA)
GRACE = timedelta(hours=24)
WARNING = f"SOLD OUT: {SOLD_OUT} "
CUSTOMERS, SECONDS, CONFIRMED = 6, 3.0, 3
PAUSE = 0.1  # seconds between the orders of a customer
GRID, DIFFERENCES = "menu/?menu=veg", "menu/differences/"
SETTINGS = {"SECOND_FACTOR": "ALL", **NO_LIMITS}


@dataclass(frozen=True, slots=True)
class Order:
    """An order of these dishes from a page, when it was sent, and its reply, without a reference if it was refused."""

    menu: Menu
    names: tuple[str, ...]
    at: datetime
    reply: str
    reference: str

    @property
    def total(self) -> int:
        """What its page showed, in paise."""
        return sum(self.menu.prices[name] for name in self.names) * DAYS


@dataclass(frozen=True, slots=True)
class Stored:
    """An order as it is stored."""

    at: datetime
    edition: int
    total: int
    lines: Mapping[str, int]
    flags: frozenset[str]


def send(visitor: Visitor, menu: Menu, names: tuple[str, ...], now: datetime) -> Order:
    """Order the dishes at the page's prices."""
    reply = menu_pages.send_order(visitor, menu, names).body.decode()
    return Order(menu, names, now, reply, json.loads(reply).get("reference", ""))


class PricesDay:
    """The day: what happened when, and what customers were shown and charged."""

    def __init__(self, shop: Shop, clock: Clock, report: Report) -> None:
        self._test = DayTest(shop, clock, report)
        self._shop, self._clock, self._report = shop, clock, report
        self._kept: list[Menu] = []
        self._orders: list[Order] = []
        self._noticed: dict[int, datetime] = {}  # when the server showed an edition
        self._sold_out: tuple[datetime, datetime] | None = None  # marked, and shown
        self._live: dict[int, datetime] = {}  # when the owner published it

    def live(self, seconds: float) -> None:
        """Live through it, with `seconds` of orders after each change."""
        owner = self._test.owner
        self._begin(8)
        path = "menu/dishes/veg/berry-smoothie/"
        prices = dict.fromkeys(("week", "fifteen", "thirty"), str(FIRST_PRICE))
        owner.fill_in(path, path, **prices)
        self._publish(1)
        self._customers(seconds)
        self._begin(11)
        morning = self._confirm()
        papers = self._papers(morning)
        self._begin(12)
        with self._beside_customers():
            self._raise_prices()
            owner.fill_in(path, path, name=NEW_NAME)
            self._publish(2)
        self._compare("noon", papers, morning)
        self._begin(13)
        with self._beside_customers():
            self._mark_sold_out()
        self._customers(seconds)
        self._begin(14)
        with self._beside_customers():
            owner.fill_in("menu/editions/1/", "editions/1/restore")
            self._publish(3)
        self._customers(seconds)
        self._begin(15)
        self._compare("going back", papers, morning)
        self._check_mails(morning)
        self._begin(15, SATURDAY + GRACE)
        self._customers(seconds)
        self._report.figures["orders"] = len(self._orders)
        self._check_orders()

    def _begin(self, hour: int, day: datetime = SATURDAY) -> None:
        """Set the clock; the owner, the desk and the kitchen log in again."""
        self._test.set(day + timedelta(hours=hour))
        for person in (self._test.owner, self._test.desk, self._test.cook):
            person.log_in()

    def _customers(self, seconds: float) -> None:
        with self._beside_customers():
            time.sleep(seconds)

    @contextmanager
    def _beside_customers(self) -> Iterator[None]:
        """Customers order again and again during the block."""
        with ExitStack() as stack:
            visitors = [stack.enter_context(Visitor(self._shop.port)) for _ in range(CUSTOMERS)]
            stack.enter_context(
                Repeated(lambda number: self._order(visitors[number]), PAUSE, CUSTOMERS)
            )
            yield

    def _order(self, visitor: Visitor) -> None:
        """Order two dishes, half of the time from a page loaded earlier."""
        try:
            menu = self._menu(visitor)
            often = [name for name in (RENAMED, NEW_NAME, SOLD_OUT) if name in menu.prices]
            known = [name for name in (*often * 5, *menu.prices) if name not in menu.sold_out]
            names = tuple(dict.fromkeys(random.choices(known, k=2)))
            self._orders.append(send(visitor, menu, names, self._test.now()))
        except (OSError, ValueError) as error:
            self._report.faults.append(f"broken: {type(error).__name__} {error}")

    def _menu(self, visitor: Visitor) -> Menu:
        if self._kept and random.random() < 0.5:
            return random.choice(self._kept)
        menu = menu_pages.read_menu(visitor)
        if all(menu != each for each in self._kept):
            self._kept.append(menu)
        return menu

    def _publish(self, edition: int) -> None:
        """Publish the draft, and wait until pages show it."""
        before = self._test.now()
        form = {"when": "now", "password": PASSWORD, "note": f"Edition {edition}"}
        self._test.owner.fill_in(DIFFERENCES, "differences/publish", **form)
        self._live[edition] = before
        menu_pages.wait_until(self._shop, lambda menu: menu.edition == edition)
        self._noticed[edition] = self._test.now()

    def _raise_prices(self) -> None:
        """Raise every price of the grid by a tenth, as a browser without scripts posts it: all fields."""
        form = ParsedPage(self._test.owner.page(GRID)).form_to("?menu=veg")
        raised = {
            name: str(-(-int(float(values[0]) * 11) // 10))
            for name, values in form.fields.items()
            if "=" in name and values[0]
        }
        self._test.owner.fill_in(GRID, "?menu=veg", **raised, do="save")
        self._report.figures["prices raised"] = len(raised)

    def _mark_sold_out(self) -> None:
        before = self._test.now()
        self._test.cook.fill_in("menu/sold-out/", "sold-out/mark", open=SOLD_OUT)
        menu_pages.wait_until(self._shop, lambda menu: SOLD_OUT in menu.sold_out)
        self._sold_out = before, self._test.now()

    def _confirm(self) -> list[Order]:
        """Order both dishes, and confirm it; the boxes begin on Monday."""
        with Visitor(self._shop.port) as visitor:
            menu = menu_pages.read_menu(visitor)
            ordered = [
                send(visitor, menu, (RENAMED, SOLD_OUT), self._test.now()) for _ in range(CONFIRMED)
            ]
        self._orders += ordered
        for order in ordered:
            self._test.desk.confirm(order.reference, MONDAY, "08:30")
        return ordered

    def _papers(self, morning: Sequence[Order]) -> dict[str, str]:
        """What staff and customers read of the morning's orders, by the paper's name."""
        found = {
            "sheet": str(page_parsers.sheet(self._test.cook, MONDAY)),
            # They also warn the kitchen of what has sold out since.
            "labels": str(sorted(page_parsers.labels(self._test.cook, MONDAY))).replace(
                WARNING, ""
            ),
        }
        day = SATURDAY.date()
        report = self._test.owner.page(f"reports/?from={day}&to={day}")
        found["report"] = next(_tables(report))  # money: only what was confirmed
        with Visitor(self._shop.port) as visitor:
            for order in morning:
                page = self._test.desk.page(f"requests/{order.reference}/")
                found[f"request {order.reference}"] = " ".join(_tables(page))
                path = json.loads(order.reply)["statusPath"]
                found[f"status {order.reference}"] = _main_text(visitor.get(path).body.decode())
        return found

    def _compare(self, when: str, before: Mapping[str, str], morning: Sequence[Order]) -> None:
        after = self._papers(morning)
        for name, text in before.items():
            if after[name] != text:
                self._report.faults.append(
                    f"papers: {name} is, after {when}, {after[name]!r}, it was {text!r}"
                )
        for order in morning:
            shown = after[f"status {order.reference}"]
            for text in (*order.names, _rupees(order.total)):
                if text not in shown:
                    self._report.faults.append(f"papers: {text} is not on the status page {shown}")
        self._report.figures["papers compared"] = len(before)

    def _check_mails(self, morning: Sequence[Order]) -> None:
        """The mails of the morning's orders leave in the afternoon, with the morning's words and prices."""
        command = [self._shop.python, "-m", "system_tests.support.shifted_clock"]
        command += [str(self._clock.file), "deliver_mail", "--while-stdin-open", "--skip-checks"]
        with subprocess.Popen(command, env=self._shop.environment, stdin=subprocess.PIPE) as worker:
            references = ", ".join(f"'{order.reference}'" for order in morning)
            query = (
                "SELECT count(*) FROM notify_outboxentry"
                f" WHERE state <> 'sent' AND reference IN ({references})"
            )
            self._test.wait_until("the mails", lambda: self._shop.database.rows(query) == [(0,)])
            worker.communicate()  # closes its standard input
        mails = list(_mails(Path(self._shop.environment["MAIL_FOLDER"])))
        self._report.figures["mails"] = len(mails)
        for order in morning:
            own = [text for text in mails if order.reference in text]
            lines = [
                f"{name} ({_rupees(order.menu.prices[name])} per day, per meal"
                for name in order.names
            ]
            for text in own:
                lacking = [each for each in (*lines, _rupees(order.total)) if each not in text]
                self._report.faults += [f"mails: {each} is not in {text}" for each in lacking]
            if len(own) != 2:
                self._report.faults.append(f"mails: {len(own)} of {order.reference}")

    def _check_orders(self) -> None:
        stored = _stored(self._shop.database)
        seen: Counter[str] = Counter()
        for order in self._orders:
            found = stored.pop(order.reference, None)
            if found is None:
                seen["refused"] += 1
                self._report.faults += self._refusal_faults(order)
            else:
                self._report.faults += self._order_faults(order, found, seen)
        self._report.faults += [f"unknown: {each} was never acknowledged" for each in stored]
        self._report.figures |= seen
        for name in ("refused", "earlier-menu", "sold-out", "after the grace"):
            if not seen[name]:
                self._report.faults.append(f"too few: no order was {name}")

    def _refusal_faults(self, order: Order) -> Iterator[str]:
        """After the grace a dish that is sold out, or not on the live menu, is refused by its name."""
        marked = self._sold_out[0] if self._sold_out else order.at
        reasons = {
            f"“{SOLD_OUT}” is sold out.": marked,
            f"“{NEW_NAME}” is not on this menu.": self._live[3],
        }
        named = [since for reason, since in reasons.items() if reason in order.reply]
        if not named or order.at < min(named) + GRACE:
            yield f"refused: {order.names} of edition {order.menu.edition}: {order.reply}"

    def _order_faults(self, order: Order, stored: Stored, seen: Counter[str]) -> Iterator[str]:
        edition, at = order.menu.edition, stored.at
        replaced = self._live.get(edition + 1)
        is_late = replaced is not None and at >= self._noticed[edition + 1]
        is_over = replaced is not None and at >= replaced + GRACE + timedelta(
            seconds=menu_pages.LIVE_SECONDS
        )
        charged = order.total
        if is_over:
            seen["after the grace"] += 1
            menu = next(each for each in self._kept if each.edition == 3)
            charged = sum(menu.prices[name] for name in order.names) * DAYS
            if charged != order.total and "total-differs" not in stored.flags:
                yield f"flags: {order.names} cost less on the page, {stored}"
        elif stored.edition != edition:
            yield f"edition: a page of {edition} is stored as {stored.edition}"
        if stored.total != charged or sum(stored.lines.values()) != charged:
            yield f"price: {stored} charged, the page of edition {edition} showed {order.total}"
        if set(stored.lines) != set(order.names):
            yield f"words: {stored} stored, {order.names} ordered"
        if is_late and not is_over:
            seen["earlier-menu"] += 1
            if "earlier-menu" not in stored.flags:
                yield f"flags: edition {edition} was replaced, {stored}"
        elif (replaced is None or at < replaced) and "earlier-menu" in stored.flags:
            yield f"flags: edition {edition} was live, {stored}"
        if self._sold_out and SOLD_OUT in order.names:
            marked, shown = self._sold_out
            seen["sold-out"] += "sold-out" in stored.flags
            if at >= marked + GRACE + timedelta(seconds=menu_pages.LIVE_SECONDS):
                yield f"sold out: taken after the grace, {stored}"
            elif (at >= shown) > ("sold-out" in stored.flags):
                yield f"flags: {SOLD_OUT} was sold out, {stored}"


def _stored(db: Database) -> dict[str, Stored]:
    """All orders by reference."""
    flags: dict[str, set[str]] = {}
    lines: dict[str, dict[str, int]] = {}
    for reference, flag in db.rows(
        "SELECT reference, flag FROM requests_requestflag f JOIN requests_request r ON r.id = f.request_id"
    ):
        flags.setdefault(reference, set()).add(flag)
    for reference, name, paise in db.rows(
        "SELECT reference, dish_name, charged_paise FROM orders_orderline l"
        " JOIN requests_request r ON r.id = l.order_id"
    ):
        lines.setdefault(reference, {})[name] = paise
    rows = db.rows(
        "SELECT reference, received_at, menu_edition, total_paise FROM requests_request r"
        " JOIN orders_order o ON o.request_id = r.id"
    )
    return {
        reference: Stored(
            as_instant(at), edition, total, lines[reference], frozenset(flags.get(reference, ()))
        )
        for reference, at, edition, total in rows
    }


def _mails(folder: Path) -> Iterator[str]:
    """Subject and text of every mail."""
    for file in folder.rglob("*.eml"):
        mail = message_from_bytes(file.read_bytes(), policy=policy.default)
        body = mail.get_body(("plain",))
        text = " ".join(body.get_content().split()) if body else ""
        yield f"{mail['Subject']} {text}"


def _main_text(html: str) -> str:
    """The text of the page's main part, without times of day."""
    found = re.search(r"<main.*?</main>", html, re.DOTALL)
    text = page_parsers.text_of(found[0] if found else html)
    return re.sub(r"\b\d{1,2}:\d\d(?: [ap]m)?\b", "", text)


def _tables(html: str) -> Iterator[str]:
    """The texts of a page's tables."""
    return map(page_parsers.text_of, re.findall(r"<table.*?</table>", html, re.DOTALL))


def _rupees(paise: int) -> str:
    return f"₹{paise / PAISE:,.2f}"


def play(shop: Shop, clock: Clock, *, seconds: float = SECONDS) -> Report:
    """Play the day in an open shop, whose server follows `clock`."""
    report = Report("A day of changed prices")
    try:
        PricesDay(shop, clock, report).live(seconds)
    except (MismatchError, RefusedError, LookupError, TimeoutError) as error:
        report.faults.append(f"refused: {error}")
    return report


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("page-edition",))
    with temporary_folder() as folder, database(options.database, folder) as (db, _):
        clock = Clock(folder)
        menu_pages.write_renderer(folder)
        with open_shop(folder, db, clock.day_server(options.without), **SETTINGS) as shop:
            finish(play(shop, clock), kind=options.database)


if __name__ == "__main__":
    main()
