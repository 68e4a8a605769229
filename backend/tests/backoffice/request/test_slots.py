"""Doctors' times, booked on the page of an appointment."""

import re
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.backoffice.templatetags.staff import indian_time
from oottam.requests.models import Request
from oottam.workflow.models import AppointmentSlot
from tests.backoffice.request.request_page import (
    SOON,
    errors_shown,
    field_errors,
    page,
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
TEN: dict[str, Any] = {
    "doctor": "Dr. Leela Thomas",
    "date": SOON.isoformat(),
    "time": "10:00",
    "minutes": "30",
}


def test_the_form_begins_with_the_requested_doctor(send: Send) -> None:
    shown = page(
        make_desk_client(), make_request_now(send, "appointment", doctorName="Dr. Arjun Mehta")
    )
    assert value(shown, "slot-doctor") == "Dr. Arjun Mehta"
    assert value(shown, "slot-minutes") == "30"


def test_a_doctor_who_left_is_not_replaced_by_the_first_one(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    request.appointment.doctor = "Dr. Mala Iyer"
    request.appointment.save()
    shown = page(client, request)
    assert value(shown, "slot-doctor") == ""
    assert "Dr. Mala Iyer is no longer here: choose another one" in " ".join(shown.split())
    assert refused(client, request, "slot", **{**TEN, "doctor": ""})
    assert not AppointmentSlot.objects.exists()


def test_a_time_is_booked_in_india_s_time_zone(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    shown = post_and_follow(client, request, "slot", **TEN)
    assert AppointmentSlot.objects.get().starts_at == datetime.combine(SOON, time(4, 30), UTC)
    when = indian_time(AppointmentSlot.objects.get().starts_at)
    told = f"Date and time {when} , 30 minutes with Dr. Leela Thomas Booked"
    assert section(shown, "slot").startswith(told)
    assert f"Dr. Leela Thomas, {when}, 30 minutes" in section(shown, "history")


@pytest.mark.both_databases
def test_another_time_replaces_the_first(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    post_and_follow(client, request, "slot", **TEN)
    shown = post_and_follow(client, request, "slot", **{**TEN, "time": "11:00"})
    assert list(AppointmentSlot.objects.values_list("state", flat=True)) == ["cancelled", "agreed"]
    assert section(shown, "slot").count("minutes with") == 2


def test_a_booked_doctor_is_refused_beside_the_time(send: Send) -> None:
    client, first, second = (
        make_desk_client(),
        make_request_now(send, "appointment"),
        make_request_now(send, "appointment"),
    )
    post_and_follow(client, first, "slot", **TEN)
    shown = refused(client, second, "slot", **{**TEN, "time": "10:15"})
    assert field_errors(shown) == ["The doctor is booked at that time."]
    assert 'id="slot-time_error"' in shown
    assert value(shown, "slot-date") == SOON.isoformat()
    post_and_follow(client, second, "slot", **{**TEN, "time": "10:30"})


@pytest.mark.both_databases
@pytest.mark.parametrize(
    "changed",
    [
        {"doctor": "Dr. Who"},
        {"date": ""},
        {"time": ""},
        {"minutes": "4"},
        {"minutes": "241"},
        {"date": "2020-01-07"},
    ],
)
def test_an_invalid_time_is_refused(send: Send, changed: dict[str, str]) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    assert len(field_errors(refused(client, request, "slot", **{**TEN, **changed}))) == 1
    assert not AppointmentSlot.objects.exists()


@pytest.mark.parametrize(
    ("state", "said"), [("done", "Done"), ("missed", "No-show"), ("cancelled", "Cancelled")]
)
def test_the_outcome_of_an_appointment_is_recorded(send: Send, state: str, said: str) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    shown = post_and_follow(client, request, "slot", **TEN)
    assert "No-show" not in section(shown, "slot")
    AppointmentSlot.objects.update(starts_at=timezone.now())
    assert "Took place No-show Release the time" in section(page(client, request), "slot")
    shown = post_and_follow(client, request, "slot/settle", state=state)
    assert AppointmentSlot.objects.get().state == state
    assert said in section(shown, "slot")


def test_an_upcoming_appointment_cannot_have_taken_place(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    post_and_follow(client, request, "slot", **TEN)
    shown = refused(client, request, "slot/settle", state="done")
    assert errors_shown(shown) == ["The appointment is still to come."]


@pytest.mark.parametrize("state", ["", "agreed", "x"])
def test_an_unknown_outcome_is_refused(send: Send, state: str) -> None:
    client, request = make_desk_client(), make_request_now(send, "appointment")
    post_and_follow(client, request, "slot", **TEN)
    assert "Not saved." in refused(client, request, "slot/settle", state=state)
    assert AppointmentSlot.objects.get().state == "agreed"


def agreed(send: Send, client: Client, **changes: str) -> Request:
    """Store an appointment with a booked time."""
    request = make_request_now(send, "appointment")
    post_and_follow(client, request, "slot", **{**TEN, **changes})
    return request


def hint(shown: str) -> str:
    """Return the text below the time's field."""
    return text(re.findall(r'<p class="hint" id="slot-time_helptext">(.*?)</p>', shown)[0])


DAY = f"{SOON:%a} {SOON.day} {SOON:%b}"
OTHER = "Dr. Arjun Mehta"


def test_booked_times_are_listed_beside_the_field(send: Send) -> None:
    client = make_desk_client()
    first = agreed(send, client, time="11:00", minutes="45")
    agreed(send, client)
    agreed(send, client, date=(SOON + timedelta(days=1)).isoformat())
    agreed(send, client, doctor=OTHER, time="09:00")
    later = f"{SOON + timedelta(days=1):%a} {(SOON + timedelta(days=1)).day} {SOON + timedelta(days=1):%b}"
    shown = page(client, make_request_now(send, "appointment"))
    assert hint(shown) == (
        f"Dr. Leela Thomas is booked: {DAY} 10:00 am to 10:30 am, 11:00 am to 11:45 am; {later} 10:00 am to 10:30 am. "
        f"{OTHER} is booked: {DAY} 9:00 am to 9:30 am."
    )
    assert 'aria-describedby="slot-time_helptext"' in shown
    # One's own time is given back when another is agreed.
    assert f"{DAY} 10:00 am to 10:30 am; {later}" in hint(page(client, first))


def test_a_refusal_lists_the_doctor_s_day(send: Send) -> None:
    client = make_desk_client()
    agreed(send, client)
    agreed(send, client, time="10:30", minutes="15")
    agreed(send, client, date=(SOON + timedelta(days=1)).isoformat())
    shown = refused(client, make_request_now(send, "appointment"), "slot", **TEN)
    assert field_errors(shown) == ["The doctor is booked at that time."]
    assert (
        hint(shown)
        == f"Dr. Leela Thomas is booked: {DAY} 10:00 am to 10:30 am, 10:30 am to 10:45 am."
    )


def test_without_bookings_the_doctors_are_called_free(send: Send) -> None:
    client = make_desk_client()
    request = agreed(send, client)
    post_and_follow(client, request, "slot/settle", state="cancelled")
    assert (
        hint(page(client, make_request_now(send, "appointment"))) == "No doctor has a booking yet."
    )
    free = refused(client, request, "slot", **{**TEN, "minutes": "4"})
    assert hint(free) == f"Dr. Leela Thomas is free all day: {DAY}."


def test_past_bookings_are_not_listed(send: Send) -> None:
    client = make_desk_client()
    agreed(send, client)
    AppointmentSlot.objects.update(starts_at=timezone.now() - timedelta(hours=1))
    assert "No doctor" in hint(page(client, make_request_now(send, "appointment")))
