"""Clients in a separate process, so that they take no processor time from the measured ones."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from system_tests.support.shop import ROOT


def write_line(line: str) -> None:
    """Write a line for the process that started this one, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def input_ended() -> threading.Event:
    """An event that is set when this process's standard input ends."""
    ended = threading.Event()

    def wait() -> None:
        sys.stdin.read()
        ended.set()

    threading.Thread(target=wait, daemon=True).start()
    return ended


@contextmanager
def subprocess_clients(module: str, port: int, connections: int) -> Iterator[dict[str, int]]:
    """Run `module` with `connections` connections; the yielded dict holds its results after exit.

    The module gets the port and the number, prints "connected", ends with its standard input, and then
    prints its results as JSON.
    """
    command = [sys.executable, "-m", module, str(port), str(connections)]
    met: dict[str, int] = {}
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "connected\n"
        yield met
        met.update(json.loads(process.communicate()[0]))
