"""Requests are found by phone number and e-mail address in any spelling."""

import pytest

from oottam.privacy.lookup import count_rows, find_requests
from oottam.requests.models import Request
from tests.api_client import stored
from tests.bodies import veg_body
from tests.conftest import VEG, Send

pytestmark = pytest.mark.django_db


def sent(send: Send, **fields: str) -> Request:
    return stored(send, VEG, veg_body(**fields))


@pytest.mark.parametrize(
    "spelling",
    [
        "9840012345",
        "98400 12345",
        "+91 98400-12345",
        "0091 9840012345",
        "098400 12345",
        " 919840012345",
    ],
)
def test_phone_number_matches_in_any_spelling(send: Send, spelling: str) -> None:
    first = sent(send, phone="98400 12345", email="one@example.com")
    second = sent(send, phone="+919840012345", email="two@example.com")
    sent(send, phone="98400 12346", email="three@example.com")
    assert find_requests(spelling) == [first, second]


@pytest.mark.parametrize("spelling", ["98400 12345", "98400 12345 ext 4", "(98400 12345)"])
def test_number_among_other_text_matches(send: Send, spelling: str) -> None:
    unclear = sent(send, phone="98400 12345 ext. 7 (after six)")
    assert unclear.phone_normalised == "+919840012345"
    assert find_requests(spelling) == [unclear]


@pytest.mark.parametrize("spelling", ["98400 12346", "௯௮௪௦௦ ௧௨௩௪௬", "98400 12345 / 98400 12346"])
def test_second_number_matches(send: Send, spelling: str) -> None:
    both = sent(send, phone="98400 12345 / 98400 12346")
    sent(send, phone="98400 12347")
    assert find_requests(spelling) == [both]


def test_unclear_number_matches_its_own_text(send: Send) -> None:
    unclear = sent(send, phone="98400 1234")
    assert unclear.phone_normalised == ""
    assert find_requests("(98400) 1234") == [unclear]


@pytest.mark.parametrize("spelling", ["asha@example.com", "ASHA@Example.COM", " Asha@example.com "])
def test_email_address_matches_in_any_case(send: Send, spelling: str) -> None:
    first = sent(send, email="asha@example.com", phone="98400 12345")
    second = sent(send, email="Asha@Example.com", phone="98400 12399")
    sent(send, email="sasha@example.com", phone="98400 12398")
    assert find_requests(spelling) == [first, second]


def test_reference_finds_all_requests_of_its_sender(send: Send) -> None:
    first = sent(send, email="a@example.com", phone="98400 12345")
    by_phone = sent(send, email="b@example.com", phone="+91 9840012345")
    by_email = sent(send, email="A@example.com", phone="98400 12399")
    sent(send, email="c@example.com", phone="98400 12398")
    assert find_requests(first.reference.lower()) == [first, by_phone, by_email]


@pytest.mark.parametrize(
    "identifier", ["", " ", "OT-0000000", "nobody@example.com", "12345", "'; --", "\0", "%"]
)
def test_unknown_identifier_finds_nothing(send: Send, identifier: str) -> None:
    sent(send)
    assert find_requests(identifier) == []


def test_rows_are_counted_by_table(send: Send) -> None:
    found = [sent(send), sent(send)]
    assert {each.title: each.rows for each in count_rows(found)} == {
        "Request": 2,
        "Order": 2,
        "Mails": 4,
    }
