"""The confirmation mail: queued in the confirming transaction, once, and held while undo is possible."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.outbox.mail_content import compose_message
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Message, Template
from oottam.workflow.services import message_templates
from oottam.workflow.services.transitions import confirm
from oottam.workflow.services.undo_transition import undo
from tests.conftest import Send
from tests.factories.requests import (
    TEN_AM,
    at_once,
    current,
    make_confirmable,
    make_request,
    read_again,
)

pytestmark = pytest.mark.django_db
LATER = TEN_AM + timedelta(minutes=15)


def mails() -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(message_id__isnull=False))


@pytest.mark.parametrize("kind", Kind)
def test_confirmation_mail_is_held_until_undo_expires(send: Send, priya: User, kind: Kind) -> None:
    request = make_confirmable(make_request(send, kind), priya)
    confirm(**current(request, priya), mail=True)
    message, [mail] = Message.objects.get(), mails()
    assert (message.template, message.by, message.held_until) == ("confirmation", priya, LATER)
    assert (mail.message_id, mail.reference, mail.due_at) == (message.pk, request.reference, LATER)
    assert (message.subject, message.text) == (
        (
            found := message_templates.draft(
                Template.CONFIRMATION, message_templates.template_context(read_again(request))
            )
        ).subject,
        found.text,
    )
    sent = compose_message(message.pk, LATER)
    assert sent is not None
    assert sent.customer_email == request.email
    entries = AuditEntry.objects.filter(reference=request.reference).order_by("-pk")
    assert [entry.action for entry in entries[:2]] == ["message.send", "request.confirm"]


def test_confirmation_mail_lists_the_planned_days(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya), mail=True)
    text = Message.objects.get().text
    assert "First day: Monday, 30 November 2026" in text
    assert "Last day: Saturday, 5 December 2026" in text


def test_nutrition_enquiry_gets_no_confirmation_mail(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), priya)
    confirm(**current(request, priya), mail=True)
    message = Message.objects.get()
    assert message.subject.startswith("we are answering your nutrition enquiry")
    assert f"We are answering your nutrition enquiry {request.reference}." in message.text


def test_unchecked_box_or_missing_address_sends_no_mail(send: Send, priya: User) -> None:
    unticked, nowhere = (
        make_confirmable(make_request(send), priya),
        make_confirmable(make_request(send), priya),
    )
    Request.objects.filter(pk=nowhere.pk).update(email="")
    confirm(**current(unticked, priya))
    confirm(**current(nowhere, priya), mail=True)
    assert (Message.objects.count(), mails()) == (0, [])
    assert read_again(nowhere).status == "confirmed"


def test_undo_withdraws_the_mail_and_confirming_again_sends_another(
    send: Send, priya: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya), mail=True)
    undo(**current(request, priya, TEN_AM + timedelta(minutes=14)))
    first = Message.objects.get()
    assert (first.withdrawn_at, mails()) == (TEN_AM + timedelta(minutes=14), [])
    confirm(**current(request, priya, TEN_AM + timedelta(minutes=20)), mail=True)
    [mail] = mails()
    assert mail.due_at == TEN_AM + timedelta(minutes=35)


def test_rejected_confirmation_leaves_no_mail(send: Send, priya: User) -> None:
    request = make_request(send)
    with pytest.raises(DomainError, match="Missing before"):
        confirm(**current(request, priya), mail=True)
    assert (Message.objects.count(), mails()) == (0, [])


def test_failed_mail_rolls_back_the_confirmation(
    send: Send, priya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_confirmable(make_request(send), priya)
    monkeypatch.setattr("oottam.workflow.services.messages.MAX_LENGTH", 10)
    with pytest.raises(DomainError, match="at most 10 characters"):
        confirm(**current(request, priya), mail=True)
    assert read_again(request).status == "new"


@pytest.mark.django_db(transaction=True)
def test_concurrent_confirmations_send_one_mail(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    given: dict[str, Any] = {**current(request, priya), "mail": True}
    found = at_once(*[partial(confirm, **given)] * 4)
    assert [each for each in found if each is StaleError] == [StaleError] * 3
    assert (Message.objects.count(), len(mails())) == (1, 1)
