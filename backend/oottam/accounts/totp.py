"""The second factor: codes of an authenticator app (RFC 6238: 6 digits, 30 s), and recovery codes in its place.

The arithmetic is django-otp's. Its tables are not used: they keep recovery codes as they are typed, and lock an
account on every device after a wrong code, where ours (log_in.py) counts by device.
"""

import base64
import secrets
from datetime import datetime
from hashlib import sha256
from urllib.parse import quote, urlencode

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.http import HttpRequest
from django_otp.oath import hotp

from oottam.accounts import sessions
from oottam.accounts.models import RecoveryCode, SecondFactor
from oottam.accounts.roles import Role, roles_of
from oottam.audit.log import record

STEP_SECONDS = 30
TOLERANCE = 1  # steps by which a phone's clock may be off, either way
DIGITS = 6
KEY_BYTES = 20
CODES = 10
CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # none that is taken for another
PASSED = "second_factor"  # in the session: it was begun with the second factor
OFF, OWNERS, ALL = "off", "owners", "all"  # for whom it is forced


class WrongCodeError(Exception):
    """This is not the code of this moment."""


def is_forced(account: "User | AnonymousUser") -> bool:
    """Whether the shop asks this account for a second factor."""
    policy = settings.SECOND_FACTOR
    return policy == ALL or (policy == OWNERS and Role.OWNER in roles_of(account))


def must_be_set_up(request: HttpRequest) -> bool:
    """Whether this session may see nothing else before the account has a second factor."""
    return not request.session.get(PASSED) and is_forced(request.user)


def new_key() -> str:
    """For an authenticator app, in hexadecimal."""
    return secrets.token_hex(KEY_BYTES)


def written(key: str) -> str:
    """The key as people type it into an app: base 32."""
    return base64.b32encode(bytes.fromhex(key)).decode()


def address(key: str, name: str, issuer: str) -> str:
    """What an app reads from the QR code."""
    label = quote(f"{issuer}:{name}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': written(key), 'issuer': issuer})}"


def code(key: str, step: int) -> str:
    """What an app shows in one step of 30 s since 1970."""
    number: int = hotp(bytes.fromhex(key), step, DIGITS)
    return f"{number:0{DIGITS}}"


def switch_on(
    *, account: User, key: str, typed: str, session: str | None, now: datetime
) -> list[str]:
    """Ask for this key's codes from now on; the recovery codes, which nobody can read again.

    Ends all sessions of the account but `session`. Raises WrongCodeError unless `typed` is the code of
    this moment.
    """
    step = _step_of(key, typed, now, behind=0)
    if step is None:
        raise WrongCodeError
    with transaction.atomic():
        _lock(account)
        values = {"key": key, "last_step": step, "since": now}
        SecondFactor.objects.update_or_create(account=account, defaults=values)
        made = _make_codes(account)
        _record("staff.second-factor-on", account, account, now)
        sessions.end_all(account, but=session)
    return made


def switch_off(*, account: User, actor: User, session: str | None, now: datetime) -> None:
    """Ask for the password alone from now on, and end all sessions of the account but `session`."""
    with transaction.atomic():
        _lock(account)
        SecondFactor.objects.filter(account=account).delete()
        RecoveryCode.objects.filter(account=account).delete()
        _record("staff.second-factor-off", account, actor, now)
        sessions.end_all(account, but=session)


def renew_codes(*, account: User, now: datetime) -> list[str]:
    """Ten new recovery codes; the old ones open nothing any more."""
    with transaction.atomic():
        _lock(account)
        made = _make_codes(account)
        _record("staff.recovery-codes", account, account, now)
    return made


def take(*, account: User, typed: str, now: datetime) -> bool:
    """Whether a code is right: the app's, newer than any that was taken, or a recovery code, which is used up."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(account=account).first()
        if factor is None:
            return False
        step = _step_of(factor.key, typed, now, behind=factor.last_step)
        if step is not None:
            factor.last_step = step
            factor.save(update_fields=["last_step"])
            return True
        used, _ = RecoveryCode.objects.filter(account=account, digest=_digest(typed)).delete()
        if used:
            _record("staff.recovery-code", account, account, now)
        return bool(used)


def lock_and_ask(account: User) -> bool:
    """Whether the account has a second factor, so that none is added before the transaction ends."""
    _lock(account)
    return SecondFactor.objects.filter(account=account).exists()


def _lock(account: User) -> None:
    """Log-ins and changes of an account wait for each other."""
    User.objects.select_for_update().get(pk=account.pk)


def _step_of(key: str, typed: str, now: datetime, *, behind: int) -> int | None:
    """The step whose code this is, later than `behind`; None when it is none of this moment."""
    digits = "".join(typed.split())
    here = int(now.timestamp()) // STEP_SECONDS
    for step in range(here - TOLERANCE, here + TOLERANCE + 1):
        if step > behind and secrets.compare_digest(
            code(key, step).encode(), digits.encode(errors="replace")
        ):
            return step
    return None


def _make_codes(account: User) -> list[str]:
    RecoveryCode.objects.filter(account=account).delete()
    made = ["-".join(_letters(4) for _ in range(4)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account=account, digest=_digest(each)) for each in made
    )
    return made


def _letters(count: int) -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(count))


def _digest(typed: str) -> str:
    """Of the letters alone; 80 random bits need no slow hash."""
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    return sha256(f"recovery code {letters}".encode(errors="replace")).hexdigest()


def _record(action: str, account: User, actor: User, now: datetime) -> None:
    record(action=action, actor=actor, at=now, data={"account": account.pk})
