"""Prometheus metrics of this process, served at /metrics."""

from functools import cache

from prometheus_client import CollectorRegistry, Counter, Histogram, ProcessCollector

REGISTRY = CollectorRegistry()
ProcessCollector(registry=REGISTRY)  # memory, CPU, open files

SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0)
OUTCOMES = {200: "stored", 429: "limited"}  # and "refused" or "failed" for other statuses

_calls = Counter("oottam_calls", "Calls answered", ["kind", "outcome"], registry=REGISTRY)
_call_seconds = Histogram(
    "oottam_call_seconds", "From a call to its reply", ["kind"], registry=REGISTRY, buckets=SECONDS
)
_commit_batch = Histogram(
    "oottam_commit_batch_size",
    "Requests written by one commit",
    registry=REGISTRY,
    buckets=(1, 2, 4, 8, 16, 32, 64),
)
_limited = Counter(
    "oottam_rate_limited", "Requests refused by a rate limit", ["by"], registry=REGISTRY
)


def endpoint_responded(kind: str, status: int, seconds: float) -> None:
    """Count and time one endpoint response."""
    outcome = OUTCOMES.get(status) or ("refused" if status < 500 else "failed")
    _counter(kind, outcome).inc()
    _timer(kind).observe(seconds)


# Looking up a labelled metric costs more than incrementing it.
_counter = cache(_calls.labels)
_timer = cache(_call_seconds.labels)


def batch_committed(size: int) -> None:
    """Record the number of requests in one commit."""
    _commit_batch.observe(size)


def rate_limited() -> None:
    """Count a request beyond the cap of its IP address."""
    _limited.labels("address").inc()
