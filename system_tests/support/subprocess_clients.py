"""Clients in a separate process, so that they take no processor time from the measured ones."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from system_tests.support.shop import ROOT


@contextmanager
def clients_apart(module: str, port: int, connections: int) -> Iterator[dict[str, int]]:
    """So many connections of `module`, all of them connected; what they met is known once they have gone.

    The module is run with the port and their number, says "connected", goes when its input ends, and then
    says what it met, as JSON.
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
