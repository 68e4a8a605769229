"""Child programs that read uploads: one runs, one waits, the others are told so at once."""

import subprocess
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from oottam.core import child_program
from oottam.core.errors import DomainError


class Turn:
    """The lock, which counts who has come to it."""

    def __init__(self) -> None:
        self.lock, self.arrived = threading.Lock(), threading.Semaphore(0)

    def __enter__(self) -> None:
        self.arrived.release()
        self.lock.acquire()

    def __exit__(self, *error: object) -> None:
        self.lock.release()


def run() -> "subprocess.CompletedProcess[bytes]":
    return child_program.run(["-c", ""], b"", max_seconds=60, field="photo")


def test_of_three_files_one_is_read_one_waits_and_one_is_refused(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    turn, go, running = Turn(), threading.Event(), [0]

    def fake_run(*given: object, **options: object) -> Any:
        running[0] += 1
        assert running[0] == 1
        assert go.wait(60)
        running[0] -= 1
        return subprocess.CompletedProcess([], 0)

    monkeypatch.setattr(child_program, "_turn", turn)
    monkeypatch.setattr(subprocess, "run", fake_run)
    with ThreadPoolExecutor(2) as pool:
        both = [pool.submit(run), pool.submit(run)]
        for _ in both:
            assert turn.arrived.acquire(timeout=60)
        with pytest.raises(DomainError, match="Send yours again in a few seconds") as refused:
            run()
        go.set()
    assert refused.value.field == "photo"
    assert [each.result().returncode for each in both] == [0, 0]
    assert run().returncode == 0


def test_program_gets_what_was_sent_and_no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_KEY", "of the server")
    code = "import os, sys; print(sys.stdin.read(), 'SECRET_KEY' in os.environ)"
    done = child_program.run(["-c", code], b"a photo", max_seconds=60, field="photo")
    assert done.stdout == b"a photo False\n"


@pytest.mark.parametrize(
    ("code", "seconds", "message"),
    [
        ('print(\'{"error": "It has a password."}\')', 60, "^It has a password.$"),
        ("print('no JSON')", 60, "too much memory or time"),
        ("import os; os.abort()", 60, "too much memory or time"),
        ("while True: pass", 0.1, "too much memory or time"),
    ],
)
def test_reader_that_does_not_end_well_is_a_sentence(
    code: str, seconds: float, message: str
) -> None:
    with pytest.raises(DomainError, match=message) as refused:
        child_program.read_json(["-c", code], b"", max_seconds=seconds, field="file")
    assert refused.value.field == "file"


def test_what_a_reader_has_found_is_returned() -> None:
    code = "import sys; print('[\"%s\"]' % sys.stdin.read())"
    assert child_program.read_json(["-c", code], b"a list", max_seconds=60, field="file") == [
        "a list"
    ]
