"""Programs of ours that read what people upload, each in a child process with bounds of its own.

One runs at a time and one more waits: others are told so at once, as each would hold a thread that serves pages, and
the machine's memory.
"""

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from typing import Any

from oottam.core.errors import DomainError

BUSY = "Other files are being read at this moment. Send yours again in a few seconds."
TOO_MUCH = "This workbook takes too much memory or time to read."
_places = threading.BoundedSemaphore(2)
_turn = threading.Lock()


def run(
    program: Sequence[str], sent: bytes, *, max_seconds: float, field: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run Python with these arguments on `sent`, with an empty environment.

    Raises DomainError with `field` while two others are read, and subprocess.TimeoutExpired.
    """
    if not _places.acquire(blocking=False):
        raise DomainError(BUSY, field)
    try:
        with _turn:
            return subprocess.run(  # noqa: S603 - our own program; what was sent is its input
                [sys.executable, *program],
                input=sent,
                capture_output=True,
                env={},
                timeout=max_seconds,
                check=False,
            )
    finally:
        _places.release()


def read_json(program: Sequence[str], sent: bytes, *, max_seconds: float, field: str) -> Any:
    """Run a reader of workbooks, and return the JSON that it writes.

    Raises DomainError with `field`: the sentence that is its "error", or that it did not end well, or as `run`.
    """
    try:
        done = run(program, sent, max_seconds=max_seconds, field=field)
        done.check_returncode()
        output = json.loads(done.stdout)
    except (subprocess.SubprocessError, ValueError) as error:
        raise DomainError(TOO_MUCH, field) from error
    if "error" in output:
        raise DomainError(output["error"], field)
    return output
