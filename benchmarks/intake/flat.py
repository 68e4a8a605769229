"""Compares the latency of a full shop and an empty one, alternately.

python -m benchmarks.intake.flat --stored 1000000
"""

import subprocess
from contextlib import ExitStack
from pathlib import Path

import sqlcipher3

from benchmarks.intake.commit_loop import CommitLoop
from benchmarks.intake.measuring import Figures, measure, medians, shop_on
from benchmarks.intake.orders import Orders
from benchmarks.intake.rows import rows_of_only_order
from system_tests.support.command_line import argument_parser
from system_tests.support.databases import Sqlite
from system_tests.support.shop import Shop, temporary_folder

RATE_LIMITS = "intake_ratelimitentry"


def main() -> None:
    """Run the comparison on SQLite and print it."""
    parser = argument_parser("benchmarks.intake.flat", __doc__)
    parser.add_argument("--stored", type=int, default=1_000_000)
    parser.add_argument("--orders", type=int, default=2000, help="in each run")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    orders = Orders()
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        shops: dict[str, Shop] = {}
        for name in ("empty", "full"):
            db = Sqlite(folder / f"{name}.sqlite3")
            shops[name] = stack.enter_context(shop_on(db, folder / name))
            measure(shops[name], orders.make(1), clients=1)
        _fill(folder / "full.sqlite3", arguments.stored)
        size = (folder / "full.sqlite3").stat().st_size / 2**30
        for shop in shops.values():
            measure(shop, orders.make(500), arguments.clients)
        runs: dict[str, list[Figures]] = {name: [] for name in shops}
        for _ in range(arguments.rounds):
            for name, shop in shops.items():
                runs[name].append(measure(shop, orders.make(arguments.orders), arguments.clients))
        print(f"{arguments.stored} stored requests, {size:.1f} GiB; {arguments.clients} clients")
        for name, shop in shops.items():
            result = medians(runs[name])
            print(
                f"{name:6} {result.rate:6.0f} orders/s  p50 {result.p50:6.1f} ms  p99 {result.p99:6.1f} ms"
                f"  CPU {result.cpu:.2f} ms  memory {shop.memory()} MiB"
                f"  (p99 {[run.p99 for run in runs[name]]})"
            )
        ratios = sorted(
            full.p99 / empty.p99 for full, empty in zip(runs["full"], runs["empty"], strict=True)
        )
        print(f"p99 of the full shop: {ratios[len(ratios) // 2]:.2f} times that of the empty one")


def _fill(file: Path, orders: int) -> None:
    """Store copies of the only order, with its key and mails, under other ids.

    Excludes rate-limit entries, as the housekeeper deletes those older than an hour.
    """
    with sqlcipher3.connect(file) as connection:
        rows = [
            table for table in rows_of_only_order(connection.cursor()) if table.table != RATE_LIMITS
        ]
    connection.close()
    loop = CommitLoop(file, rows)
    loop.fill(orders)
    loop.close()
    subprocess.run(["sync"], check=True)


if __name__ == "__main__":
    main()
