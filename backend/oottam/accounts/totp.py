"""The second factor: TOTP codes of an authenticator app (RFC 6238: 6 digits, 30 s), and recovery codes.

The algorithm is django-otp's. Its models are not used: they store recovery codes in plain text, and lock an account on
every device after a wrong code, where throttling.py counts by device.
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
RECOVERY_CODE_COUNT = 10
CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"  # without letters that look alike
PASSED = "second_factor"  # session key: the log-in included the second factor
OFF, OWNERS, ALL = "off", "owners", "all"  # values of SECOND_FACTOR: who must have one


class WrongCodeError(Exception):
    """The code is not valid at this moment."""


def is_required(account: "User | AnonymousUser") -> bool:
    """Return whether SECOND_FACTOR requires one of this account."""
    policy = settings.SECOND_FACTOR
    return policy == ALL or (policy == OWNERS and Role.OWNER in roles_of(account))


def requires_setup(request: HttpRequest) -> bool:
    """Return whether this session must set up a second factor before it may open other pages."""
    return not request.session.get(PASSED) and is_required(request.user)


def new_key() -> str:
    """Generate a key, in hexadecimal."""
    return secrets.token_hex(KEY_BYTES)


def to_base32(key: str) -> str:
    """Format a hexadecimal key as apps accept it by hand."""
    return base64.b32encode(bytes.fromhex(key)).decode()


def provisioning_uri(key: str, name: str, issuer: str) -> str:
    """Return the otpauth:// URI of the QR code."""
    label = quote(f"{issuer}:{name}", safe="")
    return f"otpauth://totp/{label}?{urlencode({'secret': to_base32(key), 'issuer': issuer})}"


def code_at(key: str, step: int) -> str:
    """Return the code of a time step (Unix time // 30)."""
    number: int = hotp(bytes.fromhex(key), step, DIGITS)
    return f"{number:0{DIGITS}}"


def enable(*, account: User, key: str, typed: str, session: str | None, now: datetime) -> list[str]:
    """Enable the second factor with this key; return its recovery codes, which are not stored in plain text.

    Ends the account's other sessions than `session` (a key). Raises WrongCodeError unless `typed` is a current code.
    """
    step = _matching_step(key, typed, now, after=0)
    if step is None:
        raise WrongCodeError
    with transaction.atomic():
        _lock(account)
        values = {"key": key, "last_step": step, "since": now}
        SecondFactor.objects.update_or_create(account=account, defaults=values)
        made = _create_recovery_codes(account)
        _record("staff.second-factor-on", account, account, now)
        sessions.end_all(account, exclude=session)
    return made


def disable(*, account: User, actor: User, session: str | None, now: datetime) -> None:
    """Remove the second factor and end the account's other sessions than `session` (a key)."""
    with transaction.atomic():
        _lock(account)
        SecondFactor.objects.filter(account=account).delete()
        RecoveryCode.objects.filter(account=account).delete()
        _record("staff.second-factor-off", account, actor, now)
        sessions.end_all(account, exclude=session)


def renew_recovery_codes(*, account: User, now: datetime) -> list[str]:
    """Replace the account's recovery codes; return the new ones."""
    with transaction.atomic():
        _lock(account)
        made = _create_recovery_codes(account)
        _record("staff.recovery-codes", account, account, now)
    return made


def verify(*, account: User, typed: str, now: datetime) -> bool:
    """Return whether a code is right: an app's, newer than the last used one, or a recovery code, which is deleted."""
    with transaction.atomic():
        factor = SecondFactor.objects.select_for_update().filter(account=account).first()
        if factor is None:
            return False
        step = _matching_step(factor.key, typed, now, after=factor.last_step)
        if step is not None:
            factor.last_step = step
            factor.save(update_fields=["last_step"])
            return True
        used, _ = RecoveryCode.objects.filter(account=account, digest=_digest(typed)).delete()
        if used:
            _record("staff.recovery-code", account, account, now)
        return bool(used)


def lock_and_check(account: User) -> bool:
    """Return whether the account has a second factor; the lock keeps that true until the transaction ends."""
    _lock(account)
    return SecondFactor.objects.filter(account=account).exists()


def _lock(account: User) -> None:
    """Serialize log-ins with changes of the account."""
    User.objects.select_for_update().get(pk=account.pk)


def _matching_step(key: str, typed: str, now: datetime, *, after: int) -> int | None:
    """Return the current step later than `after` that the code belongs to, or None."""
    digits = "".join(typed.split())
    now_step = int(now.timestamp()) // STEP_SECONDS
    for step in range(now_step - TOLERANCE, now_step + TOLERANCE + 1):
        if step > after and secrets.compare_digest(
            code_at(key, step).encode(), digits.encode(errors="replace")
        ):
            return step
    return None


def _create_recovery_codes(account: User) -> list[str]:
    RecoveryCode.objects.filter(account=account).delete()
    made = ["-".join(_four_letters() for _ in range(4)) for _ in range(RECOVERY_CODE_COUNT)]
    RecoveryCode.objects.bulk_create(
        RecoveryCode(account=account, digest=_digest(code)) for code in made
    )
    return made


def _four_letters() -> str:
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(4))


def _digest(typed: str) -> str:
    """Digest letters and digits only; 80 random bits need no slow hash."""
    letters = "".join(letter for letter in typed.lower() if letter.isalnum())
    return sha256(f"recovery code {letters}".encode(errors="replace")).hexdigest()


def _record(action: str, account: User, actor: User, now: datetime) -> None:
    record(action=action, actor=actor, at=now, data={"account": account.pk})
