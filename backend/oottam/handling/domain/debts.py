"""Keeps what requests still owe as it changes, so that those that do are found among all that ever came."""

from oottam.handling.domain import booking
from oottam.handling.domain.changes import Change
from oottam.handling.domain.consequences import let_follow
from oottam.handling.domain.money import AGREED, balance
from oottam.handling.models import Debt

_ACTIONS = (*booking.ACTIONS, "payment.note", "payment.undo")


def begin() -> None:
    """From here on each such change keeps the debt that it leaves, in its own transaction."""
    for action in _ACTIONS:
        let_follow(action, keep)


def keep(making: Change) -> None:
    """As `balance` says it now; no row where nothing is owed, or no price is agreed."""
    request = making.request
    owed = (balance(request).owed or 0) if request.status in AGREED else 0
    if owed > 0:
        Debt.objects.update_or_create(request=request, defaults={"paise": owed})
    else:
        Debt.objects.filter(request=request).delete()
