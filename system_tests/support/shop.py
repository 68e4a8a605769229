"""A shop for a system test: the real server as a separate process group in a temporary folder."""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

import psutil

from system_tests.support.databases import Database, database

ROOT = Path(__file__).parents[2]
STOP_SECONDS = 40
# Below the ephemeral port range: a client that connects while the server
# is down could otherwise get the server's port as its own and keep it.
PORTS = range(12_000, 30_000)
NO_LIMITS = {"FLAG_PER_PERSON": "0", "CAP_PER_PERSON": "0", "CAP_PER_ADDRESS": "0"}


def server(without: str = "") -> tuple[str, ...]:
    """The server module to run: the real one, or one without a protection."""
    return ("system_tests.support.disabled_protections", without) if without else ("oottam",)


class Shop:
    """A server with its database; can be killed and restarted repeatedly."""

    def __init__(
        self,
        folder: Path,
        database: Database,
        server: Sequence[str] = ("oottam",),
        checkout: Path = ROOT,
        /,
        **settings: str,
    ) -> None:
        """`checkout` holds the code to run; a different checkout must be set up with its own environment."""
        self.database = database
        self.port = free_port()
        self.log = folder / "server.log"
        self.python = sys.executable if checkout == ROOT else str(checkout / ".venv/bin/python")
        self.backend = checkout / "backend"
        self.command = [self.python, "-m", *server]
        self.storefront = _small_storefront(folder)
        self.environment = {
            "LANG": "C.UTF-8",
            **{name: os.environ[name] for name in ("PATH", "LANG", "HOME") if name in os.environ},
            "PYTHONPATH": f"{self.backend}:{checkout}",
            "OOTTAM_VAR": str(folder / "var"),
            "SECOND_FACTOR": "OFF",  # test users have no phone
            "OOTTAM_STOREFRONT": str(self.storefront),
            "DATABASE_URL": database.url,
            "SECRET_KEY": "only for system tests " * 4,
            "MAIL_FOLDER": str(folder / "var/mail"),
            "PORT": str(self.port),
            "LOG_LEVEL": "WARNING",
            "OOTTAM_MAIL_WORKER": "0",  # mails stay in the outbox
            **settings,
        }
        self._process: subprocess.Popen[str] | None = None

    @property
    def process(self) -> "subprocess.Popen[str]":
        """The running server."""
        if self._process is None:
            raise RuntimeError("The shop is closed.")
        return self._process

    def manage(self, *arguments: str, sent: str = "") -> None:
        """Run a management command such as migrate; `sent` is its standard input."""
        command = [self.python, str(self.backend / "manage.py"), *arguments, "--verbosity", "0"]
        subprocess.run(
            command, env=self.environment, input=sent, text=True, check=True, capture_output=True
        )

    def open(self, *wrapped: str) -> None:
        """Start the server and wait until it accepts connections; `wrapped` is a command prefix such as strace."""
        with self.log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [*wrapped, *self.command],
                env=self.environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                start_new_session=True,
            )
        assert self.process.stdout is not None
        if not self.process.stdout.readline().startswith("Oottam is open at "):
            self.kill()
            raise RuntimeError(f"The server did not start:\n{self.log.read_text('utf-8')}")

    def kill(self) -> None:
        """Send SIGKILL to the whole process group."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self._reap()

    def close(self) -> int:
        """Send SIGTERM, after which the server drains, and wait; return its exit status."""
        self.process.terminate()
        return self._reap()

    def kill_if_running(self) -> None:
        """Clean up at the end of a system test."""
        if self._process is not None:
            self.kill()

    def processes(self) -> list[psutil.Process]:
        """The main and serving processes, without mail worker and background jobs."""
        main = psutil.Process(self.process.pid)
        below = [
            child for child in main.children(recursive=True) if "django" not in command_of(child)
        ]
        return [main, *below]

    def memory(self) -> int:
        """The server's current memory in MiB (proportional set size)."""
        return int(sum(process.memory_full_info().pss for process in self.processes()) // 2**20)

    def _reap(self) -> int:
        process = self.process
        status = process.wait(STOP_SECONDS)
        if process.stdout is not None:
            process.stdout.close()
        self._process = None
        return status


def command_of(process: psutil.Process) -> str:
    """The command line of a process; that of a job if it has ended."""
    with suppress(psutil.NoSuchProcess):
        return " ".join(process.cmdline())
    return "django"


@contextmanager
def open_shop(
    folder: Path,
    database: Database,
    server: Sequence[str] = ("oottam",),
    checkout: Path = ROOT,
    /,
    **settings: str,
) -> Iterator[Shop]:
    """A migrated, running shop, stopped on exit."""
    shop = Shop(folder, database, server, checkout, **settings)
    shop.manage("migrate", "--skip-checks")
    try:
        shop.open()
        yield shop
    finally:
        shop.kill_if_running()


@contextmanager
def shop_on(kind: str, server: Sequence[str] = ("oottam",), **settings: str) -> Iterator[Shop]:
    """A running shop on a new database of this kind in a temporary folder, removed on exit."""
    with (
        temporary_folder() as folder,
        database(kind, folder) as (db, _),
        open_shop(folder, db, server, **settings) as shop,
    ):
        yield shop


@contextmanager
def temporary_folder() -> Iterator[Path]:
    """A temporary folder on a real disk, so that fsync takes effect."""
    folder = Path(tempfile.mkdtemp(prefix="oottam-system-test-"))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def small_disk(place: Path, size: str) -> Iterator[Path]:
    """Mount a small file system at `place`; raise CalledProcessError if not permitted."""
    place.mkdir(exist_ok=True)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={size},mode=0700", "tmpfs", str(place)]
    subprocess.run(mount, check=True, capture_output=True)
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


def mail_settings(port: int) -> dict[str, str]:
    """Settings of a shop that sends its mails to a server on this port of the machine."""
    server = {"SMTP_HOST": "127.0.0.1", "SMTP_PORT": str(port), "SMTP_TLS": "NONE"}
    return {**server, "MAIL_FROM": "shop@example.com", "MAIL_SHOP": "kitchen@example.com"}


def free_port() -> int:
    """A free port of this machine."""
    for port in random.sample(PORTS, 100):
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port
    raise RuntimeError(f"No free port from {PORTS.start} to {PORTS.stop}")


def _small_storefront(folder: Path) -> Path:
    """Write a one-page storefront: system tests need no frontend build."""
    dist = folder / "storefront"
    (dist / "site").mkdir(parents=True, exist_ok=True)
    (dist / "root").mkdir(exist_ok=True)  # releases up to 0.4.0 read it
    (dist / "content.json").write_text('{"shop": {}, "modules": ""}', "utf-8")
    for page in ("index.html", "404.html"):
        (dist / "site" / page).write_text(f"<!doctype html><title>{page}</title>\n", "utf-8")
    routes = {
        "pages": {"/": "index.html"},
        "bareNotFound": [],
        "notFound": "404.html",
        "bareNotFoundPage": "404.html",
    }
    (dist / "routes.json").write_text(json.dumps(routes), "utf-8")
    _small_staff_files(dist / "staff")
    return dist


@cache
def _staff_sources() -> frozenset[str]:
    """The paths below `frontend/` of every file of a server's page of any release, as an older one may serve."""
    folders = ("staff", "backoffice", "statuspage", "shared/ui")  # the first until 0.4.0
    added = ("log", "--format=", "--name-only", "--no-renames", "--diff-filter=A")
    # Without a history only today's files are known, which is enough for today's release.
    history = subprocess.run(
        ["git", *added, "--", *folders],
        cwd=ROOT / "frontend",
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    ).stdout
    names = {name.removeprefix("frontend/") for name in history.split()}
    present = (path for name in folders for path in (ROOT / "frontend" / name).rglob("*"))
    return frozenset(
        names
        | {path.relative_to(ROOT / "frontend").as_posix() for path in present if path.is_file()}
    )


def _small_staff_files(folder: Path) -> None:
    """Write empty placeholders for the back office's static files."""
    (folder / "assets").mkdir(parents=True, exist_ok=True)
    manifest = {}
    for source in _staff_sources():
        name = Path(source).name
        (folder / "assets" / name).write_text("", "utf-8")
        manifest[source] = {"file": f"assets/{name}"}
    (folder / "manifest.json").write_text(json.dumps(manifest), "utf-8")
