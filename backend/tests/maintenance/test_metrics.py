"""Metrics in Prometheus format, protected by a token."""

import json
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import OperationalError
from django.db.models import QuerySet
from django.test import Client
from django.utils import timezone
from prometheus_client.parser import text_string_to_metric_families as parse

from oottam.api.writing.writer import WRITER
from oottam.outbox.models import OutboxEntry, State
from tests.bodies import veg_body
from tests.conftest import VEG, Send

pytestmark = pytest.mark.django_db
TOKEN = "a token of the monitor"


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def get_metrics(authorization: str = f"Bearer {TOKEN}") -> Any:
    return Client(headers={"authorization": authorization, "host": "10.0.0.7"}).get("/metrics")


def read_metrics() -> dict[str, float]:
    """Samples by name and labels, as oottam_calls_total{veg,stored}."""
    response = get_metrics()
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    families = parse(response.content.decode())
    return {
        f"{sample.name}{{{','.join(sample.labels.values())}}}": sample.value
        for family in families
        for sample in family.samples
    }


def increase(before: dict[str, float], name: str) -> float:
    return read_metrics().get(name, 0.0) - before.get(name, 0.0)


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer ", f"Bearer {TOKEN} ", TOKEN, "Bearer é"]
)
def test_wrong_token_gets_404(authorization: str) -> None:
    response = get_metrics(authorization)
    assert (response.status_code, response.content) == (404, b"Not found\n")


@pytest.mark.parametrize("authorization", ["", "Bearer ", f"Bearer {TOKEN}"])
def test_metrics_are_off_without_a_token(settings: Any, authorization: str) -> None:
    settings.METRICS_TOKEN = ""
    assert get_metrics(authorization).status_code == 404


def test_calls_are_counted_by_kind_and_outcome(
    send: Send, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CAP_PER_ADDRESS = 2
    before = read_metrics()
    for body in (veg_body(), veg_body(), veg_body(), veg_body(date=5)):
        send(body, address="203.0.113.9")
    monkeypatch.setattr(WRITER, "submit", lambda jobs: 1 / 0)
    send(veg_body())
    assert {
        outcome: increase(before, f"oottam_calls_total{{veg,{outcome}}}")
        for outcome in ("stored", "limited", "refused", "failed")
    } == {"stored": 2, "limited": 1, "refused": 1, "failed": 1}
    assert increase(before, "oottam_call_seconds_count{veg}") == 5
    assert increase(before, "oottam_rate_limited_total{address}") == 1


def test_commit_size_is_counted(send: Send) -> None:
    before = read_metrics()
    send(veg_body())
    assert increase(before, "oottam_commit_batch_size_count{}") == 1
    assert increase(before, "oottam_commit_batch_size_sum{}") == 1
    assert read_metrics()["oottam_commit_queue{}"] == 0


def test_due_mails_and_the_oldest_are_measured(send: Send) -> None:
    assert (
        read_metrics()["oottam_outbox_due{}"],
        read_metrics()["oottam_outbox_overdue_seconds{}"],
    ) == (0, 0)
    send(veg_body())
    OutboxEntry.objects.update(due_at=timezone.now() - timedelta(minutes=10))
    first = OutboxEntry.objects.earliest("pk")
    assert read_metrics()["oottam_outbox_due{}"] == OutboxEntry.objects.count() > 1
    assert 600 <= read_metrics()["oottam_outbox_overdue_seconds{}"] < 900
    OutboxEntry.objects.filter(pk=first.pk).update(state=State.SENT)
    assert read_metrics()["oottam_outbox_due{}"] == OutboxEntry.objects.count() - 1


def test_retried_mails_are_counted_until_sent(send: Send) -> None:
    send(veg_body())
    assert read_metrics()["oottam_outbox_retrying{}"] == 0
    delayed = OutboxEntry.objects.filter(recipient="shop")
    delayed.update(attempts=3, due_at=timezone.now() + timedelta(minutes=10))
    assert read_metrics()["oottam_outbox_retrying{}"] == 1
    delayed.update(state=State.SENT)
    assert read_metrics()["oottam_outbox_retrying{}"] == 0


def test_database_error_omits_only_outbox_metrics(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(QuerySet, "aggregate", fail)
    found = read_metrics()
    assert "oottam_outbox_due{}" not in found
    assert found["process_resident_memory_bytes{}"] > 10_000_000


def test_metrics_contain_no_personal_data(send: Send) -> None:
    assert json.loads(send(veg_body()).content)["status"] == "success"
    text = get_metrics().content.decode()
    for part in ("Asha", "98400", "example.com", "Beach"):
        # Digits of a measured time may match by chance.
        assert not re.search(rf"(?<!\d){re.escape(part)}(?!\d)", text), part
    assert VEG not in text
