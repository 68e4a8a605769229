"""Links by which somebody gets into their account: made by an owner, used once, within 72 hours.

Only a link's digest is kept: nobody can read it a second time.
"""

import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.contrib.auth.models import User
from django.db import transaction

from oottam.accounts import administration, totp
from oottam.accounts.models import AccountLink, Purpose
from oottam.audit.log import record

KEPT = timedelta(hours=72)
MAX_LENGTH = 100  # characters


class LinkExpiredError(Exception):
    """The link is used, replaced, too old, or none."""


def make(*, account: User, purpose: Purpose, actor: User, now: datetime) -> str:
    """The secret part of a new link; the one before it for the same purpose opens nothing any more."""
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        locked = User.objects.select_for_update().get(pk=account.pk)
        if not locked.is_active:
            raise administration.AccountError("This account is closed. Reopen it first.")
        values = {"digest": _digest(token), "expires_at": now + KEPT}
        AccountLink.objects.update_or_create(account=account, purpose=purpose, defaults=values)
        data = {"account": account.pk, "purpose": purpose}
        record(action="staff.link", actor=actor, at=now, data=data)
    return token


def find(token: str, now: datetime) -> AccountLink:
    """The link, with its account; raises LinkExpiredError."""
    return _found(token, now, lock=False)


def withdraw(*, account: User, actor: User, now: datetime) -> None:
    """Let none of the account's links open anything any more."""
    with transaction.atomic():
        withdrawn, _ = AccountLink.objects.filter(account=account).delete()
        if withdrawn:
            record(action="staff.withdraw", actor=actor, at=now, data={"account": account.pk})


def use_for_password(*, token: str, password: str, again: str, now: datetime) -> User:
    """Give the account its password, and end its sessions; raises LinkExpiredError and AccountError."""
    with transaction.atomic():
        link = _found(token, now, lock=True)
        if link.purpose == Purpose.SECOND_FACTOR:
            raise LinkExpiredError
        administration.set_password(
            account=link.account, password=password, again=again, session=None, now=now
        )
        AccountLink.objects.filter(
            account=link.account, purpose__in=(Purpose.INVITATION, Purpose.PASSWORD)
        ).delete()
    return link.account


def use_for_second_factor(*, token: str, now: datetime) -> User:
    """Take the account's second factor away; raises LinkExpiredError. The password has been looked at."""
    with transaction.atomic():
        link = _found(token, now, lock=True)
        if link.purpose != Purpose.SECOND_FACTOR:
            raise LinkExpiredError
        totp.switch_off(account=link.account, actor=link.account, session=None, now=now)
        link.delete()
    return link.account


def purge(now: datetime) -> int:
    """Forget links that are too old; how many."""
    forgotten, _ = AccountLink.objects.filter(expires_at__lte=now).delete()
    return forgotten


def _found(token: str, now: datetime, *, lock: bool) -> AccountLink:
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
