"""Formatting of times of day."""

from datetime import time

import pytest

from oottam.core.clock import clock_time


@pytest.mark.parametrize(
    ("at", "words"),
    [
        ((0, 0), "12:00 am"),
        ((0, 5), "12:05 am"),
        ((9, 0), "9:00 am"),
        ((12, 0), "12:00 pm"),
        ((13, 0), "1:00 pm"),
        ((18, 30), "6:30 pm"),
    ],
)
def test_time_is_formatted_with_the_12_hour_clock(at: tuple[int, int], words: str) -> None:
    assert clock_time(time(*at)) == words
