"""The second step: the password alone gives no access, and codes cannot be guessed."""

import re
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from oottam.accounts import totp
from oottam.accounts.models import LoginFailure, OpenSession
from oottam.accounts.roles import Role
from tests.accounts.phone import shows, with_second_factor
from tests.backoffice.test_permissions import addresses
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PASSWORD = "pass of a test"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
LOG_IN, STEP = "/backoffice/login/", "/backoffice/login/second-step"
SET_UP = "/backoffice/account/second-factor/"
OPEN = {"log-in", "second-step", "log-out", "link", "run-worker"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def priya() -> User:
    owner = make_staff_account("priya")
    owner.set_password(PASSWORD)
    owner.save()
    return owner


@pytest.fixture
def key(priya: User) -> str:
    return with_second_factor(priya)


def half_way(address: str = "203.0.113.1", **sent: str) -> Client:
    """A browser past the password."""
    client = Client(REMOTE_ADDR=address)
    answer = client.post(LOG_IN, {"username": "priya", "password": PASSWORD, **sent})
    assert answer["Location"].startswith(STEP)
    return client


def type_code(client: Client, code: str, **sent: str) -> Any:
    return client.post(STEP, {"code": code, **sent})


def test_the_password_alone_opens_no_page(key: str) -> None:
    client = half_way()
    for name, address in addresses().items():
        if name not in OPEN:
            for answer in (client.get(address), client.post(address)):
                assert answer.status_code == 302, name
                assert answer["Location"].startswith(f"{STEP}?next=")
    assert not OpenSession.objects.exists()


def test_an_island_gets_a_401_before_the_log_in(key: str) -> None:
    answer = half_way().get(
        reverse("backoffice:poll-new-count"), headers={"Accept": "application/json"}
    )
    assert answer.status_code == 401


def test_the_code_leads_to_the_requested_page(priya: User, key: str) -> None:
    client = half_way(next="/backoffice/audit/?who=1")
    page = client.get(f"{STEP}?next=/backoffice/audit/%3Fwho%3D1").content.decode()
    assert 'name="next" value="/backoffice/audit/?who=1"' in page
    answer = type_code(client, shows(key), next="/backoffice/audit/?who=1")
    assert (answer.status_code, answer["Location"]) == (302, "/backoffice/audit/?who=1")
    assert client.get("/backoffice/audit/").status_code == 200


def test_a_recovery_code_works_once(priya: User, key: str) -> None:
    [code, *_] = totp.renew_recovery_codes(account=priya, now=NOON)
    assert [type_code(half_way(), code).status_code for _ in range(2)] == [302, 422]


def test_a_wrong_code_asks_again(key: str) -> None:
    client = half_way()
    answer = type_code(client, "<script>")
    assert answer.status_code == 422
    assert "This code is wrong or already used." in answer.content.decode()
    assert client.get("/backoffice/account/").status_code == 302
    assert type_code(client, shows(key)).status_code == 302


def test_a_used_code_is_refused(key: str) -> None:
    code = shows(key)
    assert [type_code(half_way(), code).status_code for _ in range(2)] == [302, 422]


def test_no_code_is_checked_without_the_password(key: str) -> None:
    answer = type_code(Client(), shows(key))
    assert (answer.status_code, answer["Location"]) == (302, LOG_IN)
    assert not LoginFailure.objects.exists()


def test_a_half_log_in_lasts_ten_minutes(key: str, clock: Any) -> None:
    late, in_time = half_way(), half_way()
    clock.shift(timedelta(seconds=599))
    assert type_code(in_time, shows(key)).status_code == 302
    clock.shift(timedelta(seconds=1))
    answer = type_code(late, shows(key, steps=1))
    assert (answer.status_code, answer["Location"]) == (302, LOG_IN)


@pytest.mark.parametrize("change", ["password", "closed"])
def test_a_half_log_in_ends_with_the_account_s_access(priya: User, key: str, change: str) -> None:
    client = half_way()
    if change == "password":
        priya.set_password("another one of a test")
    priya.is_active = change != "closed"
    priya.save()
    assert type_code(client, shows(key))["Location"] == LOG_IN


def test_codes_are_throttled_by_account_from_any_address(key: str) -> None:
    clients = [half_way(f"203.0.113.{n}") for n in range(2, 9)]
    answers = [type_code(client, "000000").status_code for client in clients]
    assert answers == [422] * 5 + [429] * 2
    assert type_code(half_way("198.51.100.1"), shows(key)).status_code == 429


def test_a_locked_second_step_says_for_how_long(key: str, clock: Any) -> None:
    client = half_way()
    for _ in range(5):
        type_code(client, "000000")
    clock.shift(timedelta(minutes=4))
    answer = type_code(client, shows(key))
    assert (answer.status_code, answer["Retry-After"]) == (429, str(11 * 60))
    assert answer["Cache-Control"] == "no-store"


def test_a_right_password_does_not_reset_wrong_codes(key: str) -> None:
    """Otherwise a client with the password could try a million codes."""
    for _ in range(5):
        assert type_code(half_way(), "000000").status_code == 422
    assert type_code(half_way(), shows(key)).status_code == 429


def test_a_right_code_resets_mistyped_ones(key: str, clock: Any) -> None:
    for _ in range(3):
        client = half_way()
        assert [type_code(client, "000000").status_code for _ in range(4)] == [422] * 4
        assert type_code(client, shows(key)).status_code == 302
        clock.shift(timedelta(minutes=1))
    assert not LoginFailure.objects.exists()


def test_guessed_codes_do_not_lock_out_a_trusted_device(key: str, clock: Any) -> None:
    known = half_way()
    type_code(known, shows(key))
    known.post("/backoffice/logout/")
    clock.shift(timedelta(minutes=1))
    for n in range(6):
        type_code(half_way(f"198.51.100.{n}"), "000000")
    assert type_code(half_way(), shows(key)).status_code == 429
    known.post(LOG_IN, {"username": "priya", "password": PASSWORD})
    assert type_code(known, shows(key)).status_code == 302


def test_the_password_alone_trusts_no_device(key: str) -> None:
    client = half_way()
    assert "oottam_device" not in client.cookies
    type_code(client, shows(key))
    assert "oottam_device" in client.cookies


def test_logging_in_rotates_the_session_key(key: str) -> None:
    client = half_way()
    before = client.session.session_key
    type_code(client, shows(key))
    assert client.session.session_key != before


def test_a_new_log_in_needs_the_second_step(priya: User, key: str) -> None:
    client = half_way()
    type_code(client, shows(key))
    client.post(LOG_IN, {"username": "priya", "password": PASSWORD})
    assert client.get("/backoffice/account/").status_code == 302
    assert not OpenSession.objects.exists()


def test_another_user_can_log_in_instead(key: str) -> None:
    client = half_way()
    assert client.get(LOG_IN)["Location"] == STEP
    assert client.post("/backoffice/logout/")["Location"] == LOG_IN
    assert client.get(LOG_IN).status_code == 200


@pytest.mark.parametrize(
    ("policy", "roles"),
    [("owners", [Role.OWNER]), ("owners", [Role.DESK, Role.OWNER]), ("all", [Role.RIDER])],
)
def test_a_user_who_must_have_a_second_factor_sets_it_up_first(
    settings: Any, policy: str, roles: list[Role]
) -> None:
    settings.SECOND_FACTOR = policy
    user = make_staff_account("ravi", *roles)
    client = logged_in(user)
    allowed = {name for name in addresses() if name.startswith(("second-factor", "recovery"))} | {
        "guide"
    }
    for name, address in addresses().items():
        if name in OPEN | allowed:
            continue
        for answer in (client.get(address), client.post(address)):
            assert (answer.status_code, answer["Location"]) == (302, SET_UP), name
    assert client.get(SET_UP).status_code == 200
    assert re.findall('aria-label="Desk"', client.get(SET_UP).content.decode()) == []
    island = {"Accept": "application/json"}
    assert client.get(addresses()["account"], headers=island).status_code == 403


@pytest.mark.parametrize(("policy", "role"), [("owners", Role.DESK), ("off", Role.OWNER)])
def test_a_user_without_a_required_second_factor_is_logged_in(
    settings: Any, policy: str, role: Role
) -> None:
    settings.SECOND_FACTOR = policy
    assert (
        logged_in(make_staff_account("ravi", role)).get("/backoffice/account/").status_code == 200
    )


def test_a_user_with_a_voluntary_second_factor_is_asked_for_it(settings: Any, key: str) -> None:
    settings.SECOND_FACTOR = "off"
    client = half_way()
    assert client.get("/backoffice/account/").status_code == 302


def test_a_user_past_the_second_step_is_logged_in(settings: Any, key: str) -> None:
    settings.SECOND_FACTOR = "owners"
    client = half_way()
    answer = type_code(client, shows(key))
    assert answer["Location"] == "/backoffice/"
    assert client.get("/backoffice/account/").status_code == 200
