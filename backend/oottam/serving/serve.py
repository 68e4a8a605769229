"""Runs the server in the foreground, in one process, until Ctrl-C or SIGTERM."""

import gc
import logging
import signal
import socket
import sys
from types import FrameType

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from oottam.background import queue
from oottam.common import allocator
from oottam.config.database_faults import told_in_a_sentence
from oottam.intake.writing import writer
from oottam.operations import known_migrations
from oottam.operations.housekeeping import Housekeeper
from oottam.privacy import erasing
from oottam.serving.mail_worker import MailWorker
from oottam.serving.server import Server
from oottam.serving.threads import Threads

GARBAGE_THRESHOLD = 20_000  # new objects until the next look for cycles among them
# How long a thread that makes a page may go on while the loop or the writer waits for its turn. With the 5 ms that are
# Python's own, orders beside 16 colleagues waited up to three times as long; orders alone are as quick with either.
SWITCH_SECONDS = 0.0005
BACKLOG = 1024  # connections that may wait to be accepted


def serve() -> None:
    """Serve on HOST and PORT until told to stop; what was accepted by then is finished first.

    Raises ImproperlyConfigured, with what to do, when it cannot start.
    """
    allocator.bound()
    listening = _listen(settings.HOST, settings.PORT)
    _require_migrated_database()
    from oottam.serving.wsgi import application, headers  # noqa: PLC0415 - builds everything

    connection.close()  # this thread only listens from here on
    server = Server(
        application,
        listening,
        pages=Threads(settings.THREADS, "pages"),
        apart=Threads(1, "long-bodies"),
        headers=headers(),
        trusted_proxy=settings.TRUSTED_PROXY,
        trusted_proxy_count=settings.TRUSTED_PROXY_COUNT,
    )
    sys.setswitchinterval(SWITCH_SECONDS)
    _collect_garbage_rarely()
    _find_out_only_what_is_logged()
    _serve_until_signalled(server)


def _collect_garbage_rarely() -> None:
    """Requests leave few cycles behind, and a look through all of Django takes tens of milliseconds."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)


def _find_out_only_what_is_logged() -> None:
    """No line names its caller, thread or process, and asking costs as much as a third of the line.

    The switches are those of Python's logging HOWTO, "Optimization".
    """
    logging._srcfile = None  # noqa: SLF001 - so documented
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False


def _serve_until_signalled(server: Server) -> None:
    def stop(number: int, frame: FrameType | None) -> None:
        server.stop()
        # Asked twice, it ends at once.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)

    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    print(
        f"Oottam is open at {_url('/order/')} (staff: {_url('/backoffice/')}). Ctrl-C stops it.",
        flush=True,
    )
    housekeeper = Housekeeper()
    mail_worker = MailWorker() if settings.MAIL_WORKER else None
    server.run_until_stopped()
    queue.QUEUE.close()
    if mail_worker:
        mail_worker.ask_to_end()
    housekeeper.close()
    writer.close()
    if mail_worker:
        mail_worker.close()
    print("Oottam has stopped; every accepted order is stored.", flush=True)


def _url(path: str) -> str:
    host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    return f"http://{host}:{settings.PORT}{path}"


def _listen(host: str, port: int) -> socket.socket:
    """A listening socket; taken first, so that a port in use is found out at once."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
    except OSError as error:
        raise ImproperlyConfigured(
            f"Cannot listen on {host} port {port} ({error.strerror}). "
            "Stop what uses that port, or set HOST and PORT to others."
        ) from error
    return listening


def _require_migrated_database() -> None:
    """All tables are there, no newer ones, and they can be written to."""
    with told_in_a_sentence():
        known_migrations.require_known(connection)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise ImproperlyConfigured(
                "The database's tables are not up to date. Run: make migrate"
            )
        with connection.cursor() as cursor:
            cursor.execute("UPDATE django_migrations SET app = app WHERE 1 = 0")
        erasing.erase_again(timezone.now())  # should a restore have brought somebody back
