"""What follows within this app from a change of a request: it is booked, and what is still owed is kept."""

from typing import Any

from django.dispatch import receiver

from oottam.handling.domain import booking, debts
from oottam.handling.domain.changes import Change
from oottam.handling.signals import request_changed


@receiver(request_changed)
def keep_books(*, action: str, making: Change, **_: Any) -> None:
    """In this order: a debt is what is booked, less what came."""
    if action in booking.ACTIONS:
        booking.book(making)
    if action in debts.ACTIONS:
        debts.keep(making)
