"""`make dev`: Vite with hot reload, and beside it the server, started again when its code or the menus change.

What Vite does not serve, the staff's scripts and styles, is built anew first (some 10 s); a shop's own folder, which
Vite shows with the shipped pictures, is rendered by the server.
"""

import os
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
OWN = ROOT / os.environ.get("OOTTAM_CONTRACT", "contract")  # rendered when the server starts
SERVER = ((ROOT / "backend/oottam", "*.py"), (ROOT / "backend/oottam", "*.html"), (OWN, "*.*"))
BUILT = ((ROOT / "frontend/backoffice", "*.*"), (ROOT / "contract", "*.*"))
LOOK_SECONDS = 0.5
STOP_SECONDS = 30
Files = dict[Path, int]  # when each was last written, in nanoseconds


def main() -> None:
    """Both, until Ctrl-C or until Vite ends."""
    vite = subprocess.Popen(["npm", "run", "--silent", "dev"], cwd=ROOT / "frontend")
    server = _serve()
    code, built = _written(SERVER), _written(BUILT)
    try:
        while vite.poll() is None:
            time.sleep(LOOK_SECONDS)
            new_code, new_built = _written(SERVER), _written(BUILT)
            if new_built != built:
                # What is wrong in a file, the build says; the pages of before stay.
                subprocess.run([ROOT / "tools/set-up.sh", "storefront"], check=False)
            if (new_code, new_built) != (code, built):
                code, built = new_code, new_built
                _end(server)
                server = _serve()
    except KeyboardInterrupt:
        pass
    finally:
        _end(server)
        _end(vite)


def _serve() -> "subprocess.Popen[bytes]":
    """In a process group of its own: Ctrl-C reaches it through us, once."""
    return subprocess.Popen([sys.executable, "-m", "oottam"], cwd=ROOT, process_group=0)


def _end(process: "subprocess.Popen[bytes]") -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()


def _written(watched: tuple[tuple[Path, str], ...]) -> Files:
    found: Files = {}
    for file in (file for folder, kind in watched for file in folder.rglob(kind)):
        try:
            found[file] = file.stat().st_mtime_ns
        except FileNotFoundError:  # an editor was replacing it
            continue
    return found


if __name__ == "__main__":
    main()
