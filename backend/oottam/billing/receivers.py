"""Papers that follow from a payment, or from undoing it."""

from typing import Any

from django.dispatch import receiver

from oottam.audit.actions import RequestAction
from oottam.billing import papers
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed


@receiver(request_changed)
def follow_payment(*, action: str, edit: RequestEdit, **_: Any) -> None:
    """Issue the receipt if the owner wants it with each payment; cancel that of an undone one."""
    match action, edit.data:
        case RequestAction.RECORD_PAYMENT, {"payment": payment}:
            papers.issue_with_payment(edit, payment)
        case RequestAction.UNDO_PAYMENT, {"payment": payment}:
            papers.cancel_undone(edit, payment_id=payment)
        case RequestAction.UNDO_REFUND, {"refund": refund}:
            papers.cancel_undone(edit, refund_id=refund)
        case _:
            pass
