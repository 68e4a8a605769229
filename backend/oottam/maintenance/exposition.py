"""/metrics, for Prometheus: only for who knows METRICS_TOKEN; without that setting, for nobody."""

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

from oottam.api.writing import writer
from oottam.core.metrics import REGISTRY
from oottam.outbox.models import OutboxEntry, State


class Waiting(Collector):
    """What stands in a queue at the moment of asking."""

    def collect(self) -> Iterator[Metric]:
        """The writer's queue; mails that wait, unless the database is away.

        Mails that are long overdue tell of a worker that is away, mails that wait for another try
        of a mail server that is.
        """
        yield GaugeMetricFamily(
            "oottam_commit_queue", "Requests that wait for the writer", writer.waiting()
        )
        now = timezone.now()
        try:
            due = Q(due_at__lte=now)
            found = OutboxEntry.objects.filter(state=State.WAITING).aggregate(
                count=Count("pk", filter=due),
                oldest=Min("due_at", filter=due),
                tried=Count("pk", filter=Q(attempts__gt=0)),
            )
        except AnyDatabaseError:
            connection.close()
            return
        overdue = (now - found["oldest"]).total_seconds() if found["oldest"] else 0.0
        yield GaugeMetricFamily("oottam_outbox_due", "Mails that could be sent now", found["count"])
        yield GaugeMetricFamily(
            "oottam_outbox_overdue_seconds", "How long the oldest of them has been due", overdue
        )
        yield GaugeMetricFamily(
            "oottam_outbox_retrying", "Mails that did not go through yet", found["tried"]
        )


REGISTRY.register(Waiting())


def exposition(request: HttpRequest) -> HttpResponse:
    """Everything counted by this process since it started."""
    if not _is_known(request.headers.get("Authorization", "")):
        return HttpResponse("Not found\n", status=404, content_type="text/plain; charset=utf-8")
    return HttpResponse(
        generate_latest(REGISTRY),
        content_type=CONTENT_TYPE_LATEST,
        headers={"Cache-Control": "no-store"},
    )


def _is_known(authorization: str) -> bool:
    token: str = settings.METRICS_TOKEN
    expected = f"Bearer {token}".encode()
    return bool(token) and hmac.compare_digest(authorization.encode(), expected)
