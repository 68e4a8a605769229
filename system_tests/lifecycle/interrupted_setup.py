"""Interrupted setup: a kill in any step is repaired by the next `make build`.

A round, in a clone of HEAD: a step's output is deleted, the step is started and
its process group is killed at a random moment (alternating SIGINT and SIGKILL); then `make build` has
to succeed, the server has to serve a page, and the test tools have to work.
"""

import os
import random
import shutil
import signal
import subprocess
import time
import urllib.request
from collections.abc import Sequence
from pathlib import Path

from system_tests.support.command_line import argument_parser
from system_tests.support.report import Report, finish, progress
from system_tests.support.shop import ROOT, free_port, temporary_folder

# Each step with the outputs deleted before it; the first deletes all.
STEPS = {
    "python": (".venv",),
    "python-dev": (".venv/.installed-dev",),
    "node": ("frontend/node_modules",),
    "node-dev": ("frontend/node_modules",),
    "storefront": ("frontend/dist", "frontend/.builds"),
    "tables": ("var",),
}
SIGNALS = (signal.SIGINT, signal.SIGKILL)
TOOLS = "pytest --version && mypy --version && ruff --version && lint-imports --help && cd frontend && npm run check"
SECONDS_TO_END = 30


class Checkout:
    """A clone of HEAD with its commands."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        subprocess.run(["git", "clone", "--quiet", ROOT, folder], check=True)
        db = {name: value for name, value in os.environ.items() if name in KEPT}
        self.environment = {**db, "PATH": _system_path(), "PORT": str(free_port())}

    def start(self, *targets: str) -> "subprocess.Popen[str]":
        """Start make in its own process group that handles SIGINT as in a terminal."""
        return subprocess.Popen(
            ["make", *targets],
            cwd=self.folder,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509 - one thread
        )

    def make(self, *targets: str) -> str:
        """Run make; return its output on failure, else an empty string."""
        with self.start(*targets) as process:
            error, _ = process.communicate()
        return error[-300:] if process.returncode else ""

    def interrupt(self, target: str, after: float, how: signal.Signals) -> bool:
        """Kill make's process group; return whether it was still running."""
        process = self.start(target)
        try:
            process.communicate(timeout=after)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, how)
            process.communicate(timeout=SECONDS_TO_END)
            return True
        return False

    def serves(self) -> str:
        """Start the shop and fetch its first page; return the error, or an empty string."""
        process = self.start("run")
        page = f"http://127.0.0.1:{self.environment['PORT']}/order/"
        try:
            for _ in range(300):
                if process.poll() is not None:
                    return f"ended: {process.communicate()[0][-300:]}"
                try:
                    with urllib.request.urlopen(page, timeout=5) as answer:
                        return "" if b"</html>" in answer.read() else "no page"
                except OSError:
                    time.sleep(0.1)
            return "does not answer"
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.communicate(timeout=SECONDS_TO_END)

    def reset(self, made: Sequence[str]) -> None:
        """Delete a step's outputs."""
        for name in made:
            place = self.folder / name
            if place.is_dir() and not place.is_symlink():
                shutil.rmtree(place)
            else:
                place.unlink(missing_ok=True)


KEPT = {"HOME", "LANG", "PIP_CERT", "SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS", "PIP_DEFAULT_TIMEOUT"}


def _system_path() -> str:
    """PATH without this checkout's .venv."""
    return ":".join(part for part in os.environ["PATH"].split(":") if "/.venv/" not in f"{part}/")


def run(checkout: Checkout, *, rounds: int, steps: Sequence[str]) -> Report:
    """Run `rounds` rounds over alternating steps and signals; each step's duration is measured first."""
    report = Report("Interrupted set-up")
    if error := checkout.make("python-dev", "node-dev", "storefront", "tables"):
        report.faults.append(f"before: {error}")
        return report
    lasts = {step: _measure(checkout, step) for step in steps}
    killed = dict.fromkeys(steps, 0)
    worst = 0.0
    for number in range(rounds):
        step, how = steps[number // 2 % len(steps)], SIGNALS[number % 2]
        checkout.reset(STEPS[step])
        after = random.uniform(0, lasts[step])  # seconds
        killed[step] += checkout.interrupt(step, after, how)
        began = time.monotonic()
        kill = f"{step}, {how.name} after {after:.1f} s"
        error = checkout.make("build") or checkout.serves()
        worst = max(worst, time.monotonic() - began)
        progress(f"{kill}: {error or 'repaired'}")
        if error:
            report.faults.append(f"broken: {kill}: {error}")
            checkout.reset([".venv", "frontend/node_modules", "frontend/dist", "var"])
        if step.endswith("-dev") and (error := _tools(checkout)):
            report.faults.append(f"tools: {kill}: {error}")
    report.figures = {
        "rounds": rounds,
        "killed at work": ", ".join(f"{step} {count}" for step, count in killed.items()),
        "a step takes, s": ", ".join(f"{step} {seconds:.1f}" for step, seconds in lasts.items()),
        "longest repair and first page, s": round(worst, 1),
    }
    return report


def _measure(checkout: Checkout, step: str) -> float:
    checkout.reset(STEPS[step])
    began = time.monotonic()
    checkout.make(step)
    return time.monotonic() - began


def _tools(checkout: Checkout) -> str:
    error = checkout.make("python-dev", "node-dev")
    if error:
        return error
    path = f"{checkout.folder}/.venv/bin:{checkout.environment['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", TOOLS],
        cwd=checkout.folder,
        env={**checkout.environment, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    return (ran.stdout + ran.stderr)[-300:] if ran.returncode else ""


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser()
    parser.add_argument("--rounds", type=int, default=48)
    parser.add_argument("--steps", nargs="+", choices=STEPS, default=list(STEPS))
    arguments = parser.parse_args()
    with temporary_folder() as folder:
        finish(run(Checkout(folder / "checkout"), rounds=arguments.rounds, steps=arguments.steps))


if __name__ == "__main__":
    main()
