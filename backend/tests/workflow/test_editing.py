"""`edit_request` locks the request, checks its version and writes the audit log."""

from datetime import date
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.requests.models import Request
from oottam.workflow.models import Note
from oottam.workflow.services.editing import edit_request, to_json_value
from oottam.workflow.services.notes import add_note
from oottam.workflow.services.transitions import assign
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, at_once, current, make_request, read_again

pytestmark = pytest.mark.django_db


def test_unknown_reference_raises(priya: User) -> None:
    arguments: dict[str, Any] = {
        "reference": "OT-0000000",
        "version": 1,
        "actor": priya,
        "now": TEN_AM,
    }
    with (
        pytest.raises(NotFoundError, match="OT-0000000"),
        edit_request(action="x", **arguments),
    ):
        pytest.fail("the change has begun")
    assert not AuditEntry.objects.exists()


@pytest.mark.parametrize("seen", [0, 2])
def test_edit_of_another_version_raises_before_its_body(send: Send, priya: User, seen: int) -> None:
    request = make_request(send)
    arguments = {**current(request, priya), "version": seen}
    with pytest.raises(StaleError) as raised, edit_request(action="x", **arguments):
        pytest.fail("the change has begun")
    assert raised.value.reference == request.reference
    assert read_again(request).version == 1
    assert not AuditEntry.objects.exists()


def test_edit_increments_the_version_and_records_old_and_new_values(
    send: Send, priya: User
) -> None:
    request = make_request(send)
    with edit_request(
        **current(request, priya), action="request.assign", reason="Her round"
    ) as edit:
        edit.set(assignee=priya, follow_up_on=date(2026, 11, 30), source="storefront")
    with edit_request(**current(request, priya), action="request.look"):
        pass
    now = read_again(request)
    assert (now.version, now.assignee, now.follow_up_on) == (3, priya, date(2026, 11, 30))
    looked, assigned = AuditEntry.objects.all()
    assert (assigned.action, assigned.actor, assigned.at) == ("request.assign", priya, TEN_AM)
    assert (assigned.reference, assigned.reason) == (request.reference, "Her round")
    assert assigned.data == {
        "assignee": {"was": None, "now": priya.pk},
        "follow_up_on": {"was": None, "now": "2026-11-30"},
    }
    assert (looked.action, looked.data, looked.reason) == ("request.look", {}, "")


def test_edit_keeps_the_customers_submission(send: Send, priya: User) -> None:
    request = make_request(send)
    add_note(**current(request, priya), text="Called")
    now = read_again(request)
    assert (now.body, now.customer_name, now.phone) == (
        request.body,
        request.customer_name,
        request.phone,
    )


def test_rejected_edit_is_rolled_back(send: Send, priya: User) -> None:
    request = make_request(send)

    def refused_half_way() -> None:
        with edit_request(**current(request, priya), action="x") as edit:
            edit.set(assignee=priya)
            Note.objects.create(request=request, text="Called", by=priya, at=TEN_AM)
            raise DomainError("No.")

    with pytest.raises(DomainError):
        refused_half_way()
    assert not Note.objects.exists()
    assert not AuditEntry.objects.exists()
    now = read_again(request)
    assert (now.version, now.assignee) == (1, None)


def test_domain_error_has_a_message_and_a_field() -> None:
    refused = DomainError("Please choose a reason.", "reason")
    assert (str(refused), refused.field) == ("Please choose a reason.", "reason")
    assert DomainError("No.").field == ""


def test_audit_values_are_user_ids_references_and_iso_dates(send: Send, priya: User) -> None:
    request = make_request(send)
    values = [priya, request, date(2026, 11, 30), None, True, ["milk"]]
    assert [to_json_value(value) for value in values] == [
        priya.pk,
        request.reference,
        "2026-11-30",
        None,
        True,
        ["milk"],
    ]


@pytest.mark.django_db(transaction=True)
def test_concurrent_edits_raise_stale_error_for_all_but_one(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    for round_ in range(10):
        request = make_request(send, name=f"Asha {round_}")
        seen = [current(request, actor) for actor in (priya, ravi)]
        given = at_once(*(partial(assign, **each, assignee=each["actor"]) for each in seen))
        assert StaleError in given
        [won] = [each for each in given if isinstance(each, Request)]
        now = read_again(request)
        assert (now.version, now.assignee) == (2, won.assignee)
        assert AuditEntry.objects.filter(reference=request.reference).count() == 1
