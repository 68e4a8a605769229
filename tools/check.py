"""`make check`: linters, types and the tests next to what was changed, within a minute.

Which tests: those of a changed test file, those that import a changed module by name, and those of the folder that
mirrors it (backend/tests/workflow for backend/oottam/workflow/models). It is quick, and no proof: `make test` is.
pytest-testmon, which knows each test's lines, was tried: its first run takes 2.3 times as long as the tests, and one
constant of a core module led to 358 tests, the slowest among them.
"""

import subprocess
import sys
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from tests.selection import SLOW_FOLDERS

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "backend/tests"
OOTTAM = ROOT / "backend/oottam"
MAX_FILES = 60  # of tests; a change that concerns more is one for `make test`
WORKERS = ("-n", "2", "--dist", "loadfile", "-p", "no:schemathesis", "-p", "no:playwright")


def main() -> None:
    """Run what concerns the changes; ends with status 1 where something fails."""
    changed = changed_files()
    python = [path for path in changed if path.suffix == ".py"]
    frontend = [path for path in changed if path.is_relative_to(ROOT / "frontend")]
    commands: list[tuple[str, Sequence[object], Path]] = []
    if python:
        commands += [
            ("ruff check", ("ruff", "check", *python), ROOT),
            ("ruff format", ("ruff", "format", "--check", *python), ROOT),
            ("types", ("dmypy", "run", "--timeout", "36000", "--"), ROOT),
            ("import rules", ("lint-imports", "--no-logo"), ROOT),
        ]
    if tests := tests_for(changed):
        commands.append(
            (f"{len(tests)} test files", ("pytest", "-q", "-m", "not slow", *WORKERS, *tests), ROOT)
        )
    scripts = [path for path in frontend if path.suffix in (".ts", ".tsx", ".css", ".mjs")]
    if frontend:
        commands.append(("storefront", ("npm", "run", "--silent", "check"), ROOT / "frontend"))
    if scripts:
        related = ("npx", "vitest", "related", "--run", "--passWithNoTests", *scripts)
        commands.append(("unit tests", related, ROOT / "frontend"))
    if not commands:
        print("Nothing was changed since the last commit that a check concerns.")
    failed = [name for name, command, folder in commands if not _passes(name, command, folder)]
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


def changed_files() -> list[Path]:
    """What differs from the last commit, new files included; what that changed where nothing differs."""
    found = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    found = found or _git("diff", "--name-only", "HEAD~1", "HEAD")
    return [ROOT / name for name in dict.fromkeys(found) if (ROOT / name).is_file()]


def tests_for(changed: Iterable[Path]) -> list[Path]:
    """The files of tests that these changes concern, without slow ones."""
    sources = {file: file.read_text("utf-8") for file in TESTS.rglob("test_*.py")}
    found: set[Path] = set()
    for path in changed:
        if path in sources:
            found.add(path)
        elif path.is_relative_to(OOTTAM):
            found |= _mirrored(path, sources)
            names = _names(path)
            found |= {file for file, text in sources.items() if any(name in text for name in names)}
        elif path.is_relative_to(TESTS):
            found |= {file for file in sources if file.is_relative_to(path.parent)}
        elif path.is_relative_to(ROOT / "contract"):
            found |= {file for file in sources if file.parent.name in ("contract", "catalogue")}
    slow = {TESTS / folder for folder in SLOW_FOLDERS}
    found -= {file for file in found if slow & {*file.parents}}
    if len(found) > MAX_FILES:
        print(f"{len(found)} test files are related: the first {MAX_FILES} are run.")
    return sorted(found)[:MAX_FILES]


def _names(path: Path) -> tuple[str, ...]:
    """How a test names this module: `oottam.workflow.models`, `from oottam.workflow import models`."""
    module = path.relative_to(OOTTAM.parent).with_suffix("")
    *package, name = module.parts
    if path.suffix != ".py":
        return ()
    if name == "__init__":
        return (f"from {'.'.join(package)} import",)
    return (f"{'.'.join(package)}.{name} ", f"from {'.'.join(package)} import {name}")


def _mirrored(path: Path, sources: Iterable[Path]) -> set[Path]:
    """Tests of the same name; else those of the nearest folder of tests that mirrors the module's."""
    parts = [part for part in path.relative_to(OOTTAM).with_suffix("").parts if part != "templates"]
    named = {
        file for file in sources if file.stem == f"test_{parts[-1]}" and parts[0] in file.parts
    }
    while parts := parts[:-1]:
        folder = TESTS.joinpath(*parts)
        if folder.is_dir():
            return named | {file for file in sources if file.parent == folder}
    return named


def _git(*words: str) -> list[str]:
    done = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[:-1]


def _passes(name: str, command: Sequence[object], folder: Path) -> bool:
    began = time.monotonic()
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    print(
        f"{name}: {'passed' if done.returncode == 0 else 'FAILED'}, {time.monotonic() - began:.0f} s"
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
    return done.returncode == 0


if __name__ == "__main__":
    main()
