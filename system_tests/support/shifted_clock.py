"""The server with a clock that the system test sets: what a file says, from the moment it is written.

    python -m system_tests.support.shifted_clock FILE

FILE holds a time as seconds since 1970; every change of it makes the process's clock jump there,
and run on. Clocks that only count (time.monotonic) are left alone, as they are when a real clock
is set.
"""

import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import time_machine

from oottam.serving import serve

LOOK_SECONDS = 0.02


def follow(file: Path, *, is_server: bool = True) -> None:
    """Set the clock whenever the file changes, and say so beside it if this is the server; never returns."""
    known = ""
    traveller = None
    while True:
        text = file.read_text("ascii")
        if text != known:
            if traveller is not None:
                traveller.stop()
            traveller = time_machine.travel(float(text), tick=True)
            traveller.start()
            known = text
            if is_server:
                file.with_suffix(".taken").write_text(text, "ascii")
        time.sleep(LOOK_SECONDS)


def serve_with(begin: Callable[[], object]) -> None:
    """Serve, with this done first in the process that serves: threads do not come along into it."""
    load = serve.load

    def loading() -> Any:
        begin()
        return load()

    patch.object(serve, "load", loading).start()
    serve.serve()


if __name__ == "__main__":
    clock = Path(sys.argv.pop())
    serve_with(threading.Thread(target=follow, args=[clock], daemon=True).start)
