"""`make release` packs a release with all files of a server, for machines without npm, Vite or a checkout."""

import gzip
import hashlib
import io
import re
import subprocess
import sys
import tarfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
TARGET = ROOT / "var/releases"
DIST = ROOT / "frontend/dist"
# Only files tracked by git; all others are for development.
CONTENTS = (
    ".dockerignore",
    "backend/manage.py",
    "backend/oottam",
    "contract",
    "deploy",
    "docs",
    "tools/set-up.sh",
    "tools/set_up",
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
    "pyproject.toml",
    "requirements.lock",
)


def main() -> None:
    """Write the archive and its checksum; exit with an error if the checkout has changes."""
    if _git("status", "--porcelain"):
        sys.exit("The checkout has uncommitted changes. A release can only be made from a commit.")
    number = re.search(
        r'^version = "(.*)"', (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE
    )
    assert number
    # As deploy/install_lib.sh names a release.
    version = f"{number[1]}-{_git('rev-parse', '--short=10', 'HEAD')}"
    TARGET.mkdir(parents=True, exist_ok=True)
    archive = TARGET / f"oottam-{number[1]}.tar.gz"
    archive.write_bytes(pack(dict(_files()), version, int(_git("log", "-1", "--format=%ct"))))
    digest = hashlib.sha256(archive.read_bytes()).hexdigest()
    archive.with_name(f"{archive.name}.sha256").write_text(f"{digest}  {archive.name}\n", "ascii")
    print(f"{archive.relative_to(ROOT)}: release {version}, {archive.stat().st_size / 1e6:.1f} MB")


def pack(files: dict[str, Path], version: str, time: int) -> bytes:
    """Pack `files`, by path in the archive, as a reproducible tar.gz: `time` in seconds is every entry's time."""
    sums = "".join(
        f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {name}\n"
        for name, file in sorted(files.items())
    )
    packed = io.BytesIO()
    with (
        gzip.GzipFile(fileobj=packed, mode="wb", filename="", mtime=time) as zipped,
        tarfile.open(fileobj=zipped, mode="w") as tar,
    ):
        for name, file in sorted(files.items()):
            mode = 0o755 if file.stat().st_mode & 0o100 else 0o644
            _add(tar, f"oottam-{version}/{name}", file.read_bytes(), time, mode)
        for name, text in (("RELEASE", f"{version}\n"), ("SHA256SUMS", sums)):
            _add(tar, f"oottam-{version}/{name}", text.encode(), time, 0o644)
    return packed.getvalue()


def _add(tar: tarfile.TarFile, name: str, content: bytes, time: int, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mtime, entry.mode = len(content), time, mode
    tar.addfile(entry, io.BytesIO(content))


def _files() -> Iterator[tuple[str, Path]]:
    for name in _git("ls-files", "-z", *CONTENTS).split("\0"):
        if name:
            yield name, ROOT / name
    for file in DIST.rglob("*"):
        if file.is_file():
            yield f"frontend/dist/{file.relative_to(DIST)}", file


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, check=True, capture_output=True, text=True
    ).stdout.strip()


if __name__ == "__main__":
    main()
