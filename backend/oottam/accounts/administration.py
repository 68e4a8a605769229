"""Account administration: by an owner, or by staff for their own account. Each change writes an audit entry."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import connection, transaction

from oottam.accounts import sessions
from oottam.accounts.models import AccountLink, AccountRole
from oottam.accounts.roles import Role
from oottam.audit.log import record
from oottam.core.db.errors import raise_if_duplicate
from oottam.core.errors import DomainError

NAME_TAKEN = "A user with that username already exists."  # Django's own message


def create_account(
    *, name: str, email: str, roles: Collection[Role], actor: User | None, now: datetime
) -> User:
    """Create an account without a usable password; raises DomainError."""
    if not roles:
        raise DomainError("Choose at least one role.", "roles")
    account = User(username=User.normalize_username(name.strip()), email=email.strip())
    try:
        account.full_clean(exclude=["password"])
    except ValidationError as error:
        field, sentences = next(iter(error.message_dict.items()))
        field = "name" if field == "username" else field
        raise DomainError(" ".join(sentences), field) from None
    account.set_unusable_password()
    with transaction.atomic():
        with raise_if_duplicate(DomainError(NAME_TAKEN, "name")):
            account.save()
        _set_roles(account, roles)
        data = {"account": account.pk, "roles": sorted(roles)}
        record(action="staff.invite", actor=actor, at=now, data=data)
    return account


def change_roles(
    *, account: User, seen: Collection[str], roles: Collection[Role], actor: User, now: datetime
) -> None:
    """Replace the account's roles and end its sessions; raises DomainError.

    `seen` are the roles that the form was rendered with: other current ones mean a stale form.
    """
    if not roles:
        raise DomainError(
            "Choose at least one role. To block all access, close the account.", "roles"
        )
    with _require_owner_left():
        held = set(AccountRole.objects.filter(account=account).values_list("role", flat=True))
        if held != set(seen):
            raise DomainError("Someone else has changed these roles. Check them again.")
        if held == set(roles):
            return
        _set_roles(account, roles)
        sessions.end_all(account)
        roles_changed = {"was": sorted(held), "now": sorted(roles)}
        _record("staff.roles", account, actor, now, roles=roles_changed)


def close_account(*, account: User, actor: User, now: datetime) -> None:
    """Deactivate the account and end its sessions; raises DomainError for the last owner."""
    with _require_owner_left():
        changed = User.objects.filter(pk=account.pk, is_active=True).update(is_active=False)
        AccountLink.objects.filter(account=account).delete()
        sessions.end_all(account)
        if changed:
            _record("staff.close", account, actor, now)


def reopen_account(*, account: User, actor: User, now: datetime) -> None:
    """Reactivate the account with its old password."""
    with transaction.atomic():
        if User.objects.filter(pk=account.pk, is_active=False).update(is_active=True):
            _record("staff.open", account, actor, now)


def end_sessions(*, account: User, actor: User, now: datetime, session: str | None = None) -> int:
    """End the account's sessions except `session` (a session key); return how many were ended."""
    with transaction.atomic():
        ended = sessions.end_all(account, exclude=session)
        if ended:
            _record("staff.end-sessions", account, actor, now, sessions=ended)
    return ended


def end_session(*, account: User, number: int, now: datetime) -> bool:
    """End one session of one's own account by its primary key; return whether it existed."""
    with transaction.atomic():
        ended = sessions.end_one(account, number)
        if ended:
            _record("staff.end-sessions", account, account, now, sessions=1)
    return ended


def set_password(
    *, account: User, password: str, confirmation: str, session: str | None, now: datetime
) -> None:
    """Set one's own password and end other sessions than `session` (a key); raises DomainError."""
    try:
        validate_password(password, account)
    except ValidationError as error:
        raise DomainError(" ".join(error.messages), "password") from None
    if password != confirmation:
        raise DomainError("The two passwords are different.", "again")
    account.set_password(password)
    with transaction.atomic():
        account.save(update_fields=["password"])
        sessions.end_all(account, exclude=session)
        _record("staff.password", account, account, now)


def _set_roles(account: User, roles: Collection[Role]) -> None:
    AccountRole.objects.filter(account=account).exclude(role__in=roles).delete()
    for role in roles:
        AccountRole.objects.get_or_create(account=account, role=role)


@contextmanager
def _require_owner_left() -> Iterator[None]:
    """Run in a transaction that is rolled back if no owner who can log in is left; concurrent ones are serialized."""
    with transaction.atomic():
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {AccountRole._meta.db_table} IN EXCLUSIVE MODE")
        before = _has_owner()
        yield
        if before and not _has_owner():
            raise DomainError("This is the last owner. Make someone else an owner first.")


def _has_owner() -> bool:
    """An invited owner without a password does not count."""
    owners = User.objects.filter(is_active=True, roles__role=Role.OWNER)
    return any(owner.has_usable_password() for owner in owners)


def _record(action: str, account: User, actor: User, now: datetime, **data: Any) -> None:
    record(action=action, actor=actor, at=now, data={"account": account.pk, **data})
