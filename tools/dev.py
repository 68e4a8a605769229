"""`make dev`: the server, started again when its code or the contract changes, and Vite beside it."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
WATCHED = (("backend/oottam", "*.py"), ("backend/oottam", "*.html"), ("contract", "*.json"))
LOOK_SECONDS = 0.5
STOP_SECONDS = 30


def main() -> None:
    """Both, until Ctrl-C or until Vite ends."""
    vite = subprocess.Popen(["npm", "run", "--silent", "dev"], cwd=ROOT / "frontend")
    server = _serve()
    seen = _state()
    try:
        while vite.poll() is None:
            time.sleep(LOOK_SECONDS)
            if (now := _state()) != seen:
                seen = now
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


def _state() -> dict[str, int]:
    """When each watched file was last written, in nanoseconds."""
    files = [file for folder, kind in WATCHED for file in (ROOT / folder).rglob(kind)]
    found = {}
    for file in files:
        try:
            found[str(file)] = file.stat().st_mtime_ns
        except FileNotFoundError:  # an editor was replacing it
            continue
    return found


if __name__ == "__main__":
    main()
