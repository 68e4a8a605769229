"""Mails and the status page match the request's channel: website form, desk or reorder."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client

from oottam.outbox.models import Recipient
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request
from oottam.workflow.services.phone_orders import submit_phone_order
from oottam.workflow.services.reorder import preview, reorder
from tests.conftest import Send
from tests.factories.requests import BODIES, TEN_AM, make_request, read_again
from tests.outbox.mails import mail_about, part

pytestmark = pytest.mark.django_db(transaction=True)
REORDERED = (Kind.VEG, Kind.COMBO, Kind.SUBSCRIPTION)
# Text that only applies to requests from the website's form.
OF_THE_WEBSITE = ("our website", "in the form", "The page showed")


def entered(kind: Kind, actor: User, **changes: object) -> Request:
    body = json.dumps({**BODIES[kind], **changes}).encode()
    reference = submit_phone_order(kind=kind, body=body, key="a-key", actor=actor, now=TEN_AM)
    return Request.objects.get(reference=reference)


def reordered(request: Request, actor: User | None = None) -> Request:
    request = read_again(request)
    found = preview(request)
    sender = "" if actor else "127.0.0.1"
    return reorder(
        request=request, seen=found.seen, count=found.count, now=TEN_AM, actor=actor, sender=sender
    )


def acknowledgement(request: Request) -> str:
    """Return the acknowledgement mail on one line."""
    return " ".join(part(mail_about(request, Recipient.CUSTOMER), "plain").split())


def status_page(request: Request) -> str:
    answer = Client().get(f"/status/{token_of(request.pk)}")
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize("kind", Kind)
def test_form_acknowledgement_names_the_website(send: Send, kind: Kind) -> None:
    mail = acknowledgement(make_request(send, kind))
    assert "Thank you! We have received your" in mail
    assert "this address was entered in a form on our website. If that was not you" in mail


@pytest.mark.parametrize("kind", Kind)
def test_phone_order_acknowledgement_does_not_name_the_website(kind: Kind, priya: User) -> None:
    mail = acknowledgement(entered(kind, priya))
    assert "Thank you! We have noted your" in mail
    assert (
        "our team noted it for you and was given this address. If that was not you, please reply"
        in mail
    )
    assert [phrase for phrase in OF_THE_WEBSITE if phrase in mail] == []


def test_phone_order_acknowledgement_promises_no_call(priya: User) -> None:
    request = entered(Kind.VEG, priya)
    promise = (
        "If we have not agreed on the first day yet, we will call you between 9:00 am and 7:00 pm"
    )
    for text in (acknowledgement(request), status_page(request)):
        assert promise in text
        assert "to agree on the first day" not in text
    event = acknowledgement(entered(Kind.EVENT, priya))
    assert "Nothing is booked until we have agreed" in event


def test_phone_order_text_does_not_refer_to_a_displayed_total(send: Send, priya: User) -> None:
    claimed = {"finalAmount": 1}
    assert "The page showed ₹1" in acknowledgement(make_request(send, Kind.VEG, **claimed))
    assert "The page showed" not in acknowledgement(entered(Kind.VEG, priya, **claimed))


def test_status_page_without_email_promises_no_mail(priya: User) -> None:
    text = status_page(entered(Kind.NUTRITION, priya, email=""))
    assert "We will call you between 9:00 am and 7:00 pm" in text
    assert "by email" not in text


@pytest.mark.parametrize("kind", REORDERED)
def test_reorder_acknowledgement_names_the_earlier_order(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    mail = acknowledgement(reordered(request))
    assert f"the same again as {request.reference}" in mail
    assert f"this was reordered from the page of {request.reference}. If that was not you" in mail
    assert [phrase for phrase in OF_THE_WEBSITE if phrase in mail] == []


def test_desk_reorder_counts_as_a_desk_order(send: Send, priya: User) -> None:
    request = make_request(send)
    mail = acknowledgement(reordered(request, priya))
    assert f"We have noted your veg meal order, the same again as {request.reference}." in mail
    assert "our team noted it for you and was given this address" in mail
    assert [phrase for phrase in OF_THE_WEBSITE if phrase in mail] == []
