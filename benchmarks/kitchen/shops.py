"""Shops with years of plans, and what runs in their environment."""

import json
import subprocess
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

from benchmarks.kitchen.filling import fill
from benchmarks.kitchen.plans import Dish, Rows, service_days
from benchmarks.pages.filling import EXPLICIT_ID_TABLES, PAGE_COLUMNS, shop_rows
from oottam.schedule.domain.calendar import INDIA
from system_tests.load.visitors import VisitorLoad
from system_tests.support.databases import Database
from system_tests.support.shop import Shop
from system_tests.support.staff import NAME, PASSWORD, Staff

CUSTOMERS = 16
PAUSE = 0.1  # seconds between two forms of a customer
COUNTED = ("requests_request", "schedule_serving", "audit_entry")


def today() -> date:
    """Return the date in India."""
    return datetime.now(INDIA).date()


def delivery_day(ahead: int = 0) -> date:
    """Return the first delivery day, `ahead` days from today or later."""
    first = today() + timedelta(days=ahead)
    return next(day for day in service_days(today()) if day >= first)


def output_of(shop: Shop, *module: str) -> Any:
    """Run a module in the shop's environment; return what it prints as JSON."""
    command = [shop.python, "-m", *module]
    done = subprocess.run(command, env=shop.environment, check=True, stdout=subprocess.PIPE)
    return json.loads(done.stdout)


def filled_shop(folder: Path, db: Database, plans: int, **settings: str) -> Shop:
    """Return a shop with `plans` plans in this database, and all rows that pages read."""
    shop = Shop(folder, db, **settings)
    fill_shop(
        shop, lambda dishes: shop_rows(plans, dishes, today()), PAGE_COLUMNS, EXPLICIT_ID_TABLES
    )
    return shop


def fill_shop(
    shop: Shop,
    make: Callable[[Sequence[Dish]], Iterable[Rows]],
    columns: Mapping[str, Sequence[str]],
    numbered: Sequence[str],
) -> None:
    """Migrate a shop, add an owner, and fill it with the rows that `make` returns for the kitchen's dishes."""
    shop.manage("migrate", "--skip-checks")
    shop.manage("staff_account", NAME, sent=f"{PASSWORD}\n")
    began = time.monotonic()
    rows = make(output_of(shop, "benchmarks.kitchen.domain"))
    fill(shop.database, rows, today() - timedelta(days=1), columns, numbered)
    stored = {each: shop.database.rows(f"SELECT count(*) FROM {each}")[0][0] for each in COUNTED}
    print(f"filled in {time.monotonic() - began:.0f} s: {stored}", flush=True)


@contextmanager
def customers(shop: Shop, first: int) -> Iterator[VisitorLoad]:
    """Let customers send forms of all kinds, from this number on, during the block; raise RuntimeError if any is refused."""
    load = VisitorLoad(shop.port, visitors=CUSTOMERS, first=first, pause=PAUSE)
    load.start()
    yield load
    load.stop()
    if load.faults or load.refused:
        raise RuntimeError(f"Not every request was accepted: {load.faults} {load.refused}")


def log_in(shop: Shop) -> Staff:
    """Return the owner of a filled shop."""
    staff = Staff(shop.port)
    staff.log_in()
    return staff
