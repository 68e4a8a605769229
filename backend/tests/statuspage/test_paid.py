"""A customer says that they have paid: stored once, shown to the desk, and never counted as money."""

from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import DatabaseError
from django.test import Client

from oottam.audit.models import AuditEntry
from oottam.billing import matching
from oottam.billing.models import PaymentClaim
from oottam.requests.identity import token_of
from oottam.requests.models import Request
from tests.conftest import Send
from tests.factories.requests import TEN_AM, make_request
from tests.statuspage.test_status import confirmed, visible_text

pytestmark = pytest.mark.django_db
UTR = "612345678901"


@pytest.fixture(autouse=True)
def _fixed_time() -> Any:
    with time_machine.travel(TEN_AM, tick=False):
        yield


@pytest.fixture
def order(send: Send, meena: User) -> Request:
    return confirmed(make_request(send), meena)


def say(order: Request, utr: str) -> Any:
    address = f"/status/{token_of(order.pk)}/paid/"
    return Client(enforce_csrf_checks=True).post(address, {"utr": utr}, REMOTE_ADDR="192.0.2.7")


def status(order: Request) -> str:
    return visible_text(Client().get(f"/status/{token_of(order.pk)}").content.decode())


def test_number_is_stored_once_and_not_shown_again(order: Request) -> None:
    assert "You have paid by UPI? Tell us the number" in status(order)
    response = say(order, " 6123 4567-8901 ")
    assert (response.status_code, response["Location"].endswith("#amounts")) == (303, True)
    say(order, UTR)
    assert PaymentClaim.objects.get().utr == UTR
    text = status(order)
    assert "You told us on Monday, 23 November 2026 that you have paid: we look for it." in text
    assert UTR not in text
    assert "Still to pay ₹1,638.00" in text
    assert AuditEntry.objects.filter(action="request.claim-payment").count() == 1


@pytest.mark.parametrize(
    "typed", ["", "12", "61234567890x", "6123456789012", "٦١٢٣٤٥٦٧٨٩٠١", "1" * 50, "\0" * 12]
)
def test_other_texts_are_refused(order: Request, typed: str) -> None:
    response = say(order, typed)
    assert response.status_code == 422
    assert "Nothing was sent yet." in visible_text(response.content.decode())
    assert not PaymentClaim.objects.exists()


def test_sixth_number_is_a_matter_for_the_desk(order: Request) -> None:
    codes = [say(order, f"61234567890{at}").status_code for at in range(6)]
    assert codes == [303] * 5 + [409]


def test_number_that_cannot_be_stored_is_said_so(
    order: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(**_: Any) -> None:
        raise DatabaseError

    monkeypatch.setattr(matching, "claim", broken)
    assert say(order, UTR).status_code == 503


def test_new_order_is_not_asked(send: Send) -> None:
    assert "You have paid" not in status(make_request(send))
