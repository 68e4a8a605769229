"""How far the desk may move a price without the owner: one limit for every way in which a price comes to be.

It counts from the price of the menus; where those have none, from the price that was agreed first, or by the owner
since. Agreeing another price and adjusting it count together.
"""

from django.contrib.auth.models import User

from oottam.accounts.roles import ADJUSTMENT_LIMIT_PAISE, Permission, permissions_of
from oottam.core.errors import DomainError
from oottam.core.money import format_rupees
from oottam.workflow.models import FulfilmentDetails


def first_agreed_price(fulfilment: FulfilmentDetails) -> int | None:
    """The price in paise from which the limit counts; None where none was ever agreed."""
    return (
        fulfilment.agreed_paise
        if fulfilment.agreed_first_paise is None
        else fulfilment.agreed_first_paise
    )


def agreed_price_change(fulfilment: FulfilmentDetails) -> int:
    """By how many paise the price agreed has moved from there; one that was taken away is a price of 0."""
    first = first_agreed_price(fulfilment)
    return 0 if first is None else (fulfilment.agreed_paise or 0) - first


def has_no_limit(actor: User | None) -> bool:
    """Whether this person sets prices freely."""
    return actor is not None and Permission.ADJUST_ANY_PRICE in permissions_of(actor)


def require_within_limit(actor: User | None, before: int, after: int, field: str) -> None:
    """Raises DomainError where the desk moves a price too far: from `before` paise off its beginning to `after`.

    Back towards the price is always possible from where the owner went beyond the limit.
    """
    least, most = -ADJUSTMENT_LIMIT_PAISE, ADJUSTMENT_LIMIT_PAISE
    if not has_no_limit(actor) and not min(least, before) <= after <= max(most, before):
        limit = format_rupees(ADJUSTMENT_LIMIT_PAISE)
        raise DomainError(f"For more than {limit} in all, ask the owner.", field)
