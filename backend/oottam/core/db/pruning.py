"""Deletes expired rows in small batches, so that writers hardly wait.

A read without locks finds the rows. Each batch is its own transaction that checks them again, so the process can be
killed at any moment. The batch size adapts to about five milliseconds. Several servers may prune concurrently: on
PostgreSQL each skips rows that another has locked.
"""

import time
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

TARGET_BATCH_SECONDS = 0.005  # for which a batch holds the write lock, COMMIT included
PAUSE_SECONDS = 0.01  # after each batch, for waiting writers
MIN_BATCH_SIZE, FIRST_BATCH_SIZE, MAX_BATCH_SIZE = 10, 100, 2000  # rows per batch


def never() -> bool:
    """Return False: the default for `is_over`."""
    return False


def prune(
    expired: "QuerySet[Any]",
    *,
    is_over: Callable[[], bool] = never,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Delete the rows of a queryset, lowest keys first, until `is_over`; return their number."""
    total, size, last_pk = 0, FIRST_BATCH_SIZE, None
    while not is_over():
        remaining = expired if last_pk is None else expired.filter(pk__gt=last_pk)
        batch = list(remaining.order_by("pk").values_list("pk", flat=True)[:size])
        if not batch:
            break
        deleted, seconds = _delete(expired, batch)
        total += deleted
        last_pk = batch[-1]
        size = _next_size(len(batch), seconds)
        pause(PAUSE_SECONDS)
    return total


def prune_window(rows: "QuerySet[Any]", seconds: int, now: datetime) -> int:
    """Delete rows whose `at` is outside the window, also future ones of a wrong clock; return their number."""
    at = int(now.timestamp())
    return prune(rows.exclude(at__range=(at - seconds, at + seconds)))


def _delete(expired: "QuerySet[Any]", batch: list[Any]) -> tuple[int, float]:
    """Delete the batch's rows that still match; return their number and the seconds under the write lock."""
    with transaction.atomic():
        started_at = time.perf_counter()  # the write lock is held from here
        matching = expired.filter(pk__in=batch).select_for_update(skip_locked=True, of=("self",))
        pks = list(matching.order_by().values_list("pk", flat=True))
        _, by_model = QuerySet(expired.model).filter(pk__in=pks).delete()
    return by_model.get(expired.model._meta.label, 0), time.perf_counter() - started_at


def _next_size(size: int, seconds: float) -> int:
    """Return the number of rows that fits TARGET_BATCH_SECONDS, at most twice `size`."""
    target_size = int(size * min(2.0, TARGET_BATCH_SECONDS / max(seconds, 0.0001)))
    return max(MIN_BATCH_SIZE, min(MAX_BATCH_SIZE, target_size))
