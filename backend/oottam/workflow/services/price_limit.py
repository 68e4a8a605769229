"""How far the desk may change a price without the owner: one limit for every way to change it.

It counts from the menus' price, or without one from the first agreed price, or the owner's. Agreed price and
adjustments count together.
"""

from django.contrib.auth.models import User

from oottam.accounts.roles import ADJUSTMENT_LIMIT_PAISE, Permission, permissions_of
from oottam.core.errors import DomainError
from oottam.core.money import format_rupees
from oottam.workflow.models import FulfilmentDetails


def first_agreed_price(fulfilment: FulfilmentDetails) -> int | None:
    """Return the price in paise from which the limit counts; None where none was agreed."""
    first = fulfilment.agreed_first_paise
    return fulfilment.agreed_paise if first is None else first


def agreed_price_change(fulfilment: FulfilmentDetails) -> int:
    """Return by how many paise the agreed price differs from it; no price counts as 0."""
    first = first_agreed_price(fulfilment)
    return 0 if first is None else (fulfilment.agreed_paise or 0) - first


def has_no_limit(actor: User | None) -> bool:
    """Return whether the actor may set any price."""
    return actor is not None and Permission.ADJUST_ANY_PRICE in permissions_of(actor)


def require_within_limit(actor: User | None, before: int, after: int, field: str) -> None:
    """Raise DomainError where the price moves from `before` to `after` paise beyond the limit.

    Moving back towards the price is always allowed.
    """
    least, most = -ADJUSTMENT_LIMIT_PAISE, ADJUSTMENT_LIMIT_PAISE
    if not has_no_limit(actor) and not min(least, before) <= after <= max(most, before):
        limit = format_rupees(ADJUSTMENT_LIMIT_PAISE)
        raise DomainError(f"For more than {limit} in all, ask the owner.", field)
