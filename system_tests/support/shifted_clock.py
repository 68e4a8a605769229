"""The server with a clock that is set through a file.

    python -m system_tests.support.shifted_clock FILE [COMMAND ...]

FILE holds a Unix timestamp; every change sets the process's clock,
which then runs on. Monotonic clocks are unaffected, as when a real clock
is set. A management COMMAND runs at that time, in place of the server.
"""

import os
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import time_machine
from django.core.management import execute_from_command_line

from oottam.serving import serve

LOOK_SECONDS = 0.02


def follow(file: Path, *, is_server: bool = True) -> None:
    """Set the clock whenever the file changes; the server confirms in a file beside it. Never returns."""
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
    """Serve after calling `begin` in the serving process, as threads do not survive the fork."""
    load = serve.load

    def loading() -> Any:
        begin()
        return load()

    patch.object(serve, "load", loading).start()
    serve.serve()


if __name__ == "__main__":
    clock = Path(sys.argv.pop(1))
    if sys.argv[1:]:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
        with time_machine.travel(float(clock.read_text("ascii")), tick=True):
            execute_from_command_line(sys.argv)
        sys.exit()
    serve_with(threading.Thread(target=follow, args=[clock], daemon=True).start)
