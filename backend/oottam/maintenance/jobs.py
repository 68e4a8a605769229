"""What the server does by itself: it locks meals at their cut-off, settles days that are over, and forgets.

It forgets what is no longer needed: who sent how many, keys of old requests, wrong passwords, sessions, links. Every
night it forgets people, too, whose requests are past their time, and prunes what is noted beside the books (pruning.py).
"""

import logging
import threading
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.utils import timezone

from oottam.accounts import links, sessions, throttling
from oottam.api.writing import idempotency, rate_limits
from oottam.background import files
from oottam.core.tracebacks import trace
from oottam.kitchen.services import cutoff, recipes
from oottam.maintenance import pruning
from oottam.plans.services import day_closing
from oottam.privacy import retention, traces
from oottam.reporting import sums

logger = logging.getLogger(__name__)
FIRST_SECONDS = 1.0  # the server has begun to answer by then
BEAT_SECONDS = 30.0
TEN_MINUTES = timedelta(minutes=10)
CLOSING_SECONDS = 5.0
NIGHT_BEGINS = timedelta(hours=2)  # IST; a server that was off at that time makes up for it


class PurgeResult(NamedTuple):
    """How many of each."""

    rate_limit_entries: int
    keys: int  # Idempotency-Keys older than KEYS_RETENTION_DAYS
    tries: int  # wrong passwords
    sessions: int  # of the staff, that have ended


def purge(now: datetime) -> PurgeResult:
    """Forget it all."""
    oldest_key = now - timedelta(days=settings.KEYS_RETENTION_DAYS)
    links.purge(now)
    files.purge()
    return PurgeResult(
        rate_limits.purge(now),
        idempotency.purge(oldest_key),
        throttling.purge(now),
        sessions.purge(now),
    )


def nightly_job(now: datetime) -> date:
    """The night that it is, or that was the last one, by the day on which it began to be due."""
    return timezone.localdate(now - NIGHT_BEGINS)


def keep_days(now: datetime) -> None:
    """Meals whose cut-off has passed are locked, days that are over settled."""
    cutoff.take_due_snapshots(now)
    day_closing.activate_due(now)
    day_closing.settle(now)


class Housekeeper:
    """Looks after the days every half minute, and purges every ten, in a thread of its own, until it is closed."""

    def __init__(self) -> None:
        self._last_purge = timezone.now()
        self._last_night: date | None = None
        self._is_filled = False
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End, once what has begun is done; a database that does not answer is left behind."""
        self._closed.set()
        self._thread.join(CLOSING_SECONDS)

    def look_after_days(self, now: datetime) -> None:
        """What the kitchen waits for: its dishes once, cut-offs within a minute."""
        if not self._is_filled:
            recipes.load_recipes()
            self._is_filled = True
        keep_days(now)

    def forget(self, now: datetime) -> None:
        """What is to be forgotten at this moment; every ten minutes there is something."""
        if abs(now - self._last_purge) < TEN_MINUTES:
            return
        self._last_purge = now
        purge(now)
        traces.truncate_journal()  # whatever was erased in these minutes, by whichever process
        is_over, breathe = self._closed.is_set, self._closed.wait
        sums.update_totals(now, is_over=is_over, breathe=breathe)
        sums.discard_future_marks(now)
        if self._last_night != nightly_job(now):
            retention.apply_retention(now, is_over=is_over, breathe=breathe)
            pruning.prune_all(now, is_over=is_over, breathe=breathe)
            self._last_night = nightly_job(now)

    def _run(self) -> None:
        wait = FIRST_SECONDS
        while not self._closed.wait(wait):
            for job in (self.look_after_days, self.forget):
                try:
                    job(timezone.now())
                except AnyDatabaseError as error:
                    logger.warning("The housekeeping failed, and is tried again: %s", trace(error))
                finally:
                    connection.close()
            wait = BEAT_SECONDS
