"""The road of a call by itself: each journey ends with one answer, and the loop is told when there is one."""

import json
from collections.abc import Sequence
from typing import Any

import pytest

from oottam.common.replies import Reply
from oottam.intake import calls, road
from oottam.intake.answers import Answer
from oottam.intake.road import SHORT_BODY, Journey, Road
from oottam.intake.writing import writer
from oottam.intake.writing.group_commit import Job
from tests.bodies import veg_body
from tests.conftest import VEG

STORED = Reply(200, b"{}")
ENVIRON = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/json"}


class Loop:
    """In the place of the server, with a writer that writes when the test says so."""

    def __init__(self) -> None:
        self.woken = 0
        self.apart: list[Any] = []
        self.jobs: list[Job[Any]] = []
        self.told: list[int] = []
        self.road = Road(self.wake, self.apart.append)

    def wake(self) -> None:
        self.woken += 1

    def submit(self, jobs: Sequence[Job[Any]]) -> None:
        self.jobs += jobs

    def take(self, **differences: Any) -> None:
        call = calls.find(VEG)
        assert call is not None
        body = json.dumps(veg_body(**differences)).encode()
        journey = Journey(call, dict(ENVIRON), body, "an-id", self.tell, self.fail)
        self.road.take(journey)

    def tell(self, answer: Answer) -> None:
        self.told.append(answer.status)

    def fail(self) -> None:
        self.told.append(500)


@pytest.fixture
def loop(monkeypatch: pytest.MonkeyPatch) -> Loop:
    loop = Loop()
    monkeypatch.setattr(writer, "submit", loop.submit)
    return loop


def test_the_loop_is_woken_for_what_is_prepared_and_for_what_is_settled(loop: Loop) -> None:
    loop.take(extra="x" * SHORT_BODY)
    assert (loop.woken, len(loop.apart)) == (0, 1)  # a thread does it
    loop.apart[0]()
    assert loop.woken == 1
    loop.road.hand_over()
    loop.jobs[0].done(STORED)
    assert (loop.woken, loop.told) == (2, [])
    loop.road.answer()
    assert loop.told == [200]


def test_whoever_was_given_up_hears_nothing_more_when_it_is_stored_after_all(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection may be waiting for the answer to another call by then."""
    monkeypatch.setattr(road, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(road, "LONGEST_WAIT_SECONDS", 0.0)
    loop.take()
    loop.road.hand_over()
    loop.road.give_up()  # it is being written
    loop.road.answer()
    assert loop.told == [503]
    loop.jobs[0].done(STORED)
    loop.road.answer()
    assert loop.told == [503]


def test_whoever_was_answered_is_not_waited_for_any_more(
    loop: Loop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for outcome in (STORED, ZeroDivisionError()):
        loop.take()
        loop.road.hand_over()
        loop.jobs.pop().done(outcome)
        loop.road.answer()
    monkeypatch.setattr(road, "PATIENCE_SECONDS", 0.0)
    monkeypatch.setattr(road, "LONGEST_WAIT_SECONDS", 0.0)
    woken = loop.woken
    loop.road.give_up()
    assert (loop.told, loop.woken) == ([200, 500], woken)
