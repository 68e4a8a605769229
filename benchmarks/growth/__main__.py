"""Compares a shop of three months with one of three years, pruned and not: orders, pages, backup, and pruning.

python -m benchmarks.growth --database postgresql
"""

import json
import subprocess
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from statistics import median

from benchmarks.growth.log_rows import LOG_COLUMNS, LOG_ID_TABLES, add_log_rows
from benchmarks.growth.sizes import compact, used_bytes
from benchmarks.intake.load import send_all
from benchmarks.intake.measuring import measure, processor_seconds
from benchmarks.intake.orders import Orders
from benchmarks.kitchen.plans import (
    SERVICE_DAYS,
    UPCOMING_DAYS,
    Dish,
    Rows,
    generate_plans,
    service_days,
)
from benchmarks.kitchen.shops import delivery_day, fill_shop, log_in, today
from system_tests.support.command_line import parse
from system_tests.support.databases import Cluster, Database, Sqlite
from system_tests.support.report import percentile
from system_tests.support.shop import Shop, temporary_folder
from system_tests.support.staff import Staff

KINDS = ("three months", "three years", "pruned")
# Only this program prunes; nothing is erased.
NO_RETENTION = {
    f"{name}_MONTHS": "0"
    for name in (
        "ENQUIRIES_RETENTION", "ORDERS_RETENTION", "MAILS_RETENTION", "CLICKS_RETENTION", "RECORD_RETENTION", "PROOF_RETENTION",
        "KITCHEN_RETENTION", "DOORS_RETENTION",
    )
}  # fmt: skip
SETTINGS = {"HEALTH_RETENTION_DAYS": "0", "TRUSTED_PROXY": "127.0.0.1", "LOG_LEVEL": "INFO"}
CLIENTS = 16
FETCHES = 10
Figures = dict[str, dict[str, list[float]]]  # by figure and shop


def main() -> None:
    """Run the comparison and print it."""
    arguments = parse(plans=30_000, orders=1000, rounds=7)
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        cluster = None
        if arguments.database == "postgresql":
            cluster = Cluster(folder)
            stack.callback(cluster.close)
        shops = {
            name: _filled_shop(folder / str(at), cluster, arguments.plans, name)
            for at, name in enumerate(KINDS)
        }
        _prune(shops["pruned"], under_load=False)
        compact(shops["pruned"].database)
        for shop in shops.values():
            shop.open()
            stack.callback(shop.kill_if_running)
        found = _measure_alternately(shops, arguments.orders, arguments.rounds)
        for name, shop in shops.items():
            shop.close()
            found["bytes of the database"][name].append(used_bytes(shop.database))
            file, began = folder / name.replace(" ", "-"), time.perf_counter()
            shop.manage("backup", str(file))
            found["seconds of a backup"][name].append(time.perf_counter() - began)
            found["bytes of a backup"][name].append(file.stat().st_size)
        print(_table(found), flush=True)
        _prune_under_load(shops["three years"])


def _filled_shop(folder: Path, cluster: Cluster | None, plans: int, name: str) -> Shop:
    folder.mkdir()
    database: Database = Sqlite(folder / "oottam.sqlite3")
    if cluster:
        database = cluster.create(name.replace(" ", "_"))
    for_backups = {"POSTGRESQL_BIN": str(cluster.program("pg_dump").parent)} if cluster else {}
    shop = Shop(folder, database, **SETTINGS, **NO_RETENTION, **for_backups)
    months = 3 if name == "three months" else 36
    since = max(service_days(today())[0], today() - timedelta(days=months * 30))
    first = 1
    if months == 3:
        in_three_years = (SERVICE_DAYS - UPCOMING_DAYS) * 7 / 6
        first = int(plans * (1 - UPCOMING_DAYS / SERVICE_DAYS - 90 / in_three_years))

    def rows(dishes: Sequence[Dish]) -> Iterable[Rows]:
        generated = generate_plans(plans, dishes, today(), first=first)
        return add_log_rows(generated, dishes, since, today())

    print(f"{name}: ", end="")
    fill_shop(shop, rows, LOG_COLUMNS, LOG_ID_TABLES)
    return shop


def _prune(shop: Shop, *, under_load: bool) -> None:
    """Prune three years of data at once; `under_load` also measures the latency of orders."""
    environment = {
        name: value for name, value in shop.environment.items() if name not in NO_RETENTION
    }
    output_file = shop.log.with_name("purging.json")  # an unread pipe would block the process
    with output_file.open("w", encoding="utf-8") as output:
        pruning = subprocess.Popen(
            [shop.python, "-m", "benchmarks.growth.purging"],
            env=environment,
            stdout=output,
            stderr=subprocess.DEVNULL,
        )
    orders = Orders(first=20_000_000)
    replies: list[float] = []
    while under_load and pruning.poll() is None:
        replies += send_all(shop.port, orders.make(500), CLIENTS).seconds
    if pruning.wait():
        raise RuntimeError("The pruning failed.")
    result = json.loads(output_file.read_text("utf-8"))
    lock_ms = result["held"]
    print(
        f"pruned in {result['seconds']:.1f} s{' under load' if under_load else ''}: {result['gone']}"
    )
    print(
        f"{len(lock_ms)} batches locked the database for {median(lock_ms):.1f} ms (median), "
        f"{percentile(lock_ms, 0.99) / 1000:.1f} (p99), {max(lock_ms):.1f} (longest)"
    )
    if under_load:
        print(f"replies during pruning, {len(replies)}: p99 {percentile(replies, 0.99):.0f} ms")


def _prune_under_load(shop: Shop) -> None:
    """Prune beside a running server, while each customer sends orders without pauses."""
    shop.open()
    orders = Orders(first=10_000_000)
    alone = send_all(shop.port, orders.make(4000), CLIENTS).seconds
    print(
        f"replies to {CLIENTS} customers without pauses: p99 {percentile(alone, 0.99):.0f} ms alone"
    )
    _prune(shop, under_load=True)
    shop.close()


def _measure_alternately(shops: dict[str, Shop], orders: int, rounds: int) -> Figures:
    day = delivery_day(3)
    sent = Orders()
    staff = {name: log_in(shop) for name, shop in shops.items()}
    for shop in shops.values():
        measure(shop, sent.make(500), CLIENTS)
    found: Figures = defaultdict(lambda: defaultdict(list))
    for turn in range(rounds):
        for name in KINDS if turn % 2 else KINDS[::-1]:
            figures = measure(shops[name], sent.make(orders), CLIENTS)
            found["ms of processor per order"][name].append(figures.cpu)
            found["p99 of an order, ms"][name].append(figures.p99)
            for page, path in (
                ("inbox", "requests/"),
                ("sheet", f"kitchen/{day}/"),
                ("record", "audit/"),
            ):
                wall, cpu = _measure_fetch(shops[name], staff[name], path)
                found[f"{page}, ms"][name].append(wall)
                found[f"{page}, ms of processor"][name].append(cpu)
    return found


def _measure_fetch(shop: Shop, staff: Staff, path: str) -> tuple[float, float]:
    """Return the minimum response time of a page, and the server's mean CPU time per request, in milliseconds."""
    staff.page(path)
    before, walls = processor_seconds(shop), []
    for _ in range(FETCHES):
        began = time.perf_counter()
        staff.page(path)
        walls.append(1000 * (time.perf_counter() - began))
    return min(walls), 1000 * (processor_seconds(shop) - before) / FETCHES


def _table(found: Figures) -> str:
    """Format medians of the rounds, and the ratios of three years to three months."""
    lines = [
        f"{'':28}"
        + "".join(f"{name:>16}" for name in KINDS)
        + "   ratio to three months: years, pruned"
    ]
    for title, by_name in found.items():
        middles = [median(by_name[name]) for name in KINDS]
        values = [middle / 2**20 if title.startswith("bytes") else middle for middle in middles]
        label = title.replace("bytes", "MiB")
        ratios = [middle / middles[0] for middle in middles[1:]]
        lines.append(
            f"{label:28}" + "".join(f"{value:16.2f}" for value in values)
            + f"   {ratios[0]:.2f}, {ratios[1]:.2f}"
        )  # fmt: skip
    return "\n".join(lines)


if __name__ == "__main__":
    main()
