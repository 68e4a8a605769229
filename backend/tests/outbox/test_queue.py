"""Entries are written with their request, leased to one worker at a time, and settled once."""

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
def test_every_request_leaves_a_mail_to_the_shop_and_one_to_the_customer(
    send: Send, path: str
) -> None:
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


def test_a_withheld_mail_is_never_due(clock: Clock) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        queue.add(cursor, [queue.Notification("veg", "OT-1", clock(), acknowledged=False)])
    clock.advance(hours=1)
    assert [(entry.recipient, entry.state) for entry in queue.claim(clock())] == [
        ("shop", "waiting")
    ]
    [withheld] = entries(recipient="customer")
    assert (withheld["reference"], withheld["state"]) == ("OT-1", "withheld")


def test_a_retry_with_the_same_key_leaves_no_further_mails(send: Send) -> None:
    for _ in range(2):
        assert send(veg_body(), Idempotency_Key="once").status_code == 200
    assert (Request.objects.count(), OutboxEntry.objects.count()) == (1, 2)


def test_a_refused_request_leaves_no_mails(send: Send) -> None:
    assert send(veg_body(date=5)).status_code == 422
    assert entries() == []


def test_without_its_mails_a_request_is_not_stored_either(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: Any, **kwargs: Any) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(queue, "add", fail)
    assert send(veg_body()).status_code == 500
    assert (Request.objects.count(), OutboxEntry.objects.count()) == (0, 0)


def test_when_the_transaction_is_undone_the_mails_are_too(clock: Clock) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        queue.add(cursor, [queue.Notification("veg", "OT-1", clock())])
        assert len(entries()) == 2
        transaction.set_rollback(True)
    assert entries() == []


def test_nothing_is_due_before_its_time(send: Send, clock: Clock) -> None:
    assert (queue.any_due(clock()), queue.claim(clock())) == (False, [])
    stored(send, VEG, veg_body())
    OutboxEntry.objects.update(due_at=clock() + timedelta(seconds=1))
    assert (queue.any_due(clock()), queue.claim(clock())) == (False, [])
    clock.advance(seconds=1)
    assert (queue.any_due(clock()), len(queue.claim(clock()))) == (True, 2)


def test_what_waits_longest_is_claimed_first_and_no_more_than_a_batch(
    send: Send, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (stored(send, VEG, veg_body()) for _ in range(2))
    OutboxEntry.objects.filter(reference=first.reference).update(due_at=clock())
    monkeypatch.setattr(queue, "MAX_BATCH", 3)
    claimed = [entry.reference for entry in queue.claim(clock())]
    assert claimed == [second.reference, second.reference, first.reference]


def test_a_claimed_entry_is_nobody_elses_until_the_lease_ends(send: Send, clock: Clock) -> None:
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


def test_what_another_worker_has_claimed_since_the_look_is_nothing_to_do(
    send: Send, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker pauses, instead of asking again and again."""
    stored(send, VEG, veg_body())
    monkeypatch.setattr(queue, "claim", lambda now: [])
    assert worker.send_due(clock, clock) is False


@pytest.mark.parametrize("settle", ["sent", "delayed", "failed", "released"])
def test_whoever_has_lost_the_lease_settles_nothing(send: Send, clock: Clock, settle: str) -> None:
    stored(send, VEG, veg_body())
    [slow, _] = queue.claim(clock())
    clock.now += queue.LEASE
    queue.claim(clock())
    held = entries()
    {
        "sent": lambda: queue.settle_sent(slow, clock()),
        "delayed": lambda: queue.settle_delayed(slow, "why", clock()),
        "failed": lambda: queue.settle_failed(slow, "why", clock()),
        "released": lambda: queue.release([slow], clock()),
    }[settle]()
    assert entries() == held


@pytest.mark.django_db(transaction=True)
def test_several_workers_share_the_entries_and_none_gets_one_twice(
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
def test_a_worker_does_not_wait_for_what_another_is_claiming(send: Send, clock: Clock) -> None:
    stored(send, VEG, veg_body())
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")  # it fails rather than waits for ever
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


def test_looking_for_work_reads_only_what_waits(send: Send, clock: Clock) -> None:
    """However many mails were sent; see the index of the model."""
    plan = queue._due(clock()).order_by("due_at").explain()
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor, transaction.atomic():
            cursor.execute("SET LOCAL enable_seqscan = off")
            plan = queue._due(clock()).order_by("due_at").explain()
    assert "outbox_due" in plan


def test_what_staff_send_again_waits_anew_and_counts_as_another_mail(
    send: Send, clock: Clock
) -> None:
    stored(send, VEG, veg_body())
    failed, waiting = queue.claim(clock())
    queue.settle_failed(failed, "550 no such user", clock())
    before = entries(pk=waiting.pk)
    clock.advance(hours=1)
    assert queue.resend(OutboxEntry.objects.all(), clock()) == 1
    [again] = entries(pk=failed.pk)
    assert entries(pk=waiting.pk) == before
    asked = ("state", "due_at", "attempts", "last_error", "sent_at", "resends")
    assert [again[name] for name in asked] == ["waiting", clock(), 0, "", None, 1]
