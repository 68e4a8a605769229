"""The registry of background jobs, and their execution in the child process."""

import errno
import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from oottam.accounts.roles import Permission
from oottam.background import files
from oottam.core.tracebacks import trace

logger = logging.getLogger(__name__)
Progress = Callable[[int, int], None]
Make = Callable[[dict[str, Any], Progress], Iterable[bytes]]
NO_MEMORY = "Not enough memory."
NO_SPACE = "No space left on the disk."
UNEXPECTED = "Something went wrong."


class JobRefusedError(Exception):
    """There is nothing to generate; the message states the reason for the user."""


@dataclass(frozen=True, slots=True)
class Job:
    """A job: `make` generates a file's bytes from JSON-serialisable arguments.

    `make` may report progress (done, total) and raise JobRefusedError. Urgent jobs run first.
    """

    name: str
    permission: Permission
    make: Make
    is_urgent: bool


_jobs: dict[str, Job] = {}


def register(
    name: str, permission: Permission, *, is_urgent: bool = False
) -> Callable[[Make], Make]:
    """Register a function as a job; `permission` is also required to download its file."""

    def decorate(make: Make) -> Make:
        _jobs[name] = Job(name, permission, make, is_urgent)
        return make

    return decorate


def find(name: str) -> Job:
    """Raise KeyError for an unknown name, such as one of another release."""
    return _jobs[name]


def run(token: str, name: str, arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Generate a file and store its bytes; return the changes of its entry.

    Without a `state` the job should be retried; `message` is then the reason.
    """
    try:
        parts, size = files.write_parts(token, find(name).make(arguments, progress))
    except JobRefusedError as refusal:
        return {"state": files.State.REFUSED, "message": str(refusal)}
    except Exception as error:  # noqa: BLE001 - the process must survive every job
        return {"message": describe_failure(name, error)}
    return {"state": files.State.READY, "parts": parts, "size": size}


def describe_failure(name: str, error: Exception) -> str:
    """Return a message for the user; log unexpected errors."""
    if isinstance(error, MemoryError):
        return NO_MEMORY
    if isinstance(error, files.IncompleteFileError) or (
        isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    ):
        return NO_SPACE
    logger.error("The job %s failed: %s", name, trace(error))
    return UNEXPECTED
