"""A part of a system test in a process of its own, so that it takes no processor time from the measured ones."""

import json
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from subprocess import PIPE, Popen
from typing import Any

from system_tests.support.shop import ROOT

MAX_SECONDS = 120.0  # until it is ready, and until it has ended


class Child:
    """A process; `results` are complete when it has ended."""

    def __init__(self, process: "Popen[str]") -> None:
        self.results: dict[str, Any] = {}
        self._process = process

    @property
    def ended(self) -> bool:
        """Whether it has ended by itself."""
        return self._process.poll() is not None


@contextmanager
def child_process(
    module: str, *arguments: object, environment: Mapping[str, str] | None = None
) -> Iterator[Child]:
    """Run a module that prints a line when it is ready, ends with its standard input, and then prints its results as JSON.

    Raises EOFError if it does not get ready in time.
    """
    command = [sys.executable, "-m", module, *map(str, arguments)]
    with Popen(command, cwd=ROOT, env=environment, stdin=PIPE, stdout=PIPE, text=True) as process:
        assert process.stdout is not None
        too_late = threading.Timer(MAX_SECONDS, process.kill)
        too_late.start()
        is_ready = process.stdout.readline()
        too_late.cancel()
        if not is_ready:
            raise EOFError(f"{module} did not get ready")
        child = Child(process)
        yield child
        child.results |= json.loads(process.communicate(timeout=MAX_SECONDS)[0])


def write_line(line: str) -> None:
    """Write a line for the process that started this one, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
