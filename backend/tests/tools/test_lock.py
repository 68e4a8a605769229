"""The lock file installs on both processors; asks the package index, so it runs with the slow tests."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


@pytest.mark.slow
@pytest.mark.sqlite_only
@pytest.mark.parametrize("python", ["3.11", "3.13"])
@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
def test_every_locked_package_has_a_wheel_with_a_locked_hash(
    processor: str, python: str, tmp_path: Path
) -> None:
    uv = Path(sys.executable).with_name("uv")
    command: list[str | Path] = [uv, "pip", "install", "--dry-run", "--quiet"]
    command += ["--require-hashes", "--no-deps", "--only-binary", ":all:", "--target", tmp_path]
    command += ["--python-version", python, "--python-platform", f"{processor}-manylinux_2_28"]
    command += ["--requirement", ROOT / "requirements.lock"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
