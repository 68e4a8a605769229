"""What can be made in the background: each job by its name, and how one is run in the child process."""

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
    """There is nothing to make; the message says why, as a sentence for the person who asked."""


@dataclass(frozen=True, slots=True)
class Job:
    """`make` turns its arguments, which JSON can hold, into the bytes of a file.

    It may say how far it is (done, total), and raises JobRefusedError. `is_urgent`: before the others.
    """

    name: str
    permission: Permission
    make: Make
    is_urgent: bool


_jobs: dict[str, Job] = {}


def register(
    name: str, permission: Permission, *, is_urgent: bool = False
) -> Callable[[Make], Make]:
    """Make a function known as a job; `permission` is asked when its file is fetched, too."""

    def known(make: Make) -> Make:
        _jobs[name] = Job(name, permission, make, is_urgent)
        return make

    return known


def find(name: str) -> Job:
    """Raises KeyError for a name that this release does not know."""
    return _jobs[name]


def run(token: str, name: str, arguments: dict[str, Any], progress: Progress) -> dict[str, Any]:
    """Make a file and store its bytes; returns what is to be changed in its entry.

    `state` is absent where it is worth another try, and `message` then says what was short.
    """
    try:
        parts, size = files.write_parts(token, find(name).make(arguments, progress))
    except JobRefusedError as refusal:
        return {"state": files.State.REFUSED, "message": str(refusal)}
    except Exception as error:  # noqa: BLE001 - the process has to survive whatever a job does
        return {"message": describe_failure(name, error)}
    return {"state": files.State.READY, "parts": parts, "size": size}


def describe_failure(name: str, error: Exception) -> str:
    """What was short, as a sentence; what nobody expected is logged."""
    if isinstance(error, MemoryError):
        return NO_MEMORY
    if isinstance(error, files.IncompleteFileError) or (
        isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT)
    ):
        return NO_SPACE
    logger.error("The job %s failed: %s", name, trace(error))
    return UNEXPECTED
