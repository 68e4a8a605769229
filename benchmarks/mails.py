"""Measures the mail worker's processor time for each mail, and orders beside a sending worker.

python -m benchmarks.mails --database postgresql

An SMTP server in a process of its own takes every mail and keeps none. Bare sending is as many mails of their mean size
by Python's SMTP client, one connection a batch. What a worker takes to start is measured without mails, and taken off.
"""

import resource
import smtplib
import socketserver
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from ctypes import c_int64
from multiprocessing import get_context
from typing import Any

import psutil

from benchmarks.intake.measuring import SETTINGS, compare, measure
from benchmarks.intake.orders import Orders
from system_tests.support.command_line import parse
from system_tests.support.databases import database
from system_tests.support.shop import Shop, mail_settings, open_shop, temporary_folder

FORK = get_context("fork")
BATCH = 20  # mails of a connection, as the worker sends them


class MailSink:
    """Counts the mails that its process takes, and their bytes."""

    def __init__(self) -> None:
        self.mails, self.bytes = FORK.Value(c_int64), FORK.Value(c_int64)
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), self._handler())
        self._process = FORK.Process(target=self._server.serve_forever, daemon=True)
        self._process.start()
        self.port: int = self._server.server_address[1]

    def connect(self) -> smtplib.SMTP:
        return smtplib.SMTP("127.0.0.1", self.port)

    def cpu_seconds(self) -> float:
        return float(sum(psutil.Process(self._process.pid).cpu_times()[:2]))

    def close(self) -> None:
        self._process.kill()
        self._process.join()
        self._server.server_close()

    def _handler(self) -> type[socketserver.StreamRequestHandler]:
        sink = self

        class Session(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 sink\r\n")
                for command in self.rfile:
                    if command.upper().startswith(b"QUIT"):
                        self.wfile.write(b"221 bye\r\n")
                        return
                    if command.upper().startswith(b"DATA"):
                        self.wfile.write(b"354 go on\r\n")
                        sink.bytes.value += sum(map(len, iter(self.rfile.readline, b".\r\n")))
                        sink.mails.value += 1
                    self.wfile.write(b"250 taken\r\n")

        return Session


@contextmanager
def sending_worker(shop: Shop, sink: MailSink) -> Iterator[None]:
    """Run a worker as the server does; enter when it has sent its first mail, and print how many it sends."""
    before = sink.mails.value
    with subprocess.Popen(_worker(shop), env=shop.environment, stderr=subprocess.DEVNULL) as worker:
        while sink.mails.value == before:
            time.sleep(0.01)
        before, began = sink.mails.value, time.perf_counter()
        try:
            yield
        finally:
            seconds = time.perf_counter() - began
            print(
                f"the worker sends {(sink.mails.value - before) / seconds:.0f} a second", flush=True
            )
            worker.terminate()


def main() -> None:
    """Print both comparisons."""
    arguments = parse(mails=2000, orders=2000, clients=4, turns=8)
    orders = Orders()
    with (
        temporary_folder() as folder,
        database(arguments.database, folder) as (db, _),
        closing(MailSink()) as sink,
        open_shop(folder / "shop", db, **SETTINGS, **mail_settings(sink.port)) as shop,
    ):
        measure(shop, orders.make(arguments.mails // 2), arguments.clients)
        print(f"{arguments.database}, {arguments.mails} mails", flush=True)
        _print_cost(shop, sink)
        # Mails enough for a worker that never waits.
        measure(shop, orders.make(2 * arguments.orders), arguments.clients)
        compare(shop, arguments, orders, lambda _: sending_worker(shop, sink))


def _print_cost(shop: Shop, sink: MailSink) -> None:
    """Send what waits."""
    sink_before, began = sink.cpu_seconds(), time.perf_counter()
    used = _cpu_seconds_of_worker(shop)
    seconds, sink_used = time.perf_counter() - began, sink.cpu_seconds() - sink_before
    mails = sink.mails.value
    start = _cpu_seconds_of_worker(shop)
    size = sink.bytes.value // mails
    bare = _cpu_seconds_of_bare_sending(sink, mails, size)
    print(
        f"{1000 * (used - start) / mails:.2f} ms of processor a mail of {size} bytes; "
        f"{(used - start) / bare:.1f} times bare sending ({1000 * bare / mails:.2f} ms); "
        f"{mails / seconds:.0f} a second; SMTP server {1000 * sink_used / mails:.2f} ms; start {start:.1f} s",
        flush=True,
    )


def _cpu_seconds_of_worker(shop: Shop) -> float:
    """Send what waits by a worker; return what it took, with its start."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [*_worker(shop), "--once"]
    subprocess.run(command, env=shop.environment, check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _cpu_seconds_of_bare_sending(sink: MailSink, mails: int, size: int) -> float:
    mail = b"Subject: x\r\n\r\n" + b"\r\n".join([b"x" * 70] * (size // 72))
    began = time.process_time()
    for _ in range(mails // BATCH):
        with sink.connect() as client:
            for _ in range(BATCH):
                client.sendmail("shop@example.com", ["asha@example.com"], mail)
    return time.process_time() - began


def _worker(shop: Shop) -> list[Any]:
    return [shop.python, shop.backend / "manage.py", "deliver_mail", "--skip-checks"]


if __name__ == "__main__":
    main()
