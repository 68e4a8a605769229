"""What is no longer needed is forgotten, by the server itself or at once by the command."""

import time
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import OperationalError
from django.utils import timezone

from oottam.accounts.models import LoginFailure
from oottam.api.models import IdempotencyRecord, RateLimitEntry
from oottam.core.db import pruning
from oottam.kitchen.services import recipes
from oottam.maintenance import jobs
from oottam.maintenance.jobs import Housekeeper, PurgeResult
from oottam.plans.models import CutoffSnapshot
from oottam.reporting import sums
from oottam.requests.models import Request
from tests.api_client import until
from tests.bodies import veg_body
from tests.conftest import Send
from tests.plans.kitchen import MONDAY, SUNDAY_EVENING, Boxes

pytestmark = pytest.mark.django_db


def received(key: str, days_ago: float) -> None:
    """Make a stored request that old."""
    received_at = timezone.now() - timedelta(days=days_ago)
    Request.objects.filter(idempotency__key=key).update(received_at=received_at)


def test_keys_are_forgotten_after_their_days_and_requests_never(
    send: Send, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KEYS_RETENTION_DAYS = 30
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 2)
    for key, age in {"k-1": 29.9, "k-2": 30.1, "k-3": 31, "k-4": 400}.items():
        send(veg_body(), Idempotency_Key=key)
        received(key, age)
    assert jobs.purge(timezone.now()) == (0, 3, 0, 0)
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
        "Purged: 1 rate-limit entries, 1 Idempotency-Keys, 1 wrong passwords, 1 sessions.\n"
        "Retention: 0 requests are erased, 0 have lost their health details.\n"
        "Pruned: nothing.\n"
    )
    assert RateLimitEntry.objects.count() == 0
    assert LoginFailure.objects.count() == 1
    assert Session.objects.get().session_key == "open"


@pytest.fixture
def beats(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """A housekeeper without pauses, until it has done so many things; what it did. `fails`: every other time."""

    def beating(count: int, *, fails: bool = False) -> list[str]:
        done: list[str] = []

        def doing(name: str) -> Callable[..., PurgeResult]:
            def do(*_: object) -> PurgeResult:
                done.append(name)
                if fails and done.count(name) % 2:
                    raise OperationalError
                return PurgeResult(0, 0, 0, 0)

            return do

        for name in ("FIRST_SECONDS", "BEAT_SECONDS"):
            monkeypatch.setattr(jobs, name, 0.001)
        monkeypatch.setattr(jobs, "TEN_MINUTES", timedelta(0))
        monkeypatch.setattr(jobs, "purge", doing("purged"))
        monkeypatch.setattr(jobs, "keep_days", doing("days"))
        monkeypatch.setattr(recipes, "load_recipes", doing("filled"))
        for name in ("update_totals", "discard_future_marks"):
            monkeypatch.setattr(sums, name, lambda *_, **__: None)
        closing = SimpleNamespace(close=lambda: done.append("closed"))
        monkeypatch.setattr("oottam.maintenance.jobs.connection", closing)
        housekeeper = Housekeeper()
        until(lambda: len(done) >= count)
        housekeeper.close()
        assert not housekeeper._thread.is_alive()
        return done[:count]

    return beating


Beats = Callable[..., list[str]]


def test_the_server_looks_after_the_days_and_purges_again_and_again(beats: Beats) -> None:
    assert beats(9) == ["filled", *["days", "closed", "purged", "closed"] * 2]


def test_it_goes_on_after_a_failure(beats: Beats) -> None:
    """Half of the attempts meet a database that is away; each time its connection is closed."""
    turn = ["days", "closed", "purged", "closed"]
    assert beats(13, fails=True) == ["filled", *turn[1:], "filled", *turn, *turn]


def test_between_two_purges_lie_ten_minutes() -> None:
    assert timedelta(minutes=10) == jobs.TEN_MINUTES
    assert jobs.BEAT_SECONDS <= 30  # a meal is locked within a minute of its cut-off


def test_what_was_just_started_does_not_purge_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    purged: list[datetime] = []
    monkeypatch.setattr(jobs, "purge", purged.append)
    housekeeper = Housekeeper()
    housekeeper.close()
    begun = housekeeper._last_purge
    for minutes in (1, 9.9, 10, 15, 20):
        housekeeper.forget(begun + timedelta(minutes=minutes))
    assert purged == [begun + timedelta(minutes=10), begun + timedelta(minutes=20)]


def test_at_a_cut_off_the_kitchens_day_is_locked_and_the_day_before_settled() -> None:
    boxes = Boxes()
    today = boxes.plan(["Rice"], [MONDAY])
    yesterday = boxes.plan(["Rice"], [MONDAY - timedelta(days=2)])
    jobs.keep_days(SUNDAY_EVENING)
    assert CutoffSnapshot.objects.filter(date=MONDAY).count() == 4
    assert [Request.objects.get(plan=plan).status for plan in (today, yesterday)] == [
        "active",
        "completed",
    ]


def test_closing_does_not_wait_for_the_next_beat() -> None:
    housekeeper = Housekeeper()
    housekeeper.close()
    assert not housekeeper._thread.is_alive()
