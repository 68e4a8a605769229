"""PostgreSQL failover: the primary is killed, a synchronous standby is promoted, and the shop reconnects.

    python -m system_tests.faults.standby --seconds 20

A primary and its standby run on this machine, and DATABASE_URL names both. Customers send forms of
all eight kinds with a key, and retry on 503. Meanwhile the standby is paused
briefly, as by a slow network, and all processes of the primary are killed; after `--notice`
seconds of monitoring delay the standby is promoted. The shop's settings do not change. Afterwards
every form is reconciled with the new primary.

`--without synchronous` uses asynchronous replication, and `--without finding` names only
the primary in DATABASE_URL: the system test must then fail.
"""

import time
from contextlib import ExitStack
from pathlib import Path

from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.databases import Cluster, Postgresql
from system_tests.support.reconciliation import reconcile
from system_tests.support.replication import NAME, Standby
from system_tests.support.report import Report, finish, percentile, progress
from system_tests.support.shop import Shop, temporary_folder

VISITORS, PAUSE = 64, 0.2
HOLD_SECONDS = 2.0  # seconds that the standby is paused before the primary is killed
MAX_FAILOVER_SECONDS = 10.0  # seconds from the promotion to the first acknowledgement


def run(shop: Shop, primary: Cluster, standby: Standby, *, seconds: float, notice: float) -> Report:
    """Kill the primary under load, promote the standby, and reconcile it with the acknowledgements."""
    report = Report("the primary killed under load, its standby promoted")
    load = VisitorLoad(shop.port, visitors=VISITORS, pause=PAUSE)
    load.start()
    time.sleep(seconds / 2)
    standby.hold()
    time.sleep(HOLD_SECONDS)
    primary.kill()
    died = time.monotonic()
    acknowledged = len(load.accepted)
    progress(f"{acknowledged} acknowledged, and the primary is dead")
    standby.release()
    time.sleep(notice)
    began = time.monotonic()
    standby.promote()
    progress(f"promoted after {time.monotonic() - died:.1f} s")
    promoted = time.monotonic()
    before = len(load.accepted)
    while len(load.accepted) == before and time.monotonic() < promoted + 2 * MAX_FAILOVER_SECONDS:
        time.sleep(0.01)
    found = time.monotonic()
    progress(f"{len(load.accepted) - before} acknowledged since")
    if found - promoted > MAX_FAILOVER_SECONDS:
        report.faults.append("found: the shop accepted nothing after the promotion")
        shop.kill()  # otherwise its customers would keep retrying
        return report
    time.sleep(seconds / 2)
    load.stop()
    shop.close()
    accepted = list(load.accepted)
    report.figures["acknowledged before the kill"] = acknowledged
    report.figures["acknowledged in total"] = len(accepted)
    report.figures["503 responses"] = len(load.refused)
    report.figures["seconds until detection (given), promotion, reconnection of the shop"] = (
        notice,
        round(promoted - began, 2),
        round(found - promoted, 2),
    )
    report.figures["seconds from the kill to the next acknowledgement"] = round(found - died, 2)
    report.figures["p50 and p99 of responses, ms"] = (
        percentile(load.seconds, 0.5),
        percentile(load.seconds, 0.99),
    )
    report.figures["longest response time, s"] = round(percentile(load.seconds, 1) / 1000, 1)
    report.faults += load.faults
    report.faults += [f"broken: {many} x {name}" for name, many in load.broken.items()]
    reconcile(standby.database("drill"), accepted, report)
    return report


def main() -> None:
    """The system test from the command line."""
    without = ("synchronous", "finding")
    options = parse(kinds=("postgresql",), without=without, seconds=40.0, notice=5.0)
    with ExitStack() as stack:
        folder: Path = stack.enter_context(temporary_folder())
        primary = Cluster(folder)
        stack.callback(primary.close)
        db = Postgresql(primary, "drill")
        Shop(folder, db).manage("migrate", "--skip-checks")
        standby = Standby(primary, folder)
        stack.callback(standby.close)
        # After the copy: a copied setting would make the promoted standby wait for its own standby.
        if options.without != "synchronous":
            primary.set("synchronous_standby_names", f"'{NAME}'")
        sockets = (
            primary.socket if options.without == "finding" else f"{primary.socket},{standby.socket}"
        )
        db.url = f"postgres://postgres@/drill?host={sockets}"
        shop = Shop(folder, db)
        stack.callback(shop.kill_if_running)
        shop.open()
        report = run(shop, primary, standby, **options.sizes)
        progress("done")
    finish(report)


if __name__ == "__main__":
    main()
