"""The monitoring URLs /healthz and /readyz."""

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


def test_healthz_is_ok_without_a_database_query() -> None:
    assert ask("/healthz") == (200, {"status": "ok"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_is_ready() -> None:
    assert ask("/readyz") == (200, {"status": "ready"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_is_a_503_without_a_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(self: BaseDatabaseWrapper) -> None:
        raise OperationalError

    monkeypatch.setattr(BaseDatabaseWrapper, "cursor", away)
    monkeypatch.setattr(BaseDatabaseWrapper, "close", lambda self: None)
    assert ask("/readyz") == (503, {"status": "database unavailable"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_is_a_503_while_the_server_stops(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer.WRITER, "_closed", True)
    assert ask("/readyz") == (503, {"status": "shutting down"}, "no-store")


@pytest.mark.django_db(transaction=True)
def test_readyz_is_a_503_on_a_read_only_database(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> None:
        raise OperationalError

    refused = {"status": "database takes no writes"}
    monkeypatch.setattr(writer.WRITER, "began_at", time.monotonic() - writer.STUCK_SECONDS)
    assert ask("/readyz") == (503, refused, "no-store")
    monkeypatch.setattr(writer.WRITER, "began_at", None)
    monkeypatch.setattr(writer.WRITER, "failed_at", time.monotonic())
    assert ask("/readyz") == (503, refused, "no-store")
    monkeypatch.setattr(writer, "FAILURE_SECONDS", 0.0)
    assert ask("/readyz") == (200, {"status": "ready"}, "no-store")
    monkeypatch.setattr(writer, "_trial_write", refuse)
    assert ask("/readyz") == (503, refused, "no-store")
    assert connection.connection is None  # the next who asks gets a fresh one
