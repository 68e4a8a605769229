"""Times of day are written in one way."""

from datetime import time

import pytest

from oottam.core.clock import clock_time


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((0, 0), "12 am"),
        ((0, 5), "12:05 am"),
        ((9, 0), "9 am"),
        ((12, 0), "12 pm"),
        ((13, 0), "1 pm"),
        ((18, 30), "6:30 pm"),
    ],
)
def test_times_are_written_by_the_twelve_hour_clock(at: tuple[int, int], words: str) -> None:
    assert clock_time(time(*at)) == words
