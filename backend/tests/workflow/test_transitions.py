"""Transitions of a request: all allowed and all rejected ones."""

from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
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
    replace_link,
)
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import (
    PLAN_FACTS,
    TEN_AM,
    current,
    make_confirmable,
    make_request,
    read_again,
    refusal,
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
# Status before, step, status after; or the rejection message.
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


def test_table_lists_every_step_from_every_status() -> None:
    assert [(began, step) for began, step, _, _ in TABLE] == [
        (began, step) for began in Status.values for step in STEPS
    ]


@pytest.mark.parametrize("line", TABLE)
def test_step_has_the_result_of_the_table(
    send: Send, meena: User, line: tuple[str, str, str, str]
) -> None:
    began, step, ends, message = line
    request = make_confirmable(make_request(send), meena)
    Request.objects.update(status=began)
    arguments = current(request, meena)
    if message:
        assert refusal(STEPS[step], **arguments) == ("", message)
        assert (read_again(request).status, read_again(request).version) == (
            began,
            arguments["version"],
        )
        return
    STEPS[step](**arguments)
    now = read_again(request)
    assert (now.status, now.version) == (ends, arguments["version"] + 1)
    assert now.closed_at == (TEN_AM if ends in ("completed", "cancelled") else None)
    entry = AuditEntry.objects.all()[0]
    assert (entry.action, entry.actor) == (f"request.{step}", meena)
    assert entry.data["status"] == {"was": began, "now": ends}


@pytest.mark.parametrize("kind", Kind)
def test_every_kind_is_confirmed_once_complete(send: Send, priya: User, kind: Kind) -> None:
    request = make_request(send, kind)
    field, message = refusal(confirm, **current(request, priya))
    assert field
    assert message.startswith("Missing before it can be confirmed: ")
    confirm(**current(make_confirmable(request, priya), priya))
    assert read_again(request).status == Status.CONFIRMED


def test_confirming_names_missing_details_and_the_first_field(send: Send, priya: User) -> None:
    request = make_request(send)
    assert refusal(confirm, **current(request, priya)) == (
        "start_date",
        "Missing before it can be confirmed: First day, PIN code, Delivery area, Allergies.",
    )


def test_address_outside_the_delivery_area_cannot_be_confirmed(send: Send, priya: User) -> None:
    request = make_request(send)
    save_details(**current(request, priya), **{**PLAN_FACTS, "zone_ok": False})
    assert refusal(confirm, **current(request, priya)) == (
        "zone_ok",
        "The address is outside our delivery area.",
    )


@pytest.mark.parametrize(
    ("kind", "field", "message"),
    [
        (Kind.VEG, "start_date", "The first day has passed: agree another one."),
        (Kind.EVENT, "date", "The day of the event has passed: agree another one."),
    ],
)
def test_confirming_a_passed_day_is_rejected(
    send: Send, priya: User, kind: Kind, field: str, message: str
) -> None:
    request = make_confirmable(make_request(send, kind), priya)
    later = TEN_AM + timedelta(days=30)
    assert refusal(confirm, **current(request, priya, later)) == (field, message)


def test_first_day_may_be_tomorrow_before_the_cut_off(send: Send, priya: User) -> None:
    request = make_request(send)
    tomorrow = timezone.localdate(TEN_AM) + timedelta(days=1)
    save_details(**current(request, priya), **{**PLAN_FACTS, "start_date": tomorrow})
    at_six = TEN_AM.replace(hour=18)
    message = "The kitchen's cut-off for Tue 24 Nov has passed: it can start on Wed 25 Nov."
    assert refusal(confirm, **current(request, priya, at_six)) == ("start_date", message)
    confirm(**current(request, priya, at_six - timedelta(seconds=1)))
    assert read_again(request).status == Status.CONFIRMED


def test_confirming_assigns_an_unassigned_request(send: Send, priya: User, meena: User) -> None:
    unassigned, assigned = (
        make_confirmable(make_request(send, name=name), priya) for name in ("Asha", "Ravi")
    )
    assign(**current(assigned, priya), assignee=meena)
    for request in (unassigned, assigned):
        confirm(**current(request, priya))
    assert [read_again(each).assignee for each in (unassigned, assigned)] == [priya, meena]


@pytest.mark.parametrize("reason", ["", " \n"])
def test_cancelling_requires_a_reason(send: Send, priya: User, reason: str) -> None:
    request = make_request(send)
    arguments = {**current(request, priya), "reason": reason}
    assert refusal(cancel, **arguments) == ("reason", "Please give a reason for cancelling.")


def test_cancellation_reason_is_in_the_audit_log(send: Send, priya: User) -> None:
    request = make_request(send)
    cancel(**current(request, priya), reason=" Moved away \n")
    assert AuditEntry.objects.get().reason == "Moved away"


@pytest.mark.parametrize("step", ["cancel", "complete"])
def test_closed_request_has_no_follow_up(send: Send, priya: User, step: str) -> None:
    request = make_confirmable(make_request(send, Kind.NUTRITION), priya)
    confirm(**current(request, priya))
    follow_up(**current(request, priya), on=date(2026, 11, 25))
    STEPS[step](**current(request, priya))
    assert read_again(request).follow_up_on is None
    assert refusal(follow_up, **current(request, priya), on=date(2026, 11, 25)) == (
        "",
        f"There is nothing to follow up; this one is {read_again(request).status}.",
    )


def test_appointment_is_completed_only_after_its_start(send: Send, priya: User) -> None:
    request = make_confirmable(
        make_request(send, Kind.APPOINTMENT), priya
    )  # tomorrow at the same time
    confirm(**current(request, priya))
    message = "Its appointment is still to come."
    assert refusal(complete, **current(request, priya)) == ("", message)
    complete(**current(request, priya, TEN_AM + timedelta(days=1)))
    assert AppointmentSlot.objects.get().state == "done"


def test_cancelling_an_appointment_frees_its_slot(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.APPOINTMENT), priya)
    cancel(**current(request, priya), reason="Moved away")
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_only_the_owner_can_reopen(send: Send, priya: User, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, priya), reason="Moved away")
    arguments = current(request, priya)
    assert refusal(reopen, **arguments, reason="") == ("", "Ask the owner to reopen it.")
    reopen(**{**arguments, "actor": meena}, reason=" Is back ")
    now = read_again(request)
    assert (now.status, now.closed_at) == (Status.NEW, None)
    assert AuditEntry.objects.all()[0].reason == "Is back"


def test_request_is_assigned_and_unassigned(send: Send, priya: User, meena: User) -> None:
    request = make_request(send)
    assign(**current(request, meena), assignee=priya)
    assert read_again(request).assignee == priya
    assign(**current(request, meena), assignee=None)
    assert read_again(request).assignee is None
    assert [entry.data for entry in AuditEntry.objects.all()] == [
        {"assignee": {"was": priya.pk, "now": None}},
        {"assignee": {"was": None, "now": priya.pk}},
    ]


def test_request_cannot_be_assigned_without_permission(send: Send, priya: User) -> None:
    request, mani = make_request(send), make_staff_account("mani", Role.KITCHEN)
    User.objects.filter(pk=priya.pk).update(is_active=False)
    closed = User.objects.get(pk=priya.pk)
    for assignee in (mani, closed):
        assert refusal(
            assign, **current(request, make_staff_account(f"by-{assignee}")), assignee=assignee
        ) == (
            "assignee",
            f"{assignee} does not work on requests.",
        )


def test_new_link_is_numbered_and_audited(send: Send, priya: User) -> None:
    request = make_request(send)
    for number in (1, 2):
        replace_link(**current(request, priya))
        request = read_again(request)
        assert (request.link_number, request.version) == (number, 1 + number)
    entries = AuditEntry.objects.filter(action="request.new-link").order_by("pk")
    assert list(entries.values_list("actor", "reference", "data")) == [
        (priya.pk, request.reference, {"link_number": {"was": was, "now": was + 1}})
        for was in (0, 1)
    ]


def test_duplicate_or_erased_request_gets_no_new_link(send: Send, priya: User) -> None:
    primary, request = make_request(send), make_request(send)
    Request.objects.filter(pk=request.pk).update(merged_into=primary)
    sentence = f"It is merged into {primary.reference}: unmerge them first."
    assert refusal(replace_link, **current(request, priya)) == ("", sentence)
    Request.objects.filter(pk=request.pk).update(merged_into=None, erased_at=TEN_AM)
    assert "erased" in refusal(replace_link, **current(request, priya))[1]
    assert read_again(request).link_number == 0


def test_follow_up_day_is_set_and_removed(send: Send, priya: User) -> None:
    request = make_request(send)
    message = "That day has already passed."
    yesterday = date(2026, 11, 22)
    assert refusal(follow_up, **current(request, priya), on=yesterday) == (
        "follow_up_on",
        message,
    )
    follow_up(**current(request, priya), on=date(2026, 11, 23))
    assert read_again(request).follow_up_on == date(2026, 11, 23)
    follow_up(**current(request, priya), on=None)
    assert read_again(request).follow_up_on is None
