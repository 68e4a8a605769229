"""Non-reading clients: visitors are not delayed by hundreds of clients that request much and read nothing.

    python -m system_tests.load.non_reading_clients --connections 400 --seconds 60

Visitors send forms and fetch pages at a steady rate, first alone and then beside clients
that do not read (non_readers.py), whose pipelined mixes of pages and API calls cover all counts. When those have
gone, their resources must be free again; and while new ones hold connections, SIGTERM
must stop the server within its limit.

The shop runs behind nginx, which buffers responses for slow readers. `--alone` omits
nginx: the system test must then fail.
"""

import os
import subprocess
import threading
import time
from contextlib import ExitStack
from http.client import HTTPException

from system_tests.load.visitors import VisitorLoad
from system_tests.support.command_line import argument_parser
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.reconciliation import reconcile
from system_tests.support.report import Report, finish, percentile
from system_tests.support.shop import Shop, shop_on, temporary_folder
from system_tests.support.subprocess_clients import subprocess_clients
from system_tests.support.visitor import Visitor

VISITORS, READERS, PAUSE = 8, 4, 0.05
P99_MILLISECONDS = 250.0
PAGE = "/order/"
LARGE = "assets/large.bin"
LARGE_BYTES = 200_000
CUT_OFF_SECONDS = 30.0  # nginx's send timeout, from the last byte read
GRACE_SECONDS = 10.0
STOP_SECONDS = 30.0  # 20 for draining, the rest for shutdown


class Readers:
    """Visitors who repeatedly fetch a page; `seconds` holds each response time."""

    def __init__(self, port: int) -> None:
        self.seconds: list[float] = []
        self.faults: list[str] = []
        self._port = port
        self._stopped = threading.Event()
        self._threads = [
            threading.Thread(target=self._read, args=(f"10.0.1.{number}",), daemon=True)
            for number in range(READERS)
        ]
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        """Wait for the last responses."""
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _read(self, address: str) -> None:
        with Visitor(self._port, timeout=20.0, address=address) as visitor:
            while not self._stopped.wait(PAUSE):
                began = time.monotonic()
                try:
                    status = visitor.get(PAGE).status
                except (OSError, HTTPException) as error:
                    self.faults.append(f"unread: a page was not received ({type(error).__name__})")
                    continue
                self.seconds.append(time.monotonic() - began)
                if status != 200:
                    self.faults.append(f"page: {status}")


def run(shop: Shop, *, connections: int, seconds: float, wait: bool = True) -> Report:
    """Measure alone, then beside `connections` non-reading clients, `seconds` each; then check for leaks.

    Without `wait`, it does not check that readers are cut off at the deadline.
    """
    report = Report(f"{connections} connections that read nothing, for {seconds:.0f} s")
    loads = [_visit(shop, seconds, report, "alone", first=0)]
    before = _descriptors(shop)
    with subprocess_clients("system_tests.load.non_readers", shop.port, connections) as met:
        loads.append(_visit(shop, seconds, report, "beside them", first=10**6))
        report.figures["memory during the test, MiB"] = shop.memory()
        if wait:
            time.sleep(max(0.0, CUT_OFF_SECONDS + GRACE_SECONDS - seconds))
    report.figures["slow readers cut off"] = met["cut_off"]
    if wait and not met["cut_off"]:
        report.faults.append("kept: no non-reading client was cut off")
    left = _descriptors_after(shop, before)
    if left > before + VISITORS:
        report.faults.append(f"left: {left} descriptors are open, {before} were before")
    reconcile(shop.database, [form for load in loads for form in load.accepted], report)
    return report


def ending(shop: Shop, *, connections: int) -> Report:
    """Measure the shutdown time after SIGTERM beside non-reading clients."""
    report = Report(f"SIGTERM beside {connections} connections that read nothing")
    with subprocess_clients("system_tests.load.non_readers", shop.port, connections):
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


def prepare(shop: Shop) -> None:
    """Add a large file to the storefront; call before the shop is opened."""
    file = shop.storefront / "site" / LARGE
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(os.urandom(LARGE_BYTES))


def _visit(shop: Shop, seconds: float, report: Report, name: str, *, first: int) -> VisitorLoad:
    load = VisitorLoad(shop.port, visitors=VISITORS, first=first, pause=PAUSE, addresses="10.0.0.")
    readers = Readers(shop.port)
    load.start()
    time.sleep(seconds)
    load.stop()
    readers.stop()
    report.faults += load.faults + readers.faults
    if load.refused or load.broken:
        report.faults.append(f"turned away: {len(load.refused)} {dict(load.broken)} {name}")
    for what, took in (("forms", load.seconds), ("pages", readers.seconds)):
        p50, p99 = (percentile(took, share) for share in (0.5, 0.99))
        report.figures[f"{what} {name}; p50, p99 in ms"] = f"{len(took)}; {p50}, {p99}"
        if p99 > P99_MILLISECONDS:
            report.faults.append(f"slow: p99 of {what} {name} is {p99} ms")
    return load


def _descriptors(shop: Shop) -> int:
    worker = shop.processes()[-1]
    return len(os.listdir(f"/proc/{worker}/fd"))  # noqa: PTH208 - counted, not read


def _descriptors_after(shop: Shop, before: int) -> int:
    """Open descriptors after clients have had time to leave."""
    deadline = time.monotonic() + GRACE_SECONDS
    while _descriptors(shop) > before + VISITORS and time.monotonic() < deadline:
        time.sleep(0.1)
    return _descriptors(shop)


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser("system_tests.load.non_reading_clients", __doc__)
    parser.add_argument("--connections", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--alone", action="store_true", help="without nginx")
    arguments = parser.parse_args()
    with ExitStack() as stack:
        shop = stack.enter_context(shop_on("sqlite", **TRUSTED))
        shop.close()
        prepare(shop)
        shop.open()
        if not arguments.alone:
            stack.enter_context(behind_nginx(shop, stack.enter_context(temporary_folder())))
        reports = [
            run(shop, connections=arguments.connections, seconds=arguments.seconds),
            ending(shop, connections=arguments.connections),
        ]
    finish(*reports)


if __name__ == "__main__":
    main()
