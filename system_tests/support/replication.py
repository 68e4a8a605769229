"""A PostgreSQL standby on this machine, set up as on a separate one."""

import subprocess
from pathlib import Path

import psutil

from system_tests.support.databases import Cluster, Postgresql, kill

NAME = "standby"


class Standby:
    """A streaming standby that can be paused and promoted."""

    def __init__(self, primary: Cluster, folder: Path) -> None:
        self._primary = primary
        self._data, self.socket = folder / "standby", folder / "standby-socket"
        for made in (self._data, self.socket):
            made.mkdir(mode=0o700)
            if primary.account:
                subprocess.run(["chown", primary.account, made], check=True)
        follows = f"host={primary.socket} user=postgres application_name={NAME}"
        self._run("pg_basebackup", "-D", self._data, "-d", follows, "-R", "-c", "fast")
        options = f'-h "" -k {self.socket}'
        self._run(
            "pg_ctl", "-w", "-D", self._data, "-o", options, "-l", self._data / "log", "start"
        )

    def hold(self) -> None:
        """Pause replication, as a slow network would."""
        [(receiver,)] = self.database("postgres").rows("SELECT pid FROM pg_stat_wal_receiver")
        self._held = psutil.Process(receiver)
        self._held.suspend()

    def release(self) -> None:
        """Resume replication."""
        self._held.resume()

    def promote(self) -> None:
        """Promote to primary; return once it accepts writes."""
        self._run("pg_ctl", "-w", "-D", self._data, "promote")

    def database(self, name: str) -> Postgresql:
        """A database of the standby."""
        return Postgresql.at(f"postgresql://postgres@/{name}?host={self.socket}")

    def close(self) -> None:
        """Stop the standby and delete its data."""
        kill(self._data)

    def _run(self, program: str, *arguments: object) -> None:
        subprocess.run(
            [self._primary.program(program), *map(str, arguments)],
            user=self._primary.account,
            cwd="/",
            check=True,
            stdout=subprocess.DEVNULL,
        )
