"""Compares the shop with raw commits of the same rows, alternately in one run.

python -m benchmarks.intake --database postgresql --rounds 5
"""

import argparse
from contextlib import ExitStack
from pathlib import Path
from statistics import median

from benchmarks.intake.measuring import (
    SETTINGS,
    Figures,
    keep_processors_busy,
    measure,
    medians,
)
from benchmarks.intake.orders import Orders
from benchmarks.intake.raw_commits import PgBench, SqliteCommits, sqlite_inserts
from system_tests.support.command_line import parse
from system_tests.support.databases import Cluster, Database, Sqlite, database
from system_tests.support.shop import open_shop, temporary_folder

THREADS = 8  # the default setting


def main() -> None:
    """Run the comparison and print it."""
    arguments = parse(orders=5000, clients=64, rounds=3)
    orders = Orders()
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        db, cluster = stack.enter_context(database(arguments.database, folder))
        shop = stack.enter_context(open_shop(folder / "shop", db, **SETTINGS))
        measure(shop, orders.make(1), clients=1)
        raw = _raw(db, cluster, folder)
        measure(shop, orders.make(500), arguments.clients)
        rates: list[float] = []
        runs: list[Figures] = []
        for _ in range(arguments.rounds):
            with keep_processors_busy():  # speeds up the raw loop, which waits for every fsync
                rates.append(raw.rate(arguments.orders))
            runs.append(measure(shop, orders.make(arguments.orders), arguments.clients))
        _print(arguments, rates, runs)
        print(f"memory of the shop's server: {shop.memory()} MiB")


def _raw(db: Database, cluster: Cluster | None, folder: Path) -> SqliteCommits | PgBench:
    """Return the raw writer of the rows of the shop's only order: to a copy on SQLite, to the same database on
    PostgreSQL.
    """
    if cluster is not None:
        return PgBench(cluster.program("pgbench"), db.url, folder, THREADS)
    assert isinstance(db, Sqlite)
    copy = folder / "raw.sqlite3"
    db.rows(f"VACUUM INTO '{copy}'")
    return SqliteCommits(copy, sqlite_inserts(copy).values())


def _print(arguments: argparse.Namespace, rates: list[float], runs: list[Figures]) -> None:
    """Print medians of the rounds, and the rate relative to the raw one."""
    print(
        f"{arguments.database}, {arguments.clients} clients, {arguments.orders} orders x {arguments.rounds}"
    )
    result = medians(runs)
    ratio = median(run.rate / rate for run, rate in zip(runs, rates, strict=True))
    print(f"{'':16}orders/s  ratio  p50 ms  p99 ms  CPU ms/order  (load generator's)")
    print(f"{'raw commits':16}{median(rates):8.0f}{1:7.2f}  {[round(rate) for rate in rates]}")
    print(
        f"{'shop':16}{result.rate:8.0f}{ratio:7.2f}{result.p50:8.1f}{result.p99:8.1f}{result.cpu:14.2f}"
        f"  ({result.generator_cpu:.2f})  {[round(run.rate) for run in runs]}"
    )


if __name__ == "__main__":
    main()
