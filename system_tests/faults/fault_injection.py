"""Database outages: locked, stopped, frozen or out of disk space; no response is wrong.

    python -m system_tests.faults.fault_injection locked
    python -m system_tests.faults.fault_injection held --database postgresql
    python -m system_tests.faults.fault_injection gone --database postgresql
    python -m system_tests.faults.fault_injection frozen --database postgresql
    python -m system_tests.faults.fault_injection full

Visitors send forms of all eight kinds with a key, and retry on 503.
`locked`: another process holds the write lock for 8 s; every visitor waits, and succeeds at
the first attempt. `held`: the same for 60 s, beyond the server's timeout. `gone`: PostgreSQL is
stopped as by a crash for 60 s. `frozen`: its processes are suspended for 60 s with their connections
open. `full`: SQLite on a file system of 16 MB that is filled up for 20 s; mounting it needs root.
In all but the first, every refusal is a 503 in JSON, readiness fails during the outage, and the shop
recovers automatically. Afterwards every form is reconciled.

`--without answers-after-commit` disables a protection: `full` must then fail.
"""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import partial
from pathlib import Path

import psycopg
import sqlcipher3

from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import KINDS, argument_parser
from system_tests.support.databases import Cluster, Database, Sqlite, database
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, open_shop, server, small_disk, temporary_folder
from system_tests.support.visitor import Visitor

VISITORS, PAUSE = 8, 0.02
AROUND = 1.0  # seconds before and after the outage
WATCH_SECONDS = 0.25
MAX_DETECTION_SECONDS = 40.0  # seconds until readiness fails, after the server's lock timeout
MAX_RECOVERY_SECONDS = 15.0
DISK = "16m"
SECONDS = {"locked": 8.0, "held": 60.0, "gone": 60.0, "frozen": 60.0, "full": 20.0}


def locked(shop: Shop, seconds: float) -> Report:
    """Hold the write lock for less than the server's timeout."""
    report = Report(f"database locked for {seconds:g} s")
    load = _start_load(shop)
    with lock(shop.database):
        time.sleep(seconds)
    time.sleep(AROUND)
    load.stop()
    load.sum_up(report)
    if load.refused or load.broken:
        report.faults.append(f"refused: {len(load.refused)} times, broken: {dict(load.broken)}")
    reconcile(shop.database, load.accepted, report)
    return report


def away(
    shop: Shop, name: str, seconds: float, go: Callable[[], object], come_back: Callable[[], object]
) -> Report:
    """Check the shop while writes fail between `go` and `come_back`."""
    report = Report(f"{name} for {seconds:g} s")
    load = _start_load(shop)
    with Visitor(shop.port) as watcher:
        go()
        began = time.monotonic()
        report.figures["seconds until not ready"] = _wait_for(
            watcher, 503, MAX_DETECTION_SECONDS, report
        )
        time.sleep(max(0.0, began + seconds - time.monotonic()))
        if watcher.get("/healthz").status != 200:
            report.faults.append("healthz: not alive although the process runs")
        if watcher.get("/order/").status != 200:
            report.faults.append("pages: not served, although they need no database")
        come_back()
        report.figures["seconds until ready again"] = _wait_for(
            watcher, 200, MAX_RECOVERY_SECONDS, report
        )
    time.sleep(AROUND)
    load.stop()
    load.sum_up(report)
    report.faults += _unexplained_refusals(load)
    if not load.refused:
        report.faults.append("nothing: no request was refused")
    reconcile(shop.database, load.accepted, report)
    return report


def _start_load(shop: Shop) -> VisitorLoad:
    load = VisitorLoad(shop.port, visitors=VISITORS, pause=PAUSE)
    load.start()
    time.sleep(AROUND)
    return load


def _wait_for(watcher: Visitor, status: int, most: float, report: Report) -> float:
    """Seconds until readiness returned `status`."""
    began = time.monotonic()
    while watcher.get("/readyz").status != status and time.monotonic() < began + 2 * most:
        time.sleep(WATCH_SECONDS)
    took = time.monotonic() - began
    if took > most:
        report.faults.append(f"readyz: not {status} within {took:.1f} s")
    return round(took, 1)


def _unexplained_refusals(load: VisitorLoad) -> Iterator[str]:
    """Yield refusals without the API's 503 body."""
    if load.broken:
        yield f"broken: {dict(load.broken)}"
    for answer in load.refused:
        reply = json.loads(answer.body)
        if reply["status"] != "error" or "could not save" not in reply["message"]:
            yield f"unclear: {answer}"


@contextmanager
def lock(db: Database) -> Iterator[None]:
    """Hold the lock that every writer needs."""
    if isinstance(db, Sqlite):
        with closing(sqlcipher3.connect(db.file, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            yield
            other.execute("ROLLBACK")
        return
    with psycopg.connect(db.url) as connection:
        connection.execute("LOCK TABLE requests_request IN ACCESS EXCLUSIVE MODE")
        yield
        connection.rollback()


def gone(shop: Shop, cluster: Cluster, seconds: float) -> Report:
    """Stop the database."""
    return away(shop, "database gone", seconds, cluster.stop_at_once, cluster.start)


def full(shop: Shop, folder: Path, seconds: float) -> Report:
    """Fill the database's file system at `folder` for `seconds`."""
    filler = folder / "filler"

    def fill() -> None:
        with filler.open("wb", buffering=0) as file:
            size = 1 << 20
            while size:
                try:
                    size = size if file.write(b"x" * size) == size else size // 2
                except OSError:
                    size //= 2

    return away(shop, "disk full", seconds, fill, filler.unlink)


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser()
    parser.add_argument("outage", choices=SECONDS)
    parser.add_argument("--seconds", type=float, help="how long it lasts")
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    parser.add_argument("--without", choices=("answers-after-commit",), default="")
    arguments = parser.parse_args()
    seconds = arguments.seconds or SECONDS[arguments.outage]
    with ExitStack() as stack:
        folder = stack.enter_context(temporary_folder())
        if arguments.outage == "full":
            folder = stack.enter_context(small_disk(folder / "disk", DISK))
        db, cluster = stack.enter_context(database(arguments.database, folder))
        shop = stack.enter_context(open_shop(folder, db, server(arguments.without)))
        match arguments.outage, cluster:
            case "locked", _:
                report = locked(shop, seconds)
            case "held", _:
                other = ExitStack()
                begin = partial(other.enter_context, lock(shop.database))
                report = away(shop, "database locked", seconds, begin, other.close)
            case "full", None:
                report = full(shop, folder, seconds)
            case "gone", Cluster():
                report = gone(shop, cluster, seconds)
            case "frozen", Cluster():
                report = away(shop, "database frozen", seconds, cluster.freeze, cluster.thaw)
            case _:
                parser.error("gone and frozen are for PostgreSQL, full for SQLite")
    finish(report, kind=arguments.database)


if __name__ == "__main__":
    main()
