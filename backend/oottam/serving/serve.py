"""`python -m oottam`: serves in the foreground until Ctrl-C or SIGTERM.

Granian's main process only supervises and loads neither Django nor pydantic; its one worker serves.
"""

import ctypes
import gc
import os
import signal
import socket
import sys
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings

BACKLOG = 1024  # connections waiting to be accepted
MAX_CONNECTIONS = 800  # leaves room for database and files below the usual 1,024 descriptors
MAX_HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 30.0
STOP_SECONDS = 45  # for open requests, the writer and the mail worker together
PR_SET_PDEATHSIG = 1
HOST, PORT = "127.0.0.1", 8000  # as in config/environment.py


def serve() -> None:
    """Serve until SIGINT or SIGTERM, then finish accepted requests. Exits with 1 on a startup error."""
    host, port = _read_host_and_port()
    gc.collect()
    gc.freeze()  # keeps the memory that both processes share out of the worker's collections
    Granian(
        "oottam",
        address=_require_free_port(host, port),
        port=port,
        interface=Interfaces.ASGI,
        workers=1,
        workers_kill_timeout=STOP_SECONDS,
        loop=Loops.uvloop,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(
            header_read_timeout=int(1000 * HEAD_SECONDS), max_buffer_size=MAX_HEAD_BYTES
        ),
        websockets=False,
        backlog=BACKLOG,
        backpressure=MAX_CONNECTIONS,
        log_enabled=False,
    ).serve(target_loader=load, wrap_loader=False)


def load() -> Any:
    """Return the application, in the worker process. Exits with a message on a startup error."""
    _end_with_parent()
    import django  # noqa: PLC0415 - not in the main process
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    from oottam.core.db.sqlite_driver import FaultySqliteError  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
    try:
        django.setup()
        from oottam.serving.worker import application  # noqa: PLC0415

        return application()
    except (ImproperlyConfigured, FaultySqliteError) as error:
        sys.exit(f"oottam: {error}")


def _read_host_and_port() -> tuple[str, int]:
    """Read HOST and PORT without pydantic and Django, which would double this process's memory.

    Exits on an invalid port, with the worker's message. The worker validates all settings.
    """
    host, port = (os.environ.get(name, "").strip() for name in ("HOST", "PORT"))
    if port and not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        from oottam.config import environment  # noqa: PLC0415

        try:
            environment.read()
        except Exception as error:  # noqa: BLE001 - usually ImproperlyConfigured
            sys.exit(f"oottam: {error}")
    return host or HOST, int(port or PORT)


def _require_free_port(host: str, port: int) -> str:
    """Return the host's IP address. Exits if the port is in use: Granian would share it with another server."""
    try:
        family, socket_type, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, socket_type, protocol) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind(address)
    except OSError as error:
        sys.exit(
            f"oottam: Cannot listen on {host} port {port} ({error.strerror}). "
            "Stop what uses that port, or set HOST and PORT to others."
        )
    return str(address[0])


def _end_with_parent() -> None:
    """Kill the worker when the main process dies, as it would hold the port.

    Its own process group shields it from a terminal's Ctrl-C: a second signal would interrupt Granian's shutdown.
    """
    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("oottam: The main process has ended.")
    os.setpgid(0, 0)
