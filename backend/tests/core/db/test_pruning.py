"""Pruning in small batches: short locks, and no partial batch."""

import threading
from collections.abc import Iterator

import pytest
from django.db import connection, connections, transaction
from django.db.models import QuerySet

from oottam.api.models import RateLimitEntry
from oottam.core.db import pruning
from oottam.core.db.pruning import prune
from tests.api_client import WAIT_SECONDS

pytestmark = pytest.mark.django_db


def fill(count: int, at: int = 1) -> None:
    RateLimitEntry.objects.bulk_create(RateLimitEntry(at=at) for _ in range(count))


def expired() -> "QuerySet[RateLimitEntry]":
    return RateLimitEntry.objects.filter(at__lt=100)


def skip_pause(_: float) -> None:
    """Replace the pause."""


def test_expired_rows_are_deleted_and_others_kept() -> None:
    fill(5)
    fill(2, at=100)
    assert prune(expired(), pause=skip_pause) == 5
    assert set(RateLimitEntry.objects.values_list("at", flat=True)) == {100}
    assert prune(expired(), pause=skip_pause) == 0


def test_prune_pauses_after_each_batch(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(25)
    pauses: list[tuple[float, int]] = []
    prune(expired(), pause=lambda seconds: pauses.append((seconds, RateLimitEntry.objects.count())))
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
def test_batch_size_adapts_to_five_milliseconds(size: int, seconds: float, following: int) -> None:
    assert pruning._next_size(size, seconds) == following
    assert pruning.TARGET_BATCH_SECONDS == 0.005


def test_prune_stops_between_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(30)
    over = iter((False, False, True))
    assert prune(expired(), is_over=lambda: next(over), pause=skip_pause) == 20


def test_killed_prune_deleted_whole_batches_and_can_be_resumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pruning, "FIRST_BATCH_SIZE", 10)
    monkeypatch.setattr(pruning, "MAX_BATCH_SIZE", 10)
    fill(30)

    def kill(_: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        prune(expired(), pause=kill)
    assert RateLimitEntry.objects.count() == 20
    assert prune(expired(), pause=skip_pause) == 20


def test_row_that_no_longer_matches_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """For example a mail that is resent between the read and the batch."""
    fill(3)
    delete = pruning._delete

    def meanwhile(found: "QuerySet[RateLimitEntry]", few: list[int]) -> tuple[int, float]:
        RateLimitEntry.objects.filter(pk=few[0]).update(at=100)
        return delete(found, few)

    monkeypatch.setattr(pruning, "_delete", meanwhile)
    assert prune(expired(), pause=skip_pause) == 2
    assert RateLimitEntry.objects.get().at == 100


@pytest.fixture
def locked_rows(transactional_db: None) -> Iterator[list[int]]:
    """Another server that has locked the first two of five rows."""
    fill(5)
    first = sorted(expired().values_list("pk", flat=True))[:2]
    taken, done = threading.Event(), threading.Event()

    def other() -> None:
        with transaction.atomic():
            list(RateLimitEntry.objects.select_for_update().filter(pk__in=first))
            taken.set()
            done.wait(WAIT_SECONDS)
        connections.close_all()

    thread = threading.Thread(target=other)
    thread.start()
    taken.wait(WAIT_SECONDS)
    yield first
    done.set()
    thread.join()


@pytest.mark.postgresql_only  # on SQLite, transactions of all processes take turns
@pytest.mark.django_db(transaction=True)
def test_rows_locked_by_another_server_are_skipped(locked_rows: list[int]) -> None:
    assert connection.vendor == "postgresql"
    assert prune(expired(), pause=skip_pause) == 3
    assert sorted(expired().values_list("pk", flat=True)) == locked_rows
