"""Undoing an erroneous transition within 15 minutes: the request is as it was before.

Only while it has had no effect: no mail was sent, no cut-off has passed, and the appointment is free.
"""

from datetime import date, timedelta
from typing import Any, Unpack

from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.billing.refunds import restore_retained
from oottam.core.errors import DomainError
from oottam.requests.models import Status
from oottam.workflow.services import appointments
from oottam.workflow.services.editing import EditContext, RequestEdit, edit_request
from oottam.workflow.services.undo_window import (
    OWN_TIME,
    held_until,
    last_step,
    may_undo_step,
    withdraw_held,
)

NOTHING = "There is nothing to undo."
MAILED = "The customer has already been told: it can no longer be undone."


def undo(**context: Unpack[EditContext]) -> int:
    """Undo the last transition, by its actor or the owner; return how many mails are withdrawn. Raises DomainError.

    Later payments, notes and details stay.
    """
    with edit_request(action=RequestAction.UNDO, **context) as edit:
        step = _last_step(edit)
        edit.undone_step = step
        withdraw_held(edit)
        if held_until(edit.request, edit.now) is None:
            raise DomainError(MAILED)
        appointments.rebook(edit, step)
        if step.action == RequestAction.CANCEL:
            restore_retained(edit, step)
        _restore(edit, step.data)
    return len(edit.data.get("withdrawn", ()))


def _last_step(edit: RequestEdit) -> AuditEntry:
    # Looks back longer than the undo window, so that a late actor gets the right message.
    since = edit.now - timedelta(hours=12)
    recent = AuditEntry.objects.filter(reference=edit.request.reference, at__gt=since)
    step = last_step(recent.order_by("-pk"))
    if step is None or step.data["status"]["now"] != edit.request.status:
        if edit.request.status == Status.ACTIVE:
            raise DomainError("The cut-off has passed: cancel it instead.")
        raise DomainError(NOTHING)
    if edit.actor is None or not may_undo_step(step, edit.actor, edit.now):
        if edit.now >= step.at + OWN_TIME:
            is_confirmed = step.action == RequestAction.CONFIRM
            instead = "cancel it instead" if is_confirmed else "the owner can reopen it"
            raise DomainError(f"The 15 minutes are over: {instead}.")
        raise DomainError("Only the owner, or the colleague who did it, can undo it.")
    return step


def _restore(edit: RequestEdit, data: dict[str, Any]) -> None:
    """Restore the columns that the transition set, except those changed since."""
    request = edit.request
    edit.set(status=Status(data["status"]["was"]))
    if "closed_at" in data:
        edit.set(closed_at=None)
    if "follow_up_on" in data and request.follow_up_on is None and data["follow_up_on"]["was"]:
        edit.set(follow_up_on=date.fromisoformat(data["follow_up_on"]["was"]))
    if "assignee" in data and request.assignee_id == data["assignee"]["now"]:
        edit.set(assignee=None)  # it was unassigned
