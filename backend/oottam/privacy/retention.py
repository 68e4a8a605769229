"""Retention policy: erases personal data after the periods in docs/privacy.md."""

import time
from collections.abc import Callable, Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.core.personal import months_before
from oottam.privacy import erasure, traces
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import SlotState
from oottam.workflow.services.details import ORDERS

PAUSE_SECONDS = 0.01  # after each request, so that new orders are not delayed
REASON = "Kept for as long as was promised."
CONCURRENT_CHANGE = (DomainError, StaleError, NotFoundError)


class PurgeResult(NamedTuple):
    """Number of requests erased, and of requests whose health data were erased."""

    erased: int
    health: int


def apply_retention(
    now: datetime,
    *,
    is_over: Callable[[], bool] = lambda: False,
    pause: Callable[[float], object] = time.sleep,
) -> PurgeResult:
    """Erase expired data, each request in its own transaction, until `is_over`.

    A request that is changed concurrently is left to the next night.
    """

    def process(expired: "QuerySet[Request]", action: Callable[[str, int], object]) -> int:
        count = 0
        due: Iterable[tuple[str, int]] = list(
            expired.order_by("received_at").values_list("reference", "version")
        )
        for reference, version in due:
            if is_over():
                break
            try:
                action(reference, version)
            except CONCURRENT_CHANGE:
                continue
            count += 1
            pause(PAUSE_SECONDS)
        return count

    def erase(reference: str, version: int) -> None:
        erasure.erase_one(reference, None, now, REASON, cancel=True, versions={reference: version})

    def erase_health(reference: str, version: int) -> None:
        erasure.erase_health(reference=reference, now=now)

    result = PurgeResult(
        erased=process(_expired_orders(now), erase) + process(_expired_enquiries(now), erase),
        health=process(_expired_health(now), erase_health),
    )
    traces.delete_orphaned_mails()
    traces.truncate_journal()
    return result


_NOT_ERASED = Q(erased_at=None) | Q(closed_at__gt=F("erased_at"))  # reopened, and closed again
_HEALTH_NOT_ERASED = Q(health_erased_at=None) | Q(closed_at__gt=F("health_erased_at"))


def _expired_orders(now: datetime) -> "QuerySet[Request]":
    if not settings.ORDERS_RETENTION_MONTHS:
        return Request.objects.none()
    oldest = months_before(now, settings.ORDERS_RETENTION_MONTHS)
    return Request.objects.filter(_NOT_ERASED, kind__in=ORDERS, closed_at__lt=oldest)


def _expired_enquiries(now: datetime) -> "QuerySet[Request]":
    if not settings.ENQUIRIES_RETENTION_MONTHS:
        return Request.objects.none()
    oldest = months_before(now, settings.ENQUIRIES_RETENTION_MONTHS)
    closed = Q(closed_at__lt=oldest)
    left_open = Q(closed_at=None, received_at__lt=oldest)
    expired = Request.objects.filter(_NOT_ERASED, closed | left_open).exclude(kind__in=ORDERS)
    return expired.exclude(pk__in=_still_needed(now).values("pk"))


def _still_needed(now: datetime) -> "QuerySet[Request]":
    """Open enquiries of any age with meals, a follow-up, an event or an appointment to come."""
    today = timezone.localdate(now)
    return Request.objects.filter(closed_at=None).filter(
        Q(status=Status.ACTIVE)
        | Q(status=Status.CONFIRMED, kind=Kind.SUBSCRIPTION)
        | Q(follow_up_on__gte=today)
        | Q(event_details__date__gte=today)
        | Q(slots__state=SlotState.AGREED, slots__starts_at__gte=now)
    )


def _expired_health(now: datetime) -> "QuerySet[Request]":
    if not settings.HEALTH_RETENTION_DAYS:
        return Request.objects.none()
    oldest = now - timedelta(days=settings.HEALTH_RETENTION_DAYS)
    # An order may last longer than the retention period, which therefore starts when it is closed.
    order = Q(kind__in=ORDERS, closed_at__lt=oldest)
    # Health data copied from an earlier request keep their original date, and expire with the order at the earliest.
    carried = Q(closed_at__isnull=False, fulfilment__health_since__lt=timezone.localdate(oldest))
    enquiry = ~Q(kind__in=ORDERS) & Q(received_at__lt=oldest, closed_at__isnull=False)
    nutrition = Q(kind=Kind.NUTRITION, received_at__lt=oldest)
    return Request.objects.filter(_HEALTH_NOT_ERASED, order | carried | enquiry | nutrition)
