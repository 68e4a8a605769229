"""Appointment slots: a doctor is booked by one request at a time, also under concurrency."""

from datetime import datetime, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.requests.models import Kind, Request
from oottam.workflow.models import AppointmentSlot, SlotState
from oottam.workflow.services.appointments import book, settle_slot
from oottam.workflow.services.transitions import cancel, reopen
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import DOCTOR, TEN_AM, at_once, current, make_request, refusal

pytestmark = pytest.mark.django_db
TUESDAY = datetime.fromisoformat("2026-11-24T16:00:00+05:30")
TAKEN = ("starts_at", "The doctor is booked at that time.")


@pytest.fixture
def appointment(send: Send) -> Request:
    return make_request(send, Kind.APPOINTMENT)


@pytest.fixture
def other_appointment(send: Send) -> Request:
    return make_request(send, Kind.APPOINTMENT, name="Ravi Kumar")


def slot(starts_at: datetime = TUESDAY, minutes: int = 30, doctor: str = DOCTOR) -> dict[str, Any]:
    return {"starts_at": starts_at, "minutes": minutes, "doctor": doctor}


def agreed() -> list[tuple[Request, datetime]]:
    found = (
        AppointmentSlot.objects.filter(state=SlotState.AGREED)
        .order_by("pk")
        .select_related("request")
    )
    return [(each.request, each.starts_at) for each in found]


def test_slot_is_stored_with_its_doctor(appointment: Request, priya: User) -> None:
    made = book(**current(appointment, priya), **slot())
    assert columns(made, "id") == {
        "request_id": appointment.pk,
        "doctor": DOCTOR,
        "starts_at": TUESDAY,
        "minutes": 30,
        "state": "agreed",
    }
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data) == (
        "appointment.agree",
        {"doctor": DOCTOR, "starts_at": "2026-11-24T16:00:00+05:30", "minutes": 30},
    )


# The other slot's offset and length in minutes; whether it overlaps 16:00 to 16:30.
OTHERS = [
    (0, 30, True),
    (-29, 30, True),
    (-30, 30, False),
    (29, 30, True),
    (30, 30, False),
    (10, 5, True),
    (-60, 240, True),
    (-240, 240, False),
    (-239, 240, True),
    (-241, 240, False),
]


@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("is_first", [True, False])
def test_slots_of_one_doctor_cannot_overlap(
    send: Send, priya: User, other: tuple[int, int, bool], is_first: bool
) -> None:
    appointment, other_appointment = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    begins, minutes, clashes = other
    later = slot(TUESDAY + timedelta(minutes=begins), minutes)
    first, second = (later, slot()) if is_first else (slot(), later)
    book(**current(appointment, priya), **first)
    if clashes:
        assert refusal(book, **current(other_appointment, priya), **second) == TAKEN
    else:
        book(**current(other_appointment, priya), **second)
    assert len(agreed()) == 1 + (not clashes)


def test_two_doctors_can_be_booked_at_the_same_time(
    appointment: Request, other_appointment: Request, priya: User
) -> None:
    book(**current(appointment, priya), **slot())
    book(**current(other_appointment, priya), **slot(doctor="Dr. Arjun Mehta"))
    assert len(agreed()) == 2


def test_new_slot_replaces_the_earlier_one(appointment: Request, priya: User) -> None:
    book(**current(appointment, priya), **slot())
    later = TUESDAY + timedelta(minutes=10)  # overlaps only with its own slot
    book(**current(appointment, priya), **slot(later))
    assert agreed() == [(appointment, later)]


def test_rejected_booking_keeps_the_earlier_slot(
    appointment: Request, other_appointment: Request, priya: User
) -> None:
    book(**current(appointment, priya), **slot())
    wednesday = TUESDAY + timedelta(days=1)
    book(**current(other_appointment, priya), **slot(wednesday))
    assert refusal(book, **current(other_appointment, priya), **slot()) == TAKEN
    assert agreed() == [(appointment, TUESDAY), (other_appointment, wednesday)]


@pytest.mark.parametrize("freed_by", ["cancel", "settle", "agree"])
def test_freed_slot_can_be_booked(
    appointment: Request, other_appointment: Request, priya: User, freed_by: str
) -> None:
    book(**current(appointment, priya), **slot())
    arguments = current(appointment, priya)
    if freed_by == "cancel":
        cancel(**arguments, reason="Moved away")
    elif freed_by == "settle":
        settle_slot(**arguments, state=SlotState.CANCELLED)
    else:
        book(**arguments, **slot(TUESDAY + timedelta(days=1)))
    book(**current(other_appointment, priya), **slot())
    assert (other_appointment, TUESDAY) in agreed()


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"minutes": 4}, ("minutes", "Enter 5 to 240 minutes.")),
        ({"minutes": 241}, ("minutes", "Enter 5 to 240 minutes.")),
        ({"starts_at": TEN_AM}, ("starts_at", "That time has already passed.")),
        ({"doctor": " "}, ("doctor", "Choose a doctor.")),
        ({"doctor": "x" * 201}, ("doctor", "Choose a doctor.")),
    ],
)
def test_invalid_slot_is_rejected(
    appointment: Request, priya: User, given: dict[str, Any], refused: tuple[str, str]
) -> None:
    assert refusal(book, **current(appointment, priya), **{**slot(), **given}) == refused
    assert agreed() == []


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.APPOINTMENT])
def test_only_appointments_have_slots(send: Send, priya: User, kind: Kind) -> None:
    request = make_request(send, kind)
    message = "Only appointments have a time with a doctor."
    assert refusal(book, **current(request, priya), **slot()) == ("", message)


def test_closed_request_cannot_book_until_reopened(appointment: Request, meena: User) -> None:
    cancel(**current(appointment, meena), reason="Moved away")
    message = "It is closed: reopen it before you book a time."
    assert refusal(book, **current(appointment, meena), **slot()) == ("", message)
    reopen(**current(appointment, meena), reason="Is back")
    book(**current(appointment, meena), **slot())
    assert agreed() == [(appointment, TUESDAY)]


@pytest.mark.parametrize("state", [SlotState.DONE, SlotState.MISSED])
def test_appointment_outcome_is_recorded_after_its_start(
    appointment: Request, priya: User, state: SlotState
) -> None:
    book(**current(appointment, priya), **slot())
    before = TUESDAY - timedelta(minutes=1)
    message = "The appointment is still to come."
    assert refusal(settle_slot, **current(appointment, priya, before), state=state) == (
        "",
        message,
    )
    settle_slot(**current(appointment, priya, TUESDAY), state=state)
    assert AppointmentSlot.objects.get().state == state
    assert AuditEntry.objects.all()[0].action == f"appointment.{state.value}"
    assert refusal(settle_slot, **current(appointment, priya, TUESDAY), state=state) == (
        "",
        "No time is booked.",
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("minutes_apart", [0, 10])
def test_concurrent_bookings_of_one_doctor_have_one_winner(
    send: Send, priya: User, minutes_apart: int
) -> None:
    ravi = make_staff_account("ravi")
    for day in range(1, 11):
        appointments = [
            make_request(send, Kind.APPOINTMENT, name=f"Asha {day} {i}") for i in range(2)
        ]
        starts = TUESDAY + timedelta(days=day)
        times = [slot(starts), slot(starts + timedelta(minutes=minutes_apart))]
        given = at_once(
            *(
                partial(book, **current(appointment, actor), **time)
                for appointment, actor, time in zip(appointments, (priya, ravi), times, strict=True)
            )
        )
        assert DomainError in given
        assert sum(isinstance(each, AppointmentSlot) for each in given) == 1
        assert len(agreed()) == day


@pytest.mark.django_db(transaction=True)
def test_concurrent_bookings_of_one_request_store_one_slot(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    appointment = make_request(send, Kind.APPOINTMENT)
    times = [slot(), slot(TUESDAY + timedelta(days=1))]
    seen = [current(appointment, actor) for actor in (priya, ravi)]
    actions = (
        partial(book, **arguments, **time) for arguments, time in zip(seen, times, strict=True)
    )
    assert StaleError in at_once(*actions)
    assert len(agreed()) == 1
