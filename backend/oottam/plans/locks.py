"""One change of schedules at a time: closed days move servings of all plans, and every plan looks at closed days."""

from django.db import connection

from oottam.plans.models import Turn


def lock_schedules() -> None:
    """Wait for whoever is changing schedules; until the end of this transaction nobody else does."""
    if not connection.in_atomic_block:
        raise RuntimeError("A turn lasts as long as a transaction.")
    while not list(Turn.objects.select_for_update().filter(pk=Turn.ONLY).values_list("pk")):
        Turn.objects.bulk_create([Turn(pk=Turn.ONLY)], ignore_conflicts=True)
