"""The lock that every transaction takes before it changes schedules: one writer at a time."""

from django.db import connection

from oottam.schedule.models import ScheduleState


def lock_schedules() -> None:
    """Wait for the schedule lock; it is held until the end of the transaction.

    A transaction that also locks a request locks the request's row first, then this one: in the other order two
    transactions could wait for each other.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("The schedule lock needs a transaction.")
    while not list(
        ScheduleState.objects.select_for_update().filter(pk=ScheduleState.ONLY).values_list("pk")
    ):
        ScheduleState.objects.bulk_create(
            [ScheduleState(pk=ScheduleState.ONLY, counts_as_delivered=False)], ignore_conflicts=True
        )
