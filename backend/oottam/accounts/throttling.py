"""Who may try a password or a code, and how often: by account, by network, and over all names.

A try is counted before what was typed is looked at, so that many at once are no more than many one
after the other; it is taken back when the password is right. A device that is known for the account
(known_devices.py) is counted by itself: strangers do not lock it out, nor does it lock out others.
Codes of the second factor are counted beside passwords, and forgiven by a right code alone.
"""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet

from oottam.accounts.models import LoginFailure
from oottam.accounts.trusted_devices import Device
from oottam.core.db.pruning import prune
from oottam.core.ip_networks import sender_network
from oottam.core.sender_digests import digest

WINDOW_SECONDS = 15 * 60
PER_ACCOUNT = 5
PER_NETWORK = 10  # an IPv4 address, or a /64 of IPv6
OVER_ALL = 15  # unknown devices together: a new device waits while somebody tries name after name
PER_DEVICE = 5
MAX_NAME_LENGTH = 200  # characters that are looked at; accounts have shorter ones


class TooManyAttemptsError(Exception):
    """No password is looked at now; `seconds` until one is again."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too many wrong passwords")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """A password or a code that is about to be looked at."""

    failure: LoginFailure
    account: int | None

    def was_right(self) -> None:
        """Forget it, and what this person had mistyped before, here or with this device."""
        mistyped = LoginFailure.objects.filter(
            account=self.failure.account,
            network=self.failure.network,
            device=self.failure.device,
        )
        mistyped.delete()

    def was_not_looked_at(self) -> None:
        """It does not count."""
        self.failure.delete()


def begin(name: str, address: str, device: Device | None, now: datetime) -> LoginAttempt:
    """Count a password for an account's name from an IP address; raises TooManyAttemptsError."""
    account = account_digest(name)
    known = device if device and device.knows(account) else None
    counted_by = (account, digest("device", known.name) if known else None)
    return LoginAttempt(_count(counted_by, address, now), account)


def begin_code(account: User, address: str, device: Device | None, now: datetime) -> LoginAttempt:
    """Count a code of the second factor, after the right password; raises TooManyAttemptsError."""
    name = account_digest(account.get_username())
    known = device if device and device.knows(name) else None
    by_device = digest("code device", f"{account.pk} {known.name}") if known else None
    return LoginAttempt(_count((digest("code", str(account.pk)), by_device), address, now), name)


def _count(
    counted_by: "tuple[int | None, int | None]", address: str, now: datetime
) -> LoginFailure:
    """By the device where there is one, else by account and network."""
    account, device = counted_by
    at = int(now.timestamp())
    if device is not None:
        failure = LoginFailure(at=at, device=device)
    else:
        network = digest("network", sender_network(address))
        failure = LoginFailure(at=at, account=account, network=network)
    with transaction.atomic():
        _one_at_a_time()
        _require_fewer(failure)
        failure.save(force_insert=True)
    return failure


def account_digest(name: str) -> int | None:
    """What an account is counted by; spellings that look alike count together."""
    typed = name[:MAX_NAME_LENGTH]
    return digest("account", unicodedata.normalize("NFKC", typed).strip().casefold())


def purge(now: datetime) -> int:
    """Forget failures that no longer count, or that a wrong clock put far ahead; how many."""
    at = int(now.timestamp())
    kept = (at - WINDOW_SECONDS, at + WINDOW_SECONDS)
    return prune(LoginFailure.objects.exclude(at__range=kept))


def _require_fewer(failure: LoginFailure) -> None:
    recent = LoginFailure.objects.filter(at__gt=failure.at - WINDOW_SECONDS)
    counted: list[tuple[QuerySet[LoginFailure], int]] = []
    if failure.device is not None:
        counted.append((recent.filter(device=failure.device), PER_DEVICE))
    else:
        counted.append((recent.filter(account=failure.account), PER_ACCOUNT))
        counted.append((recent.filter(device=None), OVER_ALL))
        if failure.network is not None:
            counted.append((recent.filter(network=failure.network), PER_NETWORK))
    waits = [wait for rows, most in counted if (wait := _seconds_to_wait(rows, most, failure.at))]
    if waits:
        raise TooManyAttemptsError(max(waits))


def _seconds_to_wait(rows: "QuerySet[LoginFailure]", most: int, at: int) -> int:
    """Until the oldest of the last `most` no longer counts; 0 when there are fewer."""
    last = list(rows.order_by("-at").values_list("at", flat=True)[:most])
    return max(1, last[-1] + WINDOW_SECONDS - at) if len(last) == most else 0


def _one_at_a_time() -> None:
    """Tries at the same moment see each other; on SQLite they do already."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {LoginFailure._meta.db_table} IN EXCLUSIVE MODE")
