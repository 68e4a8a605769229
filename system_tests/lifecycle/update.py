"""Updates under load: a shop of every release since 0.3.0 is updated and rolled back with `deploy/update`.

    python -m system_tests.lifecycle.update --database sqlite

Customers send forms of all eight kinds, retrying with the same key until accepted, as the storefront does. The
shop is updated to this release, rolled back by command, then updated to one whose migration fails, one whose server is
never ready although it accepts orders, and one whose server does not start: each must roll back automatically.
Then updates are killed at random moments and repeated. In the end every acknowledged form is stored once.

`--without reversal` rolls back by restoring the pre-update backup: the system test must then fail.
"""

import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from system_tests.load.visitors import VisitorLoad, wait_for
from system_tests.support import releases
from system_tests.support.command_line import KINDS, argument_parser
from system_tests.support.databases import Database, database
from system_tests.support.reconciliation import reconcile
from system_tests.support.repeated import Availability, Repeated
from system_tests.support.report import Report, finish, progress
from system_tests.support.shop import ROOT, Shop, temporary_folder

CUSTOMERS = 4
BETWEEN = 60  # forms between two steps
MAX_SECONDS = 240
KEPT = ("PATH", "LANG", "HOME")
MALFORMED = {
    "to one whose migration fails": releases.break_migration,
    "to one that is never ready": releases.break_readiness,
    "to one that does not start": releases.break_startup,
}


class Installed:
    """A shop in the installer's layout in temporary folders, without systemd."""

    def __init__(self, folder: Path, db: Database, programs: Path | None) -> None:
        """`programs`: the folder of PostgreSQL's client programs, for backups."""
        self.root = folder / "opt"
        self.releases = self.root / "releases"
        self.releases.mkdir(parents=True)
        (folder / "etc").mkdir()
        self.database = db
        shop = Shop(
            folder,
            db,
            MAIL_FOLDER=str(folder / "data/mail"),
            POSTGRESQL_BIN=str(programs or ""),
        )
        self.port = shop.port
        (folder / "data").mkdir(mode=0o700)
        names = (
            "OOTTAM_STOREFRONT",
            "DATABASE_URL",
            "SECRET_KEY",
            "MAIL_FOLDER",
            "POSTGRESQL_BIN",
            "PORT",
            "OOTTAM_MAIL_WORKER",
        )
        lines = [f"{name}='{shop.environment[name]}'" for name in names if shop.environment[name]]
        lines = [line.replace("'", "") if line.startswith("PORT=") else line for line in lines]
        (folder / "etc/oottam.env").write_text("\n".join([*lines, "LOG_LEVEL=WARNING", ""]))
        self.environment = {
            **{name: value for name, value in shop.environment.items() if name in KEPT},
            "PYTHON": sys.executable,
            "OOTTAM_ROOT": str(self.root),
            "OOTTAM_ETC": str(folder / "etc"),
            "OOTTAM_DATA": str(folder / "data"),
            "OOTTAM_ACCOUNT": subprocess.check_output(["id", "-un"], text=True).strip(),
            "READY_SECONDS": "12",
        }

    @property
    def current(self) -> str:
        """The release in use."""
        return (self.root / "current").resolve().name

    def begin(self, checkout: Path) -> None:
        """Migrate and start the server of this release."""
        release = releases.put_built(checkout, self.releases)
        self._run('manage "$1" migrate --verbosity 0; switch_to "$1"; start_server', release)

    def manage(self, checkout: Path, *words: str) -> str:
        """Run a management command of this release; return its output."""
        return self._run('manage "$@"', self.releases / releases.version(checkout), *words)

    def stop(self) -> None:
        """Stop the running server."""
        self._run("stop_server")

    def _run(self, code: str, *arguments: object) -> str:
        """Run code with the functions of deploy/, which can use the arguments; return its output."""
        sources = f'cd "{ROOT}"; . deploy/install_lib.sh; . deploy/serving.sh'
        return subprocess.check_output(
            ["bash", "-euc", f"{sources}; {code}", "system-test", *map(str, arguments)],
            env=self.environment,
            text=True,
            stderr=subprocess.DEVNULL,
        )

    def start_update(self, checkout: Path, *words: str) -> "subprocess.Popen[str]":
        """Start this checkout's deploy/update in its own process group."""
        if "--back" not in words:
            releases.put_built(checkout, self.releases)
        return subprocess.Popen(
            [str(checkout / "deploy/update"), *words],
            env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True,
        )  # fmt: skip

    def update(self, checkout: Path, *words: str) -> tuple[int, str]:
        """Run deploy/update; return its exit status and output."""
        process = self.start_update(checkout, *words)
        output, _ = process.communicate(timeout=MAX_SECONDS)
        return process.returncode, output


@contextmanager
def installed(
    kind: str,
    checkout: Path,
    fill: Callable[[Path, Database], None] = lambda *_: None,
    **environment: str,
) -> Iterator[Installed]:
    """A running shop of this release, on a database that `fill` fills; removed on exit."""
    with temporary_folder() as folder, database(kind, folder) as (db, cluster):
        fill(folder, db)
        programs = cluster.program("psql").parent if cluster else None
        shop = Installed(folder, db, programs)
        shop.environment |= environment
        try:
            shop.begin(checkout)
            yield shop
        finally:
            with suppress(subprocess.CalledProcessError):
                shop.stop()


class Trial:
    """A shop under customer load that is updated repeatedly."""

    def __init__(self, shop: Installed, old: Path, report: Report) -> None:
        self.shop, self.old, self.report = shop, releases.version(old), report
        self.load = VisitorLoad(shop.port, visitors=CUSTOMERS, pause=0.02)
        self.probe = Availability(shop.port)
        self.watching = Repeated(self.probe.look, 0.01)

    def run(self, name: str, checkout: Path, *words: str, fails: bool = False, serves: str) -> str:
        """Run deploy/update; check its exit status and the release in use afterwards; return its output."""
        wait_for(self.load, len(self.load.accepted) + BETWEEN)
        self.probe.reset()
        status, output = self.shop.update(checkout, *words)
        self._look(name, output, serves)
        if (status != 0) != fails:
            self.report.faults.append(f"status: {name} ended with {status}: {output[-600:]}")
        self.report.figures[f"{name}: away, s"] = round(self.probe.longest, 2)
        progress(f"{name}: away {self.probe.longest:.2f} s, met {dict(self.probe.met)}")
        return output

    def kill(self, checkout: Path, seconds: float, *words: str, serves: str) -> None:
        """Kill deploy/update and its children except a server after `seconds`; then run it again."""
        wait_for(self.load, len(self.load.accepted) + BETWEEN)
        process = self.shop.start_update(checkout, *words)
        with suppress(subprocess.TimeoutExpired):
            process.communicate(timeout=seconds)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate(timeout=MAX_SECONDS)
        status, output = self.shop.update(checkout, *words)
        if words and process.returncode == 0:
            status = 0  # it had finished: nothing to roll back
        name = f"killed after {seconds:.1f} s {' '.join(words)}".strip()
        if status:
            self.report.faults.append(
                f"status: {name}, the next call ended with {status}: {output[-600:]}"
            )
        self._look(name, output, serves)
        progress(f"{name}: {'finished before' if process.returncode == 0 else 'mended'}")

    def _look(self, name: str, output: str, serves: str) -> None:
        if self.shop.current != serves:
            self.report.faults.append(f"release: {name} left {self.shop.current}: {output[-600:]}")
        accepted = len(self.load.accepted)
        deadline = time.monotonic() + 30
        while len(self.load.accepted) < accepted + 5:
            if time.monotonic() > deadline:
                self.report.faults.append(
                    f"closed: {name}: no form is taken any more: {output[-600:]}"
                )
                return
            time.sleep(0.01)


def run(kind: str, old: Path, new: Path, malformed: dict[str, Path], *, kills: int) -> Report:
    """Run all steps from one old release."""
    report = Report(f"{releases.version(old)} and back on {kind}")
    with installed(kind, old) as shop:
        trial = Trial(shop, old, report)
        before, after = trial.old, releases.version(new)
        trial.load.start()
        with trial.watching:
            trial.run("to this release", new, serves=after)
            trial.run("back by hand", new, "--back", serves=before)
            if (old / "deploy/carry_over.py").exists():
                trial.run("to this release again", new, serves=after)
                trial.run("back by the older one's script", old, "--back", serves=before)
            for name, checkout in malformed.items():
                trial.run(name, checkout, fails=True, serves=before)
            for _ in range(kills):
                trial.kill(new, random.uniform(0.2, 8.0), serves=after)
                trial.kill(new, random.uniform(0.2, 8.0), "--back", serves=before)
        trial.load.stop()
        shop.stop()
        trial.load.sum_up(report)
        reconcile(shop.database, trial.load.accepted, report)
    return report


def main() -> None:
    """The system test from the command line."""
    parser = argument_parser()
    parser.add_argument("--database", choices=KINDS, default=KINDS[0])
    parser.add_argument("--kills", type=int, default=6, help="of updates, and of as many ways back")
    parser.add_argument("--without", choices=("reversal",))
    parser.add_argument("--from", dest="begin", help="only from this commit")
    arguments = parser.parse_args()
    # Older releases must be updated to 0.3.0 first.
    known = releases.release_commits()
    later = {
        name: commit
        for name, commit in known.items()
        if name.endswith("last commit") and not name.startswith(("0.1", "0.2"))
    }
    begin = {arguments.begin: arguments.begin} if arguments.begin else later
    reports = []
    with temporary_folder() as folder:
        change = releases.restore_backup_on_rollback if arguments.without else None
        new = releases.checkout(folder / "new", "HEAD", change)
        malformed = {}
        for number, (name, spoil) in enumerate(MALFORMED.items()):
            malformed[name] = releases.checkout(folder / f"spoiled-{number}", "HEAD", spoil)
        for number, (name, commit) in enumerate(begin.items()):
            progress(f"From {name} ({commit})")
            old = releases.checkout(folder / f"old-{number}", commit)
            reports.append(run(arguments.database, old, new, malformed, kills=arguments.kills))
    finish(*reports)


if __name__ == "__main__":
    main()
