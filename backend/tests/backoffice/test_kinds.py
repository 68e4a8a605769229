"""Every kind of request is in the one inbox, and its page shows it in full."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from oottam.backoffice.details import DETAILS
from oottam.requests.models import Kind, Request
from tests.backoffice.pages import details
from tests.calling import HOSTILE, stored
from tests.conftest import VEG, Send
from tests.enquiries.examples import NUTRITION, SUBSCRIPTION
from tests.every_call import BODIES, EXAMPLES, KINDS
from tests.example import FREE
from tests.orders.examples import COMBO, NONVEG, TRAY

pytestmark = pytest.mark.django_db
INBOX = "/backoffice/requests/request/"


@pytest.fixture
def staff() -> Client:
    client = Client()
    client.force_login(User.objects.create_superuser("kavin", password="not a real one"))
    return client


def page_of(staff: Client, request: Request) -> str:
    response = staff.get(reverse("admin:requests_request_change", args=[request.pk]))
    assert response.status_code == 200
    return response.content.decode()


def test_every_kind_has_details_of_its_own() -> None:
    assert set(DETAILS) == set(Kind)


@pytest.mark.parametrize("path", EXAMPLES)
def test_a_request_is_shown_in_full(send: Send, staff: Client, path: str) -> None:
    assert details(page_of(staff, stored(send, path, BODIES[path]))) == EXAMPLES[path].shown


def test_the_inbox_lists_all_kinds_and_filters_by_kind(send: Send, staff: Client) -> None:
    references = {KINDS[path]: stored(send, path, body).reference for path, body in BODIES.items()}
    whole = staff.get(INBOX).content.decode()
    assert [reference for reference in references.values() if reference not in whole] == []
    for kind, reference in references.items():
        filtered = staff.get(INBOX, {"kind__exact": kind}).content.decode()
        assert [r for r in references.values() if r in filtered] == [reference]


def test_the_inbox_asks_the_database_as_often_for_many_requests_as_for_one(
    send: Send, staff: Client, django_assert_num_queries: Any
) -> None:
    staff.get(INBOX)
    for body, path in ((BODIES[VEG], VEG), *((body, path) for path, body in BODIES.items())):
        stored(send, path, body)
        with django_assert_num_queries(9):
            staff.get(INBOX)


@pytest.mark.parametrize(
    ("column", "expected"), [("6", [NONVEG, COMBO, TRAY]), ("-6", [TRAY, COMBO, NONVEG])]
)
def test_totals_of_orders_and_combos_are_sorted_together(
    send: Send, staff: Client, column: str, expected: list[str]
) -> None:
    kinds = {stored(send, path, BODIES[path]).reference: path for path in (COMBO, NONVEG, TRAY)}
    html = staff.get(INBOX, {"o": column}).content.decode()
    assert [kinds[r] for r in sorted(kinds, key=html.index)] == expected


@pytest.mark.parametrize("path", EXAMPLES)
def test_the_status_can_be_changed_and_nothing_else(send: Send, staff: Client, path: str) -> None:
    request = stored(send, path, BODIES[path])
    prefix = page_of(staff, request).split("-TOTAL_FORMS")[0].rsplit('name="', 1)[1]
    form = {
        "status": "confirmed",
        "customer_name": "Somebody Else",
        "body": "{}",
        f"{prefix}-TOTAL_FORMS": "1",
        f"{prefix}-INITIAL_FORMS": "1",
        f"{prefix}-0-request": str(request.pk),
        f"{prefix}-0-address": "Elsewhere",
    }
    url = reverse("admin:requests_request_change", args=[request.pk])
    assert staff.post(url, form).status_code == 302
    changed = Request.objects.get()
    assert (changed.status, changed.customer_name) == ("confirmed", "Asha Raman")
    assert changed.body == request.body
    assert details(page_of(staff, changed)) == EXAMPLES[path].shown


SCRIPT = HOSTILE[2]


@pytest.mark.parametrize("path", EXAMPLES)
def test_hostile_text_is_escaped(send: Send, staff: Client, path: str) -> None:
    free = [name for name in FREE if name in BODIES[path]]
    body = {**BODIES[path], **dict.fromkeys(free, SCRIPT)}
    if path == SUBSCRIPTION:
        fields = ["id", "title", "desc", "category", "image"]
        body["selectedItems"] = [dict.fromkeys(fields, SCRIPT)]
    html = page_of(staff, stored(send, path, body))
    listed = staff.get(INBOX).content.decode()
    escaped = SCRIPT.replace("<", "&lt;").replace(">", "&gt;").replace("'", "&#x27;")
    assert [SCRIPT in page for page in (html, listed)] == [False, False]
    assert [escaped in page for page in (html, listed)] == [True, True]


HEALTH = {"dietaryGoal": "goal-7", "allergies": "nut-7", "preferredFoods": "food-7", "age": 77}


def test_what_tells_of_health_is_on_the_page_of_its_request_alone(
    send: Send, staff: Client
) -> None:
    request = stored(send, NUTRITION, {**BODIES[NUTRITION], **HEALTH})
    told = [str(value) for value in HEALTH.values()]
    assert list(details(page_of(staff, request)).values()) == ["77", "goal-7", "nut-7", "food-7"]
    listed = staff.get(INBOX).content.decode()
    assert request.reference in listed
    assert [word for word in told[:3] if word in listed] == []


@pytest.mark.parametrize("word", ["goal-7", "nut-7", "food-7", "dietaryGoal"])
def test_what_tells_of_health_is_found_by_no_search(send: Send, staff: Client, word: str) -> None:
    reference = stored(send, NUTRITION, {**BODIES[NUTRITION], **HEALTH}).reference
    assert reference in staff.get(INBOX, {"q": "asha@example.com"}).content.decode()
    assert reference not in staff.get(INBOX, {"q": word}).content.decode()
