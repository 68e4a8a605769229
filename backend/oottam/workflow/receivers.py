"""Keep revenue ledger and balances in step with changes of a request."""

from typing import Any

from django.dispatch import receiver

from oottam.billing import revenue_ledger
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed


@receiver(request_changed)
def update_ledger(*, action: str, edit: RequestEdit, **_: Any) -> None:
    """Add the ledger entry before storing the balance, which is derived from it."""
    if action in revenue_ledger.ACTIONS:
        revenue_ledger.add_ledger_entry(edit)
    if action in revenue_ledger.BALANCE_ACTIONS:
        revenue_ledger.store_balance(edit)
