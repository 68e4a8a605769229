"""The door of the back office."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

pytestmark = pytest.mark.django_db
PASSWORD = "pass of a test"


@pytest.fixture(autouse=True)
def _priya() -> None:
    User.objects.create_superuser("priya", "priya@example.com", PASSWORD)


def log_in(password: str, username: str = "priya", address: str = "203.0.113.1") -> int:
    form = {"username": username, "password": password}
    response = Client(REMOTE_ADDR=address).post(reverse("backoffice:log-in"), form)
    return response.status_code


def test_without_a_login_every_page_leads_to_the_login() -> None:
    for name in ("admin:index", "admin:requests_request_changelist"):
        response = Client().get(reverse(name))
        login = reverse("backoffice:log-in")
        assert (response.status_code, response["Location"]) == (
            302,
            f"{login}?next={reverse(name)}",
        )


def test_a_right_password_opens() -> None:
    assert log_in(PASSWORD) == 302


def test_a_wrong_password_does_not() -> None:
    assert log_in("wrong") == 200


def test_the_cookies_stay_in_the_back_office() -> None:
    form = {"username": "priya", "password": PASSWORD}
    cookies = Client().post(reverse("backoffice:log-in"), form).cookies
    assert cookies["sessionid"]["path"] == "/backoffice/"
    assert cookies["sessionid"]["httponly"] is True
    assert cookies["sessionid"]["samesite"] == "Lax"


def test_a_form_without_its_csrf_token_is_refused() -> None:
    client = Client(enforce_csrf_checks=True)
    form = {"username": "priya", "password": PASSWORD}
    assert client.post(reverse("backoffice:log-in"), form).status_code == 403
