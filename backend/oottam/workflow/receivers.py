"""Keep revenue ledger and balances in step with changes of a request, and answer lower apps about reorders."""

from typing import Any

from django.dispatch import receiver

from oottam.api.mails import reordered_reference
from oottam.billing import revenue_ledger
from oottam.requests.models import Request
from oottam.workflow.models import ReorderLink
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed


@receiver(request_changed)
def update_ledger(*, action: str, edit: RequestEdit, **_: Any) -> None:
    """Add the ledger entry before storing the balance, which is derived from it."""
    if action in revenue_ledger.ACTIONS:
        revenue_ledger.add_ledger_entry(edit)
    if action in revenue_ledger.BALANCE_ACTIONS:
        revenue_ledger.store_balance(edit)


@reordered_reference.provide
def reference_of_original(request: Request) -> str:
    original = ReorderLink.objects.filter(request=request).values_list("of__reference", flat=True)
    return original.first() or ""
