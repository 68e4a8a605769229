"""Sessions end: after a working day, and sooner when nobody uses them."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse

from oottam.accounts import sessions
from tests.factories.accounts import logged_in, make_staff_account

pytestmark = pytest.mark.django_db
NOON = datetime.fromisoformat("2026-11-21T12:00:00+05:30")


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def staff() -> Client:
    return logged_in(make_staff_account("priya"))


def is_open(staff: Client) -> bool:
    response = staff.get(reverse("backoffice:account"))
    if response.status_code == 302:
        assert response["Location"].startswith(reverse("backoffice:log-in"))
    return bool(response.status_code == 200)


def test_an_active_session_ends_after_twelve_hours(staff: Client, clock: Any) -> None:
    for _ in range(11):
        clock.shift(timedelta(hours=1))
        assert is_open(staff)
    clock.shift(timedelta(minutes=59, seconds=59))
    assert is_open(staff)
    clock.shift(timedelta(seconds=1))
    assert not is_open(staff)
    assert not Session.objects.exists()


def test_an_idle_session_ends_after_two_hours(staff: Client, clock: Any) -> None:
    clock.shift(timedelta(minutes=119))
    assert is_open(staff)
    clock.shift(timedelta(minutes=120))
    assert not is_open(staff)
    assert not is_open(staff)


def test_both_limits_are_settings(staff: Client, clock: Any, settings: Any) -> None:
    settings.SESSION_IDLE_MINUTES, settings.SESSION_COOKIE_AGE = 5, 600
    clock.shift(timedelta(minutes=4))
    assert is_open(staff)
    clock.shift(timedelta(minutes=4))
    assert is_open(staff)
    clock.shift(timedelta(minutes=2))
    assert not is_open(staff)


def test_a_second_page_within_a_minute_does_not_write_the_session(
    staff: Client, clock: Any, django_assert_num_queries: Any
) -> None:
    assert is_open(staff)
    clock.shift(timedelta(seconds=59))
    with django_assert_num_queries(5):  # session, account, roles, second factor, sessions
        is_open(staff)


def test_a_clock_set_back_neither_ends_nor_extends_a_session(staff: Client, clock: Any) -> None:
    clock.shift(timedelta(hours=-3))
    assert is_open(staff)
    clock.shift(timedelta(minutes=119))
    assert is_open(staff)
    clock.shift(timedelta(minutes=120))
    assert not is_open(staff)


def test_a_session_without_a_start_time_is_expired(staff: Client) -> None:
    session = staff.session
    del session[sessions.BEGAN]
    session.save()
    assert not is_open(staff)
