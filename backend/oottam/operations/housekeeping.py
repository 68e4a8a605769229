"""Forgets what is no longer needed: who sent how many, and the keys of old requests."""

import logging
import threading
from datetime import datetime, timedelta

from django.conf import settings
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.utils import timezone

from oottam.common.tracebacks import trace
from oottam.intake import idempotency, rate_limits

logger = logging.getLogger(__name__)
TEN_MINUTES = 600.0


def purge(now: datetime) -> tuple[int, int]:
    """How many arrivals and how many Idempotency-Keys (older than KEYS_KEPT_DAYS) were forgotten."""
    oldest_key = now - timedelta(days=settings.KEYS_KEPT_DAYS)
    return rate_limits.purge(now), idempotency.purge(oldest_key)


class Housekeeper:
    """Purges every ten minutes in a thread of its own, until it is closed."""

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeper", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End, once a purge that has begun is done."""
        self._closed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed.wait(TEN_MINUTES):
            try:
                purge(timezone.now())
            except AnyDatabaseError as error:
                logger.warning("The purge failed, and is tried again later: %s", trace(error))
            finally:
                connection.close()
