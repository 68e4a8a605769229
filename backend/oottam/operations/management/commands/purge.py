"""`manage.py purge` does at once what the server does every ten minutes."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from oottam.operations import housekeeping


class Command(BaseCommand):
    """Forget rate-limit entries older than an hour, Idempotency-Keys older than KEYS_KEPT_DAYS, and the like."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many of each."""
        forgotten = housekeeping.purge(timezone.now())
        self.stdout.write(
            f"Forgotten: {forgotten.rate_limit_entries} rate-limit entries, {forgotten.keys} Idempotency-Keys, "
            f"{forgotten.tries} wrong passwords, {forgotten.sessions} sessions."
        )
