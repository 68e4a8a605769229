"""Release archives are reproducible, complete and verified before installation."""

import os
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from tools import release

ROOT = Path(__file__).parents[3]
SET_UP = """#!/bin/sh
cd "$(dirname "$0")/.."
echo "set up $*"
mkdir -p .venv/bin
ln -s "$(command -v python3)" .venv/bin/python
"""


@pytest.fixture
def unpacked(tmp_path: Path) -> Path:
    """Return an unpacked archive with a small program, a set-up script that prints its arguments, and the installer."""
    (tmp_path / "set-up.sh").write_text(SET_UP, "ascii")
    (tmp_path / "set-up.sh").chmod(0o755)
    files = {
        "tools/set-up.sh": tmp_path / "set-up.sh",
        "deploy/install_lib.sh": ROOT / "deploy/install_lib.sh",
        "backend/oottam/__init__.py": ROOT / "backend/oottam/__init__.py",
    }
    packed = release.pack(files, "9.8.7-abc", 1_700_000_000)
    assert packed == release.pack(files, "9.8.7-abc", 1_700_000_000)
    (tmp_path / "archive.tar.gz").write_bytes(packed)
    subprocess.run(["tar", "-xzf", "archive.tar.gz"], cwd=tmp_path, check=True)
    return tmp_path / "oottam-9.8.7-abc"


def install(unpacked: Path, root: Path) -> "subprocess.CompletedProcess[str]":
    script = '. deploy/install_lib.sh; version_of .; make_release "$PWD" HEAD "$(version_of .)"'
    environment = {"OOTTAM_ROOT": str(root), "OOTTAM_ETC": str(root / "etc")}
    return subprocess.run(
        ["bash", "-euc", script],
        cwd=unpacked,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_archive_becomes_a_release_without_git_make_or_npm(unpacked: Path, tmp_path: Path) -> None:
    result = install(unpacked, tmp_path / "root")
    target = tmp_path / "root/releases/9.8.7-abc"
    assert (result.returncode, result.stderr, (target / ".built").exists()) == (0, "", True)
    assert result.stdout.splitlines()[:1] == ["9.8.7-abc"]
    assert "set up python" in result.stdout
    assert (target / "tools/set-up.sh").stat().st_mode & 0o777 == 0o755
    assert (target / "RELEASE").read_text("ascii") == "9.8.7-abc\n"


def test_damaged_archive_is_not_installed(unpacked: Path, tmp_path: Path) -> None:
    (unpacked / "tools/set-up.sh").write_text("#!/bin/sh\n", "ascii")
    result = install(unpacked, tmp_path / "root")
    assert result.returncode == 1
    assert "is damaged or was changed. Unpack it again." in result.stderr
    assert not (tmp_path / "root/releases/9.8.7-abc").exists()


def test_archive_contents_exist() -> None:
    assert [name for name in release.CONTENTS if not (ROOT / name).exists()] == []


def test_release_is_published_once_its_packages_have_no_known_faults() -> None:
    jobs = yaml.safe_load((ROOT / ".github/workflows/release.yml").read_text("utf-8"))["jobs"]
    assert jobs["publish"]["needs"] == ["test", "known-faults"]
    [scan] = [step["run"] for step in jobs["known-faults"]["steps"] if "run" in step]
    assert re.search(r" ghcr\.io/google/osv-scanner:v\d+\.\d+\.\d+ scan source ", scan)
    written = re.findall(r"var/sbom/(\S+\.json)", (ROOT / "Makefile").read_text("utf-8"))
    assert re.findall(r"--lockfile /sbom/(\S+)", scan) == written
    assert len(written) == 2


def test_known_faults_of_packages_are_looked_for_nightly() -> None:
    nightly = yaml.safe_load((ROOT / ".github/workflows/nightly.yml").read_text("utf-8"))
    assert "audit" in nightly["jobs"]["run"]["strategy"]["matrix"]["target"]
    [audit] = re.findall(
        r"^audit:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE
    )
    assert re.search(r"uvx pip-audit==\S+ --strict", audit)
    assert "cd frontend && npm audit" in audit
