"""Sends orders to shops, and measures latency and CPU time."""

import os
import subprocess
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from statistics import median

from benchmarks.intake.load import send_all
from benchmarks.intake.orders import Orders
from system_tests.support.report import percentile
from system_tests.support.shop import Shop

# Each order has another IP address, as behind a proxy, so that no rate limit is reached.
SETTINGS = {"LOG_LEVEL": "INFO", "TRUSTED_PROXY": "127.0.0.1", "OOTTAM_MAIL_WORKER": "0"}
ITERATIONS = 500_000


@dataclass(frozen=True, slots=True)
class Figures:
    """Figures of one run: orders per second, response times and CPU time per order in milliseconds."""

    rate: float
    p50: float
    p99: float
    cpu: float
    generator_cpu: float


def measure(shop: Shop, requests: list[bytes], clients: int) -> Figures:
    """Send the requests; raises RuntimeError unless all are accepted."""
    before = processor_seconds(shop)
    result = send_all(shop.port, requests, clients)
    used = processor_seconds(shop) - before
    if set(result.statuses) != {b"200"}:
        raise RuntimeError(f"Not every request was accepted: {dict(result.statuses)}")
    return Figures(
        rate=result.rate,
        p50=percentile(result.seconds, 0.5),
        p99=percentile(result.seconds, 0.99),
        cpu=1000 * used / len(requests),
        generator_cpu=1000 * result.cpu / len(requests),
    )


def medians(runs: list[Figures]) -> Figures:
    """Return the median of each figure."""
    return Figures(
        *(median(getattr(run, name) for run in runs) for name in Figures.__dataclass_fields__)
    )


def compare(
    shop: Shop,
    options: Namespace,
    orders: Orders,
    beside: Callable[[int], AbstractContextManager[object]],
) -> None:
    """Measure orders alone and in the context that `beside` gives for a turn, by turns; print medians and ratios.

    Of `options` it reads `turns`, and `orders` and `clients` of a run.
    """
    pairs = []
    for turn in range(options.turns):
        runs: dict[bool, Figures] = {}
        for is_beside in (turn % 2 == 0, turn % 2 == 1):
            requests = orders.make(options.orders)
            with beside(turn) if is_beside else nullcontext():
                runs[is_beside] = measure(shop, requests, options.clients)
        pairs.append((runs[False], runs[True]))
    print(
        f"{options.database}, {options.clients} clients, {options.orders} orders a run, {options.turns} turns; "
        "medians alone and beside it, and the ratio (highest)"
    )
    for name in ("p50", "p99", "rate"):
        alone, together = (
            median(getattr(run, name) for run in runs) for runs in zip(*pairs, strict=True)
        )
        ratios = [getattr(second, name) / getattr(first, name) for first, second in pairs]
        print(f"{name:>5}  {alone:8.1f}  {together:8.1f}  {median(ratios):.2f} ({max(ratios):.2f})")


@contextmanager
def keep_processors_busy() -> Iterator[None]:
    """Run a process of lowest priority on each core.

    On an idle core of a virtual machine, the end of an fsync is noticed at the next timer tick: after 4 ms instead of
    0.1.
    """
    loops = [
        subprocess.Popen(["nice", "-n", "19", sys.executable, "-c", "while True: pass"])
        for _ in range(os.cpu_count() or 1)
    ]
    try:
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


def processor_seconds(shop: Shop) -> float:
    """Return the CPU seconds of the server's processes, in user and system mode."""
    return sum(sum(process.cpu_times()[:2]) for process in shop.processes())
