"""A shop of 100,000 plans whose desk is full: what orders wait for, and what memory the server needs.

python -m benchmarks.desk [--within /sys/fs/cgroup/...]

Customers send orders alone and beside 16 colleagues, in turns. The colleagues print labels, export lists and persons and look
at reports without a pause. Memory is the proportional set size (PSS) of the server with its mail worker, and of the process that
makes files, sampled all the while; before, each page of the desk is read once, and then by 16 at once.
"""

import argparse
import itertools
import json
import multiprocessing
import os
import re
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import date, timedelta
from pathlib import Path
from statistics import median
from typing import Any
from urllib.error import HTTPError

from benchmarks.pages.__main__ import KINDS, busy_day, filled, output_of
from system_tests.load.visitors import VisitorLoad
from system_tests.support.databases import database
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import Staff

COLLEAGUES = 16
CUSTOMERS = 16
PAUSE = 0.1  # seconds between two orders of a customer
ROUND_SECONDS = 15.0
START_SECONDS = 3.0  # until the colleagues are at it
PERSON = 450  # requests of the largest export
SAMPLE_SECONDS = 0.1
MIB = 1024  # KiB


class Memory:
    """The largest PSS so far, in MiB, of the server with its mail worker and of the process that makes files."""

    def __init__(self, shop: Shop) -> None:
        self.server = self.files = 0.0
        self._shop = shop
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._watch)
        self._thread.start()

    def close(self) -> None:
        """Sample no more."""
        self._stopped.set()
        self._thread.join()

    def __str__(self) -> str:
        return f"server and mail worker {self.server:.0f} MiB, files {self.files:.0f} MiB"

    def _watch(self) -> None:
        while not self._stopped.wait(SAMPLE_SECONDS):
            with suppress(RuntimeError):  # it is being started again
                self._look_at(self._shop.process.pid)

    def _look_at(self, pid: int) -> None:
        server = 0.0
        for child in _family(pid):
            if "run_jobs" in _command(child):
                self.files = max(self.files, _pss(child))
            else:
                server += _pss(child)
        self.server = max(self.server, server)


def main() -> None:
    """Figures of both databases from the command line."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.desk", description=__doc__)
    parser.add_argument("--plans", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--database", choices=KINDS)
    parser.add_argument("--within", help="folder of a control group that the server runs in")
    arguments = parser.parse_args()
    for kind in [arguments.database] if arguments.database else KINDS:
        with ExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            db, _ = stack.enter_context(database(kind, folder))
            shop = filled(folder, db, arguments.plans, OOTTAM_MAIL_WORKER="1")
            print(kind)
            # A process enters its control group by itself, before it becomes the server.
            enter = ("sh", "-c", 'echo $$ > "$0/cgroup.procs" && exec "$@"', arguments.within)
            wrapped = enter if arguments.within else ()
            shop.open(*wrapped)
            try:
                measure(shop, arguments.rounds, wrapped)
            finally:
                shop.kill()


def measure(shop: Shop, rounds: int, wrapped: Sequence[str] = ()) -> None:
    """Print what is found of an open shop, which is opened again within what it is `wrapped` in."""
    day = busy_day()
    addresses = json.loads(
        output_of(shop, "benchmarks.pages.measuring", day.isoformat(), "addresses")
    )
    memory = Memory(shop)
    staff = Staff(shop, is_new=False)
    for path in addresses:
        staff.fetch(path)
    print(f"  each page once: {memory}", flush=True)
    _at_once(staff, addresses)
    print(f"  by {COLLEAGUES} at once: {memory}", flush=True)
    for name, path, fields in _files(shop, day):
        began = time.monotonic()
        size = len(staff.download(path, fields))
        print(
            f"  {name}: {time.monotonic() - began:.1f} s, {size / 1000:.0f} KB, {memory}",
            flush=True,
        )
    orders = {"alone": list[float](), "beside": list[float]()}
    sent = 0
    for turn in range(rounds):
        for name in sorted(orders, reverse=bool(turn % 2)):
            # A server of its own: in the one before, files that colleagues asked for may still be made.
            shop.kill()
            shop.open(*wrapped)
            with _colleagues(shop, staff, day) if name == "beside" else ExitStack():
                load = VisitorLoad(shop.port, visitors=CUSTOMERS, first=sent, pause=PAUSE)
                load.start()
                time.sleep(ROUND_SECONDS)
                load.stop()
            sent += len(load.accepted) + CUSTOMERS
            if load.faults or load.refused:
                raise RuntimeError(f"Not every order was taken: {load.faults} {load.refused}")
            orders[name].append(percentile(load.seconds, 0.99))
    ratios = [beside / alone for alone, beside in zip(*orders.values(), strict=True)]
    print(
        f"  orders' p99, ms: alone {median(orders['alone'])}, beside {COLLEAGUES} {median(orders['beside'])}, "
        f"ratio {median(ratios):.1f} ({', '.join(f'{each:.1f}' for each in ratios)})"
    )
    memory.close()
    print(f"  in all: {memory}", flush=True)


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


def _at_once(staff: Staff, addresses: list[str]) -> None:
    shared = [*addresses] * 4
    threads = [threading.Thread(target=lambda: _read_all(staff, shared)) for _ in range(COLLEAGUES)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def _read_all(staff: Staff, shared: list[str]) -> None:
    while shared:
        try:
            path = shared.pop()
        except IndexError:
            return
        staff.fetch(path)


@contextmanager
def _colleagues(shop: Shop, owner: Staff, day: date) -> Iterator[None]:
    """They ask for one thing after the other as long as the block lasts, from a process of their own."""
    arguments = [
        *((path, fields) for _, path, fields in _files(shop, day)),
        ("reports/", None),
        ("reports/?range=last-12-months", None),
        (f"kitchen/{day + timedelta(days=1)}/labels.pdf", None),
    ]
    together = multiprocessing.get_context("spawn").Process(
        target=_work_together, args=(shop.port, owner.session, arguments), daemon=True
    )
    together.start()
    time.sleep(START_SECONDS)
    try:
        yield
        if not together.is_alive():
            raise RuntimeError("The colleagues have stopped.")
    finally:
        together.kill()
        together.join()


def _work_together(port: int, session: str, arguments: list[Any]) -> None:
    """Until the process is killed. Who is told that too much is being prepared comes back a second later."""

    def work(number: int) -> None:
        staff = Staff.of_session(port, session)
        for path, fields in itertools.islice(itertools.cycle(arguments), number, None):
            try:
                staff.ask(path, fields)
            except HTTPError as error:
                if error.code != 503:
                    os._exit(1)
                time.sleep(1)

    for number in range(COLLEAGUES):
        threading.Thread(target=work, args=(number,)).start()


def _pss(pid: int) -> float:
    try:
        smaps = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii")
    except OSError:  # it has ended
        return 0
    return int(re.findall(r"^Pss:\s+(\d+)", smaps, re.MULTILINE)[0]) / MIB


def _family(pid: int) -> list[int]:
    """The process with all below it."""
    found = [pid]
    for each in found:
        found += _children(each)
    return found


def _children(pid: int) -> list[int]:
    tasks = Path(f"/proc/{pid}/task")
    found = []
    for task in list(tasks.iterdir()) if tasks.exists() else ():
        try:
            found += [int(child) for child in (task / "children").read_text("ascii").split()]
        except OSError:  # the thread has ended
            continue
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text("utf-8")
    except OSError:
        return ""


if __name__ == "__main__":
    main()
