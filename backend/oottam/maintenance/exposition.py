"""View /metrics for Prometheus; requires METRICS_TOKEN, and is off if that is empty."""

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.db.models import Count, Min, Q
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from oottam.api.writing.writer import WRITER
from oottam.core.metrics import REGISTRY
from oottam.outbox.models import OutboxEntry, State


class QueueCollector(Collector):
    """Collects queue lengths at scrape time."""

    def collect(self) -> Iterator[Metric]:
        """Yield the writer's queue, and the outbox unless the database is unavailable.

        Overdue mails indicate a mail worker that is down, retried mails a mail server that is down.
        """
        yield GaugeMetricFamily(
            "oottam_commit_queue", "Requests that wait for the writer", WRITER.waiting
        )
        now = timezone.now()
        try:
            due = Q(due_at__lte=now)
            figures = OutboxEntry.objects.filter(state=State.WAITING).aggregate(
                count=Count("pk", filter=due),
                oldest=Min("due_at", filter=due),
                tried=Count("pk", filter=Q(attempts__gt=0)),
            )
        except AnyDatabaseError:
            connection.close()
            return
        overdue = (now - figures["oldest"]).total_seconds() if figures["oldest"] else 0.0
        yield GaugeMetricFamily(
            "oottam_outbox_due", "Mails that could be sent now", figures["count"]
        )
        yield GaugeMetricFamily(
            "oottam_outbox_overdue_seconds", "How long the oldest of them has been due", overdue
        )
        yield GaugeMetricFamily(
            "oottam_outbox_retrying", "Mails that did not go through yet", figures["tried"]
        )


REGISTRY.register(QueueCollector())


def exposition(request: HttpRequest) -> HttpResponse:
    """Expose the metrics of this process; 404 without the token."""
    if not _is_authorized(request.headers.get("Authorization", "")):
        return HttpResponse("Not found\n", status=404, content_type="text/plain; charset=utf-8")
    return HttpResponse(
        generate_latest(REGISTRY),
        content_type=CONTENT_TYPE_LATEST,
        headers={"Cache-Control": "no-store"},
    )


def _is_authorized(authorization: str) -> bool:
    token: str = settings.METRICS_TOKEN
    expected = f"Bearer {token}".encode()
    return bool(token) and hmac.compare_digest(authorization.encode(), expected)
