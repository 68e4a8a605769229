"""The storefront's packages, and frontend/dist, which is built from them."""

from collections.abc import Iterable
from pathlib import Path

from tools.set_up.checkout import FRONTEND, ROOT, digest, remove, run, say, stamped, write_stamp
from tools.set_up.python_packages import PYTHON, RUN_LOCK, python

DIST = FRONTEND / "dist"  # a link to the newest of BUILDS; a server that runs keeps its own
BUILDS = FRONTEND / ".builds"
DRAFT = BUILDS / "draft"
CONTRACT = ROOT / "contract"
BUILDS_KEPT = 3


def node() -> None:
    """The packages that build the storefront."""
    python()
    _npm(FRONTEND, for_tests=False)


def node_dev() -> None:
    """The same, and those that test and check it."""
    python()
    _npm(FRONTEND, for_tests=True)


def lighthouse_packages() -> None:
    """The packages of the storefront's benchmarks."""
    python()
    _npm(ROOT / "benchmarks/storefront", for_tests=True)


def markup_packages() -> None:
    """The Nu HTML Checker, without the Java that its install script would fetch."""
    python()
    _npm(ROOT / "tools/markup", "--ignore-scripts", for_tests=True)


def storefront() -> None:
    """frontend/dist: built and compressed aside, then put in its place at once."""
    python()
    built = BUILDS / digest(_sources())[:16]
    if not built.is_dir():
        node()
        say("Building the storefront...")
        remove(DRAFT)
        _check_contract()
        run("env", f"OOTTAM_STOREFRONT={DRAFT}", "node", "scripts/build.mjs", at=FRONTEND)
        run(PYTHON, "-m", "whitenoise.compress", "--quiet", DRAFT / "site")
        run(PYTHON, "-m", "whitenoise.compress", "--quiet", DRAFT / "staff")
        DRAFT.rename(built)
    if DIST.resolve() != built:
        _point_dist_to(built)


def _npm(folder: Path, *options: str, for_tests: bool) -> None:
    """Install what the lock says into node_modules.

    Not by `npm ci`: it refuses a lock without other platforms' optional packages, which not every
    registry carries.
    """
    modules = folder / "node_modules"
    stamp = modules / ".installed"
    lock = digest([folder / "package.json", folder / "package-lock.json"])
    found = stamped(stamp)
    if found == f"{lock} dev" or (found == f"{lock} run" and not for_tests):
        return
    say("Installing the storefront's packages...")
    stamp.unlink(missing_ok=True)
    if found is None:
        remove(modules)
    level = "dev" if for_tests or (found or "").endswith("dev") else "run"
    which = options if level == "dev" else (*options, "--omit=dev")
    run("npm", "install", "--no-save", "--loglevel=error", *which, at=folder)
    write_stamp(stamp, f"{lock} {level}")


def _check_contract() -> None:
    """What is wrong with the shipped contract is said in a sentence, and nothing is built."""
    python_path = f"PYTHONPATH={ROOT / 'backend'}"
    run("env", python_path, PYTHON, "-m", "oottam.catalogue", "--quiet", CONTRACT)


def _seen(folder: Path) -> Iterable[Path]:
    """Its files, without those of folders such as .git."""
    for file in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden:
            yield file


def _sources() -> Iterable[Path]:
    """Every file that the build reads, or that decides what builds it."""
    folders = [
        CONTRACT,
        *(FRONTEND / name for name in ("shared", "storefront", "backoffice", "scripts", "public")),
    ]
    files = [file for folder in folders for file in _seen(folder)]
    files += [file for end in ("ts", "json", "html") for file in FRONTEND.glob(f"*.{end}")]
    return [RUN_LOCK, *sorted(file for file in files if ".test." not in file.name)]


def _point_dist_to(built: Path) -> None:
    if not DIST.is_symlink():
        remove(DIST)
    link = BUILDS / "link"
    link.unlink(missing_ok=True)
    link.symlink_to(built.relative_to(FRONTEND))
    link.replace(DIST)
    built.touch()
    finished = [build for build in BUILDS.iterdir() if build != DRAFT]
    for old in sorted(finished, key=lambda build: -build.stat().st_mtime)[BUILDS_KEPT:]:
        remove(DRAFT)
        old.rename(DRAFT)  # a build that is there is whole
        remove(DRAFT)
