"""What the server counts, for whoever knows the token, in the form that Prometheus reads."""

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

from oottam.api.writing import writer
from oottam.outbox.models import OutboxEntry, State
from tests.bodies import veg_body
from tests.conftest import VEG, Send

pytestmark = pytest.mark.django_db
TOKEN = "a token of the monitor"


@pytest.fixture(autouse=True)
def _token(settings: Any) -> None:
    settings.METRICS_TOKEN = TOKEN


def ask(authorization: str = f"Bearer {TOKEN}") -> Any:
    return Client(headers={"authorization": authorization, "host": "10.0.0.7"}).get("/metrics")


def read() -> dict[str, float]:
    """Samples by name and labels, as oottam_calls_total{veg,stored}."""
    response = ask()
    assert response.status_code == 200
    assert response["Cache-Control"] == "no-store"
    families = parse(response.content.decode())
    return {
        f"{sample.name}{{{','.join(sample.labels.values())}}}": sample.value
        for family in families
        for sample in family.samples
    }


def grown(before: dict[str, float], name: str) -> float:
    return read().get(name, 0.0) - before.get(name, 0.0)


@pytest.mark.parametrize("said", ["", "Bearer", "Bearer ", f"Bearer {TOKEN} ", TOKEN, "Bearer é"])
def test_who_does_not_know_the_token_finds_nothing(said: str) -> None:
    response = ask(said)
    assert (response.status_code, response.content) == (404, b"Not found\n")


@pytest.mark.parametrize("said", ["", "Bearer ", f"Bearer {TOKEN}"])
def test_without_a_token_set_nobody_reads_them(settings: Any, said: str) -> None:
    settings.METRICS_TOKEN = ""
    assert ask(said).status_code == 404


def test_calls_are_counted_by_kind_and_outcome(
    send: Send, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CAP_PER_ADDRESS = 2
    before = read()
    for body in (veg_body(), veg_body(), veg_body(), veg_body(date=5)):
        send(body, address="203.0.113.9")
    monkeypatch.setattr(writer, "submit", lambda jobs: 1 / 0)
    send(veg_body())
    assert {
        outcome: grown(before, f"oottam_calls_total{{veg,{outcome}}}")
        for outcome in ("stored", "limited", "refused", "failed")
    } == {"stored": 2, "limited": 1, "refused": 1, "failed": 1}
    assert grown(before, "oottam_call_seconds_count{veg}") == 5
    assert grown(before, "oottam_rate_limited_total{address}") == 1


def test_the_size_of_commits_is_counted(send: Send) -> None:
    before = read()
    send(veg_body())
    assert grown(before, "oottam_commit_batch_size_count{}") == 1
    assert grown(before, "oottam_commit_batch_size_sum{}") == 1
    assert read()["oottam_commit_queue{}"] == 0


def test_mails_that_are_due_and_the_oldest_of_them(send: Send) -> None:
    assert (read()["oottam_outbox_due{}"], read()["oottam_outbox_overdue_seconds{}"]) == (0, 0)
    send(veg_body())
    OutboxEntry.objects.update(due_at=timezone.now() - timedelta(minutes=10))
    first = OutboxEntry.objects.earliest("pk")
    assert read()["oottam_outbox_due{}"] == OutboxEntry.objects.count() > 1
    assert 600 <= read()["oottam_outbox_overdue_seconds{}"] < 900
    OutboxEntry.objects.filter(pk=first.pk).update(state=State.SENT)
    assert read()["oottam_outbox_due{}"] == OutboxEntry.objects.count() - 1


def test_mails_that_did_not_go_through_until_they_have(send: Send) -> None:
    send(veg_body())
    assert read()["oottam_outbox_retrying{}"] == 0
    put_off = OutboxEntry.objects.filter(recipient="shop")
    put_off.update(attempts=3, due_at=timezone.now() + timedelta(minutes=10))
    assert read()["oottam_outbox_retrying{}"] == 1
    put_off.update(state=State.SENT)
    assert read()["oottam_outbox_retrying{}"] == 0


def test_a_database_that_is_away_takes_only_its_own_figures_along(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def away(*args: Any, **kwargs: Any) -> Any:
        raise OperationalError

    monkeypatch.setattr(QuerySet, "aggregate", away)
    found = read()
    assert "oottam_outbox_due{}" not in found
    assert found["process_resident_memory_bytes{}"] > 10_000_000


def test_nothing_of_a_customer_is_in_them(send: Send) -> None:
    assert json.loads(send(veg_body()).content)["status"] == "success"
    told = ask().content.decode()
    for part in ("Asha", "98400", "example.com", "Beach"):
        # Not the digits of a measured time, among which there are any.
        assert not re.search(rf"(?<!\d){re.escape(part)}(?!\d)", told), part
    assert VEG not in told
