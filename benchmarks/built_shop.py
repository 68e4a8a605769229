"""Runs the built product on a new database, for benchmarks that drive it with a browser."""

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[1]


@contextmanager
def built_shop(folder: Path, **settings: str) -> Iterator[str]:
    """Yield the base URL of the shop built by `make build`, with its data in `folder`, and with further `settings`."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    environment = {
        **{name: value for name, value in os.environ.items() if name != "DATABASE_URL"},
        "PYTHONPATH": str(ROOT / "backend"),
        "OOTTAM_VAR": str(folder),
        "HOST": "127.0.0.1",
        "PORT": str(port),
        **settings,
    }
    migrate = [sys.executable, str(ROOT / "backend/manage.py"), "migrate", "--verbosity", "0"]
    subprocess.run([*migrate, "--skip-checks"], check=True, env=environment)
    with subprocess.Popen(
        [sys.executable, "-m", "oottam"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as server:
        try:
            opening = server.stdout.readline() if server.stdout else ""
            if not opening.startswith("Oottam is open at "):
                raise RuntimeError("The shop did not start; `make run` says why.")
            yield f"http://127.0.0.1:{port}"
        finally:
            server.terminate()
