"""Duplicates: found by person and kind, merged by staff, and both stored."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.billing.payments import record_payment, undo_payment
from oottam.core.errors import DomainError, NotFoundError, StaleError
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import AppointmentSlot, Note, PaymentMethod
from oottam.workflow.services.duplicates import (
    merge,
    nearest_duplicates,
    of_the_same_person,
    other_requests,
    unmerge,
    unmerge_obstacle,
)
from oottam.workflow.services.notes import add_note
from oottam.workflow.services.transitions import cancel, complete, confirm, follow_up, reopen
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import (
    TEN_AM,
    at_once,
    current,
    make_confirmable,
    make_request,
    read_again,
    refusal,
)

pytestmark = pytest.mark.django_db


def likely_duplicates(request: Request) -> list[Request]:
    """Return the likely duplicates among the other requests, in the order of the page."""
    return [other.request for other in other_requests(request) if other.is_likely_duplicate]


SAME = [
    ({"email": "other@example.com"}, True),
    ({"email": "other@example.com", "phone": "+91 (98400) 12345"}, True),
    ({"phone": "1"}, True),
    ({"phone": "1", "email": "ASHA@Example.COM"}, True),
    ({"phone": "98400 12346", "email": "other@example.com"}, False),
    ({"phone": "1", "email": "asha@example.co"}, False),
]


@pytest.mark.parametrize(("differs", "is_found"), SAME)
def test_person_is_matched_by_phone_or_email_in_any_spelling(
    send: Send, differs: dict[str, Any], is_found: bool
) -> None:
    first, second = make_request(send), make_request(send, **differs)
    assert [list(of_the_same_person(each)) for each in (first, second)] == (
        [[second], [first]] if is_found else [[], []]
    )


@pytest.mark.parametrize("email", ["Ünal@example.com", "ΣΊΣΥΦΟΣ@example.com", "İ@example.com"])
def test_non_ascii_email_is_matched(send: Send, email: str) -> None:
    requests = [make_request(send, phone="1"), make_request(send, phone="1")]
    Request.objects.update(email=email)
    found = [list(of_the_same_person(read_again(each))) for each in requests]
    assert found == [[requests[1]], [requests[0]]]


def test_requests_without_phone_and_email_match_nobody(send: Send) -> None:
    for name in ("Asha", "Ravi"):
        make_request(send, name=name, phone="1")
    Request.objects.update(email="", phone_normalised="")
    assert [list(of_the_same_person(each)) for each in Request.objects.all()] == [[], []]


def test_duplicates_have_the_same_kind(send: Send) -> None:
    first, _, event = (
        make_request(send),
        make_request(send, Kind.NONVEG),
        make_request(send, Kind.EVENT),
    )
    assert likely_duplicates(first) == []
    assert set(of_the_same_person(event)) == set(Request.objects.exclude(pk=event.pk))


@pytest.mark.parametrize(("hours", "is_found"), [(0, True), (48, True), (49, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_duplicates_are_within_48_hours(send: Send, hours: int, is_found: bool, sign: int) -> None:
    first, second = make_request(send), make_request(send)
    second.received_at += timedelta(hours=sign * hours)
    second.save()
    assert likely_duplicates(first) == ([second] if is_found else [])


def test_duplicates_are_listed_newest_first(send: Send) -> None:
    first, second, third = (make_request(send) for _ in range(3))
    for hours, request in enumerate((second, third)):
        request.received_at -= timedelta(hours=hours + 1)
        request.save()
    assert likely_duplicates(first) == [second, third]


def test_duplicates_take_one_query(send: Send, django_assert_num_queries: Any) -> None:
    first, *_ = (make_request(send) for _ in range(3))
    with django_assert_num_queries(1):
        assert len(likely_duplicates(first)) == 2


def test_list_names_the_nearest_duplicate_of_each_request(send: Send, priya: User) -> None:
    """The list's result equals the result per request."""
    for number, hours in enumerate((0, 1, 30, 47, 60, 100, 101)):
        for kind, phone, email in (
            (Kind.VEG, f"98400 1234{number % 2}", "Asha@Example.com"),
            (Kind.VEG, "98400 99999", f"p{number // 2}@example.com"),
            (Kind.TRAY, "98400 12340", f"q{number}@example.com"),
        ):
            request = make_request(send, kind, phone=phone, email=email)
            request.received_at += timedelta(hours=hours)
            request.save()
    every = list(Request.objects.all())
    merge(**current(every[3], priya), into=likely_duplicates(every[3])[0].reference)
    every = list(Request.objects.all())
    found = nearest_duplicates(every)
    assert 5 < len(found) < len(every)
    for request in every:
        duplicates = {each.reference: each for each in likely_duplicates(request)}
        assert (request.pk in found) == bool(duplicates)
        if duplicates:
            apart = [abs(each.received_at - request.received_at) for each in duplicates.values()]
            named = duplicates[found[request.pk]]
            assert abs(named.received_at - request.received_at) == min(apart)


def test_duplicates_of_a_list_take_one_query(send: Send, django_assert_num_queries: Any) -> None:
    requests = [make_request(send) for _ in range(3)]
    with django_assert_num_queries(1):
        assert len(nearest_duplicates(requests)) == 3
    with django_assert_num_queries(0):
        assert nearest_duplicates([]) == {}


def test_request_without_phone_and_email_has_no_duplicate(send: Send) -> None:
    requests = [make_request(send) for _ in range(2)]
    Request.objects.update(phone_normalised="", email="")
    assert nearest_duplicates(list(Request.objects.all())) == {}
    assert len(requests) == 2


def test_merging_closes_one_request_and_keeps_both(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    add_note(**current(duplicate, priya), text="Wants less salt")
    arguments = current(duplicate, priya)
    assert merge(**arguments, into=primary.reference) == primary
    now = read_again(duplicate)
    assert (now.merged_into, now.status, now.closed_at) == (primary, Status.CANCELLED, TEN_AM)
    assert now.version == arguments["version"] + 1
    assert read_again(primary).status == Status.NEW
    assert Note.objects.get().request == duplicate
    assert now.order.lines.count() == 1
    assert likely_duplicates(read_again(primary)) == likely_duplicates(now) == []


def test_merging_is_in_both_histories(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, priya), into=primary.reference)
    entries = {
        entry.reference: (entry.action, entry.data, entry.actor)
        for entry in AuditEntry.objects.all()
    }
    assert entries[primary.reference] == (
        "request.take-double",
        {"double": duplicate.reference},
        priya,
    )
    action, data, _ = entries[duplicate.reference]
    assert (action, data["merged_into"]) == (
        "request.merge",
        {"was": None, "now": primary.reference},
    )


def test_merging_a_merge_target_moves_its_duplicates_along(send: Send, priya: User) -> None:
    last, middle, first = (make_request(send) for _ in range(3))
    merge(**current(first, priya), into=middle.reference)
    merge(**current(middle, priya), into=last.reference)
    assert {read_again(each).merged_into for each in (first, middle)} == {last}


def test_merging_frees_the_duplicates_appointment_slot(send: Send, priya: User) -> None:
    primary, duplicate = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    make_confirmable(duplicate, priya)
    merge(**current(duplicate, priya), into=primary.reference)
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_merged_request_cannot_be_reopened(send: Send, meena: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, meena), into=primary.reference)
    assert refusal(reopen, **current(duplicate, meena), reason="") == (
        "",
        f"It is merged into {primary.reference}: continue with that one, or unmerge them.",
    )


def test_merging_rejects_invalid_targets(send: Send, priya: User) -> None:
    primary, duplicate, event = (
        make_request(send),
        make_request(send),
        make_request(send, Kind.EVENT),
    )
    arguments = partial(current, duplicate, priya)
    assert refusal(merge, **arguments(), into="OT-0000000") == (
        "into",
        "There is no request with that reference.",
    )
    assert refusal(merge, **arguments(), into=duplicate.reference) == (
        "into",
        "A request cannot be merged into itself.",
    )
    assert refusal(merge, **arguments(), into=event.reference) == (
        "into",
        "Only requests of the same kind can be merged.",
    )
    other = make_request(send)
    merge(**current(other, priya), into=primary.reference)
    assert refusal(merge, **arguments(), into=other.reference) == (
        "into",
        f"That one is itself merged into {primary.reference}.",
    )
    cancel(**current(primary, priya), reason="Moved away")
    assert refusal(merge, **arguments(), into=primary.reference) == (
        "into",
        "That one is closed: continue with this one.",
    )
    assert read_again(duplicate).merged_into is None


def test_only_a_new_request_can_be_merged(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_confirmable(make_request(send), priya)
    Request.objects.filter(pk=duplicate.pk).update(status=Status.CONFIRMED)
    assert refusal(merge, **current(duplicate, priya), into=primary.reference) == (
        "",
        "Only a new request can be merged into another one.",
    )


def test_request_with_payments_cannot_be_merged_away(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    paid: dict[str, Any] = {"paise": 100, "method": PaymentMethod.UPI, "paid_on": TEN_AM.date()}
    made = record_payment(**current(duplicate, priya), **paid)
    assert refusal(merge, **current(duplicate, priya), into=primary.reference) == (
        "",
        "It has payments: merge the other one into it instead.",
    )
    undo_payment(**current(duplicate, priya), payment=made.pk, reason="")
    merge(**current(duplicate, priya), into=primary.reference)
    assert read_again(duplicate).merged_into == primary


@pytest.mark.django_db(transaction=True)
def test_concurrent_mutual_merges_have_one_winner(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    for round_ in range(15):
        pair = [make_request(send, name=f"Asha {round_}") for _ in range(2)]
        there_and_back = zip(pair, pair[::-1], (priya, ravi), strict=True)
        given = at_once(
            *(
                partial(merge, **current(source, actor), into=other.reference)
                for source, other, actor in there_and_back
            )
        )
        assert sum(isinstance(each, Request) for each in given) == 1
        assert {each for each in given if isinstance(each, type)} <= {DomainError, StaleError}
        assert sorted(read_again(each).status for each in pair) == ["cancelled", "new"]


def test_unmerge_restores_the_request(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    follow_up(**current(duplicate, priya), on=date(2026, 11, 25))
    before = read_again(duplicate)
    merge(**current(duplicate, priya), into=primary.reference)
    assert unmerge_obstacle(read_again(duplicate)) == ""
    arguments = current(duplicate, priya)
    unmerge(**arguments)
    now = read_again(duplicate)
    assert (now.merged_into, now.status, now.closed_at, now.follow_up_on) == (
        None,
        before.status,
        None,
        date(2026, 11, 25),
    )
    assert now.version == arguments["version"] + 1
    assert read_again(primary).status == Status.NEW
    assert likely_duplicates(now) == [primary]
    merge(**current(duplicate, priya), into=primary.reference)
    assert read_again(duplicate).merged_into == primary


def test_unmerge_is_in_both_histories(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, priya), into=primary.reference)
    unmerge(**current(duplicate, priya))
    assert AuditEntry.objects.filter(reference=primary.reference).values_list(
        "action", "data"
    ).first() == (
        "request.give-double",
        {"double": duplicate.reference},
    )
    entry = AuditEntry.objects.filter(reference=duplicate.reference).first()
    assert entry
    assert (entry.action, entry.actor) == ("request.part", priya)
    assert entry.data["merged_into"] == {"was": primary.reference, "now": None}


def test_unmerge_restores_earlier_merges(send: Send, priya: User) -> None:
    last, middle, first, other = (make_request(send) for _ in range(4))
    merge(**current(first, priya), into=middle.reference)
    merge(**current(other, priya), into=middle.reference)
    merge(**current(middle, priya), into=last.reference)
    unmerge(**current(other, priya))
    unmerge(**current(middle, priya))
    assert [read_again(each).merged_into for each in (first, middle, other)] == [middle, None, None]


def test_unmerge_does_not_restore_the_appointment_slot(send: Send, priya: User) -> None:
    primary, duplicate = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    make_confirmable(duplicate, priya)
    merge(**current(duplicate, priya), into=primary.reference)
    unmerge(**current(duplicate, priya))
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_duplicate_of_a_confirmed_request_can_be_unmerged(send: Send, priya: User) -> None:
    """The customer calls after the confirmation and wants both orders."""
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, priya), into=primary.reference)
    confirm(**current(make_confirmable(primary, priya), priya))
    unmerge(**current(duplicate, priya))
    assert read_again(duplicate).status == Status.NEW


def test_unmerged_request_cannot_be_unmerged(send: Send, priya: User) -> None:
    request = make_request(send)
    message = "It is not merged into another one."
    assert unmerge_obstacle(request) == message
    assert refusal(unmerge, **current(request, priya)) == ("", message)


def test_unmerge_is_rejected_when_the_target_is_closed(send: Send, meena: User) -> None:
    primary, duplicate = make_request(send, Kind.NUTRITION), make_request(send, Kind.NUTRITION)
    merge(**current(duplicate, meena), into=primary.reference)
    confirm(**current(make_confirmable(primary, meena), meena))
    complete(**current(primary, meena))
    message = f"{primary.reference} is completed, and has to be reopened first."
    assert refusal(unmerge, **current(duplicate, meena)) == ("", message)
    reopen(**current(primary, meena), reason="They wanted both")
    cancel(**current(primary, meena), reason="Moved away")
    message = f"{primary.reference} is cancelled, and has to be reopened first."
    assert refusal(unmerge, **current(duplicate, meena)) == ("", message)
    reopen(**current(primary, meena), reason="They wanted both")
    unmerge(**current(duplicate, meena))
    assert read_again(duplicate).merged_into is None


def test_unmerge_is_rejected_after_erasure(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, priya), into=primary.reference)
    Request.objects.filter(pk=duplicate.pk).update(erased_at=TEN_AM)
    message = "The customer's data has been erased: nothing can be changed any more."
    assert refusal(unmerge, **current(duplicate, priya)) == ("", message)


def test_stale_unmerge_is_rejected(send: Send, priya: User) -> None:
    primary, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, priya), into=primary.reference)
    with pytest.raises(StaleError):
        unmerge(**{**current(duplicate, priya), "version": 1})
    with pytest.raises(NotFoundError):
        unmerge(**{**current(duplicate, priya), "reference": "OT-0000000"})
    assert read_again(duplicate).merged_into == primary


@pytest.mark.django_db(transaction=True)
def test_concurrent_unmerge_and_merge_stay_consistent(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    for round_ in range(15):
        last, primary, duplicate = (make_request(send, name=f"Asha {round_}") for _ in range(3))
        merge(**current(duplicate, priya), into=primary.reference)
        given = at_once(
            partial(unmerge, **current(duplicate, priya)),
            partial(merge, **current(primary, ravi), into=last.reference),
        )
        assert {each for each in given if isinstance(each, type)} <= {StaleError}
        now = read_again(duplicate)
        assert (now.status, now.merged_into) in (("new", None), ("cancelled", last))
