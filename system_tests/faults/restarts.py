"""Restarts under load: the server drains, and stores no unacknowledged form.

    python -m system_tests.faults.restarts --restarts 20

Visitors send forms of all eight kinds while the server is stopped (SIGTERM) and restarted.
While it is down, the database contains only acknowledged forms. Behind nginx, as in
production, a visitor only meets nginx's 503; with `--alone` (without nginx) a refused connection, or a keep-alive connection
closed while the next form was sent.

`--without draining` stops the server immediately: the system test must then fail.
"""

import time
from collections.abc import Iterator

from system_tests.load.visitors import VisitorLoad, wait_for
from system_tests.support.command_line import parse
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, server, shop_on

VISITORS = 8
ARRIVAL_SECONDS = 0.1  # until the last responses arrive
BETWEEN = 150  # forms between two restarts
CLOSED_DOOR = "ConnectionRefusedError"
CLOSED_MEANWHILE = ("BrokenPipeError", "RemoteDisconnected", "ConnectionResetError")


def run(shop: Shop, *, restarts: int, alone: bool) -> Report:
    """Restart the shop `restarts` times under load; `alone` omits nginx."""
    report = Report(f"{restarts} restarts under {VISITORS} visitors")
    load = VisitorLoad(shop.port, visitors=VISITORS, pause=0.002, addresses="10.0.0.")
    load.start()
    longest = 0.0
    for _ in range(restarts):
        wait_for(load, len(load.accepted) + BETWEEN)
        began = time.monotonic()
        status = shop.close()
        longest = max(longest, time.monotonic() - began)
        if status != 0:
            report.faults.append(f"status: the server ended with {status}")
        report.faults += _stored_without_response(shop, load)
        shop.open()
    wait_for(load, len(load.accepted) + BETWEEN)
    load.stop()
    shop.close()
    report.figures["acknowledged"] = len(load.accepted)
    report.figures["longest shutdown after SIGTERM, s"] = round(longest, 2)
    if alone:
        report.figures["refused connections"] = load.broken.pop(CLOSED_DOOR, 0)
        closed = [load.broken.pop(name, 0) for name in CLOSED_MEANWHILE]
        report.figures["keep-alive connections closed"] = sum(closed)
    else:
        report.figures["503 responses by nginx"] = len(load.refused)
        load.refused = [each for each in load.refused if b"We are away" not in each.body]
    report.faults += load.faults_and_failures()
    reconcile(shop.database, load.accepted, report)
    return report


def _stored_without_response(shop: Shop, load: VisitorLoad) -> Iterator[str]:
    """Yield forms stored without a response; call after the server has stopped."""
    time.sleep(ARRIVAL_SECONDS)
    rows = shop.database.rows("SELECT key FROM intake_idempotencyrecord")
    for key in load.unanswered & {str(key) for (key,) in rows}:
        yield f"unanswered: {key} is stored"


def main() -> None:
    """The system test from the command line."""
    options = parse(without=("draining",), restarts=20, alone=False)
    with (
        shop_on(options.database, server(options.without), **TRUSTED) as shop,
        behind_nginx(shop, limits=False, alone=options.alone),
    ):
        report = run(shop, **options.sizes)
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
