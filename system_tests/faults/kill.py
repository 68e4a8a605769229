"""Kill -9 under load: what was acknowledged is stored, once, whatever was cut short (section 7).

    python -m system_tests.faults.kill --requests 100000 --kills 100 --database postgresql

Visitors send forms of all eight kinds with an Idempotency-Key and try again until they are told
"submitted". Meanwhile the server's whole process group is killed and started again. On PostgreSQL,
`--stop-postgresql` stops the database instead at every second turn, as a crash would. Afterwards
every form is looked up, and many are sent once more.

`--without answers-after-commit` (or `idempotency`) breaks the server on purpose, and
`--without synchronous-commit` PostgreSQL: the system test has to fail then.
"""

import argparse
import random
import time

from system_tests.load.visitors import VisitorLoad, repeat, wait_for
from system_tests.support import bodies
from system_tests.support.databases import Cluster, database
from system_tests.support.reconciliation import AcceptedForm, reconcile
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, open_shop, temporary_folder
from system_tests.support.visitor import Visitor

MAX_REPEATED = 2000  # forms that are sent again at the end
LATEST_KILL = 0.02  # seconds after the count that a kill waits for
WITHOUT = ("answers-after-commit", "idempotency", "synchronous-commit")


def run(
    shop: Shop,
    *,
    requests: int,
    kills: int,
    visitors: int = 8,
    repeats: int = MAX_REPEATED,
    cluster: Cluster | None = None,
) -> Report:
    """Kill the shop's server, or stop `cluster` at every second turn, while forms come in.

    At the end, `repeats` of the forms are sent once more.
    """
    report = Report(f"{kills} kills over {requests} requests of {visitors} visitors")
    began = time.monotonic()
    load = VisitorLoad(shop.port, requests=requests, visitors=visitors)
    load.start()
    memory = 0
    done = 0
    for turn in range(kills):
        wait_for(load, requests * (turn + 1) // (kills + 1))
        time.sleep(random.uniform(0, LATEST_KILL))
        if not load.busy:
            break
        memory = max(memory, shop.memory())
        done += 1
        if cluster is not None and turn % 2:
            cluster.stop_at_once()
            cluster.start()
        else:
            shop.kill()
            shop.open()
    load.join()
    report.figures["seconds"] = round(time.monotonic() - began, 1)
    report.figures["kills while visitors were sending"] = done
    report.figures["acknowledged"] = len(load.accepted)
    report.figures["server's memory before a kill, MiB at most"] = memory
    report.faults += load.faults
    if done < kills:
        report.faults.append(f"too few: {done} of {kills} kills fell while visitors were sending")
    shop.kill()
    reconcile(shop.database, load.accepted, report)
    shop.open()
    _repeat_some(shop, load.accepted, repeats, report)
    return report


def _repeat_some(shop: Shop, accepted: list[AcceptedForm], repeats: int, report: Report) -> None:
    """After the last restart, send again what was acknowledged before: nothing more is stored."""
    sample = random.sample(accepted, min(len(accepted), repeats))
    paths = {bodies.kind(path): path for path in bodies.PATHS}
    with Visitor(shop.port) as visitor:
        for form in sample:
            report.faults += repeat(visitor, paths[form.kind], form)
    report.figures["sent again after the last restart"] = len(sample)
    shop.kill()
    [(stored,)] = shop.database.rows("SELECT count(*) FROM requests_request")
    if stored != len(accepted):
        report.faults.append(f"repeated: {stored} are stored, {len(accepted)} were acknowledged")


def main() -> None:
    """The system test from the command line."""
    parser = argparse.ArgumentParser(prog="python -m system_tests.faults.kill", description=__doc__)
    parser.add_argument("--requests", type=int, default=100_000)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--visitors", type=int, default=16)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--stop-postgresql", action="store_true")
    parser.add_argument("--without", choices=WITHOUT)
    arguments = parser.parse_args()
    with temporary_folder() as folder, database(arguments.database, folder) as (db, cluster):
        if cluster is not None and arguments.without == "synchronous-commit":
            cluster.set("synchronous_commit", "off")
        with open_shop(folder, db, server(arguments.without)) as shop:
            report = run(
                shop,
                requests=arguments.requests,
                kills=arguments.kills,
                visitors=arguments.visitors,
                cluster=cluster if arguments.stop_postgresql else None,
            )
    report.title += f" on {arguments.database}"
    finish(report)


def server(without: str | None) -> tuple[str, ...]:
    """The module that is run as the server: the real one, or one that lacks a protection."""
    if without in (None, "synchronous-commit"):
        return ("oottam",)
    return ("system_tests.support.disabled_protections", str(without))


if __name__ == "__main__":
    main()
