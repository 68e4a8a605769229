"""`make dev`: Vite with hot reload, and the server, restarted when its code or the menus change.

The staff's scripts and styles, which Vite does not serve, are built before the restart (about 10 s). A shop's own
contract folder, which Vite shows with the shipped pictures, is rendered by the server.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
OWN = ROOT / os.environ.get("OOTTAM_CONTRACT", "contract")  # rendered when the server starts
SERVER = ((ROOT / "backend/oottam", "*.py"), (ROOT / "backend/oottam", "*.html"), (OWN, "*.*"))
BUILT = (
    (ROOT / "frontend/backoffice", "*.*"),
    (ROOT / "frontend/statuspage", "*.*"),
    (ROOT / "contract", "*.*"),
)
POLL_SECONDS = 0.5
STOP_SECONDS = 30
Files = dict[Path, int]  # when each was last written, in nanoseconds


def main() -> None:
    """Run Vite and the server until Ctrl-C or until Vite ends."""
    vite = subprocess.Popen(["npm", "run", "--silent", "dev"], cwd=ROOT / "frontend")
    server = _serve()
    code, built = _write_times(SERVER), _write_times(BUILT)
    try:
        while vite.poll() is None:
            time.sleep(POLL_SECONDS)
            new_code, new_built = _write_times(SERVER), _write_times(BUILT)
            if new_built != built:
                # A failing build prints its error and leaves the previous pages in place.
                subprocess.run([ROOT / "tools/set-up.sh", "storefront"], check=False)
            if (new_code, new_built) != (code, built):
                code, built = new_code, new_built
                _stop(server)
                server = _serve()
    except KeyboardInterrupt:
        pass
    finally:
        _stop(server)
        _stop(vite)


def _serve() -> "subprocess.Popen[bytes]":
    """Start the server in its own process group, so that Ctrl-C reaches it only once, through `_stop`."""
    return subprocess.Popen([sys.executable, "-m", "oottam"], cwd=ROOT, process_group=0)


def _stop(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _write_times(watched: tuple[tuple[Path, str], ...]) -> Files:
    times: Files = {}
    for file in (file for folder, kind in watched for file in folder.rglob(kind)):
        try:
            times[file] = file.stat().st_mtime_ns
        except FileNotFoundError:  # an editor was replacing it
            continue
    return times


if __name__ == "__main__":
    main()
