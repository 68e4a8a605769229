"""The record of what staff do: written with the change, or not at all."""

from datetime import date, datetime

import pytest
from django.db import transaction

from oottam.audit.models import AuditEntry
from oottam.audit.record import MAX_REASON_LENGTH, about, record
from tests.api_client import columns
from tests.backoffice.users import account

NOON = datetime.fromisoformat("2026-11-23T12:00:00+05:30")


@pytest.mark.django_db(transaction=True)
def test_nothing_is_recorded_outside_a_transaction() -> None:
    with pytest.raises(RuntimeError, match="written together"):
        record(action="request.confirm", actor=None, at=NOON)
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_an_entry_goes_with_the_transaction_that_it_was_written_in() -> None:
    def change_that_fails() -> None:
        with transaction.atomic():
            record(action="request.confirm", actor=None, at=NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_that_fails()
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db
def test_an_entry_holds_what_was_done_by_whom_when_and_why() -> None:
    priya = account()
    entry = record(
        action="day.close",
        actor=priya,
        at=NOON,
        reference="OT-7K2M9QX",
        day=date(2026, 12, 25),
        data={"status": {"was": "new", "now": "confirmed"}},
        reason="Christmas",
    )
    entry.refresh_from_db()
    assert columns(entry, "id") == {
        "at": NOON,
        "actor_id": priya.pk,
        "action": "day.close",
        "reference": "OT-7K2M9QX",
        "day": date(2026, 12, 25),
        "data": {"status": {"was": "new", "now": "confirmed"}},
        "reason": "Christmas",
    }


@pytest.mark.django_db
def test_a_reason_is_cut_to_what_is_kept() -> None:
    entry = record(action="x", actor=None, at=NOON, reason="ஊ" * (MAX_REASON_LENGTH + 1))
    entry.refresh_from_db()
    assert entry.reason == "ஊ" * MAX_REASON_LENGTH


@pytest.mark.django_db
def test_what_was_done_about_a_request_is_told_newest_first_by_one_query(
    django_assert_num_queries: object,
) -> None:
    priya = account()
    for action in ("request.assign", "request.note", "request.confirm"):
        record(action=action, actor=priya, at=NOON, reference="OT-7K2M9QX")
    record(action="request.cancel", actor=priya, at=NOON, reference="OT-ZZZZZZZ")
    with django_assert_num_queries(1):  # type: ignore[operator]
        told = [
            (entry.action, entry.actor and entry.actor.username) for entry in about("OT-7K2M9QX")
        ]
    assert told == [
        ("request.confirm", "priya"),
        ("request.note", "priya"),
        ("request.assign", "priya"),
    ]
