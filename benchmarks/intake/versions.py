"""Compares this checkout's order rate and latency with those of another checkout, on SQLite.

python -m benchmarks.intake.versions ../an-older-checkout --turns 40

The other checkout must be set up (`make python`). Short runs alternate, in changing order, so that other load on the
machine affects both.
"""

import argparse
from contextlib import ExitStack
from pathlib import Path
from statistics import median, quantiles

from benchmarks.intake.measuring import Figures, measure, shop_on
from benchmarks.intake.orders import Orders
from system_tests.support.databases import Sqlite
from system_tests.support.shop import ROOT, temporary_folder

FIGURES = ("rate", "p50", "p99", "cpu")


def main() -> None:
    """Run the comparison and print it."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.intake.versions", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("other", type=Path, help="another checkout of the project")
    parser.add_argument("--orders", type=int, default=1000, help="in each run")
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--turns", type=int, default=40)
    arguments = parser.parse_args()
    orders = Orders()
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        shops = [
            stack.enter_context(
                shop_on(Sqlite(folder / f"{name}.sqlite3"), folder / name, checkout=checkout)
            )
            for name, checkout in (("this", ROOT), ("other", arguments.other.resolve()))
        ]
        for shop in shops:
            measure(shop, orders.make(500), arguments.clients)
        pairs: list[dict[str, float]] = []
        for turn in range(arguments.turns):
            order = shops if turn % 2 else shops[::-1]
            ran = {
                id(shop): measure(shop, orders.make(arguments.orders), arguments.clients)
                for shop in order
            }
            pairs.append(_ratios(ran[id(shops[0])], ran[id(shops[1])]))
    print(
        f"this / other, {arguments.turns} turns of {arguments.orders} orders, {arguments.clients} clients"
    )
    for name in FIGURES:
        low, _, high = quantiles([pair[name] for pair in pairs])
        middle = median(pair[name] for pair in pairs)
        print(f"{name:>5}  {middle:.3f}  (half of the turns from {low:.3f} to {high:.3f})")


def _ratios(this: Figures, other: Figures) -> dict[str, float]:
    return {name: getattr(this, name) / getattr(other, name) for name in FIGURES}


if __name__ == "__main__":
    main()
