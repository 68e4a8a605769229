"""Whoever leaves something for the loop ends its wait, and costs it nothing while it does not wait."""

import select
from collections.abc import Iterator

import pytest

from oottam.serving.waking import Waking
from tests.caller import Caller


class Loop:
    """What a loop waits with."""

    def __init__(self) -> None:
        self.poll = select.poll()
        self.waking = Waking(self.poll)

    def told(self) -> bool:
        """Whether a wait would end at once."""
        return self.poll.poll(0) == [(self.waking.number, select.POLLIN)]


@pytest.fixture
def loop() -> Iterator[Loop]:
    loop = Loop()
    yield loop
    loop.waking.close()


def test_a_wait_ends_for_what_was_left_since_the_last_look(loop: Loop) -> None:
    loop.waking.may_wait()
    assert not loop.told()
    loop.waking.wake()
    assert loop.told()


def test_a_word_that_was_heard_ends_no_further_wait(loop: Loop) -> None:
    loop.waking.may_wait()
    loop.waking.wake()
    loop.waking.hear()
    assert not loop.told()
    loop.waking.may_wait()
    loop.waking.wake()
    assert loop.told()


def test_while_the_loop_does_not_wait_there_is_no_word(loop: Loop) -> None:
    loop.waking.wake()  # it has not begun
    loop.waking.may_wait()
    loop.waking.waits_no_more()
    loop.waking.wake()
    assert not loop.told()


def test_of_many_who_wake_one_writes_a_word(loop: Loop) -> None:
    loop.waking.may_wait()
    for _ in range(3):
        loop.waking.wake()
    assert loop.waking._ours.recv(99) == b"w"


def test_nobody_is_held_up_or_fails_where_the_words_are_not_heard(loop: Loop) -> None:
    for _ in range(10_000):
        loop.waking.may_wait()
        loop.waking.wake()
    loop.waking.hear()
    loop.waking.close()
    loop.waking.may_wait()
    loop.waking.wake()
    assert loop.waking.number == -1  # and no later socket's


def test_the_server_says_that_it_may_wait_before_it_looks() -> None:
    """What is left between its look and its wait would otherwise lie there for a second."""
    server = Caller().server
    hand_over, told = server._road.hand_over, []

    def leave_something() -> None:
        hand_over()
        server.wake()
        told.extend(server._poll.poll(0))

    server._road.hand_over = leave_something  # type: ignore[method-assign]
    server.turn(0)
    assert told == [(server._waking.number, select.POLLIN)]
    assert not server._poll.poll(0)  # it was heard in the same turn
