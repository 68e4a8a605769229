"""Measures CPU time, queries and size of each page of the desk and of customers in a shop of 100,000 plans, on both databases.

python -m benchmarks.pages
"""

from benchmarks.kitchen.shops import delivery_day, filled_shop, output_of
from system_tests.support.command_line import KINDS, argument_parser
from system_tests.support.databases import database
from system_tests.support.shop import temporary_folder

MAX_MS = 100
Figures = dict[str, tuple[float, int, float]]


def main() -> None:
    """Run the benchmark and print the table; pages above the limit are marked."""
    parser = argument_parser()
    parser.add_argument("--plans", type=int, default=100_000)
    arguments = parser.parse_args()
    found = {}
    for kind in KINDS:
        with temporary_folder() as folder, database(kind, folder) as (db, _):
            shop = filled_shop(folder, db, arguments.plans)
            found[kind] = output_of(shop, "benchmarks.pages.measuring", delivery_day().isoformat())
    print(table(found))


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


if __name__ == "__main__":
    main()
