"""Measures the CPU time and PDF size of a day's labels; nearly half of the invented names are in Indian scripts.

python -m benchmarks.labels --count 2000
"""

import argparse
import gc
import random
import time
from datetime import date
from datetime import time as clock

from oottam.backoffice.kitchen.labels.document import draw
from oottam.backoffice.kitchen.labels.label import Dish, Label
from oottam.backoffice.kitchen.labels.stocks import STOCKS

NAMES = ("Kavitha", "Arun", "Priya", "Mohammed", "Lakshmi", "கவிதா", "அருண்", "श्रीनिवास", "మహేష్")
SYLLABLES = ("ka", "ra", "ma", "na", "vi", "thi", "su")
TAMIL = ("க", "ரா", "மி", "னா", "வெ", "து")
DISHES = (
    "Pesarattu with Ginger Chutney",
    "Boiled Eggs / Sprouts Salad",
    "Millet Pongal",
    "Pachai Payaru Sundal",
    "Podi Paneer Toast / Paneer Sandwich",
    "Almond Milk / Peanut Milk",
    "Grilled Chicken Salad",
    "Ragi Roti",
)
DAY = date(2026, 12, 7)


def main() -> None:
    """Draw the labels on each stock several times, and print the minimum, which depends least on other load."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.labels", description=__doc__)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    gc.set_threshold(50_000, 50, 100)  # about as the server's
    rng = random.Random(7)
    labels = [_label(rng, number) for number in range(arguments.count)]
    for stock in STOCKS.values():
        times = []
        for _ in range(arguments.rounds):
            began = time.process_time()
            content = draw(labels, stock)
            times.append(time.process_time() - began)
        print(
            f"{stock.key:8} {min(times):5.2f} s of CPU time (minimum)  {len(content) / 1000:6.0f} KB"
        )


def _label(rng: random.Random, number: int) -> Label:
    first = rng.choice(NAMES)
    rest = rng.choices(SYLLABLES if first.isascii() else TAMIL, k=4)
    return Label(
        day=DAY,
        meal="Lunch",
        name=f"{first} {''.join(rest).title()}",
        reference=f"OT-{number:07}",
        stop=f"600 0{rng.randrange(10, 99)} · Locality {rng.randrange(60)}",
        delivery_time=clock(12, 30),
        dishes=tuple(Dish(name) for name in rng.sample(DISHES, rng.randrange(2, 7))),
        allergens=rng.choice(((), (), (), ("Milk",), ("Peanuts, tree nuts", "Eggs"))),
        note=rng.choice(("", "", "", "No onion, less spice")),
        number=rng.randrange(1, 25),
        of=24,
    )


if __name__ == "__main__":
    main()
