"""What is no longer needed is forgotten, by the server itself or at once by the command."""

import threading
import time
from datetime import datetime, timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from oottam.intake.models import IdempotencyRecord, RateLimitEntry
from oottam.intake.writing import idempotency
from oottam.operations import housekeeping
from oottam.operations.housekeeping import Forgotten, Housekeeper
from oottam.requests.models import Request
from oottam.staff.models import LoginFailure
from tests.bodies import veg_body
from tests.calling import until
from tests.conftest import Send

pytestmark = pytest.mark.django_db


def received(key: str, days_ago: float) -> None:
    """Make a stored request that old."""
    received_at = timezone.now() - timedelta(days=days_ago)
    Request.objects.filter(idempotency__key=key).update(received_at=received_at)


def test_keys_are_forgotten_after_their_days_and_requests_never(
    send: Send, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KEYS_KEPT_DAYS = 30
    monkeypatch.setattr(idempotency, "PURGED_AT_ONCE", 2)
    for key, age in {"k-1": 29.9, "k-2": 30.1, "k-3": 31, "k-4": 400}.items():
        send(veg_body(), Idempotency_Key=key)
        received(key, age)
    assert housekeeping.purge(timezone.now()) == (0, 3, 0, 0)
    assert list(IdempotencyRecord.objects.values_list("key", flat=True)) == ["k-1"]
    assert Request.objects.count() == 4


def test_the_command_says_what_it_has_forgotten(send: Send) -> None:
    send(veg_body(), Idempotency_Key="k-1")
    received("k-1", 31)
    RateLimitEntry.objects.update(at=1)
    LoginFailure.objects.create(at=1, account=7)
    LoginFailure.objects.create(at=int(time.time()), account=7)
    for name, days in (("over", -1), ("open", 1)):
        end = timezone.now() + timedelta(days=days)
        Session.objects.create(session_key=name, session_data="", expire_date=end)
    out = StringIO()
    call_command("purge", stdout=out)
    assert out.getvalue() == (
        "Forgotten: 1 rate-limit entries, 1 Idempotency-Keys, 1 wrong passwords, 1 sessions.\n"
        "Past their time: 0 requests are erased, 0 have lost what was said of health.\n"
    )
    assert RateLimitEntry.objects.count() == 0
    assert LoginFailure.objects.count() == 1
    assert Session.objects.get().session_key == "open"


def test_the_server_purges_again_and_again_also_after_a_failure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Half of the attempts meet a database that is away."""
    attempts: list[datetime] = []
    enough = threading.Event()

    def purge(now: datetime) -> Forgotten:
        attempts.append(now)
        if len(attempts) == 4:
            enough.set()
        if len(attempts) % 2:
            raise OperationalError
        return Forgotten(0, 0, 0, 0)

    monkeypatch.setattr(housekeeping, "TEN_MINUTES", 0.001)
    monkeypatch.setattr(housekeeping, "purge", purge)
    housekeeper = Housekeeper()
    assert enough.wait(30)
    housekeeper.close()
    assert not housekeeper._thread.is_alive()


@pytest.mark.parametrize("error", [None, OperationalError])
def test_after_each_purge_its_connection_is_closed(
    monkeypatch: pytest.MonkeyPatch, error: type[Exception] | None
) -> None:
    """Nothing is left open for the ten minutes, and none that is broken is used again."""
    done: list[str] = []

    def purge(now: datetime) -> Forgotten:
        done.append("purged")
        if error:
            raise error
        return Forgotten(0, 0, 0, 0)

    monkeypatch.setattr(housekeeping, "TEN_MINUTES", 0.001)
    monkeypatch.setattr(housekeeping, "purge", purge)
    closing = SimpleNamespace(close=lambda: done.append("closed"))
    monkeypatch.setattr("oottam.operations.housekeeping.connection", closing)
    housekeeper = Housekeeper()
    until(lambda: len(done) >= 4)
    housekeeper.close()
    assert done[:4] == ["purged", "closed"] * 2


def test_closing_does_not_wait_for_the_next_purge() -> None:
    housekeeper = Housekeeper()
    housekeeper.close()
    assert not housekeeper._thread.is_alive()
