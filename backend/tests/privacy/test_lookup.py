"""A person's requests are found however phone number and e-mail address were written."""

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
    "spelt",
    [
        "9840012345",
        "98400 12345",
        "+91 98400-12345",
        "0091 9840012345",
        "098400 12345",
        " 919840012345",
    ],
)
def test_a_phone_number_in_any_spelling(send: Send, spelt: str) -> None:
    first = sent(send, phone="98400 12345", email="one@example.com")
    second = sent(send, phone="+919840012345", email="two@example.com")
    sent(send, phone="98400 12346", email="three@example.com")
    assert find_requests(spelt) == [first, second]


@pytest.mark.parametrize("spelt", ["98400 12345", "98400 12345 ext 4", "(98400 12345)"])
def test_a_number_that_could_not_be_dialled_as_it_was_written(send: Send, spelt: str) -> None:
    unclear = sent(send, phone="98400 12345 ext. 7 (after six)")
    assert unclear.phone_normalised == ""
    assert find_requests(spelt) == [unclear]


@pytest.mark.parametrize("spelt", ["asha@example.com", "ASHA@Example.COM", " Asha@example.com "])
def test_an_e_mail_address_in_any_case(send: Send, spelt: str) -> None:
    first = sent(send, email="asha@example.com", phone="98400 12345")
    second = sent(send, email="Asha@Example.com", phone="98400 12399")
    sent(send, email="sasha@example.com", phone="98400 12398")
    assert find_requests(spelt) == [first, second]


def test_a_reference_stands_for_who_sent_it(send: Send) -> None:
    first = sent(send, email="a@example.com", phone="98400 12345")
    by_phone = sent(send, email="b@example.com", phone="+91 9840012345")
    by_email = sent(send, email="A@example.com", phone="98400 12399")
    sent(send, email="c@example.com", phone="98400 12398")
    assert find_requests(first.reference.lower()) == [first, by_phone, by_email]


@pytest.mark.parametrize(
    "who", ["", " ", "OT-0000000", "nobody@example.com", "12345", "'; --", "\0", "%"]
)
def test_nobody_is_found_by_what_nobody_sent(send: Send, who: str) -> None:
    sent(send)
    assert find_requests(who) == []


def test_it_is_told_how_much_there_is(send: Send) -> None:
    found = [sent(send), sent(send)]
    assert {each.title: each.rows for each in count_rows(found)} == {
        "Request": 2,
        "Order": 2,
        "Mails": 4,
    }
