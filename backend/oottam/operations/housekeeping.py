"""Forgets what is no longer needed: who sent how many, keys of old requests, wrong passwords, sessions, links.

Every night it forgets people, too, whose requests are past their time.
"""

import logging
import threading
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.utils import timezone

from oottam.common.tracebacks import trace
from oottam.intake.writing import idempotency, rate_limits
from oottam.privacy import retention, traces
from oottam.staff import links, log_in, sessions

logger = logging.getLogger(__name__)
TEN_MINUTES = 600.0
CLOSING_SECONDS = 5.0
NIGHT_BEGINS = timedelta(hours=2)  # IST; a server that was off at that time makes up for it


class Forgotten(NamedTuple):
    """How many of each."""

    rate_limit_entries: int
    keys: int  # Idempotency-Keys older than KEYS_KEPT_DAYS
    tries: int  # wrong passwords
    sessions: int  # of the staff, that have ended


def purge(now: datetime) -> Forgotten:
    """Forget it all."""
    oldest_key = now - timedelta(days=settings.KEYS_KEPT_DAYS)
    links.purge(now)
    return Forgotten(
        rate_limits.purge(now),
        idempotency.purge(oldest_key),
        log_in.purge(now),
        sessions.purge(now),
    )


def night(now: datetime) -> date:
    """The night that it is, or that was the last one, by the day on which it began to be due."""
    return timezone.localdate(now - NIGHT_BEGINS)


class Housekeeper:
    """Purges every ten minutes in a thread of its own, until it is closed."""

    def __init__(self) -> None:
        self._last_night: date | None = None
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End, once a purge that has begun is done; a database that does not answer is left behind."""
        self._closed.set()
        self._thread.join(CLOSING_SECONDS)

    def work(self, now: datetime) -> None:
        """What is to be done at this moment."""
        purge(now)
        traces.empty_journal()  # whatever was erased in these minutes, by whichever process
        if self._last_night != night(now):
            retention.forget_in_time(now, is_over=self._closed.is_set, breathe=self._closed.wait)
            self._last_night = night(now)

    def _run(self) -> None:
        while not self._closed.wait(TEN_MINUTES):
            try:
                self.work(timezone.now())
            except AnyDatabaseError as error:
                logger.warning("The purge failed, and is tried again later: %s", trace(error))
            finally:
                connection.close()
