"""The steps of a request: new, confirmed, active, completed, or cancelled."""

from datetime import date, datetime

from django.contrib.auth.models import User

from oottam.handling.domain.changes import RefusedError, change
from oottam.handling.domain.checklist import missing
from oottam.handling.models import Slot, SlotState
from oottam.requests.models import Request, Status
from oottam.staff.roles import Permission, permissions_of

OPEN = (Status.NEW, Status.CONFIRMED, Status.ACTIVE)
CLOSED = (Status.COMPLETED, Status.CANCELLED)


def confirm(*, reference: str, version: int, actor: User, now: datetime) -> Request:
    """It is agreed; raises RefusedError while facts are missing, or when it is not new."""
    with change(
        reference=reference, version=version, action="request.confirm", actor=actor, now=now
    ) as making:
        if making.request.status != Status.NEW:
            raise RefusedError(f"Only a new request is confirmed; {_is(making.request)}.")
        asked = missing(making.request)
        if asked:
            named = ", ".join(item.label for item in asked)
            raise RefusedError(f"Before it is confirmed, ask for: {named}.", asked[0].field)
        making.set(status=Status.CONFIRMED)
        if making.request.assignee is None:
            making.set(assignee=actor)
    return making.request


def complete(*, reference: str, version: int, actor: User, now: datetime) -> Request:
    """Nothing is left to do; raises RefusedError unless it is confirmed or active."""
    with change(
        reference=reference, version=version, action="request.complete", actor=actor, now=now
    ) as making:
        if making.request.status not in (Status.CONFIRMED, Status.ACTIVE):
            raise RefusedError(f"Only what is confirmed is completed; {_is(making.request)}.")
        making.set(status=Status.COMPLETED, closed_at=now, follow_up_on=None)
        Slot.objects.filter(request=making.request, state=SlotState.AGREED).update(
            state=SlotState.DONE
        )
    return making.request


def cancel(*, reference: str, version: int, actor: User, now: datetime, reason: str) -> Request:
    """It is off, for a reason that is kept; its slot is free again. Raises RefusedError."""
    with change(
        reference=reference,
        version=version,
        action="request.cancel",
        actor=actor,
        now=now,
        reason=reason.strip(),
    ) as making:
        if not reason.strip():
            raise RefusedError("Say why it is cancelled.", "reason")
        if making.request.status in CLOSED:
            raise RefusedError(f"It cannot be cancelled; {_is(making.request)}.")
        making.set(status=Status.CANCELLED, closed_at=now, follow_up_on=None)
        Slot.objects.filter(request=making.request, state=SlotState.AGREED).update(
            state=SlotState.CANCELLED
        )
    return making.request


def reopen(*, reference: str, version: int, actor: User, now: datetime, reason: str) -> Request:
    """A cancelled or completed request is worked again, from new; for those with the right to it."""
    with change(
        reference=reference,
        version=version,
        action="request.reopen",
        actor=actor,
        now=now,
        reason=reason.strip(),
    ) as making:
        if Permission.REOPEN not in permissions_of(actor):
            raise RefusedError("Ask the owner to reopen it.")
        if making.request.status not in CLOSED:
            raise RefusedError(f"It is open already; {_is(making.request)}.")
        if making.request.merged_into_id is not None:
            raise RefusedError("It was merged into another request: work on that one.")
        making.set(status=Status.NEW, closed_at=None)
    return making.request


def assign(
    *, reference: str, version: int, actor: User, now: datetime, assignee: User | None
) -> Request:
    """It is this person's to work, or nobody's; raises RefusedError for a closed account."""
    with change(
        reference=reference, version=version, action="request.assign", actor=actor, now=now
    ) as making:
        if assignee and Permission.WORK_REQUESTS not in permissions_of(assignee):
            raise RefusedError(f"{assignee.get_username()} does not work on requests.", "assignee")
        making.set(assignee=assignee)
    return making.request


def follow_up(
    *, reference: str, version: int, actor: User, now: datetime, on: date | None
) -> Request:
    """Remind us of it on this day, or no longer; raises RefusedError when it is closed."""
    with change(
        reference=reference, version=version, action="request.follow-up", actor=actor, now=now
    ) as making:
        if on is not None and making.request.status in CLOSED:
            raise RefusedError(f"Nothing is left to follow up; {_is(making.request)}.")
        making.set(follow_up_on=on)
    return making.request


def _is(request: Request) -> str:
    return f"this one is {Status(request.status).label.lower()}"
