"""Keep revenue ledger and balances in step with changes of a request, and answer lower apps about reorders."""

from collections.abc import Collection, Mapping
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from oottam.api.mails import reordered_references
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


@reordered_references.provide
def references_of_originals(requests: Collection[Request]) -> Mapping[UUID, str]:
    links = ReorderLink.objects.filter(request__in=requests)
    return dict(links.values_list("request_id", "of__reference"))
