"""Measures the closing of days while customers order, in a shop with three years of plans.

python -m benchmarks.kitchen --database postgresql
"""

import time
from datetime import date
from typing import Any

from benchmarks.kitchen.shops import CUSTOMERS, customers, delivery_day, filled_shop, log_in
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import Staff

CLOSINGS = 7
BETWEEN = 0.5  # seconds between two closings
ALONE, MEANWHILE = "forms alone", "forms while days close"


class Closings:
    """Closes and reopens a day while customers send forms; `figures` are seconds by request."""

    def __init__(self, shop: Shop, day: date) -> None:
        self.figures: dict[str, list[float]] = {}
        self._shop, self._day = shop, day

    def measure(self) -> None:
        """Measure forms alone and then while days are closed."""
        staff = log_in(self._shop)
        with customers(self._shop, 0) as alone:
            time.sleep(2 * CLOSINGS * BETWEEN)
        with customers(self._shop, len(alone.accepted) + CUSTOMERS) as meanwhile:
            for _ in range(CLOSINGS):
                self._submit(staff, "closing, with its page", "close", reason="Holiday", do="save")
                self._submit(staff, "opening, with its page", "open")
        self.figures |= {ALONE: alone.seconds, MEANWHILE: meanwhile.seconds}

    def _submit(self, staff: Staff, name: str, path: str, **fields: Any) -> None:
        began = time.perf_counter()
        staff.submit(f"closed-days/{path}", {"date": self._day, "meal": 0, **fields})
        self.figures.setdefault(name, []).append(time.perf_counter() - began)
        time.sleep(BETWEEN)


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
