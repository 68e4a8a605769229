"""Keeps what requests still owe, and what came too much, as it changes: those are found among all that ever came."""

from oottam.billing import revenue_ledger
from oottam.billing.money import AGREED, balance, overpaid
from oottam.workflow.models import Credit, Debt
from oottam.workflow.services.editing import Change

ACTIONS = (
    *revenue_ledger.ACTIONS,
    *("payment.note", "payment.undo", "refund.note", "refund.undo"),
)


def keep(making: Change) -> None:
    """As `balance` says it now; no row where nothing is owed or came too much, or no price is agreed."""
    request = making.request
    money = balance(request)
    owed = (money.owed or 0) if request.status in AGREED else 0
    too_much = overpaid(request, money)
    if too_much > 0:
        Credit.objects.update_or_create(request=request, defaults={"paise": too_much})
    else:
        Credit.objects.filter(request=request).delete()
    if owed > 0:
        Debt.objects.update_or_create(request=request, defaults={"paise": owed})
    else:
        Debt.objects.filter(request=request).delete()
