"""The page behind an account link."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone

from oottam.accounts import links, totp
from oottam.accounts.models import AccountLink, Purpose, SecondFactor
from oottam.accounts.roles import Role
from tests.accounts.phone import with_second_factor
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
PASSWORD = "pass of a test"
GOOD = {"password": "idli with gunpowder", "again": "idli with gunpowder"}


@pytest.fixture
def owner() -> User:
    return make_staff_account("priya")


@pytest.fixture
def mani() -> User:
    user = make_staff_account("mani", Role.KITCHEN)
    user.set_unusable_password()
    user.save()
    return user


def link(mani: User, owner: User, purpose: Purpose = Purpose.INVITATION) -> str:
    token = links.create(account=mani, purpose=purpose, actor=owner, now=timezone.now())
    return f"/backoffice/link/{token}/"


def test_an_invited_user_sets_a_password_and_is_logged_in(mani: User, owner: User) -> None:
    browser, address = Client(), link(mani, owner)
    page = browser.get(address).content.decode()
    assert "You log in as <strong>mani</strong>" in page
    answer = browser.post(address, GOOD)
    assert (answer.status_code, answer["Location"]) == (302, "/backoffice/kitchen/")
    assert browser.get("/backoffice/account/").status_code == 200
    form = {"username": "mani", "password": GOOD["password"]}
    assert Client().post("/backoffice/login/", form).status_code == 302


def test_an_invitation_ends_another_user_s_session_in_that_browser(mani: User, owner: User) -> None:
    browser = logged_in(owner)
    browser.post(link(mani, owner), GOOD)
    assert "mani" in browser.get("/backoffice/account/").content.decode()
    assert browser.get("/backoffice/staff/").status_code == 403


@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ({"password": "12345678", "again": "12345678"}, "password"),
        ({"password": "", "again": ""}, "password"),
        ({"password": "73918264", "again": "73918264"}, "password"),
        ({**GOOD, "again": "another"}, "again"),
    ],
)
def test_a_weak_or_mistyped_password_is_refused(
    mani: User, owner: User, sent: dict[str, str], field: str
) -> None:
    address = link(mani, owner)
    answer = Client().post(address, sent)
    assert answer.status_code == 422
    assert f'class="wrong" id="{field}-said"' in answer.content.decode()
    assert Client().get(address).status_code == 200


def test_a_used_link_says_so(mani: User, owner: User) -> None:
    address = link(mani, owner)
    Client().post(address, GOOD)
    for answer in (Client().get(address), Client().post(address, GOOD)):
        assert answer.status_code == 410
        assert "This link is no longer valid." in answer.content.decode()


@pytest.mark.parametrize("token", ["none", "x" * 5000, "%00", "%F0%9F%8D%9B", "'%20OR%201=1"])
def test_an_unknown_link_says_the_same(token: str) -> None:
    assert Client().get(f"/backoffice/link/{token}/").status_code == 410


def test_an_expired_link_says_the_same(mani: User, owner: User) -> None:
    address = link(mani, owner)
    AccountLink.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert Client().get(address).status_code == 410


def test_a_new_password_still_needs_the_second_step(mani: User, owner: User) -> None:
    with_second_factor(mani)
    browser = Client()
    answer = browser.post(link(mani, owner, Purpose.PASSWORD), GOOD)
    assert answer["Location"] == "/backoffice/login/second-step"
    assert browser.get("/backoffice/account/").status_code == 302


def test_the_second_factor_is_removed_by_link_and_password(mani: User, owner: User) -> None:
    mani.set_password(PASSWORD)
    mani.save()
    with_second_factor(mani)
    totp.renew_recovery_codes(account=mani, now=timezone.now())
    browser, address = Client(), link(mani, owner, Purpose.SECOND_FACTOR)
    assert browser.post(address, {"password": "wrong"}).status_code == 422
    assert SecondFactor.objects.exists()
    assert browser.post(address, {"password": PASSWORD})["Location"] == "/backoffice/kitchen/"
    assert not SecondFactor.objects.exists()
    assert browser.get("/backoffice/account/").status_code == 200


def test_passwords_behind_the_link_are_throttled(mani: User, owner: User) -> None:
    with_second_factor(mani)
    address = link(mani, owner, Purpose.SECOND_FACTOR)
    answers = [Client().post(address, {"password": "wrong"}).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]


def test_an_invited_owner_must_set_up_the_second_factor(owner: User, settings: Any) -> None:
    settings.SECOND_FACTOR = "owners"
    ravi, browser = make_staff_account("ravi", Role.OWNER), Client()
    browser.post(link(ravi, owner), GOOD)
    answer = browser.get("/backoffice/staff/")
    assert answer["Location"] == "/backoffice/account/second-factor/"
