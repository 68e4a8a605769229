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

import subprocess
import time
from contextlib import ExitStack
from pathlib import Path

import psutil

from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import parse
from system_tests.support.databases import Cluster, Postgresql, kill
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish, progress
from system_tests.support.shop import Shop, temporary_folder

NAME = "standby"
VISITORS, PAUSE = 64, 0.2
HOLD_SECONDS = 2.0  # seconds that the standby is paused before the primary is killed
MAX_FAILOVER_SECONDS = 10.0  # seconds from the promotion to the first acknowledgement


class Standby:
    """A streaming standby that can be paused and promoted."""

    def __init__(self, primary: Cluster, folder: Path) -> None:
        self._primary = primary
        self._data, self.socket = folder / "standby", folder / "standby-socket"
        for made in (self._data, self.socket):
            made.mkdir(mode=0o700)
            if primary.account:
                subprocess.run(["chown", primary.account, made], check=True)
        follows = f"host={primary.socket} user=postgres application_name={NAME}"
        primary.run("pg_basebackup", "-D", self._data, "-d", follows, "-R", "-c", "fast")
        options = f'-h "" -k {self.socket}'
        primary.run(
            "pg_ctl", "-w", "-D", self._data, "-o", options, "-l", self._data / "log", "start"
        )

    def hold(self) -> None:
        """Pause replication, as a slow network would."""
        [(receiver,)] = self.database("postgres").rows("SELECT pid FROM pg_stat_wal_receiver")
        self._held = psutil.Process(receiver)
        self._held.suspend()

    def release(self) -> None:
        """Resume replication."""
        self._held.resume()

    def promote(self) -> None:
        """Promote to primary; return once it accepts writes."""
        self._primary.run("pg_ctl", "-w", "-D", self._data, "promote")

    def database(self, name: str) -> Postgresql:
        """A database of the standby."""
        return Postgresql(f"postgresql://postgres@/{name}?host={self.socket}")

    def close(self) -> None:
        """Stop the standby and delete its data."""
        kill(self._data)


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
    report.figures["acknowledged before the kill"] = acknowledged
    load.sum_up(report)
    report.figures["seconds until detection (given), promotion, reconnection of the shop"] = (
        notice,
        round(promoted - began, 2),
        round(found - promoted, 2),
    )
    report.figures["seconds from the kill to the next acknowledgement"] = round(found - died, 2)
    report.faults += [f"broken: {many} x {name}" for name, many in load.broken.items()]
    reconcile(standby.database("drill"), load.accepted, report)
    return report


def main() -> None:
    """The system test from the command line."""
    without = ("synchronous", "finding")
    options = parse(kinds=("postgresql",), without=without, seconds=40.0, notice=5.0)
    with ExitStack() as stack:
        folder: Path = stack.enter_context(temporary_folder())
        primary = Cluster(folder)
        stack.callback(primary.close)
        db = primary.create("drill")
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
