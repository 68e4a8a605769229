"""Periodic jobs of the server: cut-off snapshots, closing of past days, mails to customers, and purging.

Every ten minutes it purges rate-limit entries, idempotency keys, failed log-ins, sessions and links; every night it
applies the retention policy to personal data and prunes log-like rows (pruning.py).
"""

import logging
import threading
from collections.abc import Callable
from datetime import date, datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.conf import settings
from django.db import connection
from django.utils import timezone

from oottam.accounts import links, sessions, throttling
from oottam.api.writing import idempotency, rate_limits
from oottam.background import files
from oottam.core.tracebacks import trace
from oottam.delivery.services import failure_notices
from oottam.kitchen.services import cutoff, recipe_check, recipe_seeding
from oottam.maintenance import pruning
from oottam.plans.services import day_closing, desk_changes, reminders
from oottam.privacy import retention, traces
from oottam.reporting import sums

logger = logging.getLogger(__name__)
FIRST_SECONDS = 1.0  # the server responds to requests by then
INTERVAL_SECONDS = 30.0
PURGE_INTERVAL = timedelta(minutes=10)
CLOSING_SECONDS = 5.0
NIGHT_START = timedelta(hours=2)  # 02:00 IST; the job runs later if the server was off


class PurgeResult(NamedTuple):
    """Number of deleted rows by type."""

    rate_limit_entries: int
    keys: int  # Idempotency-Keys older than KEYS_RETENTION_DAYS
    login_failures: int  # wrong passwords that no longer count
    sessions: int  # expired staff sessions


def purge(now: datetime) -> PurgeResult:
    """Delete expired rows and generated files."""
    oldest_key = now - timedelta(days=settings.KEYS_RETENTION_DAYS)
    links.purge(now)
    files.purge()
    return PurgeResult(
        rate_limits.purge(now),
        idempotency.purge(oldest_key),
        throttling.purge(now),
        sessions.purge(now),
    )


def latest_night(now: datetime) -> date:
    """Date (IST) of the latest 02:00."""
    return timezone.localdate(now - NIGHT_START)


def update_days(now: datetime) -> None:
    """Take due cut-off snapshots, activate confirmed requests past their first cut-off, and close past days."""
    cutoff.take_due_snapshots(now)
    day_closing.activate_due(now)
    day_closing.settle(now)


# The mails to customers that no person writes: what the desk changed, failed boxes, reminders.
QUEUE_MAILS: tuple[Callable[..., int], ...] = (
    desk_changes.notify,
    failure_notices.notify,
    reminders.send,
)


class Housekeeper:
    """Runs the daily jobs and queues mails every 30 seconds, and purges every 10 minutes, in a thread."""

    def __init__(self) -> None:
        self._last_purge = timezone.now()
        self._last_night: date | None = None
        self._has_seeded = False
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop after the current job, waiting at most CLOSING_SECONDS."""
        self._closed.set()
        self._thread.join(CLOSING_SECONDS)

    def update_kitchen(self, now: datetime) -> None:
        """Seed recipes once, then update the days."""
        if not self._has_seeded:
            recipe_seeding.seed()
            recipe_check.read_folder()
            self._has_seeded = True
        update_days(now)

    def run_purge(self, now: datetime) -> None:
        """Purge if ten minutes have passed; once a night also apply retention and prune."""
        if abs(now - self._last_purge) < PURGE_INTERVAL:
            return
        self._last_purge = now
        purge(now)
        traces.truncate_journal()  # may hold rows that any process has erased meanwhile
        is_over, pause = self._closed.is_set, self._closed.wait
        sums.update_totals(now, is_over=is_over, pause=pause)
        sums.discard_future_marks(now)
        if self._last_night != latest_night(now):
            retention.apply_retention(now, is_over=is_over, pause=pause)
            pruning.prune_all(now, is_over=is_over, pause=pause)
            self._last_night = latest_night(now)

    def _run(self) -> None:
        is_over, pause = self._closed.is_set, self._closed.wait
        mails = [partial(queue, is_over=is_over, pause=pause) for queue in QUEUE_MAILS]
        jobs: list[Callable[[datetime], object]] = [self.update_kitchen, *mails, self.run_purge]
        wait = FIRST_SECONDS
        while not self._closed.wait(wait):
            for job in jobs:
                try:
                    job(timezone.now())
                except Exception as error:  # noqa: BLE001 - the thread must survive a full disk, too
                    logger.warning("Housekeeping failed and will be retried: %s", trace(error))
                finally:
                    connection.close()
            wait = INTERVAL_SECONDS
