"""The person's other requests, duplicates, mails, notes and history on the request's page."""

from datetime import timedelta

import pytest
from django.utils import timezone

from oottam.audit.models import AuditEntry
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.workflow.models import Note
from tests.backoffice.request.request_page import (
    SAID_SOON,
    SOON,
    field_errors,
    page,
    post,
    post_and_follow,
    refused,
    section,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


def test_other_requests_of_the_same_person_are_listed(send: Send) -> None:
    request, tray = (
        make_request_now(send),
        make_request_now(send, "tray", email="other@example.com"),
    )
    make_request_now(send, "event", phone="98400 99999", email="ravi@example.com")
    shown = section(page(make_desk_client(), request), "person")
    assert shown.startswith(f"Other requests from this customer {tray.reference} Meal tray New")
    assert shown.endswith("· ₹2,376")


def test_a_person_without_other_requests_has_no_list(send: Send) -> None:
    assert "No other requests with this phone number" in section(
        page(make_desk_client(), make_request_now(send)), "person"
    )


def test_a_likely_duplicate_is_named_and_merged(send: Send) -> None:
    client, third, kept, double = (
        make_desk_client(),
        make_request_now(send),
        make_request_now(send),
        make_request_now(send),
    )
    shown = page(client, double)
    assert f"Possible duplicate: {kept.reference}" in section(shown, "step")
    assert f"Merge this into {kept.reference}" in section(shown, "person")
    shown = post_and_follow(client, double, "merge", into=kept.reference)
    assert (double.status, double.merged_into) == ("cancelled", kept)
    assert f"Duplicate of {kept.reference}" in section(shown, "step")
    assert third.reference in shown
    assert "Perhaps" not in shown
    assert f"Merged into: nothing → {kept.reference}" in section(shown, "history")
    assert "Merged into this one" in section(page(client, kept), "person")
    assert "merged a duplicate into it" in section(page(client, kept), "history")
    assert f"Merge this into {double.reference}" not in page(client, kept)


def test_a_paid_request_is_not_offered_to_be_merged(send: Send) -> None:
    client, kept, paid = make_desk_client(), make_request_now(send), make_request_now(send)
    today = timezone.localdate().isoformat()
    shown = post_and_follow(client, paid, "payment", rupees="5", method="cash", paid_on=today)
    assert f"Merge this into {kept.reference}" not in shown
    assert f"Merge this into {paid.reference}" in page(client, kept)


def test_a_merged_duplicate_cannot_be_reopened(send: Send) -> None:
    client, kept, double = (
        logged_in(make_staff_account()),
        make_request_now(send),
        make_request_now(send),
    )
    shown = post_and_follow(client, double, "merge", into=kept.reference)
    assert "Reopen" not in shown
    assert "It is merged" in refused(client, double, "reopen", reason="")


def test_a_duplicate_is_unmerged_from_its_own_page(send: Send) -> None:
    client, kept, double = make_desk_client(), make_request_now(send), make_request_now(send)
    assert "can be unmerged while the other one is open" in section(page(client, double), "person")
    shown = post_and_follow(client, double, "merge", into=kept.reference)
    assert "Unmerge" in section(shown, "step")
    shown = post_and_follow(client, double, "part")
    assert (double.status, double.merged_into) == ("new", None)
    assert "Unmerged. Each is handled on its own again." in shown
    assert "unmerged it" in section(shown, "history")
    assert ">Unmerge<" not in shown
    assert "unmerged a duplicate from it" in section(page(client, kept), "history")
    assert double.reference in section(page(client, kept), "history")


def test_a_duplicate_that_cannot_be_unmerged_says_why(send: Send) -> None:
    client, kept, double = make_desk_client(), make_request_now(send), make_request_now(send)
    post_and_follow(client, double, "merge", into=kept.reference)
    post_and_follow(client, kept, "cancel", reason="Moved away")
    said = f"{kept.reference} is cancelled, and has to be reopened first."
    shown = page(client, double)
    assert said in section(shown, "step")
    assert "Unmerge" not in shown
    assert said in refused(client, double, "part")


def test_merging_warns_that_the_booked_time_is_released(send: Send) -> None:
    client, _, double = (
        make_desk_client(),
        make_request_now(send, "appointment"),
        make_request_now(send, "appointment"),
    )
    assert "A booked time is released." in section(page(client, double), "person")


@pytest.mark.both_databases
def test_a_request_days_apart_or_of_another_kind_is_no_duplicate(send: Send) -> None:
    client, old, tray, request = (
        make_desk_client(),
        make_request_now(send),
        make_request_now(send, "tray"),
        make_request_now(send),
    )
    Request.objects.filter(pk=old.pk).update(received_at=timezone.now() - timedelta(days=3))
    shown = page(client, request)
    assert "Perhaps" not in shown
    assert "Merge this into" not in shown
    assert tray.reference in shown


@pytest.mark.parametrize("into", ["", "OT-0000000", "itself", "tray"])
def test_a_request_is_not_merged_into_a_non_duplicate(send: Send, into: str) -> None:
    client, tray, request = (
        make_desk_client(),
        make_request_now(send, "tray"),
        make_request_now(send),
    )
    named = {"itself": request.reference, "tray": tray.reference}.get(into, into)
    answer = post(client, request, "merge", into=named)
    assert answer.status_code == 422
    request.refresh_from_db()
    assert request.status == "new"


@pytest.mark.both_databases
def test_mails_show_their_state_and_can_be_sent_again(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    when = timezone.now()
    OutboxEntry.objects.filter(recipient="shop").update(state="sent", sent_at=when)
    OutboxEntry.objects.filter(recipient="customer").update(
        state="failed", last_error="No such mailbox"
    )
    shown = section(page(client, request), "mails")
    assert shown.startswith("Mails 2 mails To the shop: saved as a file ")
    assert shown.endswith(
        "Send again To the customer: failed No such mailbox Send again Sent mails can't be recalled."
    )
    failed = OutboxEntry.objects.get(recipient="customer")
    shown = post_and_follow(client, request, "mail", mail=failed.pk)
    assert "To the customer: waiting, resent 1 time" in section(shown, "mails")
    assert "resent a mail" in section(shown, "history")
    assert "to the customer" in section(shown, "history")
    failed.refresh_from_db()
    assert (failed.state, failed.last_error) == ("waiting", "")


def test_a_waiting_mail_cannot_be_sent_again(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    assert "Send again" not in page(client, request)
    shown = post_and_follow(client, request, "mail", mail=OutboxEntry.objects.earliest("pk").pk)
    assert "It is waiting to be sent: that happens automatically." in shown
    assert not OutboxEntry.objects.filter(resends=1).exists()


@pytest.mark.both_databases
@pytest.mark.parametrize("mail", ["", "x", "9" * 30, "other"])
def test_mails_of_other_requests_cannot_be_sent_from_here(send: Send, mail: str) -> None:
    client, other = make_desk_client(), make_request_now(send)
    OutboxEntry.objects.update(state="sent")
    number = OutboxEntry.objects.earliest("pk").pk if mail == "other" else mail
    request = make_request_now(send)
    assert other != request
    assert post(client, request, "mail", mail=number).status_code == 404
    assert not OutboxEntry.objects.filter(resends=1).exists()


def test_a_note_for_colleagues_is_saved(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(client, request, "note", text="Ring twice.\nThe gate is green.")
    assert section(shown, "notes").startswith("Notes Ring twice. The gate is green. priya,")
    assert Note.objects.get().text == "Ring twice.\nThe gate is green."


def test_an_empty_note_is_refused(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    assert field_errors(refused(client, request, "note", text=" \n ")) == [
        "Please write something first."
    ]


def test_a_note_that_is_too_long_is_refused_and_stays_typed(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = refused(client, request, "note", text="a" * 5001)
    assert len(value(shown, "note-text")) == 5001
    assert not Note.objects.exists()


def test_the_history_shows_actor_action_and_old_and_new_values(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    given = {"date": SOON.isoformat(), "guests": "40", "venue": "Alwarpet", "time": "18:30"}
    post_and_follow(client, request, "price", agreed_paise="0")
    post_and_follow(client, request, "event", **given, diet="any", allergens=["none"])
    shown = post_and_follow(client, request, "confirm")
    told = section(shown, "history")
    assert told.startswith("History priya confirmed it ")
    assert "Status: New → Confirmed Assigned to: nobody → priya" in told
    assert f"Event date: nothing → {SAID_SOON} Time: nothing → 6:30 pm" in told


@pytest.mark.both_databases
def test_the_history_shows_commands_and_erased_entries(send: Send) -> None:
    request = make_request_now(send)
    for action in ("payment.note", "price.adjust", "appointment.agree", "request.facts", "x.y-z"):
        AuditEntry.objects.create(at=timezone.now(), action=action, reference=request.reference)
    told = section(page(make_desk_client(), request), "history")
    assert told.startswith("History The server x, y z ")


def test_a_long_history_is_folded(send: Send) -> None:
    request = make_request_now(send)
    by = make_staff_account("mani")
    for _ in range(10):
        AuditEntry.objects.create(
            at=timezone.now(), actor=by, action="request.note", reference=request.reference
        )
    assert "2 older" in section(page(make_desk_client(), request), "history")
