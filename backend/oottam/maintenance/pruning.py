"""What is noted beside the shop's books goes after its time, by the register's rules; docs/privacy.md promises it."""

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
    breathe: Callable[[float], object] = time.sleep,
) -> Mapping[str, int]:
    """Delete what is past, rule by rule, until `is_over`; how many of each, without those of which there were none."""
    began = time.perf_counter()
    gone: dict[str, int] = {}
    for rule in (rule for table in tables() for rule in table.rules):
        months = getattr(settings, rule.setting)
        if months and not is_over():
            past = rule.past(months_before(now, months))
            if count := prune(past, is_over=is_over, breathe=breathe):
                gone[rule.named] = count
    if gone:
        logger.info(
            "Pruned in %.1f s%s: %s",
            time.perf_counter() - began,
            ", and broken off" if is_over() else "",
            describe_pruned(gone),
        )
    return gone


def describe_pruned(gone: Mapping[str, int]) -> str:
    """12 mails, 3 runs; "nothing" where there is nothing."""
    return ", ".join(f"{count} {named}" for named, count in gone.items()) or "nothing"
