"""Rows that are past their life go a few at a time, so that nobody who writes waits for it.

What is past is found by a plain read, which disturbs nobody. Each batch then is a transaction of its own that looks
again, so that it may be killed at any moment, and takes about five milliseconds: how many rows that is, it learns from
the batch before. Several servers may do it at once: on PostgreSQL each passes over what another one has in hand.
"""

import time
from collections.abc import Callable
from typing import Any

from django.db import transaction
from django.db.models import QuerySet

TARGET_BATCH_SECONDS = 0.005  # that a batch holds the writer, COMMIT included
PAUSE_SECONDS = 0.01  # after each batch: whoever waits comes first
MIN_BATCH_SIZE, FIRST_BATCH_SIZE, MAX_BATCH_SIZE = 10, 100, 2000  # rows of a batch


def never() -> bool:
    """Until all of it is done."""
    return False


def prune(
    found: "QuerySet[Any]",
    *,
    is_over: Callable[[], bool] = never,
    breathe: Callable[[float], object] = time.sleep,
) -> int:
    """Delete the rows that are `found`, the oldest numbers first, until `is_over`; how many."""
    gone, size, last = 0, FIRST_BATCH_SIZE, None
    while not is_over():
        behind = found if last is None else found.filter(pk__gt=last)
        few = list(behind.order_by("pk").values_list("pk", flat=True)[:size])
        if not few:
            break
        deleted, seconds = _delete(found, few)
        gone += deleted
        last = few[-1]
        size = _next_size(len(few), seconds)
        breathe(PAUSE_SECONDS)
    return gone


def _delete(found: "QuerySet[Any]", few: list[Any]) -> tuple[int, float]:
    """How many of these rows are gone that are still found, and for how many seconds it held the writer."""
    with transaction.atomic():
        began = time.perf_counter()  # its turn has come
        still = found.filter(pk__in=few).select_for_update(skip_locked=True, of=("self",))
        numbers = list(still.order_by().values_list("pk", flat=True))
        _, each = QuerySet(found.model).filter(pk__in=numbers).delete()
    return each.get(found.model._meta.label, 0), time.perf_counter() - began


def _next_size(size: int, seconds: float) -> int:
    """As many rows as fit into TARGET_BATCH_SECONDS, by what these took; at most twice as many."""
    fitting = int(size * min(2.0, TARGET_BATCH_SECONDS / max(seconds, 0.0001)))
    return max(MIN_BATCH_SIZE, min(MAX_BATCH_SIZE, fitting))
