"""What is noted beside the shop's books goes after its time; docs/privacy.md promises it, lives.py lists all tables."""

import logging
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from oottam.audit.models import Entry
from oottam.common.pruning import never, prune
from oottam.delivery.models import CashTap, Outcome, Result, Run
from oottam.notify.models import OutboxEntry, State
from oottam.privacy.retention import months_before
from oottam.requests.models import Request
from oottam.schedule.models import Change, Cooked, LockLine, ServingChange
from oottam.schedule.models.choices import OVER

logger = logging.getLogger(__name__)


def _of(*concerns: str) -> Q:
    return reduce(or_, [Q(action__startswith=f"{each}.") for each in concerns])


# What proves who agreed to what, who took money, and who looked at or took away what tells of a person.
PROOF = _of("cash", "food", "health", "list", "payment", "person", "price", "refund", "staff") | Q(
    action__in=(
        "request.enter", "request.confirm", "request.complete", "request.cancel", "request.reopen", "request.take-back",
        "request.merge", "request.take-double", "request.part", "request.give-double",
        "schedule.confirm", "schedule.days", "schedule.cancel", "delivery.forfeited",
    )
)  # fmt: skip
# Ticks and taps of a day: what came of them stands elsewhere, and is kept for longer.
CLICKS = _of("kitchen", "run", "stop", "mail") | Q(
    action__in=("delivery.delivered", "delivery.failed", "delivery.undo", "delivery.again", "delivery.ask-again")
)  # fmt: skip


class Rule(NamedTuple):
    """Some rows of a table, what they are called, after how many months they are past (0: never), and which those are."""

    named: str
    months: Callable[[], int]
    past: Callable[[datetime], "QuerySet[Any]"]


def _mails(before: datetime) -> "QuerySet[Any]":
    """Of requests that are closed; a letter's words stay with its request, and what became of it with them."""
    about = Request.objects.filter(reference=OuterRef("reference"))
    closed = Exists(about.filter(closed_at__isnull=False))
    erased = Exists(about.filter(erased_at__isnull=False))
    settled = OutboxEntry.objects.filter(created_at__lt=before).exclude(state=State.WAITING)
    return settled.filter((Q(message_id=None) & closed) | erased)


def _entries(which: Q) -> Callable[[datetime], "QuerySet[Any]"]:
    return lambda before: Entry.objects.filter(which, at__lt=before)


def _steps(before: datetime) -> "QuerySet[Any]":
    """Of plans that are over. Changes are numbered in the order of time, so young ones are known by their number."""
    oldest = Change.objects.filter(at__gte=before).order_by("at").values_list("pk", flat=True)
    young = oldest.first()
    past = ServingChange.objects.filter(change__at__lt=before, serving__plan__state__in=OVER)
    return past if young is None else past.filter(change_id__lt=young)


def _taps(before: datetime) -> "QuerySet[Any]":
    """What did not arrive is counted by the reports, and stays."""
    return Result.objects.filter(Q(outcome=Outcome.DELIVERED) | Q(stands=False), at__lt=before)


def _runs(before: datetime) -> "QuerySet[Any]":
    """With whoever had them before."""
    return Run.objects.filter(date__lt=timezone.localdate(before), cash__isnull=True)


def _cash_taps(before: datetime) -> "QuerySet[Any]":
    """The payment stays."""
    return CashTap.objects.filter(run__date__lt=timezone.localdate(before))


RULES = (
    Rule("mails", lambda: settings.MAILS_KEPT_MONTHS, _mails),
    Rule("clicks of the record", lambda: settings.CLICKS_KEPT_MONTHS, _entries(CLICKS)),
    Rule("entries of the record", lambda: settings.RECORD_KEPT_MONTHS, _entries(~CLICKS & ~PROOF)),
    Rule("proofs of the record", lambda: settings.PROOF_KEPT_MONTHS, _entries(PROOF)),
    Rule("steps of schedules", lambda: settings.CLICKS_KEPT_MONTHS, _steps),
    Rule(
        "dishes told to the kitchen",
        lambda: settings.KITCHEN_KEPT_MONTHS,
        lambda before: LockLine.objects.filter(lock__date__lt=timezone.localdate(before)),
    ),
    Rule(
        "dishes ticked as cooked",
        lambda: settings.KITCHEN_KEPT_MONTHS,
        lambda before: Cooked.objects.filter(date__lt=timezone.localdate(before)),
    ),
    Rule("taps at doors", lambda: settings.DOORS_KEPT_MONTHS, _taps),
    Rule("taps of cash", lambda: settings.DOORS_KEPT_MONTHS, _cash_taps),
    Rule("runs", lambda: settings.DOORS_KEPT_MONTHS, _runs),
)


def prune_all(
    now: datetime,
    *,
    is_over: Callable[[], bool] = never,
    breathe: Callable[[float], object] = time.sleep,
) -> Mapping[str, int]:
    """Delete what is past, rule by rule, until `is_over`; how many of each, without those of which there were none."""
    began = time.perf_counter()
    gone: dict[str, int] = {}
    for rule in RULES:
        if rule.months() and not is_over():
            past = rule.past(months_before(now, rule.months()))
            if count := prune(past, is_over=is_over, breathe=breathe):
                gone[rule.named] = count
    if gone:
        logger.info(
            "Pruned in %.1f s%s: %s",
            time.perf_counter() - began,
            ", and broken off" if is_over() else "",
            in_words(gone),
        )
    return gone


def in_words(gone: Mapping[str, int]) -> str:
    """12 mails, 3 runs; "nothing" where there is nothing."""
    return ", ".join(f"{count} {named}" for named, count in gone.items()) or "nothing"
