"""Entries are stored with their request, leased to one worker at a time, and settled once."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction

from oottam.outbox import queue, worker
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from tests.api_client import columns, stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send
from tests.endpoint_cases import BODIES, KINDS
from tests.outbox.conftest import Clock

pytestmark = pytest.mark.django_db


def entries(*skipped: str, **which: Any) -> list[dict[str, Any]]:
    return [
        columns(entry, "id", *skipped)
        for entry in OutboxEntry.objects.filter(**which).order_by("pk")
    ]


@pytest.mark.parametrize("path", BODIES)
def test_each_request_queues_mails_to_shop_and_customer(send: Send, path: str) -> None:
    request = stored(send, path, BODIES[path])
    waiting = {
        "kind": KINDS[path],
        "reference": request.reference,
        "created_at": request.received_at,
        "state": "waiting",
        "due_at": request.received_at,
        "attempts": 0,
        "last_error": "",
        "sent_at": None,
        "message_id": None,
        "resends": 0,
    }
    assert entries("http_request_id") == [
        {**waiting, "recipient": "shop"},
        {**waiting, "recipient": "customer"},
    ]


def test_withheld_mail_is_never_due(clock: Clock) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        queue.add(cursor, [queue.Notification("veg", "OT-1", clock(), is_acknowledged=False)])
    clock.advance(hours=1)
    assert [(entry.recipient, entry.state) for entry in queue.claim(clock())] == [
        ("shop", "waiting")
    ]
    [withheld] = entries(recipient="customer")
    assert (withheld["reference"], withheld["state"]) == ("OT-1", "withheld")


def test_retry_with_same_key_queues_no_more_mails(send: Send) -> None:
    for _ in range(2):
        assert send(veg_body(), Idempotency_Key="once").status_code == 200
    assert (Request.objects.count(), OutboxEntry.objects.count()) == (1, 2)


def test_rejected_request_queues_no_mails(send: Send) -> None:
    assert send(veg_body(date=5)).status_code == 422
    assert entries() == []


def test_request_is_not_stored_if_queueing_fails(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(queue, "add", fail)
    assert send(veg_body()).status_code == 500
    assert (Request.objects.count(), OutboxEntry.objects.count()) == (0, 0)


def test_rollback_removes_the_mails(clock: Clock) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        queue.add(cursor, [queue.Notification("veg", "OT-1", clock())])
        assert len(entries()) == 2
        transaction.set_rollback(True)
    assert entries() == []


def test_entry_is_not_due_before_due_at(send: Send, clock: Clock) -> None:
    assert (queue.has_due(clock()), queue.claim(clock())) == (False, [])
    stored(send, VEG, veg_body())
    OutboxEntry.objects.update(due_at=clock() + timedelta(seconds=1))
    assert (queue.has_due(clock()), queue.claim(clock())) == (False, [])
    clock.advance(seconds=1)
    assert (queue.has_due(clock()), len(queue.claim(clock()))) == (True, 2)


def test_claim_takes_the_oldest_entries_up_to_a_batch(
    send: Send, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (stored(send, VEG, veg_body()) for _ in range(2))
    OutboxEntry.objects.filter(reference=first.reference).update(due_at=clock())
    monkeypatch.setattr(queue, "MAX_BATCH", 3)
    claimed = [entry.reference for entry in queue.claim(clock())]
    assert claimed == [second.reference, second.reference, first.reference]


def test_claimed_entry_is_exclusive_until_the_lease_ends(send: Send, clock: Clock) -> None:
    stored(send, VEG, veg_body())
    assert len(queue.claim(clock())) == 2
    assert queue.claim(clock()) == []
    clock.now += queue.LEASE
    assert len(queue.claim(clock())) == 2


def test_released_entries_are_due_at_once(send: Send, clock: Clock) -> None:
    stored(send, VEG, veg_body())
    queue.release(queue.claim(clock()), clock())
    assert [entry["attempts"] for entry in entries(due_at=clock())] == [0, 0]
    assert len(queue.claim(clock())) == 2


def test_send_due_is_false_if_another_worker_claims_first(
    send: Send, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker then waits instead of polling in a loop."""
    stored(send, VEG, veg_body())
    monkeypatch.setattr(queue, "claim", lambda now: [])
    assert worker.send_due(clock, clock) is False


@pytest.mark.parametrize("settle", ["sent", "delayed", "failed", "released"])
def test_worker_without_its_lease_settles_nothing(send: Send, clock: Clock, settle: str) -> None:
    stored(send, VEG, veg_body())
    [lost, _] = queue.claim(clock())
    clock.now += queue.LEASE
    queue.claim(clock())
    before = entries()
    {
        "sent": lambda: queue.settle_sent([lost], clock()),
        "delayed": lambda: queue.settle_delayed(lost, "why", clock()),
        "failed": lambda: queue.settle_failed(lost, "why", clock()),
        "released": lambda: queue.release([lost], clock()),
    }[settle]()
    assert entries() == before


@pytest.mark.django_db(transaction=True)
def test_concurrent_workers_claim_each_entry_once(
    send: Send, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(10):
        stored(send, VEG, veg_body())
    monkeypatch.setattr(queue, "MAX_BATCH", 3)

    def claim_all(_: int) -> list[int]:
        claimed: list[int] = []
        try:
            while batch := queue.claim(clock()):
                claimed += [entry.pk for entry in batch]
        finally:
            connection.close()
        return claimed

    with ThreadPoolExecutor(4) as workers:
        shares = list(workers.map(claim_all, range(4)))
    claimed = sorted(pk for share in shares for pk in share)
    assert claimed == sorted(OutboxEntry.objects.values_list("pk", flat=True))


@pytest.mark.postgresql_only  # SQLite has one writer at a time
@pytest.mark.django_db(transaction=True)
def test_claim_skips_rows_locked_by_another_worker(send: Send, clock: Clock) -> None:
    stored(send, VEG, veg_body())
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")  # fails instead of waiting
    with _claimed_but_not_committed(clock):
        assert queue.claim(clock()) == []


@contextmanager
def _claimed_but_not_committed(clock: Clock) -> Iterator[None]:
    other = connection.copy()
    table = OutboxEntry._meta.db_table
    try:
        with other.cursor() as cursor:
            cursor.execute(f"BEGIN; SELECT 1 FROM {table} FOR UPDATE")
            yield
            cursor.execute("ROLLBACK")
    finally:
        other.close()


def test_due_query_uses_the_partial_index(send: Send, clock: Clock) -> None:
    plan = queue._due(clock()).order_by("due_at").explain()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute("SET LOCAL enable_seqscan = off")
            plan = queue._due(clock()).order_by("due_at").explain()
    assert "outbox_due" in plan


def test_resent_mail_is_queued_and_counted(send: Send, clock: Clock) -> None:
    stored(send, VEG, veg_body())
    failed, waiting = queue.claim(clock())
    queue.settle_failed(failed, "550 no such user", clock())
    before = entries(pk=waiting.pk)
    clock.advance(hours=1)
    assert queue.resend(OutboxEntry.objects.all(), clock()) == 1
    [again] = entries(pk=failed.pk)
    assert entries(pk=waiting.pk) == before
    names = ("state", "due_at", "attempts", "last_error", "sent_at", "resends")
    assert [again[name] for name in names] == ["waiting", clock(), 0, "", None, 1]
