"""`python -m oottam`: serves in the foreground until Ctrl-C or SIGTERM.

This is Granian's main process, which only watches and loads neither Django nor pydantic; its one worker serves.
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

BACKLOG = 1024  # connections that may wait to be accepted
MAX_CONNECTIONS = 800  # with the database's and the files', below the usual 1,024 descriptors
MAX_HEAD_BYTES = 32 * 1024
HEAD_SECONDS = 30.0
STOP_SECONDS = 45  # for what is under way, the writer and the mail worker together
PR_SET_PDEATHSIG = 1
HOST, PORT = "127.0.0.1", 8000  # as in config/environment.py


def serve() -> None:
    """Serve until SIGINT or SIGTERM; what was accepted is finished first. Ends the process with 1 when it cannot start."""
    host, port = _listen_on()
    gc.collect()
    gc.freeze()  # the worker's collections leave alone what both processes share
    Granian(
        "oottam",
        address=_free_address(host, port),
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
    """The application, in the worker process; ends it with a sentence when it cannot start."""
    _end_with_parent()
    import django  # noqa: PLC0415 - the main process does without
    from django.core.exceptions import ImproperlyConfigured  # noqa: PLC0415

    from oottam.core.db.sqlite_driver import FaultySqliteError  # noqa: PLC0415

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
    try:
        django.setup()
        from oottam.serving.worker import application  # noqa: PLC0415

        return application()
    except (ImproperlyConfigured, FaultySqliteError) as error:
        sys.exit(f"oottam: {error}")


def _listen_on() -> tuple[str, int]:
    """HOST and PORT, without pydantic and Django: they would cost this process twice the memory that it needs.

    The worker checks all settings; here only what is no port ends the process, with the worker's own sentences.
    """
    host, port = (os.environ.get(name, "").strip() for name in ("HOST", "PORT"))
    if port and not (port.isascii() and port.isdigit() and 1 <= int(port) <= 65535):
        from oottam.config import environment  # noqa: PLC0415

        try:
            environment.read()
        except Exception as error:  # noqa: BLE001 - ImproperlyConfigured, unless something else is wrong
            sys.exit(f"oottam: {error}")
    return host or HOST, int(port or PORT)


def _free_address(host: str, port: int) -> str:
    """The host's IP address; ends the process where the port is taken: Granian would share it with another server."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        with socket.socket(family, kind, protocol) as tried:
            tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            tried.bind(address)
    except OSError as error:
        sys.exit(
            f"oottam: Cannot listen on {host} port {port} ({error.strerror}). "
            "Stop what uses that port, or set HOST and PORT to others."
        )
    return str(address[0])


def _end_with_parent() -> None:
    """Whatever ends the main process ends the worker: it would keep the port. Signals come from there alone.

    A second one, as Ctrl-C sends to all of a terminal's processes, would stop Granian's worker half way.
    """
    parent = os.getppid()
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        sys.exit("oottam: The main process has ended.")
    os.setpgid(0, 0)
