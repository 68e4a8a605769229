"""`manage.py purge` runs the server's ten-minute and nightly purges at once."""

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from oottam.maintenance import jobs, pruning
from oottam.privacy import retention
from oottam.reporting import sums


class Command(BaseCommand):
    """Purge rate-limit entries, old Idempotency-Keys, and data past their retention."""

    help = __doc__ or ""

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        sums.update_totals(now)
        purged = jobs.purge(now)
        self.stdout.write(
            f"Purged: {purged.rate_limit_entries} rate-limit entries, {purged.keys} Idempotency-Keys, "
            f"{purged.login_failures} wrong passwords, {purged.sessions} sessions."
        )
        retained = retention.apply_retention(now)
        self.stdout.write(
            f"Retention: {retained.erased} requests erased, "
            f"{retained.health} health records erased."
        )
        self.stdout.write(f"Pruned: {pruning.describe_pruned(pruning.prune_all(now))}.")
