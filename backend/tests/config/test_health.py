"""Two addresses for whoever watches the server."""

import json
import time

import pytest
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import Client

from oottam.api.writing import writer


def ask(path: str) -> tuple[int, dict[str, str], str]:
    response = Client(headers={"host": "10.0.0.7"}).get(path)
    return response.status_code, json.loads(response.content), response["Cache-Control"]


def test_healthz_says_that_the_process_lives_without_asking_the_database() -> None:
    assert ask("/healthz") == (200, {"status": "ok"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_says_that_orders_can_be_taken() -> None:
    assert ask("/readyz") == (200, {"status": "ready"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_says_when_the_database_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: BaseDatabaseWrapper) -> None:
        raise OperationalError

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", away)
    monkeypatch.setattr(BaseDatabaseWrapper, "close", lambda self: None)
    assert ask("/readyz") == (503, {"status": "database unavailable"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_says_when_the_server_is_stopping(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "accepts", lambda: False)
    assert ask("/readyz") == (503, {"status": "shutting down"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_says_when_the_database_takes_no_writes(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError

    refused = {"status": "database takes no writes"}
    monkeypatch.setattr(writer._writer, "began_at", time.monotonic() - writer.STUCK_SECONDS)
    assert ask("/readyz") == (503, refused, "no-store")
    monkeypatch.setattr(writer._writer, "began_at", None)
    monkeypatch.setattr(writer._writer, "failed_at", time.monotonic())
    assert ask("/readyz") == (503, refused, "no-store")
    monkeypatch.setattr(writer, "FAILURE_SECONDS", 0.0)
    assert ask("/readyz") == (200, {"status": "ready"}, "no-store")
    monkeypatch.setattr(writer, "_rewrite", refuse)
    assert ask("/readyz") == (503, refused, "no-store")
    assert connection.connection is None  # the next who asks gets a fresh one
