"""Slow clients: visitors are not delayed by hundreds of clients that send a byte at a time, or read nothing.

    python -m system_tests.load.slow_clients --connections 500 --seconds 60
    python -m system_tests.load.slow_clients --connections 400 --seconds 60 --reading

Visitors send forms of all eight kinds and fetch pages at a steady rate, first alone and then beside slow senders
(stalling_clients.py). Then idle connections are opened: the server must close them.

With `--reading`, beside clients that do not read, whose pipelined mixes of pages and API calls cover all counts. When those have gone, their resources must be free again; and while new ones hold connections, SIGTERM must
stop the server within its limit.

The shop runs behind nginx as in production, which buffers responses for slow readers, or `--alone`: then `--reading`
must fail. `--without time-limits` removes the time limits of the server alone: the system test must then fail.
"""

import os
import socket
import subprocess
import time
from contextlib import ExitStack
from http.client import HTTPException

from system_tests.load.visitors import VisitorLoad
from system_tests.support.child_process import child_process
from system_tests.support.command_line import parse
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.reconciliation import reconcile
from system_tests.support.repeated import Repeated
from system_tests.support.report import Report, finish, percentile
from system_tests.support.shop import Shop, server, shop_on
from system_tests.support.visitor import Visitor

CLIENTS = "system_tests.load.stalling_clients"
SENDERS, NON_READERS = "senders", "non-readers"
VISITORS, READERS, PAUSE = 8, 4, 0.05  # regular visitors, and seconds between their requests
P99_MILLISECONDS = 250.0
IDLE_CONNECTIONS = 50
IDLE_SECONDS = 60.0  # the server's limit
PAGE = "/order/"
LARGE = "assets/large.bin"
LARGE_BYTES = 200_000
CUT_OFF_SECONDS = 30.0  # nginx's send timeout, from the last byte read
GRACE_SECONDS = 10.0
STOP_SECONDS = 30.0  # 20 for draining, the rest for shutdown


def run(shop: Shop, kind: str, *, connections: int, seconds: float, wait: bool = True) -> Report:
    """Measure alone, then beside `connections` clients of this kind, `seconds` each; then check for leaks.

    Without `wait`, it does not check that clients who read nothing are cut off at the deadline.
    """
    report = Report(f"{connections} connections of {kind}, for {seconds:.0f} s")
    loads = [_visit(shop, seconds, report, "alone", first=0)]
    before = _descriptors(shop)
    with child_process(CLIENTS, kind, shop.port, connections) as clients:
        loads.append(_visit(shop, seconds, report, "beside them", first=10**6))
        report.figures["memory during the test, MiB"] = shop.memory()
        if wait:
            time.sleep(max(0.0, CUT_OFF_SECONDS + GRACE_SECONDS - seconds))
    report.figures["what the clients met"] = clients.results
    if wait and kind == NON_READERS and not clients.results.get("cut_off"):
        report.faults.append("kept: no non-reading client was cut off")
    deadline = time.monotonic() + GRACE_SECONDS
    while (left := _descriptors(shop)) > before + VISITORS and time.monotonic() < deadline:
        time.sleep(0.1)
    if left > before + VISITORS:
        report.faults.append(f"left: {left} descriptors are open, {before} were before")
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


def ending(shop: Shop, *, connections: int) -> Report:
    """Measure the shutdown time after SIGTERM beside non-reading clients."""
    report = Report(f"SIGTERM beside {connections} connections that read nothing")
    with child_process(CLIENTS, NON_READERS, shop.port, connections):
        time.sleep(1.0)
        began = time.monotonic()
        try:
            status = shop.close()
        except subprocess.TimeoutExpired:
            report.faults.append("end: the server did not end")
            return report
        took = time.monotonic() - began
    report.figures["shutdown after SIGTERM, s"] = round(took, 1)
    if status != 0:
        report.faults.append(f"end: the server ended with {status}")
    if took > STOP_SECONDS:
        report.faults.append(f"end: the server took {took:.1f} s")
    return report


def add_large_file(shop: Shop) -> None:
    """Add a large file to the storefront, and open the shop again."""
    shop.close()
    file = shop.storefront / "site" / LARGE
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(os.urandom(LARGE_BYTES))
    shop.open()


def _visit(shop: Shop, seconds: float, report: Report, name: str, *, first: int) -> VisitorLoad:
    load = VisitorLoad(shop.port, visitors=VISITORS, first=first, pause=PAUSE, addresses="10.0.0.")
    pages: list[float] = []
    with ExitStack() as stack:
        readers = [
            stack.enter_context(Visitor(shop.port, timeout=20.0, address=f"10.0.1.{number}"))
            for number in range(READERS)
        ]

        def read(number: int) -> None:
            began = time.monotonic()
            try:
                status = readers[number].get(PAGE).status
            except (OSError, HTTPException) as error:
                report.faults.append(f"unread: a page was not received ({type(error).__name__})")
                return
            pages.append(time.monotonic() - began)
            if status != 200:
                report.faults.append(f"page: {status}")

        load.start()
        with Repeated(read, PAUSE, READERS):
            time.sleep(seconds)
            load.stop()
    report.faults += load.faults
    if load.refused or load.broken:
        report.faults.append(f"turned away: {len(load.refused)} {dict(load.broken)} {name}")
    for what, took in (("forms", load.seconds), ("pages", pages)):
        p50, p99 = (percentile(took, share) for share in (0.5, 0.99))
        report.figures[f"{what} {name}; p50, p99 in ms"] = f"{len(took)}; {p50}, {p99}"
        if p99 > P99_MILLISECONDS:
            report.faults.append(f"slow: p99 of {what} {name} is {p99} ms")
    return load


def _descriptors(shop: Shop) -> int:
    return int(shop.processes()[-1].num_fds())


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("time-limits",),
        connections=500,
        seconds=60.0,
        reading=False,
        alone=False,
    )
    size = {"connections": options.connections, "seconds": options.seconds}
    is_alone = options.alone or bool(options.without)
    with shop_on(options.database, server(options.without), **TRUSTED) as shop:
        add_large_file(shop)
        with behind_nginx(shop, alone=is_alone):
            report = run(shop, NON_READERS if options.reading else SENDERS, **size)
            ended = ending(shop, connections=options.connections) if options.reading else idle(shop)
    finish(report, ended, kind=options.database)


if __name__ == "__main__":
    main()
