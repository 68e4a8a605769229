"""Measures sheets, labels and the closing of days in a shop with three years of plans.

python -m benchmarks.kitchen --database postgresql
"""

import json
import subprocess
import time
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.kitchen.filling import fill, sizes
from benchmarks.kitchen.pages import Pages
from benchmarks.kitchen.plans import COLUMNS, generate_plans, service_days
from benchmarks.kitchen.summary import p99, table
from oottam.plans.domain.calendar import INDIA
from system_tests.support.command_line import argument_parser
from system_tests.support.databases import database
from system_tests.support.shop import Shop, temporary_folder

WITHOUT_WRITE_QUEUE = ("-m", "system_tests.support.disabled_protections", "write-queue")


def main() -> None:
    """Run the benchmark and print its figures."""
    parser = argument_parser("benchmarks.kitchen", __doc__)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--plans", type=int, default=100_000)
    parser.add_argument(
        "--turns", type=int, default=5, help="comparisons with and without the write queue"
    )
    arguments = parser.parse_args()
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        db, _ = stack.enter_context(database(arguments.database, folder))
        shop = _filled_shop(folder, db, arguments.plans)
        day = _day()
        print(table(_domain(shop, "time", day.isoformat()), "ms of CPU time"), flush=True)
        shop.open()
        stack.callback(shop.kill_if_running)
        pages = Pages(shop, day)
        found = pages.measure_all()
        print(table(found, "ms to the response"))
        ratio = p99(found["forms while days close"]) / p99(found["forms alone"])
        print(f"p99 of forms while days close / of forms alone: {ratio:.2f}")
        print(f"memory of the shop's server: {shop.memory()} MiB", flush=True)
        shop.close()
        if arguments.database == "sqlite":
            _compare_write_queue(shop, day, pages, arguments.turns)


def _filled_shop(folder: Path, db: Any, plans: int) -> Shop:
    shop = Shop(folder, db)
    shop.manage("migrate", "--skip-checks")
    began = time.monotonic()
    dishes = _domain(shop, "dishes")
    fill(db, generate_plans(plans, dishes, today()), today() - timedelta(days=1))
    counted = sizes(db, tuple(COLUMNS))
    print(f"filled in {time.monotonic() - began:.0f} s: {counted}", flush=True)
    return shop


def _compare_write_queue(shop: Shop, day: date, pages: Pages, rounds: int) -> None:
    """Close days alternately with a server that queues its write transactions, and with one that does not."""
    original_command = shop.command
    found: dict[str, list[float]] = {"with": [], "without": []}
    for _ in range(rounds):
        for name, server in (
            ("with", original_command),
            ("without", [shop.python, *WITHOUT_WRITE_QUEUE]),
        ):
            shop.command = server
            shop.open()
            pages.staff.log_in()
            pages = Pages(shop, day, pages.staff, pages.sent)
            pages.close_days()
            found[name].append(p99(pages.figures["forms while days close"]))
            shop.close()
    ratios = [one / other for one, other in zip(found["with"], found["without"], strict=True)]
    print(
        f"p99 of forms while days close, {rounds} rounds: {median(found['with']):.0f} ms with the write queue, "
        f"{median(found['without']):.0f} ms without, ratio {median(ratios):.2f}"
    )


def today() -> date:
    """Return the date in India."""
    return datetime.now(INDIA).date()


def _day() -> date:
    """Return a day before its cut-off with the usual number of plans."""
    later = today() + timedelta(days=3)
    return next(day for day in service_days(today()) if day >= later)


def _domain(shop: Shop, *arguments: str) -> Any:
    """Run benchmarks.kitchen.domain in the shop's environment; return its output."""
    command = [shop.python, "-m", "benchmarks.kitchen.domain", *arguments]
    done = subprocess.run(
        command, env=shop.environment, check=True, stdout=subprocess.PIPE, text=True
    )
    return json.loads(done.stdout)


if __name__ == "__main__":
    main()
