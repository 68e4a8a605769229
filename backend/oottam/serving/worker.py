"""The worker process: the application, and what works beside the requests."""

import asyncio
import gc
import logging
import socket
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from ipaddress import ip_address

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from oottam.api.writing import writer
from oottam.background import queue
from oottam.config.database_faults import database_errors_explained
from oottam.core import allocator
from oottam.maintenance import known_migrations
from oottam.maintenance.jobs import Housekeeper
from oottam.privacy import erasure
from oottam.serving import asgi
from oottam.serving.mail_worker import MailWorker

logger = logging.getLogger(__name__)
# New objects until the next look for cycles: one through all of Django takes tens of
# milliseconds, in the middle of requests.
GARBAGE_THRESHOLD = 20_000
POLL_SECONDS = 0.01


def application() -> asgi.Application:
    """What any ASGI server may serve, in one process. Raises ImproperlyConfigured, with what to do."""
    allocator.bound()
    _warn_of_direct_connections()
    with ThreadPoolExecutor(
        1
    ) as outside:  # a server may call this in its loop, where Django asks no database
        outside.submit(_require_migrated_database).result()
        outside.submit(connection.close)
    built = asgi.build(
        pages=ThreadPoolExecutor(settings.THREADS, "pages"),
        long_bodies=ThreadPoolExecutor(1, "long-bodies"),
        begin=_begin,
    )
    _collect_garbage_rarely()
    _find_out_only_what_is_logged()
    return built


def _begin() -> Callable[[], None]:
    """Start what works beside the requests; returns what ends it, everything accepted written."""
    housekeeper = Housekeeper()
    mail_worker = MailWorker() if settings.MAIL_WORKER else None
    in_loop = asyncio.get_running_loop().call_soon_threadsafe
    threading.Thread(target=announce_ready, args=(in_loop,), name="announce", daemon=True).start()

    def end() -> None:
        queue.QUEUE.close()
        if mail_worker:
            mail_worker.ask_to_end()
        housekeeper.close()
        writer.close()
        if mail_worker:
            mail_worker.close()
        print("Oottam has stopped; every accepted order is stored.", flush=True)

    return end


def announce_ready(schedule: Callable[[Callable[[], None]], object]) -> None:
    """Print that it is open once it is: Granian listens after the application's start. In a thread.

    `schedule` has the event loop print it: uvloop loses a SIGTERM between its first connection and its loop's run, and
    the process would be killed after STOP_SECONDS.
    """
    while True:
        try:
            socket.create_connection((settings.HOST, settings.PORT)).close()
        except OSError:
            time.sleep(POLL_SECONDS)
        else:
            break
    line = f"Oottam is open at {_url('/order/')} (staff: {_url('/backoffice/')}). Ctrl-C stops it."
    schedule(lambda: print(line, flush=True))


def _url(path: str) -> str:
    host = f"[{settings.HOST}]" if ":" in settings.HOST else settings.HOST
    return f"http://{host}:{settings.PORT}{path}"


def _require_migrated_database() -> None:
    """All tables are there, no newer ones, and they can be written to."""
    with database_errors_explained():
        known_migrations.require_known(connection)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise ImproperlyConfigured(
                "The database's tables are not up to date. Run: make migrate"
            )
        with connection.cursor() as cursor:
            cursor.execute("UPDATE django_migrations SET app = app WHERE 1 = 0")
        erasure.reapply_erasures(timezone.now())  # should a restore have brought somebody back


def _warn_of_direct_connections() -> None:
    try:
        is_loopback = ip_address(settings.HOST).is_loopback
    except ValueError:
        is_loopback = settings.HOST == "localhost"
    if not (is_loopback or settings.TRUSTED_PROXY):
        logger.warning(
            "HOST is reached from other machines, and TRUSTED_PROXY is not set. Put a proxy in "
            "front: it alone bounds slow readers and the number of connections."
        )


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
