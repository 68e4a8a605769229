"""Measures order latency and server memory of a shop with 100,000 plans and a busy desk.

python -m benchmarks.desk [--within /sys/fs/cgroup/...]

Customers send orders alone and beside 16 colleagues, in turns. The colleagues print labels, export lists and persons and look
at reports without a pause. PeakMemory is the proportional set size (PSS) of the server with its mail worker, and of the process that
makes files, sampled all the while; before, each page of the desk is read once, and then by 16 at once.
"""

import itertools
import multiprocessing
import os
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, timedelta
from statistics import median
from typing import Any

import psutil

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


@contextmanager
def _colleagues(shop: Shop, owner: Staff, day: date) -> Iterator[None]:
    """Let staff members send requests continuously during the block, from a separate process."""
    arguments = [
        *((path, fields) for _, path, fields in _files(shop, day)),
        ("reports/", None),
        ("reports/?range=last-12-months", None),
        (f"kitchen/{day + timedelta(days=1)}/labels.pdf", None),
    ]
    staff_process = multiprocessing.get_context("spawn").Process(
        target=_run_colleagues, args=(shop.port, owner.session, arguments), daemon=True
    )
    staff_process.start()
    time.sleep(START_SECONDS)
    try:
        yield
        if not staff_process.is_alive():
            raise RuntimeError("The staff members have stopped.")
    finally:
        staff_process.kill()
        staff_process.join()


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
