"""The same wish sent twice: found by the person, merged by hand, and both kept."""

from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.audit.models import AuditEntry
from oottam.billing.payments import record_payment, undo_payment
from oottam.core.errors import DomainError, StaleError
from oottam.requests.models import Kind, Request, Status
from oottam.workflow.models import AppointmentSlot, Note, PaymentMethod
from oottam.workflow.services.duplicates import (
    likely_duplicates,
    merge,
    nearest_duplicates,
    of_the_same_person,
    unmerge,
    why_not_unmerge,
)
from oottam.workflow.services.editing import UnknownRequestError
from oottam.workflow.services.notes import add_note
from oottam.workflow.services.transitions import cancel, complete, confirm, follow_up, reopen
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import (
    MONDAY,
    at_once,
    current,
    make_confirmable,
    make_request,
    read_again,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def priya() -> User:
    return make_staff_account("priya")


def refusal(action: Any, **told: Any) -> tuple[str, str]:
    """The field and the sentence."""
    with pytest.raises(DomainError) as refused:
        action(**told)
    return refused.value.field, str(refused.value)


SAME = [
    ({"email": "other@example.com"}, True),
    ({"email": "other@example.com", "phone": "+91 (98400) 12345"}, True),
    ({"phone": "1"}, True),
    ({"phone": "1", "email": "ASHA@Example.COM"}, True),
    ({"phone": "98400 12346", "email": "other@example.com"}, False),
    ({"phone": "1", "email": "asha@example.co"}, False),
]


@pytest.mark.parametrize(("differs", "is_found"), SAME)
def test_a_person_is_known_by_phone_and_by_e_mail_however_written(
    send: Send, differs: dict[str, Any], is_found: bool
) -> None:
    first, second = make_request(send), make_request(send, **differs)
    assert [list(of_the_same_person(each)) for each in (first, second)] == (
        [[second], [first]] if is_found else [[], []]
    )


@pytest.mark.parametrize("email", ["Ünal@example.com", "ΣΊΣΥΦΟΣ@example.com", "İ@example.com"])
def test_letters_that_a_database_folds_in_its_own_way_are_found_too(send: Send, email: str) -> None:
    requests = [make_request(send, phone="1"), make_request(send, phone="1")]
    Request.objects.update(email=email)
    found = [list(of_the_same_person(read_again(each))) for each in requests]
    assert found == [[requests[1]], [requests[0]]]


def test_who_left_neither_phone_nor_e_mail_is_nobody(send: Send) -> None:
    for name in ("Asha", "Ravi"):
        make_request(send, name=name, phone="1")
    Request.objects.update(email="", phone_normalised="")
    assert [list(of_the_same_person(each)) for each in Request.objects.all()] == [[], []]


def test_doubles_are_of_one_kind(send: Send) -> None:
    first, _, event = (
        make_request(send),
        make_request(send, Kind.NONVEG),
        make_request(send, Kind.EVENT),
    )
    assert list(likely_duplicates(first)) == []
    assert set(of_the_same_person(event)) == set(Request.objects.exclude(pk=event.pk))


@pytest.mark.parametrize(("hours", "is_found"), [(0, True), (48, True), (49, False)])
@pytest.mark.parametrize("sign", [1, -1])
def test_doubles_are_near_in_time(send: Send, hours: int, is_found: bool, sign: int) -> None:
    first, second = make_request(send), make_request(send)
    second.received_at += timedelta(hours=sign * hours)
    second.save()
    assert list(likely_duplicates(first)) == ([second] if is_found else [])


def test_newest_come_first(send: Send) -> None:
    first, second, third = (make_request(send) for _ in range(3))
    for hours, request in enumerate((second, third)):
        request.received_at -= timedelta(hours=hours + 1)
        request.save()
    assert list(likely_duplicates(first)) == [second, third]


def test_doubles_take_one_query(send: Send, django_assert_num_queries: Any) -> None:
    first, *_ = (make_request(send) for _ in range(3))
    with django_assert_num_queries(1):
        assert len(likely_duplicates(first)) == 2


def test_a_list_names_the_nearest_double_of_each_that_has_one(send: Send, priya: User) -> None:
    """The same ones as request by request, whatever they share and however far apart they are."""
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
        doubles = {each.reference: each for each in likely_duplicates(request)}
        assert (request.pk in found) == bool(doubles)
        if doubles:
            apart = [abs(each.received_at - request.received_at) for each in doubles.values()]
            named = doubles[found[request.pk]]
            assert abs(named.received_at - request.received_at) == min(apart)


def test_the_doubles_of_a_list_take_one_query(send: Send, django_assert_num_queries: Any) -> None:
    requests = [make_request(send) for _ in range(3)]
    with django_assert_num_queries(1):
        assert len(nearest_duplicates(requests)) == 3
    with django_assert_num_queries(0):
        assert nearest_duplicates([]) == {}


def test_whoever_gave_neither_phone_nor_mail_has_no_double(send: Send) -> None:
    requests = [make_request(send) for _ in range(2)]
    Request.objects.update(phone_normalised="", email="")
    assert nearest_duplicates(list(Request.objects.all())) == {}
    assert len(requests) == 2


def test_merging_closes_one_and_keeps_both(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    add_note(**current(double, priya), text="Wants less salt")
    told = current(double, priya)
    assert merge(**told, into=kept.reference) == kept
    now = read_again(double)
    assert (now.merged_into, now.status, now.closed_at) == (kept, Status.CANCELLED, MONDAY)
    assert now.version == told["version"] + 1
    assert read_again(kept).status == Status.NEW
    assert Note.objects.get().request == double
    assert now.order.lines.count() == 1
    assert list(likely_duplicates(read_again(kept))) == list(likely_duplicates(now)) == []


def test_both_histories_tell_of_it(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    told = {
        entry.reference: (entry.action, entry.data, entry.actor)
        for entry in AuditEntry.objects.all()
    }
    assert told[kept.reference] == ("request.take-double", {"double": double.reference}, priya)
    action, data, _ = told[double.reference]
    assert (action, data["merged_into"]) == (
        "request.merge",
        {"was": None, "now": kept.reference},
    )


def test_what_was_merged_into_a_double_follows_it(send: Send, priya: User) -> None:
    last, middle, first = (make_request(send) for _ in range(3))
    merge(**current(first, priya), into=middle.reference)
    merge(**current(middle, priya), into=last.reference)
    assert {read_again(each).merged_into for each in (first, middle)} == {last}


def test_a_double_does_not_keep_its_doctors_time(send: Send, priya: User) -> None:
    kept, double = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    make_confirmable(double, priya)
    merge(**current(double, priya), into=kept.reference)
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_what_was_merged_is_not_reopened(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    assert refusal(reopen, **current(double, priya), reason="") == (
        "",
        f"It is merged into {kept.reference}: continue with that one, or unmerge them.",
    )


def test_only_likely_pairs_are_merged(send: Send, priya: User) -> None:
    kept, double, event = make_request(send), make_request(send), make_request(send, Kind.EVENT)
    told = partial(current, double, priya)
    assert refusal(merge, **told(), into="OT-0000000") == (
        "into",
        "There is no request with that reference.",
    )
    assert refusal(merge, **told(), into=double.reference) == (
        "into",
        "A request cannot be merged into itself.",
    )
    assert refusal(merge, **told(), into=event.reference) == (
        "into",
        "Only requests of the same kind can be merged.",
    )
    other = make_request(send)
    merge(**current(other, priya), into=kept.reference)
    assert refusal(merge, **told(), into=other.reference) == (
        "into",
        f"That one is itself merged into {kept.reference}.",
    )
    cancel(**current(kept, priya), reason="Moved away")
    assert refusal(merge, **told(), into=kept.reference) == (
        "into",
        "That one is closed: continue with this one.",
    )
    assert read_again(double).merged_into is None


def test_only_what_is_new_is_merged(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_confirmable(make_request(send), priya)
    Request.objects.filter(pk=double.pk).update(status=Status.CONFIRMED)
    assert refusal(merge, **current(double, priya), into=kept.reference) == (
        "",
        "Only a new request can be merged into another one.",
    )


def test_what_was_paid_for_is_the_one_that_is_kept(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    paid: dict[str, Any] = {"paise": 100, "method": PaymentMethod.UPI, "paid_on": MONDAY.date()}
    made = record_payment(**current(double, priya), **paid)
    assert refusal(merge, **current(double, priya), into=kept.reference) == (
        "",
        "It has payments: merge the other one into it instead.",
    )
    undo_payment(**current(double, priya), payment=made.pk, reason="")
    merge(**current(double, priya), into=kept.reference)
    assert read_again(double).merged_into == kept


@pytest.mark.django_db(transaction=True)
def test_two_people_who_merge_two_requests_into_each_other_lose_neither(
    send: Send, priya: User
) -> None:
    ravi = make_staff_account("ravi")
    for round_ in range(15):
        pair = [make_request(send, name=f"Asha {round_}") for _ in range(2)]
        there_and_back = zip(pair, pair[::-1], (priya, ravi), strict=True)
        given = at_once(
            *(
                partial(merge, **current(one, who), into=other.reference)
                for one, other, who in there_and_back
            )
        )
        assert sum(isinstance(each, Request) for each in given) == 1
        assert {each for each in given if isinstance(each, type)} <= {DomainError, StaleError}
        assert sorted(read_again(each).status for each in pair) == ["cancelled", "new"]


def test_what_was_merged_is_parted_again(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    follow_up(**current(double, priya), on=date(2026, 11, 25))
    before = read_again(double)
    merge(**current(double, priya), into=kept.reference)
    assert why_not_unmerge(read_again(double)) == ""
    told = current(double, priya)
    unmerge(**told)
    now = read_again(double)
    assert (now.merged_into, now.status, now.closed_at, now.follow_up_on) == (
        None,
        before.status,
        None,
        date(2026, 11, 25),
    )
    assert now.version == told["version"] + 1
    assert read_again(kept).status == Status.NEW
    assert list(likely_duplicates(now)) == [kept]
    merge(**current(double, priya), into=kept.reference)
    assert read_again(double).merged_into == kept


def test_both_histories_tell_that_they_were_parted(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    unmerge(**current(double, priya))
    assert AuditEntry.objects.filter(reference=kept.reference).values_list(
        "action", "data"
    ).first() == (
        "request.give-double",
        {"double": double.reference},
    )
    entry = AuditEntry.objects.filter(reference=double.reference).first()
    assert entry
    assert (entry.action, entry.actor) == ("request.part", priya)
    assert entry.data["merged_into"] == {"was": kept.reference, "now": None}


def test_what_had_followed_a_double_comes_back_with_it(send: Send, priya: User) -> None:
    last, middle, first, other = (make_request(send) for _ in range(4))
    merge(**current(first, priya), into=middle.reference)
    merge(**current(other, priya), into=middle.reference)
    merge(**current(middle, priya), into=last.reference)
    unmerge(**current(other, priya))
    unmerge(**current(middle, priya))
    assert [read_again(each).merged_into for each in (first, middle, other)] == [middle, None, None]


def test_a_doctors_time_that_was_given_free_is_agreed_anew(send: Send, priya: User) -> None:
    kept, double = (make_request(send, Kind.APPOINTMENT) for _ in range(2))
    make_confirmable(double, priya)
    merge(**current(double, priya), into=kept.reference)
    unmerge(**current(double, priya))
    assert AppointmentSlot.objects.get().state == "cancelled"


def test_a_double_of_one_that_goes_on_is_parted_too(send: Send, priya: User) -> None:
    """That is when a customer calls, and says that they wanted both."""
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    confirm(**current(make_confirmable(kept, priya), priya))
    unmerge(**current(double, priya))
    assert read_again(double).status == Status.NEW


def test_one_that_was_not_merged_is_not_parted(send: Send, priya: User) -> None:
    request = make_request(send)
    said = "It is not merged into another one."
    assert why_not_unmerge(request) == said
    assert refusal(unmerge, **current(request, priya)) == ("", said)


def test_it_is_not_parted_once_the_other_one_is_closed(send: Send, priya: User) -> None:
    kept, double = make_request(send, Kind.NUTRITION), make_request(send, Kind.NUTRITION)
    merge(**current(double, priya), into=kept.reference)
    confirm(**current(make_confirmable(kept, priya), priya))
    complete(**current(kept, priya))
    said = f"{kept.reference} is completed, and has to be reopened first."
    assert refusal(unmerge, **current(double, priya)) == ("", said)
    reopen(**current(kept, priya), reason="They wanted both")
    cancel(**current(kept, priya), reason="Moved away")
    said = f"{kept.reference} is cancelled, and has to be reopened first."
    assert refusal(unmerge, **current(double, priya)) == ("", said)
    reopen(**current(kept, priya), reason="They wanted both")
    unmerge(**current(double, priya))
    assert read_again(double).merged_into is None


def test_it_is_not_parted_once_its_person_is_erased(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    Request.objects.filter(pk=double.pk).update(erased_at=MONDAY)
    said = "The customer's data has been erased: nothing can be changed any more."
    assert refusal(unmerge, **current(double, priya)) == ("", said)


def test_a_stale_page_parts_nothing(send: Send, priya: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, priya), into=kept.reference)
    with pytest.raises(StaleError):
        unmerge(**{**current(double, priya), "version": 1})
    with pytest.raises(UnknownRequestError):
        unmerge(**{**current(double, priya), "reference": "OT-0000000"})
    assert read_again(double).merged_into == kept


@pytest.mark.django_db(transaction=True)
def test_concurrent_unmerge_and_merge_stay_consistent(send: Send, priya: User) -> None:
    ravi = make_staff_account("ravi")
    for round_ in range(15):
        last, kept, double = (make_request(send, name=f"Asha {round_}") for _ in range(3))
        merge(**current(double, priya), into=kept.reference)
        given = at_once(
            partial(unmerge, **current(double, priya)),
            partial(merge, **current(kept, ravi), into=last.reference),
        )
        assert {each for each in given if isinstance(each, type)} <= {StaleError}
        now = read_again(double)
        assert (now.status, now.merged_into) in (("new", None), ("cancelled", last))
