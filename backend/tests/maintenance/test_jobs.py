"""Purging by the server's housekeeper and by the command, and the daily jobs."""

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
from oottam.delivery.services import failure_notices
from oottam.kitchen.services import recipe_seeding
from oottam.maintenance import jobs
from oottam.maintenance.jobs import Housekeeper, PurgeResult
from oottam.plans.services import desk_changes, reminders
from oottam.reporting import sums
from oottam.requests.models import Request
from oottam.schedule.models import CutoffSnapshot
from tests.api_client import until
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.kitchen import MONDAY, SUNDAY_EVENING, Boxes
from tests.factories.plans import let_count_as_delivered

pytestmark = pytest.mark.django_db


def set_age(key: str, days_ago: float) -> None:
    """Set the age of the request with this idempotency key."""
    received_at = timezone.now() - timedelta(days=days_ago)
    Request.objects.filter(idempotency__key=key).update(received_at=received_at)


def test_old_keys_are_purged_but_no_requests(
    send: Send, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.KEYS_RETENTION_DAYS = 30
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 2)
    for key, age in {"k-1": 29.9, "k-2": 30.1, "k-3": 31, "k-4": 400}.items():
        send(veg_body(), Idempotency_Key=key)
        set_age(key, age)
    assert jobs.purge(timezone.now()) == (0, 3, 0, 0)
    assert list(IdempotencyRecord.objects.values_list("key", flat=True)) == ["k-1"]
    assert Request.objects.count() == 4


def test_purge_command_prints_the_numbers(send: Send) -> None:
    send(veg_body(), Idempotency_Key="k-1")
    set_age("k-1", 31)
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
        "Retention: 0 requests erased, 0 health records erased.\n"
        "Pruned: nothing.\n"
    )
    assert RateLimitEntry.objects.count() == 0
    assert LoginFailure.objects.count() == 1
    assert Session.objects.get().session_key == "open"


@pytest.fixture
def run_housekeeper(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Runs a housekeeper without pauses and returns its first `count` steps; with `error` every other one raises it."""

    def run(count: int, *, error: Exception | None = None) -> list[str]:
        steps: list[str] = []

        def fake(name: str) -> Callable[..., PurgeResult]:
            def call(*_: object, **__: object) -> PurgeResult:
                steps.append(name)
                if error and steps.count(name) % 2:
                    raise error
                return PurgeResult(0, 0, 0, 0)

            return call

        for name in ("FIRST_SECONDS", "INTERVAL_SECONDS"):
            monkeypatch.setattr(jobs, name, 0.001)
        monkeypatch.setattr(jobs, "PURGE_INTERVAL", timedelta(0))
        monkeypatch.setattr(jobs, "purge", fake("purged"))
        monkeypatch.setattr(jobs, "update_days", fake("days"))
        monkeypatch.setattr(jobs, "QUEUE_MAILS", (fake("mails"),))
        monkeypatch.setattr(recipe_seeding, "seed", fake("filled"))
        for name in ("update_totals", "discard_future_marks"):
            monkeypatch.setattr(sums, name, lambda *_, **__: None)
        closing = SimpleNamespace(close=lambda: steps.append("closed"))
        monkeypatch.setattr("oottam.maintenance.jobs.connection", closing)
        housekeeper = Housekeeper()
        until(lambda: len(steps) >= count)
        housekeeper.close()
        assert not housekeeper._thread.is_alive()
        return steps[:count]

    return run


RunHousekeeper = Callable[..., list[str]]


def test_housekeeper_updates_days_and_purges_repeatedly(run_housekeeper: RunHousekeeper) -> None:
    assert run_housekeeper(13) == [
        "filled",
        *["days", "closed", "mails", "closed", "purged", "closed"] * 2,
    ]


@pytest.mark.parametrize("error", [OperationalError(), OSError("No space left on device")])
def test_housekeeper_continues_after_a_failure(
    run_housekeeper: RunHousekeeper, error: Exception
) -> None:
    """Every other job fails; the connection is closed each time."""
    cycle = ["days", "closed", "mails", "closed", "purged", "closed"]
    assert run_housekeeper(19, error=error) == ["filled", *cycle[1:], "filled", *cycle, *cycle]


def test_purge_interval_is_ten_minutes() -> None:
    assert timedelta(minutes=10) == jobs.PURGE_INTERVAL
    assert jobs.INTERVAL_SECONDS <= 30  # the snapshot is taken within a minute of the cut-off


def test_housekeeper_does_not_purge_at_start(monkeypatch: pytest.MonkeyPatch) -> None:
    purged: list[datetime] = []
    monkeypatch.setattr(jobs, "purge", purged.append)
    housekeeper = Housekeeper()
    housekeeper.close()
    start = housekeeper._last_purge
    for minutes in (1, 9.9, 10, 15, 20):
        housekeeper.run_purge(start + timedelta(minutes=minutes))
    assert purged == [start + timedelta(minutes=10), start + timedelta(minutes=20)]


def test_housekeeper_queues_the_mails_that_no_person_writes() -> None:
    """What each does is tested with it; that each is called, above."""
    assert set(jobs.QUEUE_MAILS) == {desk_changes.notify, failure_notices.notify, reminders.send}


def test_cutoff_takes_snapshots_and_closes_the_previous_day() -> None:
    let_count_as_delivered()
    boxes = Boxes()
    today = boxes.plan(["Rice"], [MONDAY])
    yesterday = boxes.plan(["Rice"], [MONDAY - timedelta(days=2)])
    jobs.update_days(SUNDAY_EVENING)
    assert CutoffSnapshot.objects.filter(date=MONDAY).count() == 4
    assert [Request.objects.get(plan=plan).status for plan in (today, yesterday)] == [
        "active",
        "completed",
    ]


def test_close_does_not_wait_for_the_interval() -> None:
    housekeeper = Housekeeper()
    housekeeper.close()
    assert not housekeeper._thread.is_alive()
