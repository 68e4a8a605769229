"""Guessing passwords gets nowhere, and locks nobody out who has been there before."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import reverse

from oottam.accounts import throttling
from oottam.accounts.models import LoginFailure

pytestmark = pytest.mark.django_db
PASSWORD = "pass of a test"
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")
SHOP = "203.0.113.1"  # its Wi-Fi, behind one address
COOKIE = "oottam_device"


@pytest.fixture(autouse=True)
def _people() -> None:
    for name in ("priya", "ravi"):
        User.objects.create_user(name, f"{name}@example.com", PASSWORD)


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def enter(
    password: str = "wrong", name: str = "priya", address: str = SHOP, device: Client | None = None
) -> int:
    """What the log-in answers: 302 is open, 200 asks again, 429 looks at no password."""
    form = {"username": name, "password": password}
    return (
        (device or Client())
        .post(reverse("backoffice:log-in"), form, REMOTE_ADDR=address)
        .status_code
    )


def known(name: str = "priya") -> Client:
    """A device from which somebody has logged in before, and has logged out."""
    device = Client()
    assert enter(PASSWORD, name, device=device) == 302
    device.cookies.pop("sessionid")
    return device


def test_an_account_allows_five_wrong_passwords_in_15_minutes(clock: Any) -> None:
    assert [enter(address=f"203.0.113.{n}") for n in range(2, 7)] == [200] * 5
    assert enter(PASSWORD) == 429
    assert enter(PASSWORD, "ravi") == 302
    clock.shift(timedelta(minutes=14, seconds=59))
    assert enter(PASSWORD) == 429
    clock.shift(timedelta(seconds=1))
    assert enter(PASSWORD) == 302


def test_the_log_in_page_says_how_long_the_lockout_lasts(clock: Any) -> None:
    for _ in range(5):
        enter()
    clock.shift(timedelta(minutes=4))
    form = {"username": "priya", "password": PASSWORD}
    answer = Client(REMOTE_ADDR=SHOP).post(reverse("backoffice:log-in"), form)
    assert (answer.status_code, answer["Retry-After"]) == (429, str(11 * 60))
    assert (
        "Too many wrong passwords or codes. Please try again in 11 minutes."
        in answer.content.decode()
    )
    assert answer["Cache-Control"] == "no-store"


@pytest.mark.parametrize("spelling", ["PRIYA", " priya ", "ｐｒｉｙａ"])
def test_spellings_of_a_name_share_one_counter(spelling: str) -> None:
    for n in range(5):
        enter(name=spelling, address=f"203.0.113.{n + 2}")
    assert enter(PASSWORD) == 429


def test_a_network_allows_ten_wrong_passwords_over_all_names() -> None:
    """An IPv6 /64 is one household: 24 addresses of it are no 24 visitors."""
    answers = [enter(name=f"n{n}", address=f"2001:db8:1:2::{n:x}") for n in range(24)]
    assert answers == [200] * 10 + [429] * 14
    assert enter(PASSWORD, address="2001:db8:1:2::ffff") == 429
    assert enter(PASSWORD, address="2001:db8:1:3::1") == 302


def test_a_local_address_is_not_counted_as_a_network() -> None:
    """A proxy that is not declared stands there, and everybody behind it."""
    assert [enter(name=f"n{n}", address="127.0.0.1") for n in range(12)] == [200] * 12


def test_all_networks_together_allow_fifteen_wrong_passwords() -> None:
    """One password for twenty names, each from elsewhere."""
    device = known()
    answers = [enter(name=f"n{n}", address=f"198.51.100.{n}") for n in range(20)]
    assert answers == [200] * 15 + [429] * 5
    assert enter(PASSWORD, "ravi") == 429
    assert enter(PASSWORD, device=device) == 302


def test_other_clients_do_not_lock_out_a_trusted_device() -> None:
    """Not even those in the shop's own Wi-Fi."""
    device = known()
    assert [enter() for _ in range(6)] == [200] * 5 + [429]
    for n in range(10):
        enter(name=f"n{n}")
    assert enter(PASSWORD, address="198.51.100.7") == 429
    assert enter(PASSWORD, device=device) == 302


def test_a_trusted_device_is_counted_separately() -> None:
    device, other = known(), known()
    assert [enter(device=device) for _ in range(6)] == [200] * 5 + [429]
    assert enter(PASSWORD, device=device) == 429
    assert enter(PASSWORD, device=other) == 302
    assert enter(PASSWORD) == 302


def test_a_device_is_trusted_for_its_own_accounts_only() -> None:
    device = known("ravi")
    for _ in range(5):
        enter()
    assert enter(PASSWORD, device=device) == 429
    assert enter(PASSWORD, "ravi", device=device) == 302


def test_a_shared_device_is_trusted_for_every_account_that_logged_in() -> None:
    device = known("ravi")
    assert enter(PASSWORD, "priya", device=device) == 302
    for name in ("priya", "ravi"):
        for _ in range(5):
            enter(name=name)
        assert enter(PASSWORD, name, device=device) == 302


def test_the_device_cookie_is_signed_and_limited_to_the_back_office() -> None:
    cookie = known().cookies[COOKIE]
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == (
        "/backoffice/",
        True,
        "Strict",
    )
    assert cookie["max-age"] == 180 * 24 * 3600
    assert not cookie["secure"]
    assert "priya" not in cookie.value


def test_behind_tls_the_cookie_is_secure(settings: Any) -> None:
    settings.SESSION_COOKIE_SECURE = True
    assert known().cookies[f"__Secure-{COOKIE}"]["secure"]


@pytest.mark.parametrize(
    "spoil", [lambda text: text[:-1] + "A-"[text[-1] == "A"], lambda _: "x", lambda _: ""]
)
def test_a_cookie_with_a_foreign_signature_is_not_trusted(spoil: Any) -> None:
    device = known()
    device.cookies[COOKIE] = spoil(device.cookies[COOKIE].value)
    for _ in range(5):
        enter()
    assert enter(PASSWORD, device=device) == 429


def test_a_device_is_trusted_for_180_days_after_its_last_log_in(clock: Any) -> None:
    device, other = known(), known()
    clock.shift(timedelta(days=179))
    assert enter(PASSWORD, device=other) == 302
    clock.shift(timedelta(days=2))
    for _ in range(5):
        enter()
    assert enter(PASSWORD, device=device) == 429
    assert enter(PASSWORD, device=other) == 302


def test_a_wrong_password_sets_no_device_cookie() -> None:
    device = Client()
    enter(device=device)
    assert COOKIE not in device.cookies


def test_a_right_password_deletes_earlier_failures() -> None:
    for _ in range(2):
        assert [enter() for _ in range(4)] == [200] * 4
        assert enter(PASSWORD) == 302
    assert not LoginFailure.objects.exists()


def test_a_right_password_keeps_failures_of_other_networks() -> None:
    for _ in range(4):
        enter(address="198.51.100.7")
    assert enter(PASSWORD) == 302
    assert [enter(address="198.51.100.7") for _ in range(2)] == [200, 429]


def test_a_right_password_keeps_failures_of_other_names() -> None:
    """Else whoever has an account could try as often as they like."""
    for n in range(9):
        enter(name=f"n{n}")
    assert enter(PASSWORD) == 302
    assert (enter(name="n9"), enter(name="n10")) == (200, 429)


def test_attempts_during_a_lockout_are_not_counted(clock: Any) -> None:
    for _ in range(30):
        enter()
    assert LoginFailure.objects.count() == 5
    clock.shift(timedelta(minutes=15))
    assert enter(PASSWORD) == 302


def test_stored_failures_hold_no_name_and_no_address() -> None:
    enter()
    kept = LoginFailure.objects.get()
    names = [field.attname for field in kept._meta.concrete_fields]
    assert names == ["id", "at", "account", "network", "device"]
    assert (kept.at, kept.device) == (int(NOON.timestamp()), None)
    assert all(abs(digest or 0) > 2**32 for digest in (kept.account, kept.network))


def test_failures_are_purged_after_15_minutes(clock: Any) -> None:
    enter()
    clock.shift(timedelta(minutes=10))
    enter()
    assert throttling.purge(NOON + timedelta(minutes=15, seconds=1)) == 1
    assert throttling.purge(NOON + timedelta(minutes=26)) == 1


def test_a_name_of_a_megabyte_is_counted_like_others() -> None:
    for _ in range(5):
        assert enter(name="n" * 1_000_000) == 200
    assert enter(name="n" * 1_000_000) == 429


def test_opening_the_form_counts_no_attempt() -> None:
    for _ in range(20):
        assert Client(REMOTE_ADDR=SHOP).get(reverse("backoffice:log-in")).status_code == 200
    assert enter(PASSWORD) == 302


@pytest.mark.django_db(transaction=True)
def test_concurrent_attempts_are_limited_like_sequential_ones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Also when the database takes its time between the question and the record."""
    save = LoginFailure.save

    def save_slowly(failure: LoginFailure, **options: Any) -> None:
        time.sleep(0.01)
        save(failure, **options)

    monkeypatch.setattr(LoginFailure, "save", save_slowly)

    def attempt(_: int) -> int:
        try:
            return enter()
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(attempt, range(16)))
    assert answers == [200] * 5 + [429] * 11
