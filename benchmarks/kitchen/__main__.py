"""Measures the closing of days while customers order, in a shop with three years of plans.

python -m benchmarks.kitchen --database postgresql
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

from benchmarks.kitchen.shops import delivery_day, filled_shop, log_in
from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import Staff

CLOSINGS = 7
CUSTOMERS = 16
PAUSE = 0.1  # seconds between the forms of one customer
BETWEEN = 0.5  # seconds between two closings
ALONE, MEANWHILE = "forms alone", "forms while days close"


class Closings:
    """Closes and reopens a day while customers send forms; `figures` are seconds by request."""

    def __init__(self, shop: Shop, day: date) -> None:
        self.figures: dict[str, list[float]] = {}
        self._shop, self._day = shop, day
        self._sent = 0

    def measure(self) -> None:
        """Measure forms alone and then while days are closed."""
        staff = log_in(self._shop)
        with self._customers(ALONE):
            time.sleep(2 * CLOSINGS * BETWEEN)
        with self._customers(MEANWHILE):
            for _ in range(CLOSINGS):
                self._submit(staff, "closing, with its page", "close", reason="Holiday", do="save")
                self._submit(staff, "opening, with its page", "open")

    def _submit(self, staff: Staff, name: str, path: str, **fields: Any) -> None:
        began = time.perf_counter()
        staff.submit(f"closed-days/{path}", {"date": self._day, "meal": 0, **fields})
        self.figures.setdefault(name, []).append(time.perf_counter() - began)
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
        self.figures[name] = load.seconds


def main() -> None:
    """Run the benchmark and print its figures."""
    options = parse(plans=100_000)
    with temporary_folder() as folder, database(options.database, folder) as (db, _):
        shop = filled_shop(folder, db, options.plans)
        closings = Closings(shop, delivery_day(3))
        try:
            shop.open()
            closings.measure()
            print("ms to the response: best, median, p99, longest")
            for name, seconds in closings.figures.items():
                print(f"  {name:24}", *(percentile(seconds, share) for share in (0, 0.5, 0.99, 1)))
            print(f"memory of the shop's server: {shop.memory()} MiB", flush=True)
        finally:
            shop.kill_if_running()


if __name__ == "__main__":
    main()
