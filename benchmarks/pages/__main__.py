"""Measures CPU time, queries and size of each back office page in a shop of 100,000 plans, on both databases.

python -m benchmarks.pages
"""

import json
import subprocess
import time
from contextlib import ExitStack
from datetime import date, datetime, timedelta
from pathlib import Path

from benchmarks.kitchen.filling import fill
from benchmarks.kitchen.plans import service_days
from benchmarks.pages.filling import EXPLICIT_ID_TABLES, PAGE_COLUMNS, shop_rows
from oottam.plans.domain.calendar import INDIA
from system_tests.support.command_line import argument_parser
from system_tests.support.databases import Database, database
from system_tests.support.shop import Shop, temporary_folder

KINDS = ("sqlite", "postgresql")
MAX_MS = 100
Figures = dict[str, tuple[float, int, float]]


def main() -> None:
    """Run the benchmark and print the table; pages above the limit are marked."""
    parser = argument_parser("benchmarks.pages", __doc__)
    parser.add_argument("--plans", type=int, default=100_000)
    arguments = parser.parse_args()
    found = {}
    for kind in KINDS:
        with ExitStack() as stack:
            folder = stack.enter_context(temporary_folder())
            db, _ = stack.enter_context(database(kind, folder))
            found[kind] = measure_pages(filled_shop(folder, db, arguments.plans))
    print(table(found))


def filled_shop(folder: Path, db: Database, plans: int, **settings: str) -> Shop:
    """Return a shop with `plans` plans in this database."""
    shop = Shop(folder, db, **settings)
    shop.manage("migrate", "--skip-checks")
    shop.manage("staff_account", "priya", sent="pass of a system test\n")
    began = time.monotonic()
    dishes = json.loads(output_of(shop, "benchmarks.kitchen.domain", "dishes"))
    rows = shop_rows(plans, dishes, today())
    fill(db, rows, today() - timedelta(days=1), PAGE_COLUMNS, EXPLICIT_ID_TABLES)
    print(f"filled in {time.monotonic() - began:.0f} s", flush=True)
    return shop


def measure_pages(shop: Shop) -> Figures:
    """Return CPU milliseconds, queries and KB by page."""
    found: Figures = json.loads(
        output_of(shop, "benchmarks.pages.measuring", next_delivery_day().isoformat())
    )
    return found


def next_delivery_day() -> date:
    """Return the first delivery day from today on."""
    return next(day for day in service_days(today()) if day >= today())


def table(found: dict[str, Figures]) -> str:
    """Format a row per page with two columns per database."""
    head = "".join(f"{f'{kind}, ms':>16}{'queries':>9}" for kind in found)
    lines = [f"{'':42}{head}{'KB sent':>10}"]
    for name, (*_, sent) in found[next(iter(found))].items():
        figures = [each[name] for each in found.values()]
        cells = "".join(f"{ms:16.1f}{queries:9}" for ms, queries, _ in figures)
        mark = "  above" if max(ms for ms, *_ in figures) > MAX_MS else ""
        lines.append(f"{name:42}{cells}{sent:10.1f}{mark}")
    return "\n".join(lines)


def output_of(shop: Shop, *module: str) -> str:
    """Run a module in the shop's environment; return its output."""
    done = subprocess.run(
        [shop.python, "-m", *module], env=shop.environment, check=True, stdout=subprocess.PIPE,
        text=True,
    )  # fmt: skip
    return done.stdout


def today() -> date:
    """Return the date in India."""
    return datetime.now(INDIA).date()


if __name__ == "__main__":
    main()
