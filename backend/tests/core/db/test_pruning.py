"""Rows go a few at a time: nobody who writes waits for long, and nothing is half gone."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, connections, transaction
from django.db.models import QuerySet

from oottam.api.models import RateLimitEntry
from oottam.core.db import pruning
from oottam.core.db.pruning import prune

pytestmark = pytest.mark.django_db


def fill(count: int, at: int = 1) -> None:
    RateLimitEntry.objects.bulk_create(RateLimitEntry(at=at) for _ in range(count))


def past() -> "QuerySet[RateLimitEntry]":
    return RateLimitEntry.objects.filter(at__lt=100)


def silent(_: float) -> None:
    """Takes no time."""


def test_what_is_past_goes_and_the_rest_stays() -> None:
    fill(5)
    fill(2, at=100)
    assert prune(past(), breathe=silent) == 5
    assert set(RateLimitEntry.objects.values_list("at", flat=True)) == {100}
    assert prune(past(), breathe=silent) == 0


def test_after_each_batch_whoever_waits_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(25)
    pauses: list[tuple[float, int]] = []
    prune(past(), breathe=lambda seconds: pauses.append((seconds, RateLimitEntry.objects.count())))
    assert [left for _, left in pauses] == [15, 5, 0]
    assert {seconds for seconds, _ in pauses} == {pruning.PAUSE_SECONDS}


@pytest.mark.parametrize(
    ("size", "seconds", "following"),
    [
        (100, 0.005, 100),
        (100, 0.0025, 200),
        (100, 0.0001, 200),  # a lucky one is not believed
        (100, 0.01, 50),
        (100, 1.0, 10),
        (2000, 0.001, 2000),
        (100, 0.0, 200),
    ],
)
def test_a_batch_is_as_large_as_fits_into_five_milliseconds(
    size: int, seconds: float, following: int
) -> None:
    assert pruning._next_size(size, seconds) == following
    assert pruning.TARGET_BATCH_SECONDS == 0.005


def test_it_ends_between_two_batches_when_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(30)
    over = iter((False, False, True))
    assert prune(past(), is_over=lambda: next(over), breathe=silent) == 20


def test_killed_in_the_middle_whole_batches_are_gone_and_the_next_go_does_the_rest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(30)

    def kill(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prune(past(), breathe=kill)
    assert RateLimitEntry.objects.count() == 20
    assert prune(past(), breathe=silent) == 20


def test_what_has_come_to_life_again_since_the_look_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a mail that somebody sends again between the plain read and the batch."""
    fill(3)
    delete = pruning._delete

    def meanwhile(found: "QuerySet[RateLimitEntry]", few: list[int]) -> tuple[int, float]:
        RateLimitEntry.objects.filter(pk=few[0]).update(at=100)
        return delete(found, few)

    monkeypatch.setattr(pruning, "_delete", meanwhile)
    assert prune(past(), breathe=silent) == 2
    assert RateLimitEntry.objects.get().at == 100


@pytest.fixture
def somebody_at_it(transactional_db: None) -> Iterator[list[int]]:
    """Another server that has the first two of five rows in hand."""
    fill(5)
    first = sorted(past().values_list("pk", flat=True))[:2]
    taken, done = threading.Event(), threading.Event()

    def other() -> None:
        with transaction.atomic():
            list(RateLimitEntry.objects.select_for_update().filter(pk__in=first))
            taken.set()
            done.wait(10)
        connections.close_all()

    thread = threading.Thread(target=other)
    thread.start()
    taken.wait(10)
    yield first
    done.set()
    thread.join()


@pytest.mark.postgresql_only  # on SQLite, transactions of all processes take turns
@pytest.mark.django_db(transaction=True)
def test_what_another_server_has_in_hand_is_left_to_it(somebody_at_it: list[int]) -> None:
    assert connection.vendor == "postgresql"
    assert prune(past(), breathe=silent) == 3
    assert sorted(past().values_list("pk", flat=True)) == somebody_at_it
