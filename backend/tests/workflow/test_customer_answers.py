"""Customers' answers: stored beside the fulfilment details and applied only by the desk."""

from datetime import date, time, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.api.errors import RequestRejectedError as TooManyError
from oottam.api.models import RateLimitEntry
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.privacy.erasure import erase, erase_health
from oottam.requests.models import Kind, Request
from oottam.workflow.models import CustomerAnswer, FulfilmentDetails
from oottam.workflow.services import customer_answers
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.customer_answers import (
    MAX_ANSWERS,
    AnswersClosedError,
    answers_of,
    apply_answers,
    differences,
    submit,
    unanswered,
)
from oottam.workflow.services.details import MEAL_KINDS, details_of, save_details
from oottam.workflow.services.duplicates import merge
from oottam.workflow.services.transitions import cancel, confirm
from tests.conftest import Send
from tests.factories.requests import PLAN_FACTS, TEN_AM, at_once, current, make_request, read_again

pytestmark = pytest.mark.django_db
GIVEN: dict[str, Any] = {
    "diet": "jain",
    "allergens": ["peanut"],
    "kitchen_note": "No mushrooms",
    "start_date": date(2026, 11, 30),
    "lunch_time": time(12, 30),
    "pin": "600090",
    "locality": "Besant Nagar",
    "door_note": "Ring twice",
}


def answer(request: Request, key: str = "1", **given: Any) -> None:
    submit(
        request_id=request.pk,
        key=key * 32,
        given=given or GIVEN,
        now=TEN_AM,
        sender="192.0.2.7",
    )


def apply(request: Request, actor: User, *names: str, **more: Any) -> Request:
    return apply_answers(**current(request, actor), names=names or tuple(GIVEN), **more)


def make_request_without_pin(send: Send, kind: Kind = Kind.TRAY) -> Request:
    return make_request(send, kind, address="12 Beach Road")


@pytest.mark.parametrize("kind", sorted(Kind))
def test_only_plans_ask_questions_and_only_for_missing_details(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    questions = unanswered(request)
    lacking = {item.field for item in missing(request)}
    extra = {"kitchen_note", "locality", "door_note"}
    assert {*questions} - extra <= lacking
    assert bool(questions) == (kind in MEAL_KINDS)
    assert "agreed_paise" not in questions


def test_answer_changes_no_detail_and_the_audit_log_omits_its_content(send: Send) -> None:
    request = make_request_without_pin(send)
    answer(request)
    assert not FulfilmentDetails.objects.exists()
    entry = AuditEntry.objects.get(action="request.answer")
    assert (entry.actor, entry.data["answered"][:2]) == (None, ["diet", "allergens"])
    assert "peanut" not in str(entry.data)
    assert read_again(request).status == "new"
    assert "allergens" not in unanswered(request, {"allergens"})


def test_resubmitted_form_is_stored_once(send: Send) -> None:
    request = make_request_without_pin(send)
    answer(request)
    answer(request, diet="any")
    assert CustomerAnswer.objects.get().diet == "jain"


@pytest.mark.django_db(transaction=True)
def test_concurrent_submissions_are_stored_once(send: Send) -> None:
    request = make_request_without_pin(send)
    outcomes = at_once(*[lambda: answer(request)] * 4)
    assert (outcomes, CustomerAnswer.objects.count()) == ([None] * 4, 1)


def test_desk_applies_the_named_answers(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    answer(request)
    fulfilment = details_of(apply(request, meena, zone_ok=True))
    assert (fulfilment.full_diet, fulfilment.allergens) == ("jain", ["peanut"])
    assert fulfilment.kitchen_note == "Must not eat: “No mushrooms”"
    assert (fulfilment.pin, fulfilment.locality, fulfilment.door_note) == (
        "600090",
        "Besant Nagar",
        "Ring twice",
    )
    assert (fulfilment.start_date, fulfilment.zone_ok) == (date(2026, 11, 30), True)
    actions = AuditEntry.objects.values_list("action", flat=True)
    assert {"request.take-answers", "health.open"} <= {*actions}
    assert all(row.is_same for row in differences(read_again(request), answers_of(request)))


def test_unnamed_answers_are_not_applied_and_health_is_not_opened(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    answer(request)
    fulfilment = details_of(apply(request, meena, "pin"))
    assert (fulfilment.pin, fulfilment.allergens, fulfilment.start_date) == ("600090", None, None)
    assert not AuditEntry.objects.filter(action="health.open").exists()


def test_proposed_allergens_include_desk_and_earlier_answers(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    save_details(**current(request, meena), allergens=["milk"], kitchen_note="Little oil")
    answer(request, allergens=["peanut"], kitchen_note="No mushrooms")
    answer(request, "2", allergens=[])
    [allergens, note] = differences(read_again(request), answers_of(request))
    assert (allergens.answered, list(allergens.earlier)) == ([], [["peanut"]])
    assert allergens.proposed == ["milk", "peanut"]
    assert note.proposed == "Little oil; Must not eat: “No mushrooms”"
    assert details_of(apply(request, meena)).allergens == ["milk", "peanut"]


def test_comparison_ignores_order_and_matches_whole_words(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    save_details(
        **current(request, meena), allergens=["peanut", "milk"], kitchen_note="No coconuts"
    )
    answer(request, allergens=["milk"], kitchen_note="nuts")
    [allergens, note] = differences(read_again(request), answers_of(request))
    assert allergens.is_same
    assert note.proposed == "No coconuts; Must not eat: “nuts”"


def test_note_with_a_separator_is_applied_once(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    answer(request, kitchen_note="brinjal; okra")
    apply(request, meena, "kitchen_note")
    note = next(
        row
        for row in differences(read_again(request), answers_of(request))
        if row.name == "kitchen_note"
    )
    assert (note.is_same, note.proposed) == (True, "Must not eat: “brinjal; okra”")
    apply(request, meena)
    assert all(row.is_same for row in differences(read_again(request), answers_of(request)))


def test_no_allergens_is_an_answer(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    answer(request, allergens=[])
    assert "allergens" not in unanswered(
        request, customer_answers.answered_names(answers_of(request))
    )
    assert details_of(apply(request, meena)).allergens == []


def test_desk_value_is_not_preselected_for_replacement(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    save_details(**current(request, meena), pin="600020")
    answer(request)
    rows = {row.name: row for row in differences(read_again(request), answers_of(request))}
    assert (rows["pin"].current, rows["pin"].answered, rows["pin"].is_safe) == (
        "600020",
        "600090",
        False,
    )
    assert rows["start_date"].is_safe


def test_answer_makes_desk_pages_stale(send: Send, meena: User) -> None:
    request = make_request(send)
    save_details(**current(request, meena), **PLAN_FACTS)
    seen = current(request, meena)
    answer(request, allergens=["peanut"])
    with pytest.raises(StaleError):
        confirm(**seen)
    with pytest.raises(StaleError):
        apply_answers(**seen, names=["allergens"])


def test_closed_request_accepts_no_answers(send: Send, meena: User) -> None:
    request = make_request_without_pin(send)
    answer(request)
    cancel(**current(request, meena), reason="x")
    with pytest.raises(AnswersClosedError):
        answer(request, "2")
    with pytest.raises(DomainError):
        apply(request, meena)
    assert unanswered(read_again(request)) == []


@pytest.mark.parametrize("kind", [Kind.EVENT, Kind.APPOINTMENT, Kind.NUTRITION])
def test_requests_without_a_plan_accept_no_answers(send: Send, kind: Kind) -> None:
    with pytest.raises(AnswersClosedError):
        answer(make_request(send, kind))


def test_answers_are_limited_per_request_and_per_ip_address(send: Send, settings: Any) -> None:
    request = make_request_without_pin(send)
    before = RateLimitEntry.objects.count()
    for number in range(MAX_ANSWERS):
        answer(request, chr(97 + number))
    with pytest.raises(AnswersClosedError):
        answer(request, "z")
    assert RateLimitEntry.objects.count() == before + MAX_ANSWERS
    settings.CAP_PER_ADDRESS = 3
    with pytest.raises(TooManyError) as refused:
        answer(make_request_without_pin(send), "z")
    assert (refused.value.reply.status, refused.value.headers["Retry-After"]) == (429, "3600")


def test_answer_does_not_replace_the_requests_address(send: Send) -> None:
    request = make_request_without_pin(send)
    answer(request, address="Elsewhere 5", pin="600020")
    assert CustomerAnswer.objects.get().address == ""
    subscription = make_request(send, Kind.SUBSCRIPTION)
    answer(subscription, address="12 Beach Road")
    assert CustomerAnswer.objects.get(request=subscription).address == "12 Beach Road"


def test_answers_to_a_merged_duplicate_are_shown_with_the_request(send: Send, meena: User) -> None:
    request, double = make_request_without_pin(send), make_request_without_pin(send)
    answer(double, allergens=["peanut"])
    merge(**current(double, meena), into=request.reference)
    [row] = differences(read_again(request), answers_of(request))
    assert row.answered == ["peanut"]


def test_erasure_deletes_answers_and_health_erasure_their_health_fields(
    send: Send, meena: User
) -> None:
    request = make_request_without_pin(send)
    answer(request)
    erase_health(reference=request.reference, now=TEN_AM)
    stored = CustomerAnswer.objects.get()
    assert (stored.allergens, stored.kitchen_note, stored.pin) == (None, "", "600090")
    erase(
        references=[request.reference],
        actor=meena,
        now=TEN_AM + timedelta(1),
        reason="x",
        cancel=True,
    )
    assert not CustomerAnswer.objects.exists()
