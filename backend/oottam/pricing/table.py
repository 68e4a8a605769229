"""A canonical table of all prices; its digest compares the server with the storefront.

One line per dish, number of days and number of sections, "\\n" at the end of each:
`menu|dish|days|sections|price per day|charged|original or -|1 when struck through, else 0`,
amounts in paise; dishes in catalogue order, then days, then sections. The storefront
calculates the same table; contract/vectors/crosscheck.json holds the digests.
"""

import hashlib
from collections.abc import Iterable, Iterator

from oottam.pricing.day_orders import DayPriceRules, PricedItem, price_day_order

SECTIONS = range(4)


def table_lines(
    menu: str, dishes: Iterable[tuple[str, PricedItem]], rules: DayPriceRules
) -> Iterator[str]:
    """The lines of one menu; `dishes` are pairs of dish id and item, in catalogue order."""
    for dish_id, item in dishes:
        for days in range(rules.minimum_days, rules.maximum_days + 1):
            for sections in SECTIONS:
                line = price_day_order(rules, days=days, sections=sections, items=[item]).lines[0]
                original = "-" if line.original_cost is None else line.original_cost
                yield (
                    f"{menu}|{dish_id}|{days}|{sections}|{line.price_per_day}"
                    f"|{line.discounted_cost}|{original}|{line.show_strike:d}\n"
                )


def digest(lines: Iterable[str]) -> str:
    """SHA-256 of the lines in UTF-8, in hexadecimal."""
    sha256 = hashlib.sha256()
    for line in lines:
        sha256.update(line.encode())
    return sha256.hexdigest()
