"""Measures the cost of one order: CPU time, stored bytes, written bytes, and its two mails.

python -m benchmarks.growth.per_order --database postgresql
"""

import resource
import subprocess
import time
from pathlib import Path

import psycopg
import sqlcipher3

from benchmarks.growth.sizes import used_bytes
from benchmarks.intake.measuring import measure
from benchmarks.intake.orders import Orders
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, Sqlite, database
from system_tests.support.shop import Shop, open_shop, temporary_folder

SETTINGS = {"LOG_LEVEL": "INFO", "TRUSTED_PROXY": "127.0.0.1", "SMTP_HOST": ""}


def main() -> None:
    """Run the benchmark and print its figures."""
    arguments = parse(orders=5000, mails=1000)
    with temporary_folder() as folder, database(arguments.database, folder) as (db, _):
        with open_shop(folder, db, **SETTINGS) as shop:
            _orders(shop, arguments.orders)
        _mails(shop, arguments.mails)


def _orders(shop: Shop, count: int) -> None:
    orders = Orders()
    measure(shop, orders.make(500), 64)
    before = used_bytes(shop.database)
    for clients, number in ((64, count), (1, count // 10)):
        written, logged = _written(shop), shop.log.stat().st_size
        figures = measure(shop, orders.make(number), clients)
        print(
            f"{clients} clients: {figures.cpu:.2f} ms of CPU time per order, "
            f"{(_written(shop) - written) / number:.0f} bytes written, "
            f"{(shop.log.stat().st_size - logged) / number:.0f} of log"
        )
    print(
        f"stored: {(used_bytes(shop.database) - before) / (count + count // 10):.0f} bytes an order"
    )


def _written(shop: Shop) -> int:
    """Return the bytes in PostgreSQL's WAL, or on SQLite all bytes that the server process has written."""
    if isinstance(shop.database, Sqlite):
        return int(shop.processes()[-1].io_counters().write_bytes)
    [(written,)] = shop.database.rows("SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
    return int(written)


def _mails(shop: Shop, count: int) -> None:
    """Measure mails that are written to files, which excludes the cost of a mail server."""
    _keep_queued(shop.database, count)
    before, began = _child_cpu_seconds(), time.perf_counter()
    command = [shop.python, str(shop.backend / "manage.py"), "deliver_mail", "--once"]
    subprocess.run(command, env=shop.environment, check=True, stderr=subprocess.DEVNULL)
    seconds, used = time.perf_counter() - began, _child_cpu_seconds() - before
    folder = Path(shop.environment["MAIL_FOLDER"])
    sizes = [each.stat().st_size for each in folder.iterdir()]
    print(
        f"mails: {1000 * used / len(sizes):.1f} ms of CPU time each, {len(sizes) / seconds:.0f} a second, "
        f"{sum(sizes) / len(sizes):.0f} bytes"
    )


def _keep_queued(db: Database, count: int) -> None:
    """Leave `count` mails queued, and mark the others as sent."""
    statement = (
        "UPDATE notify_outboxentry SET state = 'sent' WHERE id NOT IN "
        f"(SELECT id FROM notify_outboxentry ORDER BY id LIMIT {count})"
    )
    if isinstance(db, Sqlite):
        with sqlcipher3.connect(db.file) as connection:
            connection.execute(statement)
        connection.close()
        return
    with psycopg.connect(db.url) as connection:
        connection.execute(statement.encode())


def _child_cpu_seconds() -> float:
    """Return the CPU seconds of child processes that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
