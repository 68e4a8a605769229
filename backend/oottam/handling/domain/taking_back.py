"""What somebody has done by mistake, they take back themselves for a while; later the owner does."""

from datetime import datetime, timedelta

from django.contrib.auth.models import AnonymousUser, User

from oottam.handling.domain.changes import RefusedError
from oottam.staff.roles import Permission, permissions_of

Account = User | AnonymousUser
OWN_TIME = timedelta(minutes=15)


def is_own(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Whether this person did it, at most a quarter of an hour ago."""
    return by == actor.pk and now < at + OWN_TIME


def may_undo(by: int | None, at: datetime, actor: Account, now: datetime) -> bool:
    """Whether money that was noted can be undone by this person now."""
    return Permission.UNDO_PAYMENT in permissions_of(actor) or is_own(by, at, actor, now)


def require_may_undo(by: int | None, at: datetime, actor: User, now: datetime) -> None:
    """Raises RefusedError."""
    if not may_undo(by, at, actor, now):
        if by == actor.pk:
            raise RefusedError("Its quarter of an hour is over: ask the owner to undo it.")
        raise RefusedError("Ask the owner to undo what a colleague has noted.")
