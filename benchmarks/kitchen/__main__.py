"""Measures sheets, labels' boxes and the closing of days in a shop with three years of plans.

python -m benchmarks.kitchen --database postgresql
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from statistics import median
from typing import Any

from benchmarks.kitchen.shops import delivery_day, filled_shop, log_in, output_of
from benchmarks.kitchen.summary import p99, table
from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.shop import Shop, server, temporary_folder
from system_tests.support.staff import Staff

CLOSINGS = 7
CUSTOMERS = 16
PAUSE = 0.1  # seconds between the forms of one customer
BETWEEN = 0.5  # seconds between two closings
ALONE, MEANWHILE = "forms alone", "forms while days close"


class Closings:
    """Closes and reopens a day while customers send forms; `figures` are milliseconds by request, for each round."""

    def __init__(self, shop: Shop, day: date) -> None:
        self.figures: dict[str, list[float]] = {}
        self._shop, self._day = shop, day
        self._sent = 0

    def measure(self) -> float:
        """Measure forms alone and then while days are closed; return the latter's p99."""
        staff = log_in(self._shop)
        with self._customers(ALONE):
            time.sleep(2 * CLOSINGS * BETWEEN)
        with self._customers(MEANWHILE):
            for _ in range(CLOSINGS):
                self._submit(staff, "closing, with its page", "close", reason="Holiday", do="save")
                self._submit(staff, "opening, with its page", "open")
        return p99(self.figures[MEANWHILE])

    def _submit(self, staff: Staff, name: str, path: str, **fields: Any) -> None:
        began = time.perf_counter()
        staff.submit(f"closed-days/{path}", {"date": self._day, "meal": 0, **fields})
        self.figures.setdefault(name, []).append(1000 * (time.perf_counter() - began))
        time.sleep(BETWEEN)

    @contextmanager
    def _customers(self, name: str) -> Iterator[None]:
        """Let customers send forms of all kinds during the block."""
        load = VisitorLoad(self._shop.port, visitors=CUSTOMERS, first=self._sent, pause=PAUSE)
        load.start()
        yield
        load.stop()
        self._sent += len(load.accepted) + CUSTOMERS
        if load.faults or load.refused:
            raise RuntimeError(f"Not every request was accepted: {load.faults} {load.refused}")
        self.figures[name] = [1000 * seconds for seconds in load.seconds]


def main() -> None:
    """Run the benchmark and print its figures; `--turns` compares with and without the write queue."""
    options = parse("benchmarks.kitchen", __doc__, plans=100_000, turns=5)
    with temporary_folder() as folder, database(options.database, folder) as (db, _):
        shop, day = filled_shop(folder, db, options.plans), delivery_day(3)
        figures = output_of(shop, "benchmarks.kitchen.domain", "time", day.isoformat())
        print(table(figures, "ms of CPU time"), flush=True)
        closings = Closings(shop, day)
        try:
            shop.open()
            ratio = closings.measure() / p99(closings.figures[ALONE])
            print(table(closings.figures, "ms to the response"))
            print(f"p99 of forms while days close / of forms alone: {ratio:.2f}")
            print(f"memory of the shop's server: {shop.memory()} MiB", flush=True)
            shop.close()
            if options.database == "sqlite":
                _compare_write_queue(shop, closings, options.turns)
        finally:
            shop.kill_if_running()


def _compare_write_queue(shop: Shop, closings: Closings, rounds: int) -> None:
    """Close days alternately with a server that queues its write transactions, and with one that does not."""
    found: dict[str, list[float]] = {"": [], "write-queue": []}
    for _ in range(rounds):
        for without, times in found.items():
            shop.command = [shop.python, "-m", *server(without)]
            shop.open()
            times.append(closings.measure())
            shop.close()
    queued, unqueued = found.values()
    ratios = [one / other for one, other in zip(queued, unqueued, strict=True)]
    print(
        f"p99 of forms while days close, {rounds} rounds: {median(queued):.0f} ms with the write queue, "
        f"{median(unqueued):.0f} ms without, ratio {median(ratios):.2f}"
    )


if __name__ == "__main__":
    main()
