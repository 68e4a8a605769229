"""The server with a clock that the drill sets: what a file says, from the moment it is written.

    python -m drills.shifted_clock FILE

FILE holds a time as seconds since 1970; every change of it makes the process's clock jump there,
and run on. Clocks that only count (time.monotonic) are left alone, as they are when a real clock
is set.
"""

import sys
import threading
import time
from pathlib import Path

import time_machine

from oottam.__main__ import main

LOOK_SECONDS = 0.02


def follow(file: Path, *, is_server: bool = True) -> None:
    """Set the clock whenever the file changes, and say so beside it if this is the server; never returns."""
    known = ""
    traveller = None
    while True:
        said = file.read_text("ascii")
        if said != known:
            if traveller is not None:
                traveller.stop()
            traveller = time_machine.travel(float(said), tick=True)
            traveller.start()
            known = said
            if is_server:
                file.with_suffix(".taken").write_text(said, "ascii")
        time.sleep(LOOK_SECONDS)


if __name__ == "__main__":
    threading.Thread(target=follow, args=[Path(sys.argv.pop())], daemon=True).start()
    main()
