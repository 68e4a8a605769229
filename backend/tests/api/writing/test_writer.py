"""The process's writer ends with the process, within its timeout."""

import threading
from collections.abc import Iterator
from typing import Any

import pytest

from oottam.api.writing import writer
from oottam.api.writing.writer import GroupCommitWriter, Job
from tests.api_client import WAIT_SECONDS

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def database_responds(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """A database that answers when this is set; until then it has one batch."""
    begun, database_responds = threading.Event(), threading.Event()

    def frozen(cursor: Any, batch: Any) -> Any:
        begun.set()
        database_responds.wait(WAIT_SECONDS)
        return list(batch)

    frozen_writer: GroupCommitWriter[Any] = GroupCommitWriter(frozen)
    monkeypatch.setattr(writer, "_writer", frozen_writer)
    writer.submit([Job(None)])  # type: ignore[arg-type]
    assert begun.wait(WAIT_SECONDS)
    yield database_responds
    database_responds.set()
    frozen_writer.close()


def test_exit_does_not_wait_for_a_frozen_database(
    database_responds: threading.Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "CLOSING_SECONDS", 0.0)
    writer.close()
    thread = writer._writer._thread
    assert thread is not None
    assert thread.is_alive()
    assert not writer.accepts()


def test_close_waits_for_a_database_that_responds_in_time(
    database_responds: threading.Event,
) -> None:
    threading.Timer(0, database_responds.set).start()
    writer.close()
    thread = writer._writer._thread
    assert thread is not None
    assert not thread.is_alive()
