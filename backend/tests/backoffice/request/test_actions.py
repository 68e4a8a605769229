"""The next step of a request, and the actions on it as a whole."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.initial_schedule import PLANNED
from oottam.schedule.models import Serving, ServingState
from oottam.workflow.models import AppointmentSlot, EventDetails, FulfilmentDetails
from tests.backoffice.request.request_page import (
    KINDS,
    KNOWN,
    SOON,
    complete_details,
    errors_shown,
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
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
# What makes each kind ready to be confirmed: the action and its fields.
READY: dict[str, tuple[str, dict[str, Any]]] = {
    **dict.fromkeys(("veg", "tray", "combo"), ("facts", KNOWN)),
    "nonveg": ("facts", {**KNOWN, "diet": "any"}),
    "subscription": ("facts", {**KNOWN, "days": "24", "agreed_paise": "4,800"}),
    "event": (
        "event",
        {
            "date": SOON.isoformat(),
            "guests": "40",
            "venue": "Alwarpet",
            "diet": "any",
            "allergens": ["none"],
        },
    ),
    "appointment": (
        "slot",
        {"doctor": "Dr. Leela Thomas", "date": SOON.isoformat(), "time": "10:00", "minutes": "30"},
    ),
    "nutrition": ("follow-up", {"on": SOON.isoformat()}),
}
TO_ASK = {
    "veg": "First day PIN code Delivery area Allergies",
    "nonveg": "First day PIN code Delivery area Allergies",
    "tray": "First day PIN code Delivery area Diet Allergies",
    "combo": "First day Lunch delivery time PIN code Delivery area Diet Allergies",
    "subscription": "First day Days Price Delivery time Address PIN code Delivery area Diet "
    "Allergies",
    "event": "Event date Guests Venue Price Diet Allergies",
    "appointment": "Date and time",
    "nutrition": "Follow-up date",
}


def primary(shown: str) -> list[str]:
    """Return the primary buttons."""
    main = shown[shown.index("<main") :]
    buttons = re.findall(r"<button>(.*?)</button>|<a class=\"button\"[^>]*>(.*?)</a>", main)
    return [text(one or other) for one, other in buttons]


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_is_worked_from_new_to_completed(send: Send, kind: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    shown = page(client, request)
    count = len(
        re.findall(r"<li><a href", shown.partition('class="chips"')[2].partition("</ul>")[0])
    )
    details = "detail" if count == 1 else "details"
    heading = f"{count} {details} missing {TO_ASK[kind]} Ask for missing details"
    assert section(shown, "step") == heading
    assert primary(shown) == ["Ask for missing details"]
    assert '<a class="button" href="?write=question#step">Ask for missing details</a>' in shown
    if kind == "event":
        post_and_follow(client, request, "price", agreed_paise="18,000")
    action, fields = READY[kind]
    shown = post_and_follow(client, request, action, **fields)
    assert (request.status, primary(shown)) == ("new", ["Confirm"])
    shown = post_and_follow(client, request, "confirm")
    if kind == "appointment":
        assert "The appointment is still to come." in section(shown, "step")
        assert primary(shown) == []
        AppointmentSlot.objects.update(starts_at=timezone.now())
        shown = page(client, request)
    if Kind(kind) in PLANNED:
        waits = kind == "event"  # for its dishes
        sentence = "No dishes are chosen yet" if waits else "it closes after the last box"
        assert sentence in section(shown, "step")
        assert primary(shown) == (["Choose dishes"] if waits else [])
        assert "It has boxes to come" in refused(client, request, "complete")
        Serving.objects.update(state=ServingState.DELIVERED)
        shown = page(client, request)
    assert (request.status, primary(shown)) == ("confirmed", ["Complete"])
    shown = post_and_follow(client, request, "complete")
    assert (request.status, primary(shown)) == ("completed", [])
    assert "It is closed. The owner can reopen it." in section(shown, "step")
    actions = list(AuditEntry.objects.order_by("pk").values_list("action", flat=True))
    assert actions[-2:] == ["request.confirm", "request.complete"]


def test_a_request_with_missing_details_cannot_be_confirmed(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    shown = refused(client, request, "confirm")
    said = "Missing before it can be confirmed: Event date, Guests, Venue, Price, Diet, Allergies."
    assert errors_shown(shown) == [said]
    request.refresh_from_db()
    assert request.status == "new"


def test_an_event_needs_a_price_which_may_be_zero(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    shown = post_and_follow(client, request, "event", **READY["event"][1])
    assert section(shown, "step").startswith("1 detail missing Price When confirmed, it becomes")
    assert (
        shown.count('href="#price-agreed_paise"') == 2
    )  # the chip, and the button: it is not the customer's to answer
    assert re.search(r'<details class="fold" open>\s*<summary>Set price', shown)
    assert "Agreed price, in rupees missing 0 if it is free" in section(shown, "money")
    assert errors_shown(refused(client, request, "confirm")) == [
        "Missing before it can be confirmed: Price."
    ]
    shown = post_and_follow(client, request, "price", agreed_paise="0")
    assert re.search("Price .*free Paid in full", section(shown, "money"))
    assert "Agreed price: nothing → free" in section(shown, "history")
    assert not re.search(r'<details class="fold" open>\s*<summary>Set price', shown)
    assert primary(shown) == ["Confirm"]
    assert "confirmed" in section(post_and_follow(client, request, "confirm"), "step").lower()


@pytest.mark.parametrize("kind", ["veg", "event"])
def test_an_impossible_first_day_blocks_confirming(send: Send, kind: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    if kind == "event":
        post_and_follow(client, request, "price", agreed_paise="0")
    post_and_follow(client, request, *READY[kind][:1], **READY[kind][1])
    today = timezone.localdate()
    FulfilmentDetails.objects.update(start_date=today)  # its cut-off was yesterday
    EventDetails.objects.update(date=today - timedelta(days=1))
    shown = page(client, request)
    step = section(shown, "step")
    assert "Everything is known" not in step
    why = (
        "The day of the event has passed"
        if kind == "event"
        else "cut-off for .* has passed: it can start"
    )
    assert re.match(f"Agree another day .*{why}", step)
    assert primary(shown) == ["Go to the day"]
    field = "event-date" if kind == "event" else "details-start_date"
    assert f'href="#{field}"' in shown
    assert re.search(r'<details class="fold" open>\s*<summary>Change', shown)
    assert re.search(why, errors_shown(refused(client, request, "confirm"))[0])


def test_a_request_is_cancelled_with_a_reason(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = refused(client, request, "cancel", reason=" ")
    assert field_errors(shown) == ["This field is required."]
    assert '<details class="fold" open><summary>Cancel' in " ".join(shown.split()).replace(
        "> <", "><"
    )
    shown = post_and_follow(client, request, "cancel", reason="They moved away")
    assert request.status == "cancelled"
    assert section(shown, "history").endswith("“They moved away” Status: New → Cancelled")
    assert "Cancelled." in shown


def test_the_owner_can_reopen_a_request(send: Send) -> None:
    client, request = logged_in(make_staff_account()), make_request_now(send)
    post_and_follow(client, request, "cancel", reason="They moved away")
    shown = page(client, request)
    assert primary(shown) == ["Reopen"]
    shown = post_and_follow(client, request, "reopen", reason="They are back")
    reopened = Request.objects.get()
    assert (reopened.status, reopened.closed_at) == ("new", None)
    assert "“They are back”" in section(shown, "history")


def test_only_the_owner_can_reopen_a_request(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "cancel", reason="They moved away")
    assert post(client, request, "reopen", reason="x").status_code == 403
    request.refresh_from_db()
    assert request.status == "cancelled"


def test_a_request_is_assigned_and_unassigned(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    mani = make_staff_account("mani", Role.DESK)
    shown = post_and_follow(client, request, "assign", assignee=str(mani.pk))
    assert request.assignee == mani
    assert value(shown, "assign-assignee") == str(mani.pk)
    assert "mani is assigned." in shown
    assert "Assigned to: nobody → mani" in section(shown, "history")
    shown = post_and_follow(client, request, "assign", assignee="")
    assert Request.objects.get().assignee is None
    assert "Assigned to: mani → nobody" in section(shown, "history")


@pytest.mark.parametrize("whom", ["kavin", "999", "x"])
def test_a_request_is_not_assigned_to_a_user_without_permission(send: Send, whom: str) -> None:
    client, request = make_desk_client(), make_request_now(send)
    cook = make_staff_account("kavin", Role.KITCHEN)
    chosen = str(cook.pk) if whom == "kavin" else whom
    assert len(field_errors(refused(client, request, "assign", assignee=chosen))) == 1
    request.refresh_from_db()
    assert request.assignee is None


def test_a_colleague_who_left_stays_assigned(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    mani = make_staff_account("mani", Role.DESK)
    post_and_follow(client, request, "assign", assignee=str(mani.pk))
    mani.is_active = False
    mani.save()
    assert value(page(client, request), "assign-assignee") == str(mani.pk)


def test_a_follow_up_is_set_and_removed(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    day = timezone.localdate() + timedelta(days=3)
    shown = post_and_follow(client, request, "follow-up", on=day.isoformat())
    assert (request.follow_up_on, value(shown, "follow-up-on")) == (day, day.isoformat())
    post_and_follow(client, request, "follow-up", on="")
    assert request.follow_up_on is None


def test_a_follow_up_that_has_passed_is_refused(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    yesterday = (timezone.localdate() - timedelta(days=1)).isoformat()
    shown = refused(client, request, "follow-up", on=yesterday)
    assert field_errors(shown) == ["That day has already passed."]
    assert value(shown, "follow-up-on") == yesterday


def test_a_stale_form_gets_a_conflict(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    complete_details(request)
    for version in (1, 0, 999):
        answer = post(client, request, "cancel", version=version, reason="Late")
        assert answer.status_code == 409
        assert "changed the details" in answer.content.decode()
    request.refresh_from_db()
    assert request.status == "new"


@pytest.mark.both_databases
def test_an_invalid_stale_form_gets_a_conflict_too(send: Send) -> None:
    """Otherwise the form would return with the current version, and undo the colleague's change."""
    client, request = make_desk_client(), make_request_now(send)
    complete_details(request)
    assert post(client, request, "facts", version=1, pin="x").status_code == 409


@pytest.mark.parametrize("version", ["", "x", "-1", "1" * 30, "²"])
def test_an_invalid_version_is_stale(send: Send, version: Any) -> None:
    client, request = make_desk_client(), make_request_now(send)
    answer = client.post(f"/backoffice/requests/{request.reference}/cancel",
                         {"version": version, "reason": "x"})  # fmt: skip
    assert answer.status_code == 409


ACTIONS = ["confirm", "complete", "cancel", "take-back", "reopen", "assign", "follow-up", "facts", "answers", "allergy-read", "event", "slot",
           "slot/settle", "price", "adjust", "price/undo", "payment", "payment/undo", "refund", "refund/undo",
           "papers/bill", "papers/supplementary", "papers/credit-note", "papers/receipt", "papers/refund-voucher", "new-link", "note", "message", "ticket/answer", "ticket/close", "merge", "carry", "part", "mail", "message/now", "health"]  # fmt: skip


@pytest.mark.parametrize("action", ACTIONS)
def test_an_action_needs_permission_and_a_csrf_token(send: Send, action: str) -> None:
    request = make_request_now(send)
    path = f"/backoffice/requests/{request.reference}/{action}"
    owner = make_staff_account()
    assert logged_in(make_staff_account("kavin", Role.KITCHEN)).post(path).status_code == 403
    assert logged_in(make_staff_account("ravi", Role.RIDER)).post(path).status_code == 403
    assert Client().post(path).status_code == 302
    assert logged_in(owner).get(path).status_code == 302
    assert logged_in(owner, checks_csrf=True).post(path).status_code == 403
    assert logged_in(owner).post(path.replace(request.reference, "OT-0000000")).status_code == 404
    assert not AuditEntry.objects.exists()


def test_every_action_has_a_test_case() -> None:
    from oottam.backoffice.request.urls import urlpatterns

    assert [str(each.pattern) for each in urlpatterns] == ["", *ACTIONS]


def test_every_kind_has_a_test_case() -> None:
    assert set(READY) == set(Kind) == set(TO_ASK)
    assert not Request.objects.exists()


@pytest.mark.both_databases
@pytest.mark.parametrize(("kind", "action"), [("veg", "facts"), ("event", "event")])
def test_one_press_saves_details_and_confirms(send: Send, kind: str, action: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    if kind == "event":
        post_and_follow(client, request, "price", agreed_paise="18,000")
    shown = post_and_follow(client, request, action, **READY[kind][1], then="confirm")
    assert request.status == "confirmed"
    assert re.findall(r'<li class="message (\w+)">(.*?)</li>', shown) == [
        ("success", f"{'Event' if kind == 'event' else 'Details'} saved."),
        ("success", "Confirmed."),
    ]


def test_incomplete_details_are_saved_but_not_confirmed(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(client, request, "facts", **{**KNOWN, "allergens": []}, then="confirm")
    assert request.status == "new"
    said = "Not confirmed yet. Missing before it can be confirmed: Allergies."
    assert re.findall(r'<li class="message error">(.*?)</li>', shown) == [said]
    assert section(shown, "step").startswith("1 detail missing Allergies")


def test_details_with_clashing_dishes_are_saved_but_not_confirmed(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    given = {**KNOWN, "allergens": ["tree-nut"], "then": "confirm"}
    shown = post_and_follow(client, request, "facts", **given)
    assert request.status == "new"
    assert "Not confirmed yet." in shown
    assert section(shown, "step").startswith("Check the dishes before you confirm")


def test_an_address_outside_the_zone_is_not_asked_for(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(client, request, "facts", **{**KNOWN, "zone_ok": "false"})
    said = "New The address is outside our delivery area: agree another one, or cancel it."
    assert section(shown, "step").startswith(said)
    assert primary(shown) == []


@pytest.mark.both_databases
def test_an_erased_request_cannot_be_reopened(send: Send) -> None:
    client, request = logged_in(make_staff_account()), make_request_now(send)
    post_and_follow(client, request, "cancel", reason="They moved away")
    Request.objects.update(erased_at=timezone.now(), email="", phone_normalised="")
    shown = page(client, request)
    assert (
        section(shown, "step")
        == "Cancelled The customer's data has been erased: it is closed for good."
    )


def test_the_history_of_a_new_request_is_empty(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    complete_details(request)
    shown = post_and_follow(client, request, "confirm")
    assert "Assigned to: nobody → " in section(shown, "history")


def test_texts_are_read_before_the_request_is_confirmed(send: Send) -> None:
    client = make_desk_client()
    request = make_request_now(send, "veg", address="12 Beach Road, Besant Nagar. No fish please")
    complete_details(request)
    shown = page(client, request)
    assert section(shown, "step").startswith(
        "Read this before you confirm The kitchen sees only allergies that are recorded."
    )
    assert primary(shown) == []
    assert "Read this before you confirm: Address: “" in refused(client, request, "confirm")
    request.refresh_from_db()
    assert request.status == Status.NEW
    [seen] = re.findall(r'name="seen" value="([0-9a-f]{16}) ', shown)
    shown = post_and_follow(client, request, "allergy-read", seen=seen)
    assert primary(shown) == ["Confirm"]


@pytest.mark.parametrize("here", ["", "plan"])
def test_a_text_that_was_read_no_longer_asks_for_an_allergy(send: Send, here: str) -> None:
    client = make_desk_client()
    request = make_request_now(send, "veg", address="12 Beach Road, Besant Nagar. No fish please")
    shown = page(client, request)
    assert "Read this: allergy?" in shown
    [seen] = re.findall(r'name="seen" value="([0-9a-f]{16}) ', shown)
    led = f"/backoffice/plans/{request.reference}/" if here else ""
    answer = post(client, request, "allergy-read", seen=seen, here=led)
    assert answer.headers["Location"] == (led or f"/backoffice/requests/{request.reference}/")
    shown = page(client, request)
    assert "Read this: allergy?" not in shown
    assert "read that there is no allergy" in text(shown)
