"""The desk's price limit, by every way to set a price."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

import oottam
from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.billing.balances import balance
from oottam.core.errors import DomainError
from oottam.requests.models import Request, Status
from oottam.workflow.services.details import details_of, save_details
from tests.backoffice.request.request_page import (
    KNOWN,
    field_errors,
    page,
    post,
    post_and_follow,
    text,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = pytest.mark.django_db
BEYOND = "For more than ₹1,000.00 in all, ask the owner."
# What writes a price, by its module below oottam, and why the desk's limit holds there.
WRITES = {
    "backoffice/request/details_forms.py": "the forms of WAYS",
    "backoffice/request/money_forms.py": "the forms of WAYS",
    "workflow/services/details.py": "within the limit",
    "billing/payments.py": "within the limit",
    "workflow/models/fulfilment.py": "columns",
    "workflow/models/money.py": "columns",
    "demo/kitchen.py": "no colleague's",
    "demo/desk.py": "no colleague's",
    "orders/combo_orders.py": "the menus' price",
    "orders/day_orders.py": "the menus' price",
    "orders/models.py": "columns",
}
_WRITE = re.compile(
    r"\bAdjustment\(|\bAdjustment\.objects\.(bulk_)?create\(|\b(agreed|total)_paise\s*=(?!=)|\bsave_details\("
)

Priced = Callable[[Client, Request, int], str]


def _price(client: Client, request: Request, rupees: int) -> str:
    return post(client, request, "price", agreed_paise=rupees).content.decode()


def _facts(client: Client, request: Request, rupees: int) -> str:
    sent: dict[str, Any] = {**KNOWN, "days": 24, "agreed_paise": rupees}
    return post(client, request, "facts", **sent).content.decode()


def _adjusted(client: Client, request: Request, rupees: int) -> str:
    due = balance(Request.objects.get(pk=request.pk)).due or 0
    more = rupees - due // 100
    sent: dict[str, Any] = {
        "way": "more" if more > 0 else "less",
        "rupees": abs(more),
        "reason": "Agreed",
    }
    return post(client, request, "adjust", **sent).content.decode()


WAYS: dict[str, tuple[str, Priced]] = {
    "an order is adjusted": ("veg", _adjusted),
    "an event's price is agreed": ("event", _price),
    "a visit's price is agreed": ("appointment", _price),
    "a plan's price is agreed by the page of money": ("nutrition", _price),
    "a subscription's price is agreed by the page of money": ("subscription", _price),
    "a subscription's price is agreed with its facts": ("subscription", _facts),
    "a price that was agreed is adjusted": ("event", _adjusted),
}


@pytest.fixture
def priya() -> Client:
    return logged_in(make_staff_account("priya", Role.DESK))


def _begin(send: Send, kind: str, client: Client) -> tuple[Request, int]:
    """Store a request of that kind with a price, in rupees."""
    request = make_request_now(send, kind)
    if balance(request).price is None:
        post_and_follow(client, request, "price", agreed_paise="8000")
    return request, (balance(Request.objects.get(pk=request.pk)).due or 0) // 100


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("sign", [1, -1])
def test_the_price_limit_holds_for_every_way_in_total(
    send: Send, priya: Client, way: str, sign: int
) -> None:
    kind, to = WAYS[way]
    request, begun = _begin(send, kind, priya)
    assert "Not saved" not in to(priya, request, begun + sign * 600)
    assert "Not saved" not in to(priya, request, begun + sign * 1000)
    assert BEYOND in text(to(priya, request, begun + sign * 1001))
    # What is agreed and what is adjusted count together.
    assert field_errors(_adjusted(priya, request, begun + sign * 1001)) == [BEYOND]
    if kind == "subscription":
        assert BEYOND in text(_price(priya, request, begun + sign * 1001))
        assert BEYOND in text(_facts(priya, request, begun + sign * 1001))
    assert balance(Request.objects.get(pk=request.pk)).due == (begun + sign * 1000) * 100


@pytest.mark.both_databases
def test_removing_a_price_does_not_reset_the_limit(send: Send, priya: Client) -> None:
    request, _ = _begin(send, "event", priya)
    answer = post(priya, request, "price", agreed_paise="")
    assert field_errors(answer.content.decode()) == [BEYOND]
    assert details_of(Request.objects.get(pk=request.pk)).agreed_paise == 8000_00


def test_the_owner_agrees_any_price_and_resets_the_limit(
    send: Send, priya: Client, meena: User
) -> None:
    request, _ = _begin(send, "event", priya)
    post_and_follow(logged_in(meena), request, "price", agreed_paise="20000")
    assert field_errors(_price(priya, request, 18999)) == [BEYOND]
    assert "Not saved" not in _price(priya, request, 19000)
    assert "Due ₹19,000" in text(page(priya, request))


def test_the_limit_counts_from_a_price_older_than_the_limit(send: Send, priya: Client) -> None:
    request, _ = _begin(send, "event", priya)
    fulfilment = details_of(request)
    fulfilment.agreed_first_paise = None  # as a release before has left it
    fulfilment.save()
    assert field_errors(_price(priya, request, 6999)) == [BEYOND]


@pytest.mark.both_databases
def test_a_price_can_be_undone_by_its_actor_for_fifteen_minutes(
    send: Send, priya: Client, meena: User
) -> None:
    request = make_request_now(send, "event")
    assert "Undo this price" not in page(priya, request)
    assert "Undo this price" in post_and_follow(priya, request, "price", agreed_paise="80000")
    ravi = logged_in(make_staff_account("ravi", Role.DESK))
    assert "Undo this price" not in page(ravi, request)
    said = "Only the owner can undo what a colleague has recorded."
    assert said in text(post(ravi, request, "price/undo").content.decode())
    shown = post_and_follow(priya, request, "price/undo")
    assert "Price not agreed" in text(shown)
    assert "Undo this price" not in shown
    assert "There is no price to undo." in text(post(priya, request, "price/undo").content.decode())
    post_and_follow(priya, request, "price", agreed_paise="8000")  # the limit begins anew
    post_and_follow(priya, request, "price", agreed_paise="8500")
    assert "Price ₹8,000" in text(post_and_follow(priya, request, "price/undo"))
    post_and_follow(priya, request, "price", agreed_paise="9000")
    AuditEntry.objects.update(at=timezone.now() - timedelta(minutes=15))
    assert "Undo this price" not in page(priya, request)
    said = "The 15 minutes are over: ask the owner to undo it."
    assert said in text(post(priya, request, "price/undo").content.decode())
    assert "Undo this price" in page(logged_in(meena), request)


@pytest.mark.both_databases
def test_an_adjustment_is_undone_by_its_opposite(send: Send, priya: Client, meena: User) -> None:
    request = make_request_now(send)
    post_and_follow(priya, request, "adjust", way="less", rupees="600", reason="Late")
    [first] = request.adjustments.all()
    shown = text(post_and_follow(priya, request, "price/undo", adjustment=first.pk))
    assert "−₹600 Undone: Late" in shown
    assert "Due ₹1,638" in shown
    again = text(post(priya, request, "price/undo", adjustment=first.pk).content.decode())
    assert "This has already been undone." in again
    opposite = request.adjustments.last()
    assert opposite
    gone = text(post(priya, request, "price/undo", adjustment=opposite.pk).content.decode())
    assert "There is no such price change." in gone
    # What is taken off once is not undone twice, and nothing costs less than nothing.
    post_and_follow(priya, request, "adjust", way="more", rupees="500", reason="Box")
    more = request.adjustments.last()
    assert more
    post_and_follow(logged_in(meena), request, "adjust", way="less", rupees="2000", reason="Gift")
    stuck = text(post(priya, request, "price/undo", adjustment=more.pk).content.decode())
    assert "The price was reduced again since: undo that first." in stuck


def test_every_module_that_writes_a_price_is_listed() -> None:
    root = Path(oottam.__file__).parent
    writing = {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "migrations" not in path.parts and _WRITE.search(path.read_text())
    }
    assert writing == set(WRITES)


@pytest.mark.parametrize("kind", ["event", "subscription"])
def test_a_confirmed_request_has_a_price(send: Send, priya: Client, kind: str) -> None:
    request = make_request_now(send, kind)
    post_and_follow(priya, request, "price", agreed_paise="500")
    Request.objects.filter(pk=request.pk).update(status=Status.CONFIRMED)
    said = "It is confirmed: set another price, or 0 if it is free."
    assert said in text(post(priya, request, "price/undo").content.decode())
    told: dict[str, Any] = {
        "agreed_paise": None,
        "actor": make_staff_account("owner"),
        "now": timezone.now(),
    }
    version = Request.objects.get().version
    with pytest.raises(DomainError, match="It is confirmed"):
        save_details(reference=request.reference, version=version, **told)
    assert "Price free" in text(post_and_follow(priya, request, "price", agreed_paise="0")).replace(
        "Undo this price ", ""
    )
