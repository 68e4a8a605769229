"""The revenue ledger and stored balances, updated when requests change.

A request counts with its amount from the day on which it is confirmed, while it is confirmed, active or completed.
Later changes get entries on their own day: another price, or the whole amount (except what the shop retains)
when it is cancelled, reopened or merged.
"""

from django.db.models import Sum
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.billing.balances import AGREED, balance, overpaid, retained
from oottam.requests.models import Status
from oottam.workflow.models import Credit, Debt, LedgerEntry, LedgerReason
from oottam.workflow.services.duplicates import of_the_same_person
from oottam.workflow.services.editing import RequestEdit

# Actions that may change the amount, or whether it is agreed.
ACTIONS = (
    RequestAction.CONFIRM,
    RequestAction.CANCEL,
    RequestAction.REOPEN,
    RequestAction.UNDO,
    RequestAction.MERGE,
    RequestAction.EDIT_DETAILS,
    RequestAction.ADJUST_PRICE,
    RequestAction.UNDO_PRICE,
    RequestAction.RECORD_REFUND,
)


def add_ledger_entry(edit: RequestEdit) -> None:
    """Store the difference to the sum of the request's earlier entries, if there is one."""
    request = edit.request
    recorded = request.ledger_entries.aggregate(sum=Sum("paise"))["sum"]
    is_agreed = request.status in AGREED
    if recorded is None and not is_agreed:
        return
    if is_agreed:
        due = balance(request).due or 0
    else:
        due = retained(request) if request.status == Status.CANCELLED else 0
    difference = due - (recorded or 0)
    is_first = recorded is None
    if not (is_first or difference):
        return
    LedgerEntry.objects.create(
        request=request,
        why=_why(edit, is_agreed=is_agreed),
        paise=difference,
        at=edit.now,
        day=timezone.localdate(edit.now),
        is_first=is_first,
        came_back=is_first
        and of_the_same_person(request).filter(ledger_entries__is_first=True).exists(),
    )


def _why(edit: RequestEdit, *, is_agreed: bool) -> LedgerReason:
    if not is_agreed:
        return LedgerReason.TAKEN_OFF
    return LedgerReason.CONFIRMED if "status" in edit.data else LedgerReason.CHANGED


BALANCE_ACTIONS = (
    *ACTIONS,
    RequestAction.RECORD_PAYMENT,
    RequestAction.UNDO_PAYMENT,
    RequestAction.UNDO_REFUND,
)


def store_balance(edit: RequestEdit) -> None:
    """Store the request's debt or credit; no row where there is none, or no price is agreed."""
    request = edit.request
    money = balance(request)
    owed = (money.owed or 0) if request.status in AGREED else 0
    for amounts, paise in ((Credit.objects, overpaid(request, money)), (Debt.objects, owed)):
        if paise > 0:
            amounts.update_or_create(request=request, defaults={"paise": paise})
        else:
            amounts.filter(request=request).delete()
