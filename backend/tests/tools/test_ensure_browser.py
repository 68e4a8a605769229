"""``tools/ensure-browser.sh`` names missing packages of the browser tests, and only those."""

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / "tools" / "ensure-browser.sh"

# More than a pipe's buffer: a reader that stops after the first match causes SIGPIPE.
MANY_FACES = 'for i in $(seq 20000); do echo "/fonts/$i.ttf: Liberation Sans:style=Regular"; done'


def run_script(folder: Path, faces: str) -> subprocess.CompletedProcess[str]:
    """Run the script without root, with the shell line ``faces`` in place of ``fc-list``."""
    for name, line in {"fc-list": faces, "id": "echo 1000"}.items():
        (folder / name).write_text(f"#!/bin/bash\nset -e\n{line}\n")
        (folder / name).chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CHROMIUM": "/anywhere"}
    return subprocess.run([SCRIPT], env=environment, capture_output=True, text=True, check=False)


def test_installed_fonts_are_found_in_a_long_list(tmp_path: Path) -> None:
    assert run_script(tmp_path, MANY_FACES).returncode == 0


def test_missing_fonts_are_named(tmp_path: Path) -> None:
    run = run_script(tmp_path, ":")
    assert run.returncode == 1
    assert "need fonts-liberation fonts-dejavu-core (on Debian" in run.stderr
