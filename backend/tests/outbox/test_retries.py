"""Retry delays grow, and attempts are limited."""

from datetime import timedelta

import pytest

from oottam.outbox import worker


@pytest.mark.parametrize(
    ("attempts", "upper"), [(1, 10), (2, 20), (3, 40), (6, 320), (7, 600), (8, 600), (5000, 600)]
)
def test_delay_doubles_up_to_ten_minutes(attempts: int, upper: int) -> None:
    drawn = [worker.delay(attempts).total_seconds() for _ in range(200)]
    assert upper / 2 <= min(drawn) < upper * 0.6
    assert upper * 0.9 < max(drawn) <= upper


@pytest.mark.parametrize(("attempts", "expected"), [(1, False), (3, False), (4, True), (9, True)])
def test_rejection_is_permanent_at_the_fourth_attempt(attempts: int, expected: bool) -> None:
    assert worker.is_permanent(attempts, is_rejected=True) is expected


def test_other_failures_are_retried_for_two_and_a_half_days() -> None:
    assert not worker.is_permanent(worker.MAX_ATTEMPTS - 1, is_rejected=False)
    assert worker.is_permanent(worker.MAX_ATTEMPTS, is_rejected=False)
    on_average = worker.MAX_ATTEMPTS * worker.MAX_DELAY * 0.75
    assert on_average > timedelta(days=2.5)
