"""Passwords are hashed one at a time, and a crowd that logs in is sent away."""

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from oottam.accounts import passwords as hashing
from oottam.accounts.models import LoginFailure
from oottam.accounts.passwords import BusyError, HashingQueue
from tests.api_client import WAIT_SECONDS, until


def test_one_thread_hashes_a_few_wait_and_others_are_rejected() -> None:
    turns, inside, go_on = HashingQueue(concurrency=1, waiting=2), [], threading.Event()

    def log_in(number: int) -> str:
        try:
            with turns.slot():
                inside.append(number)
                go_on.wait(WAIT_SECONDS)
                return "in"
        except BusyError:
            return "busy"

    with ThreadPoolExecutor(9) as pool:
        told = [pool.submit(log_in, number) for number in range(9)]
        until(lambda: sum(each.done() for each in told) == 6)
        assert len(inside) == 1
        go_on.set()
        assert sorted(each.result(WAIT_SECONDS) for each in told) == ["busy"] * 6 + ["in"] * 3
    with turns.slot():  # every place is free again
        assert len(inside) == 3


def test_waiting_for_a_slot_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hashing, "TIMEOUT_SECONDS", 0.01)
    turns = HashingQueue(concurrency=1, waiting=1)
    with turns.slot(), pytest.raises(BusyError), turns.slot():
        pass
    with turns.slot():
        pass


@pytest.mark.django_db
def test_a_rejected_log_in_gets_a_message_and_counts_no_attempt(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    User.objects.create_user("priya", password="pass of a test")
    monkeypatch.setattr(hashing, "hashing_queue", HashingQueue(concurrency=1, waiting=-1))

    def refuse(*_: Any) -> Any:
        raise AssertionError("a password was hashed")

    monkeypatch.setattr(User, "check_password", refuse)
    form = {"username": "priya", "password": "pass of a test"}
    answer = Client().post(reverse("backoffice:log-in"), form)
    assert (answer.status_code, answer["Retry-After"]) == (429, "5")
    assert b"Many people are entering passwords right now." in answer.content
    assert LoginFailure.objects.count() == 0
