"""The steps of a request: every one that there is, and every one that there is not."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import AppointmentSlot
from oottam.workflow.services.details import save_details
from oottam.workflow.services.transitions import (
    assign,
    cancel,
    complete,
    confirm,
    follow_up,
    reopen,
)
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import (
    MONDAY,
    PLAN_FACTS,
    current,
    make_confirmable,
    make_request,
    read_again,
)

pytestmark = pytest.mark.django_db
Step = Callable[..., Any]
STEPS: dict[str, Step] = {
    "confirm": confirm,
    "complete": complete,
    "cancel": partial(cancel, reason="Moved away"),
    "reopen": partial(reopen, reason="Is back"),
}
ONLY_NEW = "Only a new request can be confirmed; this one is"
ONLY_CONFIRMED = "Only a confirmed request can be completed; this one is"
NOTHING_LEFT = "There is nothing left to cancel; this one is"
ONLY_CLOSED = "Only a closed request can be reopened; this one is"
# From, step, to; or the sentence that refuses it.
TABLE = [
    ("new", "confirm", "confirmed", ""),
    ("new", "complete", "", f"{ONLY_CONFIRMED} new."),
    ("new", "cancel", "cancelled", ""),
    ("new", "reopen", "", f"{ONLY_CLOSED} new."),
    ("confirmed", "confirm", "", f"{ONLY_NEW} confirmed."),
    ("confirmed", "complete", "completed", ""),
    ("confirmed", "cancel", "cancelled", ""),
    ("confirmed", "reopen", "", f"{ONLY_CLOSED} confirmed."),
    ("active", "confirm", "", f"{ONLY_NEW} active."),
    ("active", "complete", "completed", ""),
    ("active", "cancel", "cancelled", ""),
    ("active", "reopen", "", f"{ONLY_CLOSED} active."),
    ("completed", "confirm", "", f"{ONLY_NEW} completed."),
    ("completed", "complete", "", f"{ONLY_CONFIRMED} completed."),
    ("completed", "cancel", "", f"{NOTHING_LEFT} completed."),
    ("completed", "reopen", "new", ""),
    ("cancelled", "confirm", "", f"{ONLY_NEW} cancelled."),
    ("cancelled", "complete", "", f"{ONLY_CONFIRMED} cancelled."),
    ("cancelled", "cancel", "", f"{NOTHING_LEFT} cancelled."),
    ("cancelled", "reopen", "new", ""),
]


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


@pytest.fixture
def priya() -> User:
    return make_staff_account("priya", Role.DESK)


def refusal(step: Step, **told: Any) -> tuple[str, str]:
    """The field and the sentence."""
    with pytest.raises(DomainError) as refused:
        step(**told)
    return refused.value.field, str(refused.value)


def test_every_step_from_every_state_stands_in_the_table() -> None:
    assert [(began, step) for began, step, _, _ in TABLE] == [
        (began, step) for began in Status.values for step in STEPS
    ]


@pytest.mark.parametrize("line", TABLE)
def test_a_step_leads_where_the_table_says(
    send: Send, meena: User, line: tuple[str, str, str, str]
) -> None:
    began, step, ends, sentence = line
    request = make_confirmable(make_request(send), meena)
    Request.objects.update(status=began)
    told = current(request, meena)
    if sentence:
        assert refusal(STEPS[step], **told) == ("", sentence)
        assert (read_again(request).status, read_again(request).version) == (began, told["version"])
        return
    STEPS[step](**told)
    now = read_again(request)
    assert (now.status, now.version) == (ends, told["version"] + 1)
    assert now.closed_at == (MONDAY if ends in ("completed", "cancelled") else None)
    entry = AuditEntry.objects.all()[0]
    assert (entry.action, entry.actor) == (f"request.{step}", meena)
    assert entry.data["status"] == {"was": began, "now": ends}


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_confirmed_once_its_facts_are_known(
    send: Send, priya: User, kind: Kind
) -> None:
    request = make_request(send, kind)
    field, sentence = refusal(confirm, **current(request, priya))
    assert field
    assert sentence.startswith("Missing before it can be confirmed: ")
    confirm(**current(make_confirmable(request, priya), priya))
    assert read_again(request).status == Status.CONFIRMED


def test_what_is_missing_is_named_and_the_first_is_pointed_at(send: Send, priya: User) -> None:
    request = make_request(send)
    assert refusal(confirm, **current(request, priya)) == (
        "start_date",
        "Missing before it can be confirmed: First day, PIN code, Delivery area, Allergies.",
    )


def test_where_we_do_not_deliver_nothing_is_confirmed(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), **{**PLAN_FACTS, "zone_ok": False})
    assert refusal(confirm, **current(request, priya)) == (
        "zone_ok",
        "The address is outside our delivery area.",
    )


@pytest.mark.parametrize(
    ("kind", "field", "sentence"),
    [
        (Kind.VEG, "start_date", "The first day has passed: agree another one."),
        (Kind.EVENT, "date", "The day of the event has passed: agree another one."),
    ],
)
def test_a_day_that_has_passed_meanwhile_is_agreed_anew(
    send: Send, priya: User, kind: Kind, field: str, sentence: str
) -> None:
    request = make_confirmable(make_request(send, kind), priya)
    later = MONDAY + timedelta(days=30)
    assert refusal(confirm, **current(request, priya, later)) == (field, sentence)


def test_the_first_day_may_be_tomorrow_until_the_kitchen_s_cut_off(send: Send, priya: User) -> None:
    request = make_request(send)
    tomorrow = timezone.localdate(MONDAY) + timedelta(days=1)
    save_details(**current(request, priya), **{**PLAN_FACTS, "start_date": tomorrow})
    at_six = MONDAY.replace(hour=18)
    said = "The kitchen's cut-off for Tue 24 Nov has passed: it can start on Wed 25 Nov."
    assert refusal(confirm, **current(request, priya, at_six)) == ("start_date", said)
    confirm(**current(request, priya, at_six - timedelta(seconds=1)))
    assert read_again(request).status == Status.CONFIRMED


def test_whoever_confirms_takes_what_is_nobodys(send: Send, priya: User, meena: User) -> None:
    nobodys, meenas = (
        make_confirmable(make_request(send, name=name), priya) for name in ("Asha", "Ravi")
    )
    assign(**current(meenas, priya), assignee=meena)
    for request in (nobodys, meenas):
        confirm(**current(request, priya))
    assert [read_again(each).assignee for each in (nobodys, meenas)] == [priya, meena]


@pytest.mark.parametrize("reason", ["", " \n"])
def test_cancelling_needs_a_reason(send: Send, priya: User, reason: str) -> None:
    request = make_request(send)
    told = {**current(request, priya), "reason": reason}
    assert refusal(cancel, **told) == ("reason", "Please give a reason for cancelling.")


def test_the_reason_is_kept_in_the_record(send: Send, priya: User) -> None:
    request = make_request(send)
    cancel(**current(request, priya), reason=" Moved away \n")
    assert AuditEntry.objects.get().reason == "Moved away"


@pytest.mark.parametrize("step", ["cancel", "complete"])
def test_what_is_closed_is_followed_up_no_more(send: Send, priya: User, step: str) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), priya)
    confirm(**current(request, priya))
    follow_up(**current(request, priya), on=date(2026, 11, 25))
    STEPS[step](**current(request, priya))
    assert read_again(request).follow_up_on is None
    assert refusal(follow_up, **current(request, priya), on=date(2026, 11, 25)) == (
        "",
        f"There is nothing to follow up; this one is {read_again(request).status}.",
    )


def test_an_appointment_is_completed_once_it_was(send: Send, priya: User) -> None:
    request = make_confirmable(
        make_request(send, Kind.APPOINTMENT), priya
    )  # tomorrow at the same time
    confirm(**current(request, priya))
    sentence = "Its appointment is still to come."
    assert refusal(complete, **current(request, priya)) == ("", sentence)
    complete(**current(request, priya, MONDAY + timedelta(days=1)))
    assert AppointmentSlot.objects.get().state == "done"


def test_a_cancelled_appointment_frees_its_time(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.APPOINTMENT), priya)
    cancel(**current(request, priya), reason="Moved away")
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_only_the_owner_reopens(send: Send, priya: User, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, priya), reason="Moved away")
    told = current(request, priya)
    assert refusal(reopen, **told, reason="") == ("", "Ask the owner to reopen it.")
    reopen(**{**told, "actor": meena}, reason=" Is back ")
    now = read_again(request)
    assert (now.status, now.closed_at) == (Status.NEW, None)
    assert AuditEntry.objects.all()[0].reason == "Is back"


def test_a_request_is_assigned_and_given_back(send: Send, priya: User, meena: User) -> None:
    request = make_request(send)
    assign(**current(request, meena), assignee=priya)
    assert read_again(request).assignee == priya
    assign(**current(request, meena), assignee=None)
    assert read_again(request).assignee is None
    assert [entry.data for entry in AuditEntry.objects.all()] == [
        {"assignee": {"was": priya.pk, "now": None}},
        {"assignee": {"was": None, "now": priya.pk}},
    ]


def test_requests_are_not_assigned_to_those_who_do_not_work_on_them(
    send: Send, priya: User
) -> None:
    request, mani = make_request(send), make_staff_account("mani", Role.KITCHEN)
    User.objects.filter(pk=priya.pk).update(is_active=False)
    closed = User.objects.get(pk=priya.pk)
    for whom in (mani, closed):
        assert refusal(
            assign, **current(request, make_staff_account(f"by-{whom}")), assignee=whom
        ) == (
            "assignee",
            f"{whom} does not work on requests.",
        )


def test_a_day_to_follow_up_is_set_and_taken_back(send: Send, priya: User) -> None:
    request = make_request(send)
    sentence = "That day has already passed."
    yesterday = date(2026, 11, 22)
    assert refusal(follow_up, **current(request, priya), on=yesterday) == (
        "follow_up_on",
        sentence,
    )
    follow_up(**current(request, priya), on=date(2026, 11, 23))
    assert read_again(request).follow_up_on == date(2026, 11, 23)
    follow_up(**current(request, priya), on=None)
    assert read_again(request).follow_up_on is None
