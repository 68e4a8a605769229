"""Mails that do not go through come back later and later, and not for ever."""

from datetime import timedelta

import pytest

from oottam.outbox import retries


@pytest.mark.parametrize(
    ("attempts", "longest"), [(1, 10), (2, 20), (3, 40), (6, 320), (7, 600), (8, 600), (5000, 600)]
)
def test_the_delay_doubles_up_to_ten_minutes(attempts: int, longest: int) -> None:
    drawn = [retries.delay(attempts).total_seconds() for _ in range(200)]
    assert longest / 2 <= min(drawn) < longest * 0.6
    assert longest * 0.9 < max(drawn) <= longest


@pytest.mark.parametrize(("attempts", "hopeless"), [(1, False), (3, False), (4, True), (9, True)])
def test_a_refusal_for_good_is_believed_the_fourth_time(attempts: int, hopeless: bool) -> None:
    assert retries.is_permanent(attempts, refused=True) is hopeless


def test_everything_else_is_tried_over_a_weekend() -> None:
    assert not retries.is_permanent(retries.MAX_ATTEMPTS - 1, refused=False)
    assert retries.is_permanent(retries.MAX_ATTEMPTS, refused=False)
    on_average = retries.MAX_ATTEMPTS * retries.MAX_DELAY * 0.75
    assert on_average > timedelta(days=2.5)
