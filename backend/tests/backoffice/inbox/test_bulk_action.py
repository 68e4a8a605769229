"""Actions on several requests, each applied by itself."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.requests.models import Request, Status
from oottam.workflow.services.details import details_of
from tests.bodies import veg_body
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
SEVERAL = "/backoffice/requests/several"


@pytest.fixture
def me() -> User:
    return make_staff_account("priya", Role.DESK)


@pytest.fixture
def staff(me: User) -> Client:
    return logged_in(me)


def ticked(*requests: Request) -> list[str]:
    return [f"{request.reference}:{request.version}" for request in requests]


def make_ready(request: Request) -> None:
    """Fill in all details that confirming needs."""
    fulfilment = details_of(request)
    fulfilment.start_date, fulfilment.pin, fulfilment.zone_ok, fulfilment.allergens = (
        timezone.localdate() + timedelta(days=2),
        "600090",
        True,
        [],
    )
    fulfilment.save()


def said(staff: Client, form: dict[str, Any]) -> str:
    """Return the text of the page that follows."""
    response = staff.post(SEVERAL, form, follow=True)
    assert response.redirect_chain[0][1] == 302
    return response.content.decode()


def test_several_requests_are_assigned_to_a_colleague(send: Send, staff: Client) -> None:
    kavin = make_staff_account("kavin", Role.DESK)
    for _ in range(3):
        send(veg_body())
    first, second, _ = Request.objects.order_by("pk")
    form = {"do": "assign", "assignee": kavin.pk, "request": ticked(first, second)}
    assert "2 assigned." in said(staff, form)
    assert [r.assignee for r in Request.objects.order_by("pk")] == [kavin, kavin, None]
    assert AuditEntry.objects.filter(action="request.assign").count() == 2


def test_confirmable_requests_are_confirmed_and_refusals_are_shown(
    send: Send, staff: Client, me: User
) -> None:
    for _ in range(3):
        send(veg_body())
    ready, not_ready, stale = Request.objects.order_by("pk")
    make_ready(ready)
    make_ready(stale)
    form = {"do": "confirm", "request": [*ticked(ready, not_ready), f"{stale.reference}:7"]}
    page = said(staff, form)
    assert "1 confirmed." in page
    assert f"{not_ready.reference}: Missing before it can be confirmed: First day" in page
    assert f"{stale.reference}: {stale.reference} has been changed since" in page
    assert [r.status for r in Request.objects.order_by("pk")] == ["confirmed", "new", "new"]
    assert Request.objects.get(pk=ready.pk).assignee == me


@pytest.mark.parametrize(
    "form",
    [
        {},
        {"do": "assign"},
        {"do": "confirm", "request": ["OT-0000000:1", "nonsense", ":", "OT-0000000:٣"]},
        {"do": "drop", "request": ["OT-0000000:1"]},
        {"do": "assign", "assignee": "99", "request": ["OT-0000000:1"]},
        {"do": "assign", "assignee": "x", "request": ["OT-0000000:1"]},
    ],
)
def test_an_invalid_bulk_action_changes_nothing_and_says_so(
    send: Send, staff: Client, form: dict[str, Any]
) -> None:
    send(veg_body())
    assert 'class="message' in said(staff, form)
    assert Request.objects.get().version == 1


def test_a_kitchen_account_cannot_be_assigned(send: Send, staff: Client) -> None:
    cook = make_staff_account("cook", Role.KITCHEN)
    send(veg_body())
    form = {"do": "assign", "assignee": cook.pk, "request": ticked(Request.objects.get())}
    assert "This colleague no longer has an account." in said(staff, form)


def test_a_bulk_action_redirects_to_its_list_within_the_back_office_only(
    send: Send, staff: Client
) -> None:
    send(veg_body())
    form = {"do": "assign", "request": ticked(Request.objects.get())}
    back = "/backoffice/requests/?kind=veg"
    assert staff.post(SEVERAL, {**form, "here": back})["Location"] == back
    for elsewhere in ("https://example.com/", "//example.com/backoffice/", "/order/", "x"):
        answer = staff.post(SEVERAL, {**form, "here": elsewhere})
        assert answer["Location"] == "/backoffice/requests/", elsewhere


def test_a_bulk_action_needs_a_csrf_token(send: Send, me: User) -> None:
    send(veg_body())
    assert logged_in(me).get(SEVERAL)["Location"] == "/backoffice/requests/"
    strict = logged_in(me, checks_csrf=True)
    assert strict.post(SEVERAL, {"do": "assign"}).status_code == 403
    assert Request.objects.get().status == Status.NEW
