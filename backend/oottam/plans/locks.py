"""One change of schedules at a time: closed days move servings of all plans, and every plan looks at closed days."""

from django.db import connection

from oottam.plans.models import ScheduleLock


def lock_schedules() -> None:
    """Wait for whoever is changing schedules; until the end of this transaction nobody else does."""
    if not connection.in_atomic_block:
        raise RuntimeError("A turn lasts as long as a transaction.")
    while not list(
        ScheduleLock.objects.select_for_update().filter(pk=ScheduleLock.ONLY).values_list("pk")
    ):
        ScheduleLock.objects.bulk_create(
            [ScheduleLock(pk=ScheduleLock.ONLY)], ignore_conflicts=True
        )
