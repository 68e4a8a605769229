"""Transitions of a request: new, confirmed, active, completed, cancelled."""

from datetime import date, datetime
from typing import Unpack

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.audit.actions import RequestAction
from oottam.billing.refunds import store_retained
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.requests.models import CLOSED, Request, Status
from oottam.workflow.models import AppointmentSlot, Channel, SlotState, Template
from oottam.workflow.services import message_templates, messages
from oottam.workflow.services.allergy_mentions import allergy_mentions
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.details import MEAL_KINDS, details_of, event_of
from oottam.workflow.services.editing import (
    NO_ACCEPTED_WARNINGS,
    AcceptedWarnings,
    EditContext,
    RequestEdit,
    edit_request,
)
from oottam.workflow.services.undo_window import withdraw_held


def confirm(
    *,
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS,
    mail: bool = False,
    **context: Unpack[EditContext],
) -> Request:
    """Confirm a new request. Raises DomainError for missing details, or clashes that are not accepted.

    `mail` sends the confirmation to the customer's address, where there is one.
    """
    with transaction.atomic():
        with edit_request(action=RequestAction.CONFIRM, **context) as edit:
            if edit.request.status != Status.NEW:
                raise DomainError(f"Only a new request can be confirmed; {_is(edit.request)}.")
            require_ready(edit.request, timezone.localdate(edit.now))
            _require_read(edit.request)
            edit.accepted = accepted
            edit.set(status=Status.CONFIRMED)
            if edit.request.assignee is None:
                edit.set(assignee=edit.actor)
        if mail and edit.request.email:
            _mail_confirmation(**context)
    return edit.request


def _mail_confirmation(**context: Unpack[EditContext]) -> None:
    # Read again, with its plan's days.
    request = Request.objects.get(reference=context["reference"])
    context["version"] = request.version
    letter = message_templates.draft(
        Template.CONFIRMATION, message_templates.template_context(request)
    )
    messages.send(
        template=Template.CONFIRMATION,
        channel=Channel.MAIL,
        subject=letter.subject,
        text=letter.text,
        **context,
    )


def complete(**context: Unpack[EditContext]) -> Request:
    """Complete a request. Raises DomainError unless it is confirmed or active."""
    with edit_request(action=RequestAction.COMPLETE, **context) as edit:
        if edit.request.status not in (Status.CONFIRMED, Status.ACTIVE):
            raise DomainError(f"Only a confirmed request can be completed; {_is(edit.request)}.")
        agreed = AppointmentSlot.objects.filter(request=edit.request, state=SlotState.AGREED)
        if agreed.filter(starts_at__gt=edit.now).exists():
            raise DomainError("Its appointment is still to come.")
        edit.set(status=Status.COMPLETED, closed_at=edit.now, follow_up_on=None)
        _settle_slots(edit, SlotState.DONE)
    return edit.request


def cancel(
    *,
    reference: str,
    version: int,
    actor: User | None,
    now: datetime,
    reason: str,
    give_back: int | None = None,
) -> Request:
    """Cancel a request with a reason; its slot is free again. Raises DomainError.

    `give_back` is the refund in paise; None: by the number of boxes that were cooked.
    """
    with edit_request(
        reference=reference,
        version=version,
        action=RequestAction.CANCEL,
        actor=actor,
        now=now,
        reason=reason.strip(),
    ) as edit:
        if not reason.strip():
            raise DomainError("Please give a reason for cancelling.", "reason")
        if edit.request.status in CLOSED:
            raise DomainError(f"There is nothing left to cancel; {_is(edit.request)}.")
        store_retained(edit, give_back)
        edit.set(status=Status.CANCELLED, closed_at=now, follow_up_on=None)
        _settle_slots(edit, SlotState.CANCELLED)
        withdraw_held(edit)
    return edit.request


def _settle_slots(edit: RequestEdit, state: SlotState) -> None:
    """Set the state of the booked slot, and log its id for undoing."""
    agreed = AppointmentSlot.objects.filter(request=edit.request, state=SlotState.AGREED)
    numbers = list(agreed.values_list("pk", flat=True))
    if numbers:
        agreed.update(state=state)
        edit.data["slots"] = numbers


def reopen(*, reason: str, **context: Unpack[EditContext]) -> Request:
    """Make a cancelled or completed request new again. Raises DomainError without the permission."""
    with edit_request(action=RequestAction.REOPEN, reason=reason.strip(), **context) as edit:
        if Permission.REOPEN not in permissions_of(context["actor"]):
            raise DomainError("Ask the owner to reopen it.")
        if edit.request.status not in CLOSED:
            raise DomainError(f"Only a closed request can be reopened; {_is(edit.request)}.")
        if edit.request.merged_into is not None:
            primary = edit.request.merged_into.reference
            raise DomainError(
                f"It is merged into {primary}: continue with that one, or unmerge them."
            )
        edit.set(status=Status.NEW, closed_at=None)
        withdraw_held(edit)
    return edit.request


def assign(*, assignee: User | None, **context: Unpack[EditContext]) -> Request:
    """Assign the request to an account, or to none. Raises DomainError for a closed account."""
    with edit_request(action=RequestAction.ASSIGN, **context) as edit:
        if assignee and Permission.WORK_REQUESTS not in permissions_of(assignee):
            raise DomainError(f"{assignee.get_username()} does not work on requests.", "assignee")
        edit.set(assignee=assignee)
    return edit.request


def follow_up(*, on: date | None, **context: Unpack[EditContext]) -> Request:
    """Set or clear the follow-up day. Raises DomainError for a closed request, or a past day."""
    with edit_request(action="request.follow-up", **context) as edit:
        if on is not None and edit.request.status in CLOSED:
            raise DomainError(f"There is nothing to follow up; {_is(edit.request)}.")
        if on is not None and on < timezone.localdate(edit.now):
            raise DomainError("That day has already passed.", "follow_up_on")
        edit.set(follow_up_on=on)
    return edit.request


def replace_link(**context: Unpack[EditContext]) -> Request:
    """Give the customer's page a new link, which ends the earlier one. Raises DomainError for a duplicate."""
    with edit_request(action="request.new-link", **context) as edit:
        primary = edit.request.merged_into
        if primary is not None:
            raise DomainError(f"It is merged into {primary.reference}: unmerge them first.")
        edit.set(link_number=edit.request.link_number + 1)
    return edit.request


def require_ready(request: Request, today: date) -> None:
    """Raise DomainError with the details that are missing for confirming."""
    fulfilment = details_of(request)
    if request.kind in MEAL_KINDS and fulfilment.zone_ok is False:
        raise DomainError("The address is outside our delivery area.", "zone_ok")
    requested = missing(request)
    if requested:
        named = ", ".join(item.label for item in requested)
        raise DomainError(f"Missing before it can be confirmed: {named}.", requested[0].field)
    if request.kind in MEAL_KINDS and fulfilment.start_date and fulfilment.start_date < today:
        raise DomainError("The first day has passed: agree another one.", "start_date")
    event = event_of(request)
    if event.date and event.date < today:
        raise DomainError("The day of the event has passed: agree another one.", "date")


def _require_read(request: Request) -> None:
    """Raise DomainError while a text that may name an allergy was not read: the kitchen sees recorded ones only."""
    for mention in allergy_mentions(request):
        raise DomainError(
            f"Read this before you confirm: {mention.where}: “{isolate(mention.excerpt)}”. "
            "Record the allergy, or press “Read: no allergy”."
        )


def _is(request: Request) -> str:
    return f"this one is {Status(request.status).label.lower()}"
