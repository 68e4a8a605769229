"""Deletes log-like rows after their retention period, by the rules of the register (docs/privacy.md)."""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime

from django.conf import settings

from oottam.core.db.pruning import never, prune
from oottam.core.personal import months_before, tables

logger = logging.getLogger(__name__)


def prune_all(
    now: datetime,
    *,
    is_over: Callable[[], bool] = never,
    pause: Callable[[float], object] = time.sleep,
) -> Mapping[str, int]:
    """Apply every rule until `is_over`; return the deleted rows by name, without zeros."""
    start = time.perf_counter()
    deleted: dict[str, int] = {}
    for rule in (rule for table in tables() for rule in table.rules):
        months = getattr(settings, rule.setting)
        if months and not is_over():
            expired = rule.expired_before(months_before(now, months))
            if count := prune(expired, is_over=is_over, pause=pause):
                deleted[rule.label] = count
    if deleted:
        logger.info(
            "Pruned in %.1f s%s: %s",
            time.perf_counter() - start,
            ", and broken off" if is_over() else "",
            describe_pruned(deleted),
        )
    return deleted


def describe_pruned(deleted: Mapping[str, int]) -> str:
    """Format as "12 mails, 3 runs", or "nothing"."""
    return ", ".join(f"{count} {named}" for named, count in deleted.items()) or "nothing"
