"""Measures the closing of days while customers order, in a shop with three years of plans.

python -m benchmarks.kitchen --database postgresql
"""

import time
from collections import defaultdict
from datetime import date
from typing import Any

from benchmarks.kitchen.shops import CUSTOMERS, customers, delivery_day, filled_shop, log_in
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, temporary_folder

CLOSINGS = 7
BETWEEN = 0.5  # seconds between two closings
ALONE, MEANWHILE = "forms alone", "forms while days close"


def measure(shop: Shop, day: date) -> dict[str, list[float]]:
    """Measure forms alone, and while this day is closed and opened again; return seconds by request."""
    figures: dict[str, list[float]] = defaultdict(list)
    staff = log_in(shop)

    def submit(name: str, path: str, **fields: Any) -> None:
        began = time.perf_counter()
        staff.submit(f"closed-days/{path}", {"date": day, "meal": 0, **fields})
        figures[name].append(time.perf_counter() - began)
        time.sleep(BETWEEN)

    with customers(shop, 0) as alone:
        time.sleep(2 * CLOSINGS * BETWEEN)
    with customers(shop, len(alone.accepted) + CUSTOMERS) as meanwhile:
        for _ in range(CLOSINGS):
            submit("closing, with its page", "close", reason="Holiday", do="save")
            submit("opening, with its page", "open")
    return figures | {ALONE: alone.seconds, MEANWHILE: meanwhile.seconds}


def main() -> None:
    """Run the benchmark and print its figures."""
    options = parse(plans=100_000)
    with temporary_folder() as folder, database(options.database, folder) as (db, _):
        shop = filled_shop(folder, db, options.plans)
        try:
            shop.open()
            figures = measure(shop, delivery_day(3))
            print("ms to the response: best, median, p99, longest")
            for name, seconds in figures.items():
                print(f"  {name:24}", *(percentile(seconds, share) for share in (0, 0.5, 0.99, 1)))
        finally:
            shop.kill_if_running()


if __name__ == "__main__":
    main()
