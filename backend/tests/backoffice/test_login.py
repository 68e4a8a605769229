"""The log-in of the back office."""

from urllib.parse import urlencode

import pytest
from django.contrib.auth.models import User
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from oottam.accounts.models import AccountRole
from oottam.accounts.roles import Role
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
PASSWORD = "pass of a test"
FIRST = "/backoffice/"


@pytest.fixture(autouse=True)
def _priya() -> None:
    priya = User.objects.create_user("priya", "priya@example.com", PASSWORD)
    AccountRole.objects.create(account=priya, role=Role.OWNER)


def log_in(password: str, username: str = "priya", address: str = "203.0.113.1") -> int:
    form = {"username": username, "password": password}
    response = Client(REMOTE_ADDR=address).post(reverse("backoffice:log-in"), form)
    return response.status_code


def test_every_page_redirects_to_the_log_in() -> None:
    for address in (FIRST, "/backoffice/requests/"):
        response = Client().get(address)
        login = reverse("backoffice:log-in")
        assert (response.status_code, response["Location"]) == (302, f"{login}?next={address}")


def test_a_right_password_logs_in() -> None:
    assert log_in(PASSWORD) == 302


def test_a_wrong_password_does_not_log_in() -> None:
    assert log_in("wrong") == 200


def test_cookies_are_limited_to_the_back_office() -> None:
    form = {"username": "priya", "password": PASSWORD}
    cookies = Client().post(reverse("backoffice:log-in"), form).cookies
    assert cookies["sessionid"]["path"] == "/backoffice/"
    assert cookies["sessionid"]["httponly"] is True
    assert cookies["sessionid"]["samesite"] == "Lax"


def test_a_form_without_its_csrf_token_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"username": "priya", "password": PASSWORD}
    assert client.post(reverse("backoffice:log-in"), form).status_code == 403


@pytest.mark.parametrize(
    ("asked", "leads_to"),
    [
        ("/backoffice/requests/?status=all", "/backoffice/requests/?status=all"),
        ("/backoffice/staff/", "/backoffice/staff/"),
        ("", FIRST),
        ("/order/", FIRST),
        ("/backoffice", FIRST),
        ("https://evil.example/backoffice/", FIRST),
        ("//evil.example/backoffice/", FIRST),
        ("/\\evil.example/backoffice/", FIRST),
        ("/backoffice/../order/", FIRST),
        ("/backoffice/%2e%2e/order/", FIRST),
        ("/backoffice/..\\order/", FIRST),
        ("javascript:alert(1)", FIRST),
        ("http://[", FIRST),
    ],
)
@pytest.mark.parametrize("by", ["address", "form"])
def test_the_log_in_redirects_within_the_back_office_only(
    asked: str, leads_to: str, by: str
) -> None:
    form = {"username": "priya", "password": PASSWORD}
    address = reverse("backoffice:log-in")
    if by == "form":
        answer = Client().post(address, {**form, "next": asked})
    else:
        answer = Client().post(f"{address}?{urlencode({'next': asked})}", form)
    assert (answer.status_code, answer["Location"]) == (302, leads_to)


@pytest.mark.parametrize(
    ("role", "leads_to"),
    [
        (Role.OWNER, FIRST),
        (Role.DESK, FIRST),
        (Role.KITCHEN, "/backoffice/kitchen/"),
        (Role.RIDER, "/backoffice/runs/"),
    ],
)
def test_each_role_is_led_to_its_first_page(role: Role, leads_to: str) -> None:
    ravi = make_staff_account("ravi", role)
    ravi.set_password(PASSWORD)
    ravi.save()
    answer = Client().post(reverse("backoffice:log-in"), {"username": "ravi", "password": PASSWORD})
    assert answer["Location"] == leads_to


@pytest.mark.parametrize(
    "sent",
    [
        {"username": "priya", "password": ""},
        {"username": "", "password": PASSWORD},
        {"username": "pri\0ya", "password": PASSWORD},
        {"username": "priya", "password": f"{PASSWORD}\0"},
        {"username": "p" * 200, "password": PASSWORD},
        {},
    ],
)
def test_an_impossible_name_or_password_is_a_wrong_one(sent: dict[str, str]) -> None:
    answer = Client().post(reverse("backoffice:log-in"), sent)
    assert answer.status_code == 200
    assert b"Wrong name or password" in answer.content


def test_a_typed_name_is_escaped() -> None:
    form = {"username": '"><script>alert(1)</script>', "password": "wrong"}
    page = Client().post(reverse("backoffice:log-in"), form).content.decode()
    assert 'value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"' in page
    assert "<script>" not in page


def test_a_closed_account_gets_the_message_of_a_wrong_password() -> None:
    User.objects.update(is_active=False)
    form = {"username": "priya", "password": PASSWORD}
    answer = Client().post(reverse("backoffice:log-in"), form)
    assert b"Wrong name or password" in answer.content


def test_a_form_posted_after_the_session_ended_leads_back_with_a_message() -> None:
    client = Client()
    answer = client.post("/backoffice/requests/OT-7K2M9QX/note", {"text": "Ring the bell"})
    asked = "next=/backoffice/requests/OT-7K2M9QX/"
    assert answer["Location"] == f"/backoffice/login/?{asked}&was=lost"
    shown = client.get(answer["Location"]).content.decode()
    assert "You had been logged out, so nothing was saved." in shown


def test_form_of_a_page_of_its_own_leads_back_to_that_page() -> None:
    page = "/backoffice/menu/dishes/veg/berry-smoothie/"
    answer = Client().post(page, {"sentence": "Berries."})
    assert answer["Location"] == f"/backoffice/login/?next={page}&was=lost"


def test_page_says_where_scripts_find_what_was_typed_and_whose_it_is() -> None:
    user = make_staff_account("mani")
    client = logged_in(user)
    assert f'<body data-user="{user.pk}">' in client.get("/backoffice/").content.decode()
    missing = client.get("/backoffice/nowhere/").content.decode()
    assert "data-form-lost" in missing
    assert "<p data-kept hidden>What you typed is kept in this tab" in missing


def test_an_anonymous_visitor_leaves_no_row_and_no_cookie() -> None:
    client = Client()
    answer = client.post("/backoffice/requests/OT-7K2M9QX/note", {"text": "Ring the bell"})
    assert (dict(answer.cookies), Session.objects.count()) == ({}, 0)


def test_the_server_alone_sets_messages_and_shows_each_once() -> None:
    client = Client()
    client.force_login(make_staff_account("arun", Role.OWNER))
    answer = client.get("/backoffice/closed-days/open")  # an address of forms alone
    assert "messages" not in answer.cookies
    said = [
        "Nothing was saved. This is the page" in client.get(answer["Location"]).content.decode()
        for _ in range(2)
    ]
    assert said == [True, False]
