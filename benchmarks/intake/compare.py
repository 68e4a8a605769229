"""Compares order rate and latency of two shops on SQLite: this checkout's and another one's, or a full and an empty one.

    python -m benchmarks.intake.compare --other ../an-older-checkout
    python -m benchmarks.intake.compare --stored 1000000 --orders 2000 --turns 5

The other checkout must be set up (`make python`). Short runs alternate, in changing order, so that other load on the
machine affects both.
"""

import subprocess
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from benchmarks.intake.measuring import SETTINGS, Figures, measure, medians
from benchmarks.intake.orders import Orders
from benchmarks.intake.raw_commits import RATE_LIMITS, SqliteCommits, sqlite_inserts
from system_tests.support.command_line import parse
from system_tests.support.databases import Sqlite
from system_tests.support.shop import ROOT, open_shop, temporary_folder

FIGURES = ("rate", "p50", "p99", "cpu")


def main() -> None:
    """Run the comparison and print it: the figures of each shop, and the first's ratio to the second."""
    options = parse(
        kinds=["sqlite"],
        other=str(ROOT),
        stored=0,
        orders=1000,
        clients=64,
        turns=40,
    )
    names = ("full", "empty") if options.stored else ("this", "other")
    orders = Orders()
    runs: dict[str, list[Figures]] = {name: [] for name in names}
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        shops = {}
        for name, checkout in zip(names, (ROOT, Path(options.other).resolve()), strict=True):
            db = Sqlite(folder / f"{name}.sqlite3")
            opening = open_shop(folder / name, db, ("oottam",), checkout, **SETTINGS)
            shops[name] = stack.enter_context(opening)
            measure(shops[name], orders.make(1), clients=1)
        if options.stored:
            _fill(folder / "full.sqlite3", options.stored)
        for shop in shops.values():
            measure(shop, orders.make(500), options.clients)
        for turn in range(options.turns):
            for name in names if turn % 2 else names[::-1]:
                runs[name].append(
                    measure(shops[name], orders.make(options.orders), options.clients)
                )
        memory = {name: shop.memory() for name, shop in shops.items()}
    print(f"{options.turns} turns of {options.orders} orders, {options.clients} clients")
    for name, each in runs.items():
        print(f"{name:6} {medians(each)}, memory {memory[name]} MiB")
    for figure in FIGURES:
        pairs = zip(*runs.values(), strict=True)
        ratios = [getattr(first, figure) / getattr(second, figure) for first, second in pairs]
        low, _, high = quantiles(ratios)
        print(
            f"{' / '.join(names)}, {figure:>5} {median(ratios):.3f}  "
            f"(half of the turns from {low:.3f} to {high:.3f})"
        )


def _fill(file: Path, orders: int) -> None:
    """Store copies of the only order, with its key and mails, under other ids.

    Excludes rate-limit entries, as the housekeeper deletes those older than an hour.
    """
    statements = sqlite_inserts(file)
    del statements[RATE_LIMITS]
    commits = SqliteCommits(file, statements.values())
    commits.fill(orders)
    commits.close()
    subprocess.run(["sync"], check=True)


if __name__ == "__main__":
    main()
