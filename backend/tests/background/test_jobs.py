"""Execution of jobs in the child process."""

import errno
import logging
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from oottam.accounts.roles import Permission
from oottam.background import files, jobs
from oottam.background.jobs import JobRefusedError, Progress

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


def run_registered(make: Callable[[dict[str, Any], Progress], Iterable[bytes]]) -> dict[str, Any]:
    """Register a job and return the outcome of a run."""
    jobs.register("tried", Permission.COOK)(make)
    return jobs.run("token", "tried", {"words": "hello"}, lambda done, total: None)


@pytest.fixture(autouse=True)
def _forgotten(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(jobs, "_jobs", dict(jobs._jobs))
    yield
    files.delete_all()


def run_failing(error: BaseException) -> dict[str, Any]:
    def make(arguments: dict[str, Any], progress: Progress) -> Iterator[bytes]:
        yield b"half"
        raise error

    return run_registered(make)


def test_job_gets_its_arguments_and_its_bytes_are_stored() -> None:
    outcome = run_registered(lambda arguments, progress: [arguments["words"].encode()])
    assert outcome == {"state": "ready", "parts": 1, "size": 5}


def test_job_with_nothing_to_generate_is_refused() -> None:
    outcome = run_failing(JobRefusedError("There is no label."))
    assert outcome == {"state": "refused", "message": "There is no label."}


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (MemoryError(), jobs.NO_MEMORY),
        (OSError(errno.ENOSPC, "full"), jobs.NO_SPACE),
        (OSError(errno.EDQUOT, "full"), jobs.NO_SPACE),
        (files.IncompleteFileError(), jobs.NO_SPACE),
        (OSError(errno.EIO, "broken"), jobs.UNEXPECTED),
        (ValueError("Asha Raman"), jobs.UNEXPECTED),
    ],
)
def test_failed_job_has_a_message_and_can_be_retried(error: Exception, sentence: str) -> None:
    assert run_failing(error) == {"message": sentence}


def test_failure_is_logged_without_the_arguments(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        run_failing(ValueError("Asha Raman"))
    assert "The job tried failed: " in caplog.text
    assert "Asha" not in caplog.text


def test_unknown_job_fails() -> None:
    assert jobs.run("token", "unknown", {}, lambda done, total: None) == {
        "message": jobs.UNEXPECTED
    }
