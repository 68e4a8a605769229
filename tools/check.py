"""`make check`: linters, types and the tests related to changed files, within a minute.

Related tests are, nearest first: changed test files; the folder that mirrors a changed module (backend/tests/workflow
for backend/oottam/workflow/models); tests that import it by name; tests that use a changed helper of tests, or the
contract. Of equally near ones, those to which most changed files are related come first. The selection is a quick check; only `make test` runs all tests. pytest-testmon, which records the lines of each test, was tried: its first run takes 2.3
times as long as the tests, and one constant of a core module selected 358 tests, the slowest among them.
"""

import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from pathlib import Path

from tests.selection import SLOW_FOLDERS

ROOT = Path(__file__).parents[1]
TESTS = ROOT / "backend/tests"
OOTTAM = ROOT / "backend/oottam"
CONTRACT = ROOT / "contract"
LABELS = (TESTS / "papers", TESTS / "backoffice/kitchen/labels")  # of typst's templates
MAX_FILES = 30  # test files, some 40 s; for changes with more related files use `make test`
WORKERS = ("-n", "2", "--dist", "loadfile", "-p", "no:schemathesis", "-p", "no:playwright")


class Nearness(IntEnum):
    """How near a test file is to a change; the nearest are run first."""

    CHANGED = 0
    SAME_PACKAGE = 1
    NAMES_MODULE = 2
    USES_HELPER = 3


def main() -> None:
    """Run the checks that the changes need; exit with status 1 if one fails."""
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
    if any(path.is_relative_to(CONTRACT) for path in changed):
        shared = ("npx", "vitest", "run", "shared")
        commands.append(("unit tests of the contract", shared, ROOT / "frontend"))
    if frontend or any(path.is_relative_to(CONTRACT) for path in changed):
        commands.append(("storefront", ("npm", "run", "--silent", "check"), ROOT / "frontend"))
    if scripts:
        related = ("npx", "vitest", "related", "--run", "--passWithNoTests", *scripts)
        commands.append(("unit tests", related, ROOT / "frontend"))
    if unchecked := [
        path for path in changed if path.is_relative_to(OOTTAM) and not tests_for([path])
    ]:
        names = " ".join(str(path.relative_to(ROOT)) for path in unchecked)
        print(f"No test is known to be related to {names}: run `make test-backend`.")
    if not commands:
        print("No file with checks was changed since the last commit.")
    failed = [name for name, command, folder in commands if not _passes(name, command, folder)]
    if failed:
        sys.exit(f"Failed: {', '.join(failed)}.")


def changed_files() -> list[Path]:
    """List files that differ from the last commit, and new files; without any, the files changed by it."""
    names = _git("diff", "--name-only", "HEAD") + _git("ls-files", "--others", "--exclude-standard")
    names = names or _git("diff", "--name-only", "HEAD~1", "HEAD")
    return [ROOT / name for name in dict.fromkeys(names) if (ROOT / name).is_file()]


def tests_for(changed: Iterable[Path]) -> list[Path]:
    """Select the test files related to changed files, the nearest first, without slow ones; at most MAX_FILES."""
    sources = {file: file.read_text("utf-8") for file in TESTS.rglob("test_*.py")}
    slow = {TESTS / folder for folder in SLOW_FOLDERS}
    found = Counter(
        (nearness, file)
        for path in changed
        for nearness, file in set(_related(path, sources))
        if not slow & {*file.parents}
    )
    by_rank = sorted(found, key=lambda each: (each[0], -found[each], each[1]))
    ordered = list(dict.fromkeys(file for _, file in by_rank))
    if left_out := ordered[MAX_FILES:]:
        names = " ".join(str(file.relative_to(ROOT)) for file in left_out)
        print(
            f"{len(ordered)} test files are related: the nearest {MAX_FILES} are run, without {names}."
        )
    return ordered[:MAX_FILES]


def _related(path: Path, sources: Mapping[Path, str]) -> Iterator[tuple[Nearness, Path]]:
    """Yield test files with their nearness to one changed file."""
    if path in sources:
        yield Nearness.CHANGED, path
    elif path.suffix == ".typ":
        yield from ((Nearness.SAME_PACKAGE, file) for file in sources if file.parent in LABELS)
    elif path.is_relative_to(OOTTAM):
        yield from ((Nearness.SAME_PACKAGE, file) for file in _mirroring_tests(path, sources))
        yield from ((Nearness.NAMES_MODULE, file) for file in _importers(path, sources))
    elif path.name == "conftest.py" and path.is_relative_to(TESTS):
        nearness = Nearness.USES_HELPER if path.parent == TESTS else Nearness.SAME_PACKAGE
        yield from ((nearness, file) for file in sources if file.is_relative_to(path.parent))
    elif path.is_relative_to(TESTS):
        for file in _importers(path, sources):
            near = path.parent != TESTS and file.is_relative_to(path.parent)
            yield Nearness.SAME_PACKAGE if near else Nearness.USES_HELPER, file
    elif path.is_relative_to(CONTRACT):
        for file in sources:
            if file.parent.name in ("contract", "catalogue", "pricing", "menu"):
                yield Nearness.USES_HELPER, file


def _importers(path: Path, sources: Mapping[Path, str]) -> set[Path]:
    names = _names(path)
    return {file for file, text in sources.items() if any(name in text for name in names)}


def _names(path: Path) -> tuple[str, ...]:
    """Ways in which a test imports the module: `oottam.workflow.models`, `from oottam.workflow import models`."""
    module = path.relative_to(TESTS.parent).with_suffix("")
    *package, name = module.parts
    if path.suffix != ".py":
        return ()
    if name == "__init__":
        return (f"from {'.'.join(package)} import",)
    return (f"{'.'.join(package)}.{name} ", f"from {'.'.join(package)} import {name}")


def _mirroring_tests(path: Path, sources: Iterable[Path]) -> set[Path]:
    """Tests named after the module, and those in the nearest folder that mirrors the module's."""
    parts = list(path.relative_to(OOTTAM).with_suffix("").parts)
    if "templates" in parts:  # oottam/<app>/templates/<app>/<folder>
        at = parts.index("templates")
        del parts[at : at + 2]
    same_name = {
        file for file in sources if file.stem == f"test_{parts[-1]}" and parts[0] in file.parts
    }
    if parts[-1] == "mails":
        same_name.add(TESTS / "outbox/test_mail_content.py")
    while parts := parts[:-1]:
        folder = TESTS.joinpath(*parts)
        if folder.is_dir():
            return same_name | {file for file in sources if file.parent == folder}
    return same_name


def _git(*words: str) -> list[str]:
    done = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout.split("\n")[:-1]


def _passes(name: str, command: Sequence[object], folder: Path) -> bool:
    started = time.monotonic()
    words = [str(word) for word in command]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
    print(
        f"{name}: {'passed' if done.returncode == 0 else 'FAILED'}, {time.monotonic() - started:.0f} s"
    )
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n")
    return done.returncode == 0


if __name__ == "__main__":
    main()
