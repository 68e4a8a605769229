"""``tools/ensure-browser.sh`` says what the browser tests lack, and nothing that is there."""

import os
import subprocess
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[3] / "tools" / "ensure-browser.sh"

# More than a pipe holds: whoever stops reading at the first line breaks it.
MANY_FACES = 'for i in $(seq 20000); do echo "/fonts/$i.ttf: Liberation Sans:style=Regular"; done'


def ensured(folder: Path, faces: str) -> subprocess.CompletedProcess[str]:
    """The script's run where ``fc-list`` prints what the shell line ``faces`` says, and nobody may install anything."""
    for name, line in {"fc-list": faces, "id": "echo 1000"}.items():
        (folder / name).write_text(f"#!/bin/bash\nset -e\n{line}\n")
        (folder / name).chmod(0o755)
    environment = {"PATH": f"{folder}:{os.environ['PATH']}", "CHROMIUM": "/anywhere"}
    return subprocess.run([SCRIPT], env=environment, capture_output=True, text=True, check=False)


def test_faces_that_are_there_are_not_missing_however_many_there_are(tmp_path: Path) -> None:
    assert ensured(tmp_path, MANY_FACES).returncode == 0


def test_faces_that_are_not_there_are_named(tmp_path: Path) -> None:
    run = ensured(tmp_path, ":")
    assert run.returncode == 1
    assert "need fonts-liberation fonts-dejavu-core (on Debian" in run.stderr
