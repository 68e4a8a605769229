"""Installs the storefront's packages and builds frontend/dist."""

from collections.abc import Iterable
from pathlib import Path

from tools.set_up.checkout import (
    FRONTEND,
    ROOT,
    digest,
    print_progress,
    read_stamp,
    remove,
    run,
    write_stamp,
)
from tools.set_up.python_packages import PYTHON, RUN_LOCK, python

DIST = FRONTEND / "dist"  # a link to the newest of BUILDS; a running server keeps reading its own
BUILDS = FRONTEND / ".builds"
DRAFT = BUILDS / "draft"
CONTRACT = ROOT / "contract"
BUILDS_KEPT = 3


def node() -> None:
    """Install the packages that build the storefront."""
    python()
    _npm(FRONTEND, for_tests=False)


def node_dev() -> None:
    """Install the same packages and those that test and check the storefront."""
    python()
    _npm(FRONTEND, for_tests=True)


def lighthouse_packages() -> None:
    """Install the packages of the storefront's benchmarks."""
    python()
    _npm(ROOT / "benchmarks/storefront", for_tests=True)


def markup_packages() -> None:
    """Install the Nu HTML Checker, without the Java that its install script would fetch."""
    python()
    _npm(ROOT / "tools/markup", "--ignore-scripts", for_tests=True)


def storefront() -> None:
    """Build and compress the storefront in a draft folder, then point frontend/dist to it atomically."""
    python()
    built = BUILDS / digest(_sources())[:16]
    if not built.is_dir():
        node()
        print_progress("Building the storefront...")
        remove(DRAFT)
        _check_contract()
        settings = f"OOTTAM_STOREFRONT={DRAFT}", f"PYTHON={PYTHON}"
        run("env", *settings, "node", "scripts/build.mjs", at=FRONTEND)
        _run_backend("oottam.rendering", DRAFT / "site")
        run(PYTHON, "-m", "whitenoise.compress", "--quiet", DRAFT / "site")
        run(PYTHON, "-m", "whitenoise.compress", "--quiet", DRAFT / "staff")
        DRAFT.rename(built)
    if DIST.resolve() != built:
        _point_dist_to(built)


def _npm(folder: Path, *options: str, for_tests: bool) -> None:
    """Install the locked packages into node_modules.

    Not by `npm ci`, which refuses a lock without other platforms' optional packages, which not every
    registry carries.
    """
    modules = folder / "node_modules"
    stamp = modules / ".installed"
    lock = digest([folder / "package.json", folder / "package-lock.json"])
    installed = read_stamp(stamp)
    if installed == f"{lock} dev" or (installed == f"{lock} run" and not for_tests):
        return
    print_progress("Installing the storefront's packages...")
    stamp.unlink(missing_ok=True)
    if installed is None:
        remove(modules)
    level = "dev" if for_tests or (installed or "").endswith("dev") else "run"
    level_options = options if level == "dev" else (*options, "--omit=dev")
    run("npm", "install", "--no-save", "--loglevel=error", *level_options, at=folder)
    write_stamp(stamp, f"{lock} {level}")


def _check_contract() -> None:
    """Exit with the first error of the shipped contract, before anything is built."""
    _run_backend("oottam.catalogue", "--quiet", CONTRACT)


def _run_backend(module: str, *words: str | Path) -> None:
    run("env", f"PYTHONPATH={ROOT / 'backend'}", PYTHON, "-m", module, *words)


def _visible_files(folder: Path) -> Iterable[Path]:
    """Files of the folder, without those in hidden folders such as .git."""
    for file in folder.rglob("*"):
        hidden = any(part.startswith(".") for part in file.relative_to(folder).parts)
        if file.is_file() and not hidden:
            yield file


def _sources() -> Iterable[Path]:
    """List the files that the build reads or that select its tools."""
    folders = [
        CONTRACT,
        *(
            FRONTEND / name
            for name in ("shared", "storefront", "backoffice", "statuspage", "scripts", "public")
        ),
    ]
    files = [file for folder in folders for file in _visible_files(folder)]
    files += [file for end in ("ts", "json", "html") for file in FRONTEND.glob(f"*.{end}")]
    files += (ROOT / "backend/oottam/catalogue").glob("*.py")  # computes what the dishes hold
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
        old.rename(
            DRAFT
        )  # removed by its draft name: a folder with a build's name is always complete
        remove(DRAFT)
