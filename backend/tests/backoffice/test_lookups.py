"""What can be asked of the lists by their address: what they offer, and nothing else."""

import time
from typing import Any

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission, User
from django.test import Client
from django.urls import reverse

from oottam.backoffice.strict_admin import MOST_WORDS, StrictAdmin
from oottam.requests.models import Request
from tests.bodies import veg_body
from tests.calling import stored
from tests.conftest import VEG, Send
from tests.enquiries.examples import NUTRITION
from tests.every_call import BODIES, KINDS

pytestmark = pytest.mark.django_db
INBOX = "/backoffice/requests/request/"
LISTS = [
    reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    for model in admin.site._registry
]
HEALTH = {"dietaryGoal": "goal-7", "allergies": "nut-7", "preferredFoods": "food-7"}
RAW = "As it was sent"


def logged_in(user: User) -> Client:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return client


@pytest.fixture
def staff() -> Client:
    return logged_in(User.objects.create_superuser("kavin", password="not a real one"))


def may(*names: str) -> Client:
    """Somebody of the staff who may do only this."""
    user = User.objects.create_user("mani", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=names))
    return logged_in(user)


def page_of(staff: Client, request: Request) -> str:
    response = staff.get(reverse("admin:requests_request_change", args=[request.pk]))
    assert response.status_code == 200
    return response.content.decode()


def test_every_list_is_of_the_strict_class() -> None:
    assert INBOX in LISTS
    assert [
        each for each in admin.site._registry.values() if not isinstance(each, StrictAdmin)
    ] == []


@pytest.mark.parametrize("address", LISTS)
def test_no_list_looks_up_what_it_does_not_offer(staff: Client, address: str) -> None:
    for query in (
        {"id__regex": "(a+)+$"},
        {"pk__in": "1"},
        {"id__gte": "0"},
        {"nothing": "1"},
        {"nothing__regex": "(a+)+$"},
    ):
        assert staff.get(address, query).status_code == 400, query


@pytest.mark.parametrize(
    "query",
    [
        {"body__regex": "(a+)+$"},
        {"body__contains": "goal-7"},
        {"body": "x"},
        {"kind": "veg"},
        {"kind__regex": "(v+)+$"},
        {"kind__in": "veg,tray"},
        {"status__exact__regex": "x"},
        {"nutrition__allergies__contains": "nut-7"},
        {"received_at__gte": "2026-01-01"},
        {"flag__exact": "any"},
        {"status__exact": "new\0"},
        {"status__exact": "n" * 101},
        {"received_at__year": "9999"},
        {"received_at__year": "1"},
        {"received_at__year": "9" * 30},
        {"received_at__month": "1" * 20, "received_at__year": "2026"},
    ],
)
def test_the_inbox_refuses_other_lookups_at_once(
    send: Send, staff: Client, query: dict[str, str]
) -> None:
    stored(send, VEG, veg_body(name="a" * 40))
    began = time.monotonic()
    assert staff.get(INBOX, query).status_code == 400
    assert time.monotonic() < began + 5


@pytest.mark.parametrize(
    ("address", "query"),
    [
        (INBOX, {"kind__exact": "veg", "status__exact": "new", "flag": "any", "o": "1", "p": "1"}),
        (
            INBOX,
            {"received_at__year": "2026", "received_at__month": "11", "received_at__day": "22"},
        ),
        (INBOX, {"all": "", "q": "asha"}),
    ],
)
def test_what_the_lists_offer_is_looked_up(
    staff: Client, address: str, query: dict[str, str]
) -> None:
    assert staff.get(address, query).status_code == 200


@pytest.mark.parametrize("words", ["word " * 3000, "x" * 20_000, '"' * 5000, "'a " * 3000])
def test_a_search_of_thousands_of_words_looks_for_the_first_few(
    send: Send, staff: Client, words: str
) -> None:
    stored(send, VEG, BODIES[VEG])
    response = staff.get(INBOX, {"q": words})
    assert response.status_code == 200
    assert "Only the beginning of the search was looked for" in response.content.decode()


def test_a_search_of_some_words_finds_by_all_of_them(send: Send, staff: Client) -> None:
    reference = stored(send, VEG, BODIES[VEG]).reference
    words = ["Asha", "Raman"] * (MOST_WORDS // 2)
    found = staff.get(INBOX, {"q": " ".join(words)}).content.decode()
    assert reference in found
    assert "Only the beginning" not in found
    assert reference not in staff.get(INBOX, {"q": "Asha Kumar"}).content.decode()


def test_words_about_health_are_read_by_those_alone_who_may(send: Send) -> None:
    request = stored(send, NUTRITION, {**BODIES[NUTRITION], **HEALTH})
    desk = may("view_request", "change_request", "view_order")
    text = page_of(desk, request)
    assert request.reference in text
    assert [word for word in (*HEALTH.values(), RAW, "dietaryGoal") if word in text] == []
    assert desk.get(INBOX, {"body__contains": "nut-7"}).status_code == 400


@pytest.mark.parametrize("permission", ["view_nutritionenquiry", "change_nutritionenquiry"])
def test_words_about_health_are_read_by_those_who_may(send: Send, permission: str) -> None:
    request = stored(send, NUTRITION, {**BODIES[NUTRITION], **HEALTH})
    text = page_of(may("view_request", permission), request)
    assert [word for word in (*HEALTH.values(), RAW, "dietaryGoal") if word not in text] == []


@pytest.mark.parametrize("path", BODIES)
def test_a_body_is_shown_to_those_who_may_see_its_kind(send: Send, path: str) -> None:
    request = stored(send, path, BODIES[path])
    assert RAW not in page_of(may("view_request"), request)
    assert RAW in page_of(logged_in(User.objects.create_superuser("kavin")), request)
    assert KINDS[path] == request.kind


def test_nothing_is_filtered_by_what_is_not_on_a_list(staff: Client) -> None:
    """Also where somebody makes the mistake of listing a filter without a rule."""
    every: Any = admin.site._registry[Request]
    assert every.lookup_allowed("body", "x", None) is False
    assert every.lookup_allowed("", "", None) is False
