"""A doctor's time is agreed with one person at once, whoever presses when."""

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
from tests.factories.requests import DOCTOR, MONDAY, at_once, current, make_request

pytestmark = pytest.mark.django_db
TUESDAY = datetime.fromisoformat("2026-11-24T16:00:00+05:30")
TAKEN = ("starts_at", "The doctor is booked at that time.")


@pytest.fixture
def priya() -> User:
    return make_staff_account("priya")


@pytest.fixture
def wish(send: Send) -> Request:
    return make_request(send, Kind.APPOINTMENT)


@pytest.fixture
def another(send: Send) -> Request:
    return make_request(send, Kind.APPOINTMENT, name="Ravi Kumar")


def slot(starts_at: datetime = TUESDAY, minutes: int = 30, doctor: str = DOCTOR) -> dict[str, Any]:
    return {"starts_at": starts_at, "minutes": minutes, "doctor": doctor}


def refusal(action: Any, **told: Any) -> tuple[str, str]:
    """The field and the sentence."""
    with pytest.raises(DomainError) as refused:
        action(**told)
    return refused.value.field, str(refused.value)


def agreed() -> list[tuple[Request, datetime]]:
    found = (
        AppointmentSlot.objects.filter(state=SlotState.AGREED)
        .order_by("pk")
        .select_related("request")
    )
    return [(each.request, each.starts_at) for each in found]


def test_a_slot_is_kept_with_its_doctor(wish: Request, priya: User) -> None:
    made = book(**current(wish, priya), **slot())
    assert columns(made, "id") == {
        "request_id": wish.pk,
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


# Minutes from 16:00 until 16:30; whether the other slot clashes with those.
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
def test_slots_of_one_doctor_do_not_overlap(
    send: Send, priya: User, other: tuple[int, int, bool], is_first: bool
) -> None:
    wish, another = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    begins, minutes, clashes = other
    later = slot(TUESDAY + timedelta(minutes=begins), minutes)
    first, second = (later, slot()) if is_first else (slot(), later)
    book(**current(wish, priya), **first)
    if clashes:
        assert refusal(book, **current(another, priya), **second) == TAKEN
    else:
        book(**current(another, priya), **second)
    assert len(agreed()) == 1 + (not clashes)


def test_two_doctors_have_time_at_once(wish: Request, another: Request, priya: User) -> None:
    book(**current(wish, priya), **slot())
    book(**current(another, priya), **slot(doctor="Dr. Arjun Mehta"))
    assert len(agreed()) == 2


def test_another_time_takes_the_place_of_the_one_before(wish: Request, priya: User) -> None:
    book(**current(wish, priya), **slot())
    later = TUESDAY + timedelta(minutes=10)  # overlaps with nobody's but its own
    book(**current(wish, priya), **slot(later))
    assert agreed() == [(wish, later)]


def test_who_asks_for_a_taken_time_keeps_the_one_that_was_agreed(
    wish: Request, another: Request, priya: User
) -> None:
    book(**current(wish, priya), **slot())
    wednesday = TUESDAY + timedelta(days=1)
    book(**current(another, priya), **slot(wednesday))
    assert refusal(book, **current(another, priya), **slot()) == TAKEN
    assert agreed() == [(wish, TUESDAY), (another, wednesday)]


@pytest.mark.parametrize("freed_by", ["cancel", "settle", "agree"])
def test_a_freed_time_can_be_taken(
    wish: Request, another: Request, priya: User, freed_by: str
) -> None:
    book(**current(wish, priya), **slot())
    told = current(wish, priya)
    if freed_by == "cancel":
        cancel(**told, reason="Moved away")
    elif freed_by == "settle":
        settle_slot(**told, state=SlotState.CANCELLED)
    else:
        book(**told, **slot(TUESDAY + timedelta(days=1)))
    book(**current(another, priya), **slot())
    assert (another, TUESDAY) in agreed()


@pytest.mark.parametrize(
    ("given", "refused"),
    [
        ({"minutes": 4}, ("minutes", "Enter 5 to 240 minutes.")),
        ({"minutes": 241}, ("minutes", "Enter 5 to 240 minutes.")),
        ({"starts_at": MONDAY}, ("starts_at", "That time has already passed.")),
        ({"doctor": " "}, ("doctor", "Choose a doctor.")),
        ({"doctor": "x" * 201}, ("doctor", "Choose a doctor.")),
    ],
)
def test_a_slot_that_cannot_be_is_refused(
    wish: Request, priya: User, given: dict[str, Any], refused: tuple[str, str]
) -> None:
    assert refusal(book, **current(wish, priya), **{**slot(), **given}) == refused
    assert agreed() == []


@pytest.mark.parametrize("kind", [kind for kind in Kind if kind != Kind.APPOINTMENT])
def test_only_appointments_have_slots(send: Send, priya: User, kind: Kind) -> None:
    request = make_request(send, kind)
    sentence = "Only appointments have a time with a doctor."
    assert refusal(book, **current(request, priya), **slot()) == ("", sentence)


def test_what_is_closed_takes_no_doctors_time_until_it_is_open_again(
    wish: Request, priya: User
) -> None:
    cancel(**current(wish, priya), reason="Moved away")
    sentence = "It is closed: reopen it before you book a time."
    assert refusal(book, **current(wish, priya), **slot()) == ("", sentence)
    reopen(**current(wish, priya), reason="Is back")
    book(**current(wish, priya), **slot())
    assert agreed() == [(wish, TUESDAY)]


@pytest.mark.parametrize("state", [SlotState.DONE, SlotState.MISSED])
def test_what_became_of_it_is_noted_once_it_has_begun(
    wish: Request, priya: User, state: SlotState
) -> None:
    book(**current(wish, priya), **slot())
    before = TUESDAY - timedelta(minutes=1)
    sentence = "The appointment is still to come."
    assert refusal(settle_slot, **current(wish, priya, before), state=state) == ("", sentence)
    settle_slot(**current(wish, priya, TUESDAY), state=state)
    assert AppointmentSlot.objects.get().state == state
    assert AuditEntry.objects.all()[0].action == f"appointment.{state.value}"
    assert refusal(settle_slot, **current(wish, priya, TUESDAY), state=state) == (
        "",
        "No time is booked.",
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("minutes_apart", [0, 10])
def test_of_two_people_who_want_one_doctor_at_once_exactly_one_wins(
    send: Send, priya: User, minutes_apart: int
) -> None:
    ravi = make_staff_account("ravi")
    for day in range(1, 11):
        wishes = [make_request(send, Kind.APPOINTMENT, name=f"Asha {day} {i}") for i in range(2)]
        starts = TUESDAY + timedelta(days=day)
        times = [slot(starts), slot(starts + timedelta(minutes=minutes_apart))]
        given = at_once(
            *(
                partial(book, **current(wish, who), **time)
                for wish, who, time in zip(wishes, (priya, ravi), times, strict=True)
            )
        )
        assert DomainError in given
        assert sum(isinstance(each, AppointmentSlot) for each in given) == 1
        assert len(agreed()) == day


@pytest.mark.django_db(transaction=True)
def test_two_people_at_one_request_agree_on_one_time(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    wish = make_request(send, Kind.APPOINTMENT)
    times = [slot(), slot(TUESDAY + timedelta(days=1))]
    seen = [current(wish, who) for who in (priya, ravi)]
    actions = (partial(book, **told, **time) for told, time in zip(seen, times, strict=True))
    assert StaleError in at_once(*actions)
    assert len(agreed()) == 1
