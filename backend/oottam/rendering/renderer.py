"""Runs the storefront's renderer (frontend/scripts/render.mjs) as a child process with bounds."""

import json
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

TIMEOUT_SECONDS = 45.0  # below the 60 s for which proxies wait for a page
MAX_MEMORY_KB = 160 * 1024  # 95 MB are used for the shipped menus
MAX_HEAP_MB = 96
POLL_SECONDS = 0.02
# --jitless: the systemd unit forbids memory that is writable and executable (PR_SET_MDWE), without which the compiler of
# Node crashes. --permission: Node may read the renderer's folder only, and start no processes and workers. This version
# of Node cannot restrict the network; the renderer opens no connection.
OPTIONS = (f"--max-old-space-size={MAX_HEAP_MB}", "--jitless", "--permission")


class RenderError(Exception):
    """Rendering failed; `str(error)` is a message for the operator."""


@dataclass(frozen=True, slots=True)
class Rendered:
    """The renderer's output."""

    site: dict[str, str]  # text by path below /order
    routes: dict[str, Any]
    content: dict[str, Any]


def node() -> Path:
    """Return the path of Node in this Python environment."""
    return Path(sys.prefix) / "bin" / "node"


def run(folder: Path, content: dict[str, Any]) -> Rendered:
    """Render `content` with the renderer in `folder`. Raises RenderError."""
    script = folder / "render.js"
    if not script.is_file():
        raise RenderError(f"The renderer is missing: {script}. Run: make build")
    command: list[Path | str] = [
        node(),
        *OPTIONS,
        f"--allow-fs-read={folder.resolve()}/*",
        script.resolve(),
    ]
    with (
        tempfile.TemporaryFile() as input_file,
        tempfile.TemporaryFile() as output,
        tempfile.TemporaryFile() as errors,
    ):
        input_file.write(json.dumps(content).encode())
        input_file.seek(0)
        try:
            process = subprocess.Popen(  # noqa: S603 - fixed program, no input from requests
                command,
                stdin=input_file,
                stdout=output,
                stderr=errors,
                env={},
                start_new_session=True,
            )
        except OSError as error:
            raise RenderError(f"Node does not start ({error.strerror}): {command[0]}.") from error
        try:
            _wait(process)
        finally:
            process.kill()
            process.wait()
        if process.returncode:
            raise RenderError(_reason(process.returncode, errors))
        output.seek(0)
        try:
            return Rendered(**json.loads(output.read()))
        except (ValueError, TypeError) as error:
            raise RenderError("The renderer's output is incomplete.") from error


def _wait(process: "subprocess.Popen[bytes]") -> None:
    end = time.monotonic() + TIMEOUT_SECONDS
    while process.poll() is None:
        if time.monotonic() > end:
            raise RenderError(f"The renderer was stopped after {TIMEOUT_SECONDS:g} seconds.")
        if (used := _memory_kb(process.pid)) > MAX_MEMORY_KB:
            raise RenderError(f"The renderer was stopped: it used {used // 1024} MB of memory.")
        time.sleep(POLL_SECONDS)


def _memory_kb(pid: int) -> int:
    """Return the resident memory; 0 once the process has ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    except OSError:
        return 0
    return next(
        (int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS:")), 0
    )


def _reason(code: int, errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").splitlines()
    error = next((line for line in lines if "Error: " in line), lines[-1] if lines else "")
    ended = f"signal {-code}" if code < 0 else f"code {code}"
    return f"The renderer ended with {ended}. {error.strip()}".strip()
