"""Measures the cost of one order: CPU time, stored bytes and written bytes.

python -m benchmarks.growth.per_order --database postgresql
"""

from benchmarks.growth.sizes import used_bytes
from benchmarks.intake.measuring import SETTINGS, measure
from benchmarks.intake.orders import Orders
from system_tests.support.command_line import parse
from system_tests.support.databases import Sqlite
from system_tests.support.shop import Shop, shop_on


def main() -> None:
    """Run the benchmark and print its figures."""
    arguments = parse(orders=5000)
    with shop_on(arguments.database, **SETTINGS) as shop:
        orders = Orders()
        measure(shop, orders.make(500), 64)
        before, count = used_bytes(shop.database), arguments.orders
        for clients, number in ((64, count), (1, count // 10)):
            written, logged = _written(shop), shop.log.stat().st_size
            figures = measure(shop, orders.make(number), clients)
            print(
                f"{clients} clients: {figures.cpu:.2f} ms of CPU time per order, "
                f"{(_written(shop) - written) / number:.0f} bytes written, "
                f"{(shop.log.stat().st_size - logged) / number:.0f} of log"
            )
        stored = used_bytes(shop.database) - before
        print(f"stored: {stored / (count + count // 10):.0f} bytes an order")


def _written(shop: Shop) -> int:
    """Return the bytes in PostgreSQL's WAL, or on SQLite all bytes that the server process has written."""
    if isinstance(shop.database, Sqlite):
        return int(shop.processes()[-1].io_counters().write_bytes)
    [(written,)] = shop.database.rows("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
    return int(written)


if __name__ == "__main__":
    main()
