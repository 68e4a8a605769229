"""The customer's answers on the desk's pages: compared, saved, confirmed."""

import re
from typing import Any

import pytest
from django.utils import timezone

from oottam.delivery.models import StopPosition
from oottam.requests.models import Request, Status
from oottam.workflow.models import FulfilmentDetails
from oottam.workflow.services.customer_answers import submit
from tests.api_client import HOSTILE
from tests.backoffice.inbox.test_list import INBOX, rows
from tests.backoffice.request.request_page import (
    KNOWN,
    SOON,
    field_errors,
    page,
    post,
    post_and_follow,
    refused,
    section,
    text,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import make_desk_client
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
GIVEN: dict[str, Any] = {
    "allergens": ["peanut"],
    "kitchen_note": "No mushrooms",
    "start_date": SOON,
    "pin": "600090",
    "locality": "Besant Nagar",
    "door_note": "Ring twice",
}
ALL = list(GIVEN)


def answer(request: Request, key: str = "a", **given: Any) -> None:
    submit(
        request_id=request.pk,
        key=key * 32,
        given=given or GIVEN,
        now=timezone.now(),
        sender="192.0.2.7",
    )


def new(send: Send) -> Request:
    return make_request_now(send, address="12 Beach Road")


def test_answers_are_shown_beside_saved_details(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    assert section(page(client, request), "answers") == ""
    typed = {**KNOWN, "pin": "600020", "start_date": "", "allergens": []}
    post_and_follow(client, request, "facts", **typed)
    answer(request)
    shown = page(client, request)
    said = section(shown, "answers")
    assert "The customer answered" in said
    assert "PIN code 600090 600020" in said
    assert "Allergies Peanuts nothing" in said
    assert 'name="take" value="pin">' in shown
    assert 'name="take" value="allergens" checked>' in shown
    assert section(shown, "step").startswith("The customer has answered")


def test_delivery_area_is_asked_once(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    assert 'id="details-zone_ok"' in page(client, request)
    answer(request)
    shown = page(client, request)
    assert 'id="details-zone_ok"' not in shown
    assert shown.count('name="zone_ok"') == 1


def test_the_delivery_area_question_names_a_pin_of_another_town(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request, **{**GIVEN, "pin": "110001"})
    shown = page(client, request)
    assert "PIN code 110001 is not one of our town" in section(shown, "answers")
    post_and_follow(client, request, "answers", take=ALL)
    assert section(page(client, request), "step").count("PIN code 110001 is not one of our") == 1
    assert text(page(client, request)).count("PIN code 110001 is not one of our town") == 2


def test_one_button_saves_the_answers_and_one_confirms(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request, **{**GIVEN, "allergens": []})
    shown = post_and_follow(client, request, "answers", take=ALL, zone_ok="true")
    assert "answers are saved." in shown
    fulfilment = FulfilmentDetails.objects.get()
    assert (fulfilment.pin, fulfilment.allergens, fulfilment.zone_ok) == ("600090", [], True)
    assert value(shown, "details-door_note") == "Ring twice"
    assert section(shown, "step").startswith(("Ready to confirm", "Look at the dishes"))
    assert "Use these answers" not in shown
    assert request.status == Status.NEW
    post_and_follow(client, request, "confirm")
    assert request.status == Status.CONFIRMED


def test_a_door_note_reaches_the_rider_once_confirmed(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request, door_note="Ring twice")
    post_and_follow(client, request, "answers", take=["door_note"])
    post_and_follow(client, request, "facts", **{**KNOWN, "door_note": "Ring twice"})
    post_and_follow(client, request, "confirm")
    assert StopPosition.objects.get().hint == "Ring twice"
    post_and_follow(client, request, "facts", **{**KNOWN, "door_note": "Call first"})
    assert StopPosition.objects.get().hint == "Call first"


def test_no_selected_answer_saves_nothing(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request)
    assert "Tick at least one answer." in field_errors(refused(client, request, "answers"))
    assert "One of these answers is used already" in str(
        field_errors(refused(client, request, "answers", take=["diet"]))
    )
    assert not FulfilmentDetails.objects.exists()


def test_used_answers_and_closed_requests_are_refused_with_a_message(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request, pin="600090")
    post_and_follow(client, request, "answers", take=["pin"])
    assert "There is no answer left to use." in post_and_follow(
        client, request, "answers", take=["pin"]
    )


def test_a_page_older_than_the_answer_is_shown_again(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    post_and_follow(client, request, "facts", **KNOWN)
    before = request.version
    answer(request, allergens=["peanut"])
    stale = post(client, request, "confirm", version=before)
    assert stale.status_code == 409
    assert "answered questions" in stale.content.decode()
    request.refresh_from_db()
    assert request.status == Status.NEW
    assert "Allergies" in section(stale.content.decode(), "history")


def test_the_list_shows_the_answer_s_time_and_what_is_missing(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    at = timezone.localtime()
    answer(request)
    [row] = rows(client.get(INBOX).content.decode())
    assert re.search(rf"Answered {at.hour % 12 or 12}(:\d\d)? [ap]m", row)
    left = row.partition("Missing:")[2]
    assert "Delivery area" in left
    assert "PIN" not in left
    assert "Allerg" not in left
    assert "eanut" not in row


def test_hostile_text_is_escaped(send: Send) -> None:
    client, request = make_desk_client(), new(send)
    answer(request, kitchen_note=HOSTILE[:200], door_note=HOSTILE[:200])
    shown = page(client, request)
    assert "<script>alert" not in shown
    assert "<img src=x" not in shown


def test_today_counts_customers_whose_answers_are_not_used(send: Send) -> None:
    client = make_desk_client()
    line = re.compile(r'href="(\S+)" class="line"><strong>(\d)</strong><span>customers? answered')

    def listed() -> tuple[int, list[str]]:
        home = client.get("/backoffice/").content.decode()
        if not (found := line.search(home)):
            return 0, []
        return int(found[2]), rows(client.get(found[1]).content.decode())

    first, second = new(send), new(send)
    assert listed() == (0, [])
    answer(first)
    answer(second, "b")
    count, found = listed()
    assert (count, len(found)) == (2, 2)
    post_and_follow(client, first, "answers", take=["pin"])
    count, [row] = listed()
    assert count == 1
    assert second.reference in row
    answer(first, "c", pin="600004")
    assert listed()[0] == 2
