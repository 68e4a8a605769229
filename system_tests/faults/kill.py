"""SIGKILL under load: every acknowledged form is stored exactly once (section 7).

    python -m system_tests.faults.kill --requests 100000 --kills 100 --database postgresql

Visitors send forms of all eight kinds with an Idempotency-Key and retry until the response is
"submitted". Meanwhile the server's process group is killed and restarted. On PostgreSQL,
`--stop-postgresql` crashes the database instead at every second turn. Afterwards
every form is reconciled, and many are sent again.

`--without answers-after-commit` (or `idempotency`) disables a server protection, and
`--without synchronous-commit` one of PostgreSQL: the system test must then fail.
"""

import random
import time

from system_tests.load.visitors import VisitorLoad, repeat, wait_for
from system_tests.support import bodies
from system_tests.support.command_line import parse
from system_tests.support.databases import Cluster, database
from system_tests.support.reconciliation import AcceptedForm, reconcile
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, open_shop, server, temporary_folder
from system_tests.support.visitor import Visitor

MAX_REPEATED = 2000  # forms sent again at the end
LATEST_KILL = 0.02  # seconds after the acknowledgement that triggers a kill


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
    done = 0
    for turn in range(kills):
        wait_for(load, requests * (turn + 1) // (kills + 1))
        time.sleep(random.uniform(0, LATEST_KILL))
        if not load.busy:
            break
        done += 1
        if cluster is not None and turn % 2:
            cluster.stop_at_once()
            cluster.start()
        else:
            shop.kill()
            shop.open()
    load.join()
    report.figures["seconds"] = round(time.monotonic() - began, 1)
    report.figures["kills under load"] = done
    load.sum_up(report)
    if done < kills:
        report.faults.append(f"too few: {done} of {kills} kills happened under load")
    shop.kill()
    reconcile(shop.database, load.accepted, report)
    shop.open()
    _repeat_some(shop, load.accepted, repeats, report)
    return report


def _repeat_some(shop: Shop, accepted: list[AcceptedForm], repeats: int, report: Report) -> None:
    """Resend acknowledged forms after the last restart: none may be stored again."""
    sample = random.sample(accepted, min(len(accepted), repeats))
    paths = {bodies.kind(path): path for path in bodies.PATHS}
    with Visitor(shop.port) as visitor:
        for form in sample:
            report.faults += repeat(visitor, paths[form.kind], form)
    report.figures["resent after the last restart"] = len(sample)
    shop.kill()
    [(stored,)] = shop.database.rows("SELECT count(*) FROM requests_request")
    if stored != len(accepted):
        report.faults.append(f"repeated: {stored} are stored, {len(accepted)} were acknowledged")


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("answers-after-commit", "idempotency", "synchronous-commit"),
        requests=100_000,
        kills=100,
        visitors=16,
        stop_postgresql=False,
    )
    stops_postgresql, without = options.sizes.pop("stop_postgresql"), options.without
    with temporary_folder() as folder, database(options.database, folder) as (db, cluster):
        if cluster is not None and without == "synchronous-commit":
            cluster.set("synchronous_commit", "off")
            without = ""
        with open_shop(folder, db, server(without)) as shop:
            report = run(shop, cluster=cluster if stops_postgresql else None, **options.sizes)
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
