"""Single-use account links that an owner creates: invitation, new password, second factor reset. Valid for 72 hours.

Only a link's digest is stored, so that the link cannot be shown again.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts import administration, totp
from oottam.accounts.models import AccountLink, Purpose
from oottam.audit.log import record
from oottam.core.errors import DomainError

LIFETIME = timedelta(hours=72)
MAX_LENGTH = 100  # characters


class LinkExpiredError(Exception):
    """The link is used, replaced, expired or unknown."""


def create(*, account: User, purpose: Purpose, actor: User, now: datetime) -> str:
    """Create a link that replaces the account's earlier one for the same purpose; return its token."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=account.pk)
        if not locked.is_active:
            raise DomainError("This account is closed. Reopen it first.")
        values = {"digest": _digest(token), "expires_at": now + LIFETIME}
        AccountLink.objects.update_or_create(account=account, purpose=purpose, defaults=values)
        data = {"account": account.pk, "purpose": purpose}
        record(action="staff.link", actor=actor, at=now, data=data)
    return token


def find(token: str, now: datetime) -> AccountLink:
    """Return the link with its account, without using it up; raises LinkExpiredError."""
    return _load(token, now, lock=False)


def revoke(*, account: User, actor: User, now: datetime) -> None:
    """Delete all links of the account."""
    with transaction.atomic():
        revoked, _ = AccountLink.objects.filter(account=account).delete()
        if revoked:
            record(action="staff.withdraw", actor=actor, at=now, data={"account": account.pk})


def use_for_password(*, token: str, password: str, confirmation: str, now: datetime) -> User:
    """Set the account's password and end its sessions; raises LinkExpiredError and DomainError."""
    with transaction.atomic():
        link = _load(token, now, lock=True)
        if link.purpose == Purpose.SECOND_FACTOR:
            raise LinkExpiredError
        administration.set_password(
            account=link.account,
            password=password,
            confirmation=confirmation,
            session=None,
            now=now,
        )
        AccountLink.objects.filter(
            account=link.account, purpose__in=(Purpose.INVITATION, Purpose.PASSWORD)
        ).delete()
    return link.account


def use_for_second_factor(*, token: str, now: datetime) -> User:
    """Remove the account's second factor; raises LinkExpiredError. The caller has verified the password."""
    with transaction.atomic():
        link = _load(token, now, lock=True)
        if link.purpose != Purpose.SECOND_FACTOR:
            raise LinkExpiredError
        totp.disable(account=link.account, actor=link.account, session=None, now=now)
        link.delete()
    return link.account


def purge(now: datetime) -> int:
    """Delete expired links; return how many."""
    deleted, _ = AccountLink.objects.filter(expires_at__lte=now).delete()
    return deleted


def _load(token: str, now: datetime, *, lock: bool) -> AccountLink:
    links = AccountLink.objects.select_related("account")
    if lock:
        links = links.select_for_update(of=("self",))
    digest = _digest(token[:MAX_LENGTH])
    link = links.filter(digest=digest, expires_at__gt=now, account__is_active=True).first()
    if link is None:
        raise LinkExpiredError
    return link


def _digest(token: str) -> str:
    return sha256(f"account link {token}".encode(errors="replace")).hexdigest()
