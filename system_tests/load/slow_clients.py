"""Slow clients: visitors are not delayed by hundreds of clients that send a byte at a time.

    python -m system_tests.load.slow_clients --connections 500 --seconds 60

Visitors send forms of all eight kinds at a steady rate, first alone and then beside the
slow senders (slow_senders.py). Then idle connections are opened: the server must close them.

The shop runs behind nginx as in production, or `--alone`. `--without time-limits` removes the
time limits of the server alone: the system test must then fail.
"""

import socket
import time
from contextlib import ExitStack

from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import argument_parser
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish, percentile
from system_tests.support.shop import Shop, shop_on, temporary_folder
from system_tests.support.subprocess_clients import subprocess_clients

VISITORS, PAUSE = 8, 0.05  # regular visitors, and seconds between their forms
P99_MILLISECONDS = 250.0
IDLE_CONNECTIONS = 50
IDLE_SECONDS = 60.0  # the server's limit
GRACE_SECONDS = 10.0


def run(shop: Shop, *, connections: int, seconds: float) -> Report:
    """Measure alone, then beside `connections` slow clients, `seconds` each."""
    report = Report(f"{connections} connections that send a byte at a time, for {seconds:.0f} s")
    loads = [_visit(shop, seconds, first=0)]
    with subprocess_clients("system_tests.load.slow_senders", shop.port, connections) as met:
        loads.append(_visit(shop, seconds, first=10**6))
    for name, load in zip(("alone", "beside them"), loads, strict=True):
        p50, p99 = (percentile(load.seconds, share) for share in (0.5, 0.99))
        report.figures[f"forms {name}; p50, p99 in ms"] = f"{len(load.accepted)}; {p50}, {p99}"
        report.faults += load.faults
        if load.refused or load.broken:
            report.faults.append(f"turned away: {len(load.refused)} {dict(load.broken)} {name}")
        if p99 > P99_MILLISECONDS:
            report.faults.append(f"slow: p99 {name} is {p99} ms, over {P99_MILLISECONDS}")
    report.figures["slow connections closed"] = met["closed"]
    reconcile(shop.database, [form for load in loads for form in load.accepted], report)
    return report


def idle(shop: Shop) -> Report:
    """Open idle connections and wait until the server closes each."""
    report = Report(f"{IDLE_CONNECTIONS} connections that send nothing")
    began = time.monotonic()
    with ExitStack() as stack:
        address = ("127.0.0.1", shop.port)
        silent = [
            stack.enter_context(socket.create_connection(address)) for _ in range(IDLE_CONNECTIONS)
        ]
        for connection in silent:
            left = began + IDLE_SECONDS + GRACE_SECONDS - time.monotonic()
            connection.settimeout(max(0.01, left))
            try:
                connection.recv(1)
            except TimeoutError:
                report.faults.append("idle: an idle connection was not closed")
    report.figures["seconds until all were closed"] = round(time.monotonic() - began, 1)
    return report


def _visit(shop: Shop, seconds: float, *, first: int) -> VisitorLoad:
    load = VisitorLoad(shop.port, visitors=VISITORS, first=first, pause=PAUSE, addresses="10.0.0.")
    load.start()
    time.sleep(seconds)
    load.stop()
    return load


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser("system_tests.load.slow_clients", __doc__)
    parser.add_argument("--connections", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--alone", action="store_true", help="without nginx")
    parser.add_argument("--without", choices=("time-limits",))
    arguments = parser.parse_args()
    server = (
        ("system_tests.support.disabled_protections", arguments.without)
        if arguments.without
        else ("oottam",)
    )
    with ExitStack() as stack:
        shop = stack.enter_context(shop_on(arguments.database, server, **TRUSTED))
        if not (arguments.alone or arguments.without):
            stack.enter_context(behind_nginx(shop, stack.enter_context(temporary_folder())))
        busy = run(shop, connections=arguments.connections, seconds=arguments.seconds)
        silent = idle(shop)
    busy.title += f" on {arguments.database}"
    finish(busy, silent)


if __name__ == "__main__":
    main()
