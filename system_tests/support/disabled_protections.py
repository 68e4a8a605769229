"""The server with one protection disabled, to show that the system tests detect its absence.

    python -m system_tests.support.disabled_protections answers-after-commit

It patches the server at startup, so that the product needs no switch.
"""

import os
import sys
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from typing import Any
from unittest.mock import patch

import django
from django.conf import settings
from django.db import DatabaseError, connection, transaction
from granian import Granian

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "oottam.config.settings")
django.setup()

from oottam.api.endpoints import Arrival  # noqa: E402
from oottam.api.writing import idempotency  # noqa: E402
from oottam.api.writing.writer import GroupCommitWriter, settle  # noqa: E402
from oottam.background import files  # noqa: E402 - Django has to be set up first
from oottam.background.files import GeneratedFile  # noqa: E402
from oottam.background.queue import JobQueue  # noqa: E402
from oottam.catalogue import Catalogue  # noqa: E402
from oottam.core.db.cursor import PlainCursor  # noqa: E402
from oottam.orders import combo_orders, day_orders  # noqa: E402
from oottam.orders.day_orders import DayOrderForm  # noqa: E402
from oottam.plans.services import action_runner  # noqa: E402
from oottam.pricing import DayOrderQuote  # noqa: E402
from oottam.serving import asgi, uploads  # noqa: E402
from oottam.serving import serve as serving  # noqa: E402

PAUSE = 0.03  # seconds between the responses and their commit


def _respond_before_commit() -> None:
    """Respond before the transaction commits."""

    def run(writer: GroupCommitWriter) -> None:
        while batch := writer._next_batch():
            waiting = deque(batch)
            try:
                with transaction.atomic():
                    for outcome in writer._write(PlainCursor(), [job.work for job in batch]):
                        settle(waiting.popleft(), outcome)
                    time.sleep(PAUSE)
            except DatabaseError as error:
                connection.close()
                for job in waiting:
                    settle(job, error)

    GroupCommitWriter._run = run  # type: ignore[method-assign,assignment]


def _ignore_idempotency_keys() -> None:
    """Ignore Idempotency-Key."""
    idempotency.read_key = lambda *_: None


def _disable_escaping() -> None:
    """Disable HTML escaping of customer texts."""
    settings.TEMPLATES[0]["OPTIONS"]["autoescape"] = False


def _disable_full_sync() -> None:
    """Use synchronous=NORMAL in WAL mode: a power loss may undo a commit."""
    options = settings.DATABASES["default"]["OPTIONS"]
    options["init_command"] += "; PRAGMA synchronous=NORMAL"


def _charge_submitted_total() -> None:
    """Charge the submitted total."""
    write_order = day_orders._order

    def patched(form: DayOrderForm, quote: DayOrderQuote, arrival: Arrival) -> Any:
        claimed = quote.final_amount if form.final_amount is None else form.final_amount
        return write_order(form, replace(quote, final_amount=claimed), arrival)

    day_orders._order = patched


def _disable_tampering_flags() -> None:
    """Correct the total without flagging it."""
    for module in (day_orders, combo_orders):
        patch.object(module, "total_flags", lambda *_: iter(())).start()


def _disable_draining() -> None:
    """Exit without draining."""

    def kill(granian: Any) -> None:
        for worker in granian.wrks:
            worker.kill()

    Granian._stop_workers = kill  # type: ignore[method-assign]


def _disable_time_limits() -> None:
    """Remove the connection time limits."""
    patch.object(uploads, "BODY_TIMEOUT_SECONDS", 3600.0).start()
    patch.object(serving, "HEAD_SECONDS", 3600.0).start()


def _disable_strict_http() -> None:
    """Accept every request that the HTTP parser accepts."""
    patch.object(asgi, "find_error_status", lambda *_: None).start()


def _deliver_partial_files() -> None:
    """Deliver files without checking that the child process completed them."""
    attempt: Any = JobQueue._run_attempt

    def patched(queue: JobQueue, file: GeneratedFile) -> dict[str, Any]:
        return {"state": files.State.READY, "parts": 1, **attempt(queue, file)}

    def patched_check(file: GeneratedFile) -> Iterator[bytes]:
        yield from (
            files._cache().get(f"{file.token}.{number}", b"") for number in range(file.parts)
        )

    JobQueue._run_attempt = patched  # type: ignore[method-assign,assignment]
    files.read_parts = patched_check
    patch.object(files, "is_complete", bool).start()


def _skip_version_check() -> None:
    """Skip the plan version check."""
    action_runner._require = lambda *_: None


def _keep_former_prices() -> None:
    """Reload pages but not prices after a rendering."""
    use = asgi.Application.use

    def half(application: asgi.Application, live: asgi.Live) -> None:
        use(application, replace(live, catalogue=None))

    asgi.Application.use = half  # type: ignore[method-assign,assignment]


def _ignore_page_edition() -> None:
    """Charge by the live menu, whatever the page showed."""
    Catalogue.for_page = lambda known, *_: known  # type: ignore[method-assign]
    Catalogue.newer_edition = lambda *_: 0  # type: ignore[method-assign]


PROTECTIONS = {
    "page-edition": _ignore_page_edition,
    "one-menu": _keep_former_prices,
    "whole-files": _deliver_partial_files,
    "version": _skip_version_check,
    "strictness": _disable_strict_http,
    "answers-after-commit": _respond_before_commit,
    "idempotency": _ignore_idempotency_keys,
    "escaping": _disable_escaping,
    "synchronous-full": _disable_full_sync,
    "own-price": _charge_submitted_total,
    "flags": _disable_tampering_flags,
    "draining": _disable_draining,
    "time-limits": _disable_time_limits,
}

if __name__ == "__main__":
    PROTECTIONS[sys.argv.pop()]()
    serving.serve()
