"""The worker process: the application and its background services."""

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

from oottam.api.writing.writer import WRITER
from oottam.background import queue
from oottam.config.database_faults import database_errors_explained
from oottam.core import allocator
from oottam.maintenance import known_migrations
from oottam.maintenance.jobs import Housekeeper
from oottam.menu import live
from oottam.menu.live import LiveMenu
from oottam.privacy import erasure
from oottam.rendering import is_needed, require
from oottam.serving import asgi
from oottam.serving.mail_worker import MailWorker
from oottam.serving.menu_watcher import (
    MenuWatcher,
    Served,
    read_replies,
    set_contract_of_children,
)

logger = logging.getLogger(__name__)
# Allocations between garbage collections: a full one takes tens of milliseconds and delays requests.
GARBAGE_THRESHOLD = 20_000
POLL_SECONDS = 0.01


def application() -> asgi.Application:
    """Return the application for any ASGI server, one per process. Raises ImproperlyConfigured with a remedy."""
    allocator.bound()
    _warn_of_direct_connections()
    # Servers may call this in their event loop, where Django refuses database queries.
    with ThreadPoolExecutor(1) as executor:
        executor.submit(_require_migrated_database).result()
        served = executor.submit(_render_live_menu).result()
        replies = executor.submit(read_replies, served).result()
        executor.submit(connection.close)
    app = asgi.build(
        replies,
        pages=ThreadPoolExecutor(settings.THREADS, "pages"),
        long_bodies=ThreadPoolExecutor(1, "long-bodies"),
        on_startup=lambda: _start_background(MenuWatcher(app, served)),
    )
    _tune_garbage_collection()
    _disable_unused_log_fields()
    return app


def _render_live_menu() -> Served:
    """Render the live menu. Raises ImproperlyConfigured when neither it nor a former rendering can be served."""
    menu = live.read(timezone.now())
    contract = live.contract_folder(menu.edition)
    if not is_needed(contract, settings.STOREFRONT, settings.CALL_BASES, menu.until, menu.facts):
        return Served(menu, None)
    rendering = require(
        contract,
        settings.STOREFRONT,
        settings.VAR,
        settings.CALL_BASES,
        edition=menu.edition,
        sold_out=menu.until,
        facts=menu.facts,
    )
    set_contract_of_children(rendering)
    edition, until, facts = rendering.menu
    # A former one if this failed.
    return Served(LiveMenu(edition, until, menu.since, facts), rendering)


def _start_background(watcher: MenuWatcher) -> Callable[[], None]:
    """Start the background services; return the function that stops them after all accepted orders are stored."""
    housekeeper = Housekeeper()
    mail_worker = MailWorker() if settings.MAIL_WORKER else None

    def renew_children() -> None:
        queue.QUEUE.renew_worker()
        if mail_worker:
            mail_worker.renew()

    watcher.start(renew_children)
    schedule = asyncio.get_running_loop().call_soon_threadsafe
    threading.Thread(target=announce_ready, args=(schedule,), name="announce", daemon=True).start()

    def stop() -> None:
        watcher.close()
        queue.QUEUE.close()
        if mail_worker:
            mail_worker.request_stop()
        housekeeper.close()
        WRITER.close()
        if mail_worker:
            mail_worker.close()
        print("Oottam has stopped; every accepted order is stored.", flush=True)

    return stop


def announce_ready(schedule: Callable[[Callable[[], None]], object]) -> None:
    """Print the address once the server accepts connections. Blocks; runs in a thread.

    Granian listens only after the application's startup. `schedule` prints from the event loop: uvloop loses a SIGTERM
    that arrives between its first connection and its loop's run, and the process would be killed after STOP_SECONDS.
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
    """Raise ImproperlyConfigured unless the tables are current, not newer than the code, and writable."""
    with database_errors_explained():
        known_migrations.require_known(connection)
        executor = MigrationExecutor(connection)
        if executor.migration_plan(executor.loader.graph.leaf_nodes()):
            raise ImproperlyConfigured(
                "The database's tables are not up to date. Run: make migrate"
            )
        with connection.cursor() as cursor:
            cursor.execute("UPDATE django_migrations SET app = app WHERE 1 = 0")
        erasure.reapply_erasures(timezone.now())  # a restored backup may contain erased customers


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


def _tune_garbage_collection() -> None:
    """Freeze the loaded modules and raise the threshold: requests leave few reference cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE_THRESHOLD)


def _disable_unused_log_fields() -> None:
    """Skip caller, thread and process: no log line uses them, and they cost a third of its time.

    Source: Python's logging HOWTO, "Optimization".
    """
    logging._srcfile = None  # noqa: SLF001 - documented in the HOWTO
    logging.logThreads = logging.logProcesses = logging.logMultiprocessing = False
