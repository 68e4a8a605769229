"""The server without one of its protections, to show that the system tests would notice.

    python -m system_tests.support.disabled_protections answers-after-commit

It patches the running server from outside, so that the product itself needs no switch for it.
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

from oottam.api.endpoints import Receipt  # noqa: E402
from oottam.api.writing import idempotency  # noqa: E402
from oottam.api.writing.writer import GroupCommitWriter, settle  # noqa: E402
from oottam.background import files  # noqa: E402 - Django has to be set up first
from oottam.background.files import GeneratedFile  # noqa: E402
from oottam.background.queue import JobQueue  # noqa: E402
from oottam.core.db.cursor import PlainCursor  # noqa: E402
from oottam.core.db.sqlite.write_lock import WriteLock  # noqa: E402
from oottam.orders.domain import combo_orders, day_orders  # noqa: E402
from oottam.orders.domain.day_orders import DayOrder  # noqa: E402
from oottam.plans.services import action_runner  # noqa: E402
from oottam.pricing import DayOrderQuote  # noqa: E402
from oottam.serving import asgi  # noqa: E402
from oottam.serving import serve as serving  # noqa: E402

PAUSE = 0.03  # seconds between the replies and their commit


def _answer_before_the_commit() -> None:
    """What a server does that trusts its own commit."""

    def run(writer: GroupCommitWriter[Any]) -> None:
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


def _forget_keys() -> None:
    """What a server does that has never heard of Idempotency-Key."""
    idempotency.read_key = lambda *_: None


def _show_markup() -> None:
    """What pages do that trust what customers wrote."""
    settings.TEMPLATES[0]["OPTIONS"]["autoescape"] = False


def _do_not_wait_for_the_disk() -> None:
    """SQLite's usual setting in WAL mode: a commit may be undone by a loss of power."""
    options = settings.DATABASES["default"]["OPTIONS"]
    options["init_command"] += "; PRAGMA synchronous=NORMAL"


def _charge_what_is_sent() -> None:
    """What a shop does that believes the browser's sums."""
    write_order = day_orders._order

    def believing(order: DayOrder, quote: DayOrderQuote, receipt: Receipt) -> Any:
        claimed = quote.final_amount if order.claimed_total is None else order.claimed_total
        return write_order(order, replace(quote, final_amount=claimed), receipt)

    day_orders._order = believing


def _say_nothing_of_lies() -> None:
    """What a shop does that only corrects."""
    for module in (day_orders, combo_orders):
        patch.object(module, "total_flags", lambda *_: iter(())).start()


def _end_at_once() -> None:
    """What a server does that leaves its visitors standing."""

    def kill(granian: Any) -> None:
        for worker in granian.wrks:
            worker.kill()

    Granian._stop_workers = kill  # type: ignore[method-assign]


def _let_everybody_take_their_time() -> None:
    """What a server does that trusts in everybody's good will."""
    asgi.BODY_TIMEOUT_SECONDS = 3600.0
    patch.object(serving, "HEAD_SECONDS", 3600.0).start()


def _read_as_it_comes() -> None:
    """What a server does that leaves HTTP's grammar to its parser."""
    patch.object(asgi, "find_error_status", lambda *_: None).start()


def _take_what_there_is_for_whole() -> None:
    """What a server does that hands out whatever its child has written when it ended."""
    attempt: Any = JobQueue._run_attempt

    def believing(queue: JobQueue, file: GeneratedFile) -> dict[str, Any]:
        return {"state": files.State.READY, "parts": 1, **attempt(queue, file)}

    def lenient(file: GeneratedFile) -> Iterator[bytes]:
        yield from (
            files._cache().get(f"{file.token}.{number}", b"") for number in range(file.parts)
        )

    JobQueue._run_attempt = believing  # type: ignore[method-assign,assignment]
    files.read_parts = lenient
    patch.object(files, "is_complete", bool).start()


def _do_not_ask_which_version_was_seen() -> None:
    """What a page does that changes whatever it finds by then."""
    require = action_runner._require

    def believing(plan: Any, version: int) -> None:
        require(plan, plan.version if plan else version)

    action_runner._require = believing


def _write_whenever_sqlite_lets_in() -> None:
    """What Django does: a writer asks SQLite at once, and sleeps while it is busy."""
    WriteLock.acquire = lambda *_: True  # type: ignore[method-assign]
    WriteLock.release = lambda *_: None  # type: ignore[method-assign]


def _go_on_with_the_former_prices() -> None:
    """What a server does that takes the new pages alone."""
    use = asgi.Application.use

    def half(application: asgi.Application, live: asgi.Live) -> None:
        use(application, replace(live, catalogue=None))

    asgi.Application.use = half  # type: ignore[method-assign,assignment]


BREAKS = {
    "one-menu": _go_on_with_the_former_prices,
    "whole-files": _take_what_there_is_for_whole,
    "turns": _write_whenever_sqlite_lets_in,
    "version": _do_not_ask_which_version_was_seen,
    "strictness": _read_as_it_comes,
    "answers-after-commit": _answer_before_the_commit,
    "idempotency": _forget_keys,
    "escaping": _show_markup,
    "synchronous-full": _do_not_wait_for_the_disk,
    "own-price": _charge_what_is_sent,
    "flags": _say_nothing_of_lies,
    "draining": _end_at_once,
    "time-limits": _let_everybody_take_their_time,
}

if __name__ == "__main__":
    BREAKS[sys.argv.pop()]()
    serving.serve()
