"""POST /event-form.php."""

from typing import Any

import pytest

from oottam.enquiries.models import EventEnquiry
from tests.api_client import NO_TEXT, columns, field_errors, flags_and_message, stored
from tests.bodies import without
from tests.conftest import Send
from tests.enquiries.examples import EVENT, event_body

pytestmark = pytest.mark.django_db
OPTIONS = "Birthday Celebrations, Corporate Events, Family Gatherings, Party Platters"


@pytest.mark.spec("7.2")
def test_enquiry_is_stored_as_sent(send: Send) -> None:
    request = stored(send, EVENT, event_body())
    assert columns(EventEnquiry.objects.get()) == {
        "request_id": request.id,
        "event_type": "Birthday Celebrations",
        "message": "Twenty children, one long table please",
    }


def test_response_has_reference_event_and_next_step(send: Send) -> None:
    message = (
        "Thank you! We have received your enquiry REF about Birthday Celebrations. "
        "We will call you to agree on the date and the details."
    )
    assert flags_and_message(send, EVENT, event_body()) == ("", message)


@pytest.mark.spec("1.2")
@pytest.mark.parametrize("event_type", OPTIONS.split(", "))
def test_each_event_type_is_accepted(send: Send, event_type: str) -> None:
    stored(send, EVENT, event_body(eventType=event_type))
    assert EventEnquiry.objects.get().event_type == event_type


@pytest.mark.parametrize("event_type", ["Wedding", "birthday celebrations", "Party Platters "])
def test_unknown_event_type_is_rejected(send: Send, event_type: str) -> None:
    assert field_errors(send, EVENT, event_body(eventType=event_type)) == [
        ("eventType", f"Event type must be one of: {OPTIONS}.")
    ]
    assert EventEnquiry.objects.count() == 0


@pytest.mark.parametrize("body", [without(event_body(), "message"), event_body(message="")])
def test_message_is_optional(send: Send, body: Any) -> None:
    stored(send, EVENT, body)
    assert EventEnquiry.objects.get().message == ""


@pytest.mark.parametrize("sent", NO_TEXT[1:])
def test_message_must_be_text(send: Send, sent: Any) -> None:
    assert field_errors(send, EVENT, event_body(message=sent)) == [
        ("message", "Message must be text.")
    ]
