"""Audit entries are written in the transaction of the change that they describe."""

from datetime import date, datetime

import pytest
from django.db import transaction

from oottam.audit.log import MAX_REASON_LENGTH, entries_for, record
from oottam.audit.models import AuditEntry
from tests.api_client import columns
from tests.factories.accounts import make_staff_account

NOON = datetime.fromisoformat("2026-11-23T12:00:00+05:30")


@pytest.mark.django_db(transaction=True)
def test_record_outside_a_transaction_raises() -> None:
    with pytest.raises(RuntimeError, match="written together"):
        record(action="request.confirm", actor=None, at=NOON)
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_entry_is_rolled_back_with_its_transaction() -> None:
    def change_that_fails() -> None:
        with transaction.atomic():
            record(action="request.confirm", actor=None, at=NOON)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        change_that_fails()
    assert not AuditEntry.objects.exists()


@pytest.mark.django_db
def test_entry_stores_all_fields() -> None:
    priya = make_staff_account()
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
def test_reason_is_truncated_to_500_characters() -> None:
    entry = record(action="x", actor=None, at=NOON, reason="ஊ" * (MAX_REASON_LENGTH + 1))
    entry.refresh_from_db()
    assert entry.reason == "ஊ" * MAX_REASON_LENGTH


@pytest.mark.django_db
def test_entries_for_a_request_come_newest_first_in_one_query(
    django_assert_num_queries: object,
) -> None:
    priya = make_staff_account()
    for action in ("request.assign", "request.note", "request.confirm"):
        record(action=action, actor=priya, at=NOON, reference="OT-7K2M9QX")
    record(action="request.cancel", actor=priya, at=NOON, reference="OT-ZZZZZZZ")
    with django_assert_num_queries(1):  # type: ignore[operator]
        entries = [
            (entry.action, entry.actor and entry.actor.username)
            for entry in entries_for("OT-7K2M9QX")
        ]
    assert entries == [
        ("request.confirm", "priya"),
        ("request.note", "priya"),
        ("request.assign", "priya"),
    ]
