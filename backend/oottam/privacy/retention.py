"""What nobody needs any more is erased in time, without being asked: the promise in docs/privacy.md."""

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from oottam.core.errors import DomainError, StaleError
from oottam.core.personal import months_before
from oottam.privacy import erasure, traces
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import SlotState
from oottam.workflow.services.details import ORDERS
from oottam.workflow.services.editing import UnknownRequestError

PAUSE_SECONDS = 0.01  # after each request, so that orders that come in are not kept waiting
REASON = "Kept for as long as was promised."
CONCURRENT_CHANGE = (DomainError, StaleError, UnknownRequestError)


class PurgeResult(NamedTuple):
    """How many requests lost their person, and how many what was said of health."""

    erased: int
    health: int


def apply_retention(
    now: datetime,
    *,
    is_over: Callable[[], bool] = lambda: False,
    breathe: Callable[[float], object] = time.sleep,
) -> PurgeResult:
    """Erase what is past its time, each request in a short transaction of its own, until `is_over`.

    One that somebody changes at that moment is left to the next night.
    """

    def each(found: "QuerySet[Request]", do: Callable[[str, int], object]) -> int:
        done = 0
        due: Iterable[tuple[str, int]] = list(
            found.order_by("received_at").values_list("reference", "version")
        )
        for reference, version in due:
            if is_over():
                break
            try:
                do(reference, version)
            except CONCURRENT_CHANGE:
                continue
            done += 1
            breathe(PAUSE_SECONDS)
        return done

    def erase(reference: str, version: int) -> None:
        erasure.erase_one(reference, None, now, REASON, cancel=True, versions={reference: version})

    def forget_health(reference: str, version: int) -> None:
        erasure.erase_health(reference=reference, now=now)

    forgotten = PurgeResult(
        erased=each(_past_orders(now), erase) + each(_past_enquiries(now), erase),
        health=each(_past_health(now), forget_health),
    )
    traces.delete_orphaned_mails()
    traces.truncate_journal()
    return forgotten


_NOT_ERASED = Q(erased_at=None) | Q(closed_at__gt=F("erased_at"))  # reopened, and closed again
_HEALTH_LEFT = Q(health_erased_at=None) | Q(closed_at__gt=F("health_erased_at"))


def _past_orders(now: datetime) -> "QuerySet[Request]":
    if not settings.ORDERS_RETENTION_MONTHS:
        return Request.objects.none()
    oldest = months_before(now, settings.ORDERS_RETENTION_MONTHS)
    return Request.objects.filter(_NOT_ERASED, kind__in=ORDERS, closed_at__lt=oldest)


def _past_enquiries(now: datetime) -> "QuerySet[Request]":
    if not settings.ENQUIRIES_RETENTION_MONTHS:
        return Request.objects.none()
    oldest = months_before(now, settings.ENQUIRIES_RETENTION_MONTHS)
    closed = Q(closed_at__lt=oldest)
    left_open = Q(closed_at=None, received_at__lt=oldest)
    found = Request.objects.filter(_NOT_ERASED, closed | left_open).exclude(kind__in=ORDERS)
    return found.exclude(pk__in=_still_needed(now).values("pk"))


def _still_needed(now: datetime) -> "QuerySet[Request]":
    """Open enquiries that somebody has still to do with, however old: meals are eaten, a day lies ahead."""
    today = timezone.localdate(now)
    return Request.objects.filter(closed_at=None).filter(
        Q(status=Status.ACTIVE)
        | Q(status=Status.CONFIRMED, kind=Kind.SUBSCRIPTION)
        | Q(follow_up_on__gte=today)
        | Q(event_details__date__gte=today)
        | Q(slots__state=SlotState.AGREED, slots__starts_at__gte=now)
    )


def _past_health(now: datetime) -> "QuerySet[Request]":
    if not settings.HEALTH_RETENTION_DAYS:
        return Request.objects.none()
    oldest = now - timedelta(days=settings.HEALTH_RETENTION_DAYS)
    # An order may run for longer than its allergies would be kept: its days count from its end.
    order = Q(kind__in=ORDERS, closed_at__lt=oldest)
    # What came along from before is no younger by that: it goes with the order, once its own days are over.
    carried = Q(closed_at__isnull=False, fulfilment__health_since__lt=timezone.localdate(oldest))
    enquiry = ~Q(kind__in=ORDERS) & Q(received_at__lt=oldest, closed_at__isnull=False)
    nutrition = Q(kind=Kind.NUTRITION, received_at__lt=oldest)
    return Request.objects.filter(_HEALTH_LEFT, order | carried | enquiry | nutrition)
