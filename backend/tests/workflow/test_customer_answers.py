"""What a customer answers herself: stored beside the desk's facts, taken over by the desk alone."""

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
from tests.factories.accounts import make_staff_account
from tests.factories.requests import MONDAY, PLAN_FACTS, at_once, current, make_request, read_again

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


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


def answer(request: Request, key: str = "1", **given: Any) -> None:
    submit(
        request_id=request.pk,
        key=key * 32,
        given=given or GIVEN,
        now=MONDAY,
        sender="192.0.2.7",
    )


def take(request: Request, actor: User, *names: str, **more: Any) -> Request:
    return apply_answers(**current(request, actor), names=names or tuple(GIVEN), **more)


def no_pin(send: Send, kind: Kind = Kind.TRAY) -> Request:
    return make_request(send, kind, address="12 Beach Road")


@pytest.mark.parametrize("kind", sorted(Kind))
def test_plans_alone_ask_and_only_for_what_is_missing(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    questions = unanswered(request)
    lacking = {item.field for item in missing(request)}
    extra = {"kitchen_note", "locality", "door_note"}
    assert {*questions} - extra <= lacking
    assert bool(questions) == (kind in MEAL_KINDS)
    assert "agreed_paise" not in questions


def test_an_answer_changes_no_fact_and_the_record_holds_none_of_it(send: Send) -> None:
    request = no_pin(send)
    answer(request)
    assert not FulfilmentDetails.objects.exists()
    entry = AuditEntry.objects.get(action="request.answer")
    assert (entry.actor, entry.data["answered"][:2]) == (None, ["diet", "allergens"])
    assert "peanut" not in str(entry.data)
    assert read_again(request).status == "new"
    assert "allergens" not in unanswered(request, {"allergens"})


def test_a_form_that_is_sent_twice_is_stored_once(send: Send) -> None:
    request = no_pin(send)
    answer(request)
    answer(request, diet="any")
    assert CustomerAnswer.objects.get().diet == "jain"


@pytest.mark.django_db(transaction=True)
def test_one_form_from_two_browsers_at_the_same_moment_is_stored_once(send: Send) -> None:
    request = no_pin(send)
    outcomes = at_once(*[lambda: answer(request)] * 4)
    assert (outcomes, CustomerAnswer.objects.count()) == ([None] * 4, 1)


def test_the_desk_takes_over_what_it_names(send: Send, meena: User) -> None:
    request = no_pin(send)
    answer(request)
    fulfilment = details_of(take(request, meena, zone_ok=True))
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


def test_what_is_not_named_stays_and_health_is_not_opened(send: Send, meena: User) -> None:
    request = no_pin(send)
    answer(request)
    fulfilment = details_of(take(request, meena, "pin"))
    assert (fulfilment.pin, fulfilment.allergens, fulfilment.start_date) == ("600090", None, None)
    assert not AuditEntry.objects.filter(action="health.open").exists()


def test_no_allergy_is_lost_by_a_later_answer_nor_by_the_desk_s(send: Send, meena: User) -> None:
    request = no_pin(send)
    save_details(**current(request, meena), allergens=["milk"], kitchen_note="Little oil")
    answer(request, allergens=["peanut"], kitchen_note="No mushrooms")
    answer(request, "2", allergens=[])
    [allergens, note] = differences(read_again(request), answers_of(request))
    assert (allergens.answered, list(allergens.earlier)) == ([], [["peanut"]])
    assert allergens.proposed == ["milk", "peanut"]
    assert note.proposed == "Little oil; Must not eat: “No mushrooms”"
    assert details_of(take(request, meena)).allergens == ["milk", "peanut"]


def test_what_is_saved_in_another_order_is_the_same_and_half_a_word_is_not(
    send: Send, meena: User
) -> None:
    request = no_pin(send)
    save_details(
        **current(request, meena), allergens=["peanut", "milk"], kitchen_note="No coconuts"
    )
    answer(request, allergens=["milk"], kitchen_note="nuts")
    [allergens, note] = differences(read_again(request), answers_of(request))
    assert allergens.is_same
    assert note.proposed == "No coconuts; Must not eat: “nuts”"


def test_a_note_of_several_words_is_taken_over_once(send: Send, meena: User) -> None:
    request = no_pin(send)
    answer(request, kitchen_note="brinjal; okra")
    take(request, meena, "kitchen_note")
    note = next(
        row
        for row in differences(read_again(request), answers_of(request))
        if row.name == "kitchen_note"
    )
    assert (note.is_same, note.proposed) == (True, "Must not eat: “brinjal; okra”")
    take(request, meena)
    assert all(row.is_same for row in differences(read_again(request), answers_of(request)))


def test_none_is_an_answer_of_its_own(send: Send, meena: User) -> None:
    request = no_pin(send)
    answer(request, allergens=[])
    assert "allergens" not in unanswered(
        request, customer_answers.answered_names(answers_of(request))
    )
    assert details_of(take(request, meena)).allergens == []


def test_what_the_desk_has_typed_is_not_replaced_unasked(send: Send, meena: User) -> None:
    request = no_pin(send)
    save_details(**current(request, meena), pin="600020")
    answer(request)
    rows = {row.name: row for row in differences(read_again(request), answers_of(request))}
    assert (rows["pin"].current, rows["pin"].answered, rows["pin"].is_safe) == (
        "600020",
        "600090",
        False,
    )
    assert rows["start_date"].is_safe


def test_a_page_of_the_desk_from_before_an_answer_confirms_nothing(send: Send, meena: User) -> None:
    request = make_request(send)
    save_details(**current(request, meena), **PLAN_FACTS)
    seen = current(request, meena)
    answer(request, allergens=["peanut"])
    with pytest.raises(StaleError):
        confirm(**seen)
    with pytest.raises(StaleError):
        apply_answers(**seen, names=["allergens"])


def test_a_request_that_is_not_new_takes_no_answers(send: Send, meena: User) -> None:
    request = no_pin(send)
    answer(request)
    cancel(**current(request, meena), reason="x")
    with pytest.raises(AnswersClosedError):
        answer(request, "2")
    with pytest.raises(DomainError):
        take(request, meena)
    assert unanswered(read_again(request)) == []


@pytest.mark.parametrize("kind", [Kind.EVENT, Kind.APPOINTMENT, Kind.NUTRITION])
def test_requests_without_a_plan_accept_no_answers(send: Send, kind: Kind) -> None:
    with pytest.raises(AnswersClosedError):
        answer(make_request(send, kind))


def test_a_request_has_a_limit_and_so_has_an_internet_address(send: Send, settings: Any) -> None:
    request = no_pin(send)
    before = RateLimitEntry.objects.count()
    for number in range(MAX_ANSWERS):
        answer(request, chr(97 + number))
    with pytest.raises(AnswersClosedError):
        answer(request, "z")
    assert RateLimitEntry.objects.count() == before + MAX_ANSWERS
    settings.CAP_PER_ADDRESS = 3
    with pytest.raises(TooManyError) as refused:
        answer(no_pin(send), "z")
    assert (refused.value.reply.status, refused.value.headers["Retry-After"]) == (429, "3600")


def test_an_address_that_was_sent_is_not_replaced(send: Send) -> None:
    request = no_pin(send)
    answer(request, address="Elsewhere 5", pin="600020")
    assert CustomerAnswer.objects.get().address == ""
    subscription = make_request(send, Kind.SUBSCRIPTION)
    answer(subscription, address="12 Beach Road")
    assert CustomerAnswer.objects.get(request=subscription).address == "12 Beach Road"


def test_the_answers_to_a_double_are_seen_with_the_request(send: Send, meena: User) -> None:
    request, double = no_pin(send), no_pin(send)
    answer(double, allergens=["peanut"])
    merge(**current(double, meena), into=request.reference)
    [row] = differences(read_again(request), answers_of(request))
    assert row.answered == ["peanut"]


def test_the_answers_go_with_their_person_and_words_of_health_before(
    send: Send, meena: User
) -> None:
    request = no_pin(send)
    answer(request)
    erase_health(reference=request.reference, now=MONDAY)
    kept = CustomerAnswer.objects.get()
    assert (kept.allergens, kept.kitchen_note, kept.pin) == (None, "", "600090")
    erase(
        references=[request.reference],
        actor=meena,
        now=MONDAY + timedelta(1),
        reason="x",
        cancel=True,
    )
    assert not CustomerAnswer.objects.exists()
