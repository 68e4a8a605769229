"""Measures order latency and server memory of a shop with 100,000 plans and a busy desk.

python -m benchmarks.desk [--within /sys/fs/cgroup/...] [--skipping 64]

Customers send orders alone and beside 16 colleagues, in turns. The colleagues print labels, export lists and persons and look
at reports without a pause. PeakMemory is the proportional set size (PSS) of the server with its mail worker, and of the process that
makes files, sampled all the while; before, each page of the desk is read once, and then by 16 at once.

With `--skipping` so many customers skip days of their plans instead, as before a cut-off, and four of the staff read pages
in every turn: their p99 is compared, too.
"""

import itertools
import multiprocessing
import os
import random
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, timedelta
from statistics import median
from typing import Any

import psutil
import requests

from benchmarks.kitchen.shops import (
    CUSTOMERS,
    customers,
    delivery_day,
    filled_shop,
    log_in,
    output_of,
)
from system_tests.support.command_line import KINDS, argument_parser
from system_tests.support.databases import database
from system_tests.support.repeated import Repeated
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, command_of, temporary_folder
from system_tests.support.staff import RefusedError, Staff

COLLEAGUES = 16
ROUND_SECONDS = 15.0
START_SECONDS = 3.0  # until the staff members have started
READERS, READERS_PAUSE = 4, 0.2  # staff who read pages beside skips, and seconds between two of one
CUSTOMERS_PAUSE = 2.0  # seconds, on average, between two steps of a customer who skips
PLANS_PER_ROUND = 200  # of customers who skip
PERSON = 450  # requests of the largest export
SAMPLE_SECONDS = 0.1
MIB = 2**20


class PeakMemory:
    """The peak PSS in MiB of the server with its mail worker, and of the process that generates files."""

    def __init__(self, shop: Shop) -> None:
        self.server = self.files = 0.0
        self._shop = shop

    def __str__(self) -> str:
        return f"server and mail worker {self.server:.0f} MiB, files {self.files:.0f} MiB"

    def sample(self, _: int) -> None:
        """Measure once."""
        server = 0.0
        with suppress(RuntimeError, psutil.NoSuchProcess):  # the server is restarting
            main = psutil.Process(self._shop.process.pid)
            for each in (main, *main.children(recursive=True)):
                with suppress(psutil.NoSuchProcess):
                    pss = each.memory_full_info().pss / MIB
                    if "run_jobs" in command_of(each):
                        self.files = max(self.files, pss)
                    else:
                        server += pss
            self.server = max(self.server, server)


def main() -> None:
    """Print the figures of both databases."""
    parser = argument_parser()
    parser.add_argument("--plans", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--database", choices=KINDS)
    parser.add_argument("--skipping", type=int, default=0, help="customers who skip days")
    parser.add_argument("--within", help="folder of the control group for the server")
    arguments = parser.parse_args()
    for kind in [arguments.database] if arguments.database else KINDS:
        with ExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            db, _ = stack.enter_context(database(kind, folder))
            shop = filled_shop(folder, db, arguments.plans, OOTTAM_MAIL_WORKER="1")
            print(kind)
            # The process joins its control group before it executes the server.
            join_group = ("sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', arguments.within)
            command_prefix = join_group if arguments.within else ()
            shop.open(*command_prefix)
            memory = PeakMemory(shop)
            try:
                with Repeated(memory.sample, SAMPLE_SECONDS):
                    if arguments.skipping:
                        measure_skips(shop, arguments.rounds, arguments.skipping)
                    else:
                        measure(shop, memory, arguments.rounds, command_prefix)
                print(f"  in all: {memory}", flush=True)
            finally:
                shop.kill()


def measure(shop: Shop, memory: PeakMemory, rounds: int, command_prefix: Sequence[str]) -> None:
    """Measure a running shop and print the figures; `command_prefix` is for restarts."""
    day = delivery_day()
    addresses = output_of(shop, "benchmarks.pages.measuring", day.isoformat(), "addresses")
    staff = log_in(shop)
    for path in addresses:
        staff.page(path)
    print(f"  each page once: {memory}", flush=True)
    with ThreadPoolExecutor(COLLEAGUES) as colleagues:
        list(colleagues.map(staff.page, [*addresses] * 4))
    print(f"  by {COLLEAGUES} at once: {memory}", flush=True)
    for name, path, fields in _files(shop, day):
        began = time.monotonic()
        size = len(staff.file(path, fields))
        print(
            f"  {name}: {time.monotonic() - began:.1f} s, {size / 1000:.0f} KB, {memory}",
            flush=True,
        )
    orders = {"alone": list[float](), "beside": list[float]()}
    sent = 0
    for turn in range(rounds):
        for name in sorted(orders, reverse=bool(turn % 2)):
            # A new server: the last one may still generate requested files.
            shop.kill()
            shop.open(*command_prefix)
            with (
                _colleagues(shop, staff, day) if name == "beside" else ExitStack(),
                customers(shop, sent) as load,
            ):
                time.sleep(ROUND_SECONDS)
            sent += len(load.accepted) + CUSTOMERS
            orders[name].append(percentile(load.seconds, 0.99))
    ratios = [beside / alone for alone, beside in zip(*orders.values(), strict=True)]
    print(
        f"  orders' p99, ms: alone {median(orders['alone'])}, beside {COLLEAGUES} {median(orders['beside'])}, "
        f"ratio {median(ratios):.1f} ({', '.join(f'{ratio:.1f}' for ratio in ratios)})"
    )


def _files(shop: Shop, day: date) -> list[tuple[str, str, dict[str, object] | None]]:
    found = shop.database.rows(
        f"SELECT reference, version FROM requests_request ORDER BY received_at LIMIT {PERSON}"
    )
    person = [f"{reference}:{version}" for reference, version in found]
    return [
        ("labels of a day", f"kitchen/{day}/labels.pdf", None),
        ("all requests, CSV", "requests/export", {"query": "status=all", "as": "csv"}),
        ("all requests, XLSX", "requests/export", {"query": "status=all", "as": "xlsx"}),
        ("report of a year, XLSX", "reports/export", {"query": "range=last-12-months"}),
        (f"a person of {PERSON} requests", "privacy/export", {"request": person}),
    ]


class Readers:
    """Staff members who read pages in turn; `seconds` grows with each page."""

    def __init__(self, shop: Shop, session: str, pages: Sequence[str]) -> None:
        self.seconds: list[float] = []
        self._staff = [Staff(shop.port, session) for _ in range(READERS)]
        self._pages = [itertools.cycle([*pages[at:], *pages[:at]]) for at in range(READERS)]

    def read(self, number: int) -> None:
        """Let one of them read the next page."""
        began = time.monotonic()
        self._staff[number].page(next(self._pages[number]))
        self.seconds.append(time.monotonic() - began)


def measure_skips(shop: Shop, rounds: int, skipping: int) -> None:
    """Print the p99 of orders and of staff pages, alone and beside customers who skip days, in turns."""
    owner, day = log_in(shop), delivery_day()
    pages = ("", "plans/", "requests/?status=today", f"kitchen/{day}/", f"runs/{day}/lunch/")
    plan_pages = _plan_pages(shop, owner, rounds * PLANS_PER_ROUND)
    p99: dict[str, list[list[float]]] = {"orders": [], "staff pages": []}
    sent = 0
    for turn in range(rounds):
        found: dict[str, list[float]] = {}
        for name in ("alone", "beside")[:: -1 if turn % 2 else 1]:
            own = plan_pages[turn * PLANS_PER_ROUND :][:PLANS_PER_ROUND]
            readers = Readers(shop, owner.session, pages)
            with (
                _process(_skip_days, own, skipping) if name == "beside" else ExitStack(),
                customers(shop, sent) as load,
                Repeated(readers.read, READERS_PAUSE, READERS),
            ):
                time.sleep(ROUND_SECONDS)
            sent += len(load.accepted) + CUSTOMERS
            found[name] = [percentile(each, 0.99) for each in (load.seconds, readers.seconds)]
        for at, what in enumerate(p99):
            p99[what].append([found["alone"][at], found["beside"][at]])
    ((skips,),) = shop.database.rows("SELECT count(*) FROM schedule_change WHERE by_customer")
    print(f"  {skips} skips by {skipping} customers in {rounds} times {ROUND_SECONDS:.0f} s")
    for what, pairs in p99.items():
        alone, beside = zip(*pairs, strict=True)
        ratios = ", ".join(f"{after / before:.1f}" for before, after in pairs)
        print(
            f"  {what}' p99, ms: alone {median(alone)} (least {min(alone)}), "
            f"beside {median(beside)} (least {min(beside)}), ratios {ratios}",
            flush=True,
        )


def _plan_pages(shop: Shop, owner: Staff, count: int) -> list[str]:
    """Return addresses of customers' pages of plans with a fortnight to come."""
    found = shop.database.rows(
        "SELECT r.reference FROM schedule_plan p JOIN requests_request r ON r.id = p.request_id "
        "JOIN schedule_serving s ON s.plan_id = p.id AND s.state = 1 "
        "WHERE p.state = 'running' GROUP BY r.reference "
        f"HAVING count(*) >= 12 ORDER BY r.reference LIMIT {count}"
    )
    links = (
        re.search(r'href="(/status/[^"]+/plan/)"', owner.page(f"plans/{reference}/"))
        for (reference,) in found
    )
    return [f"http://127.0.0.1:{shop.port}{link[1]}" for link in links if link]


def _skip_days(addresses: list[str], customers: int) -> None:
    """Let each of so many customers open a plan, preview a skip and confirm it, then the next plan's, until killed."""
    left, lock = itertools.cycle(addresses), threading.Lock()

    def step(http: requests.Session, address: str, **sent: str) -> str:
        answer = http.post(address, sent) if sent else http.get(address)
        if answer.status_code != 200:
            print(f"  {answer.status_code} after {sent}", flush=True)
            os._exit(1)
        time.sleep(CUSTOMERS_PAUSE * random.uniform(0.5, 1.5))
        return answer.text

    def skip(_: int) -> None:
        with lock:
            address = next(left)
        with requests.Session() as http:
            http.trust_env = False
            page = step(http, address)
            boxes = re.findall(r'name="box" value="(\d+)"', page)
            sent = {"do": "skip", "box": boxes[-1], **_hidden(page)}
            page = step(http, address, **sent)
            step(http, address, **{**sent, **_hidden(page), "confirm": "yes"})

    with Repeated(skip, 0.0, customers):
        threading.Event().wait()


def _hidden(page: str) -> dict[str, str]:
    """Return key and version of a page's first form."""
    return dict(re.findall(r'name="(key|version)" value="(\w+)"', page)[:2])


@contextmanager
def _colleagues(shop: Shop, owner: Staff, day: date) -> Iterator[None]:
    """Let staff members send requests continuously during the block, from a separate process."""
    arguments = [
        *((path, fields) for _, path, fields in _files(shop, day)),
        ("reports/", None),
        ("reports/?range=last-12-months", None),
        (f"kitchen/{day + timedelta(days=1)}/labels.pdf", None),
    ]
    with _process(_run_colleagues, shop.port, owner.session, arguments):
        yield


@contextmanager
def _process(target: Callable[..., None], *arguments: Any) -> Iterator[None]:
    """Run a function in a process of its own, which must not end before the block."""
    process = multiprocessing.get_context("spawn").Process(
        target=target, args=arguments, daemon=True
    )
    process.start()
    time.sleep(START_SECONDS)
    try:
        yield
        if not process.is_alive():
            raise RuntimeError("The people beside have stopped.")
    finally:
        process.kill()
        process.join()


def _run_colleagues(port: int, session: str, arguments: list[Any]) -> None:
    """Send requests until the process is killed; retry a second after a 503 of the full job queue."""

    def work(number: int) -> None:
        staff = Staff(port, session)
        for path, fields in itertools.islice(itertools.cycle(arguments), number, None):
            try:
                staff.request(path, fields)
            except RefusedError as error:
                if error.status != 503:
                    os._exit(1)
                time.sleep(1)

    for number in range(COLLEAGUES):
        threading.Thread(target=work, args=(number,)).start()


if __name__ == "__main__":
    main()
