"""`manage.py purge` does at once what the server does every ten minutes, and every night."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from oottam.maintenance import jobs, pruning
from oottam.privacy import retention
from oottam.reporting import sums


class Command(BaseCommand):
    """Forget rate-limit entries older than an hour, old Idempotency-Keys, people past their time, and old notes beside the books."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many of each."""
        now = timezone.now()
        sums.update_totals(now)
        forgotten = jobs.purge(now)
        self.stdout.write(
            f"Purged: {forgotten.rate_limit_entries} rate-limit entries, {forgotten.keys} Idempotency-Keys, "
            f"{forgotten.tries} wrong passwords, {forgotten.sessions} sessions."
        )
        in_time = retention.apply_retention(now)
        self.stdout.write(
            f"Retention: {in_time.erased} requests are erased, "
            f"{in_time.health} have lost their health details."
        )
        self.stdout.write(f"Pruned: {pruning.describe_pruned(pruning.prune_all(now))}.")
