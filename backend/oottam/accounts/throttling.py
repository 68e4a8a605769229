"""Rate limits of log-in attempts: by account, by network, and overall.

An attempt is counted before the password is checked, so that concurrent attempts gain nothing; a right password deletes
the failures. A device that is trusted for the account (trusted_devices.py) is counted separately: strangers cannot lock
it out, nor can it lock out others. Codes of the second factor have their own counters, which only a right code resets.
"""

import unicodedata
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.db.models import QuerySet

from oottam.accounts.models import LoginFailure
from oottam.accounts.trusted_devices import Device
from oottam.core.db.pruning import prune_window
from oottam.core.senders import digest, sender_network

WINDOW_SECONDS = 15 * 60
MAX_PER_ACCOUNT = 5
MAX_PER_NETWORK = 10  # an IPv4 address, or a /64 of IPv6
MAX_OVERALL = 15  # all untrusted devices together, against one client that tries many names
MAX_PER_DEVICE = 5
MAX_NAME_LENGTH = 200  # characters that count; account names are shorter


class TooManyAttemptsError(Exception):
    """Attempts are rejected for `seconds`."""

    def __init__(self, seconds: int) -> None:
        super().__init__("too many wrong passwords")
        self.seconds = seconds


@dataclass(frozen=True, slots=True)
class LoginAttempt:
    """A counted attempt whose password or code is about to be checked."""

    failure: LoginFailure
    account: int | None

    def succeed(self) -> None:
        """Delete the attempt and this account's earlier failures from the same network or device."""
        mistyped = LoginFailure.objects.filter(
            account=self.failure.account,
            network=self.failure.network,
            device=self.failure.device,
        )
        mistyped.delete()

    def cancel_attempt(self) -> None:
        """Delete the attempt: nothing was checked."""
        self.failure.delete()


def begin(name: str, address: str, device: Device | None, now: datetime) -> LoginAttempt:
    """Count a password for an account's name from an IP address; raises TooManyAttemptsError."""
    account = account_digest(name)
    known = device if device and device.trusts(account) else None
    counted_by = (account, digest("device", known.name) if known else None)
    return LoginAttempt(_add_failure(counted_by, address, now), account)


def begin_code(account: User, address: str, device: Device | None, now: datetime) -> LoginAttempt:
    """Count a code of the second factor, after the right password; raises TooManyAttemptsError."""
    name = account_digest(account.get_username())
    known = device if device and device.trusts(name) else None
    by_device = digest("code device", f"{account.pk} {known.name}") if known else None
    return LoginAttempt(
        _add_failure((digest("code", str(account.pk)), by_device), address, now), name
    )


def _add_failure(
    counted_by: "tuple[int | None, int | None]", address: str, now: datetime
) -> LoginFailure:
    """Store the attempt as a failure: by device where there is one, else by account and network."""
    account, device = counted_by
    at = int(now.timestamp())
    if device is not None:
        failure = LoginFailure(at=at, device=device)
    else:
        network = digest("network", sender_network(address))
        failure = LoginFailure(at=at, account=account, network=network)
    with transaction.atomic():
        if connection.vendor == "postgresql":  # SQLite has one writer
            with connection.cursor() as cursor:
                cursor.execute(f"LOCK TABLE {LoginFailure._meta.db_table} IN EXCLUSIVE MODE")
        _check_limits(failure)
        failure.save(force_insert=True)
    return failure


def account_digest(name: str) -> int | None:
    """Return the digest that an account name is counted by; NFKC-equal spellings share it."""
    typed = name[:MAX_NAME_LENGTH]
    return digest("account", unicodedata.normalize("NFKC", typed).strip().casefold())


def purge(now: datetime) -> int:
    """Delete failures that no longer count; return how many."""
    return prune_window(LoginFailure.objects.all(), WINDOW_SECONDS, now)


def _check_limits(failure: LoginFailure) -> None:
    recent = LoginFailure.objects.filter(at__gt=failure.at - WINDOW_SECONDS)
    counted: list[tuple[QuerySet[LoginFailure], int]] = []
    if failure.device is not None:
        counted.append((recent.filter(device=failure.device), MAX_PER_DEVICE))
    else:
        counted.append((recent.filter(account=failure.account), MAX_PER_ACCOUNT))
        counted.append((recent.filter(device=None), MAX_OVERALL))
        if failure.network is not None:
            counted.append((recent.filter(network=failure.network), MAX_PER_NETWORK))
    waits = [wait for rows, limit in counted if (wait := _seconds_to_wait(rows, limit, failure.at))]
    if waits:
        raise TooManyAttemptsError(max(waits))


def _seconds_to_wait(rows: "QuerySet[LoginFailure]", limit: int, at: int) -> int:
    """Return the seconds until the oldest of the last `limit` failures leaves the window; 0 when there are fewer."""
    last = list(rows.order_by("-at").values_list("at", flat=True)[:limit])
    return max(1, last[-1] + WINDOW_SECONDS - at) if len(last) == limit else 0
