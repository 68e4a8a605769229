"""A form that is older than a colleague's change keeps its input and can be posted again."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from oottam.requests.models import Kind, Request
from oottam.workflow.models import EventDetails, FulfilmentDetails, Message, Note, Payment
from tests.backoffice.request.request_page import KNOWN, SOON, post, post_and_follow, text, value
from tests.backoffice.request.test_messages import LETTER
from tests.backoffice.request.test_money import PAID
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db


def late(client: Client, request: Request, action: str, **fields: Any) -> str:
    """Post a form of before a colleague's change."""
    answer: HttpResponse = post(client, request, action, version=request.version - 1, **fields)
    assert answer.status_code == 409
    return answer.content.decode()


def said(page: str) -> str:
    """Return the text above the page."""
    return text(page.partition('role="alert"')[2].partition('<div class="request-page">')[0])


def again(client: Client, page: str, request: Request, action: str) -> HttpResponse:
    """Post the returned form again."""
    found = re.search(rf'<form[^>]*/{action}".*?</form>', page, re.DOTALL)
    assert found
    version = int(re.findall(r'name="version" value="(\d+)"', found[0])[0])
    request.refresh_from_db()
    assert version == request.version
    sent = {
        name: value(page, f"{action}-{name}")
        for name in re.findall(
            rf'<(?:input|select|textarea)[^>]* id="{action}-([a-z_]+)"', found[0]
        )
        if f'<fieldset class="field whole" id="{action}-{name}"' not in found[0]
    }
    return post(client, request, action, version, **sent)


def test_a_stale_note_stays_typed_beside_a_colleague_s_change(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(make_desk_client("mani"), request, "note", text="She called at ten")
    shown = late(client, request, "note", text="She calls back\nat noon")
    assert "Changed by someone else." in said(shown)
    assert "mani wrote a note" in said(shown)
    assert "She called at ten" in shown
    assert value(shown, "note-text") == "She calls back\nat noon"
    assert again(client, shown, request, "note").status_code == 302
    assert Note.objects.count() == 2


@pytest.mark.parametrize(
    ("action", "fields", "kept", "made"),
    [
        ("payment", {**PAID, "bank_reference": "UTR 7"}, "payment-bank_reference", Payment),
        ("message", {**LETTER, "channel": "mail"}, "message-text", Message),
    ],
)
def test_every_stale_form_preserves_its_input(
    send: Send, action: str, fields: dict[str, Any], kept: str, made: Any
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(make_desk_client("mani"), request, "note", text="She called")
    shown = late(client, request, action, **fields)
    assert value(shown, kept) == fields[kept.partition("-")[2]]
    assert not made.objects.exists()
    resent = post(client, request, action, **fields)
    assert resent.status_code == 302


def test_details_that_only_a_colleague_changed_keep_the_colleague_s_value(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "facts", **KNOWN)
    post_and_follow(
        make_desk_client("mani"),
        request,
        "facts",
        **{**KNOWN, "pin": "600041", "allergens": ["peanut"]},
    )
    shown = late(client, request, "facts", **{**KNOWN, "kitchen_note": "Mild, please"})
    assert (value(shown, "details-pin"), value(shown, "details-kitchen_note")) == (
        "600041",
        "Mild, please",
    )
    assert re.search(r'value="peanut"[^>]* checked', shown)
    assert "PIN code: 600090 → 600041" in said(shown)
    assert "Meanwhile" not in shown


def test_details_that_both_changed_show_both_values(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "facts", **KNOWN)
    post_and_follow(make_desk_client("mani"), request, "facts", **{**KNOWN, "pin": "600041"})
    shown = late(client, request, "facts", **{**KNOWN, "pin": "600004"})
    assert value(shown, "details-pin") == "600004"
    assert "A colleague has since changed this to “600041”." in shown
    assert FulfilmentDetails.objects.get().pin == "600041"


def test_a_stale_event_form_is_merged_too(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, Kind.EVENT)
    begun = {"date": SOON.isoformat(), "time": "19:30", "guests": "20", "venue": "At home"}
    post_and_follow(client, request, "event", **begun)
    post_and_follow(make_desk_client("mani"), request, "event", **{**begun, "guests": "25"})
    shown = late(client, request, "event", **{**begun, "venue": "Beach Hall"})
    assert [value(shown, f"event-{name}") for name in ("guests", "venue")] == ["25", "Beach Hall"]
    assert again(client, shown, request, "event").status_code == 302
    kept = EventDetails.objects.get()
    assert (kept.guests, kept.venue) == (25, "Beach Hall")


def test_input_of_a_form_no_longer_on_the_page_is_shown_as_text(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(make_desk_client("mani"), request, "cancel", reason="Moved away")
    shown = late(client, request, "facts", **{**KNOWN, "kitchen_note": "Mild, please"})
    assert 'id="details-kitchen_note"' not in shown
    assert "Kitchen note Mild, please" in said(shown)
    assert "mani cancelled it" in said(shown)
