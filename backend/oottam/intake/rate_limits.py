"""How many requests one sender may have stored within an hour: by address, by phone, by e-mail.

Every process counts in the same table, in the transaction that stores the request: what was refused
or is a retry is not in it. From `flag_from` requests on, staff see a flag; from `cap` on, the next
one is a 429. Processes that write to PostgreSQL at the same moment do not see each other's rows, so
that a cap may be passed by a batch from each. Senders are stored as keyed digests, and purged
(`purge`) once they no longer count.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.conf import settings

from oottam.common import metrics, phone
from oottam.common.ip_networks import sender_network
from oottam.common.plain_sql import Cursor, chunks, values_list
from oottam.intake import refusals
from oottam.intake.calls import Customer
from oottam.intake.inserts import Row
from oottam.intake.models import Arrival, Flag

WINDOW_SECONDS = 3600


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """A column of Arrival, and the counts per hour that matter; a count of 0 is never reached."""

    column: str
    flag: Flag
    flag_from: int
    cap: int

    @property
    def counted(self) -> int:
        """Counting further than this tells nothing more."""
        return max(self.flag_from, self.cap)


def arrival(address: str, customer: Customer, received_at: datetime) -> Row:
    """The row that counts this request; `address` is the sender's IP address."""
    number = phone.normalise(customer.phone) or "".join(customer.phone.casefold().split())
    return Row(
        Arrival,
        at=int(received_at.timestamp()),
        address=_digest("address", sender_network(address)),
        phone=_digest("phone", number),
        email=_digest("email", customer.email.strip().casefold()),
    )


class Senders:
    """How often each sender of some arrivals has come within the hour."""

    def __init__(self, cursor: Cursor, arrivals: Sequence[Row]) -> None:
        by_person = (settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON)
        by_address = (settings.FLAG_PER_ADDRESS, settings.CAP_PER_ADDRESS)
        self._cursor = cursor
        self._limits = _limits(by_person, by_address)
        self._counts: dict[tuple[str, int | None], int] = {}
        for together in chunks(arrivals):
            cursor.execute(
                _count(self._limits, len(together)),
                [part for row in together for part in _asked(self._limits, row)],
            )
            for found in cursor.fetchall():
                senders, counts = found[: len(self._limits)], found[len(self._limits) :]
                for limit, sender, count in zip(self._limits, senders, counts, strict=True):
                    self._counts[limit.column, sender] = count

    def admit(self, row: Row) -> list[Flag]:
        """Count one of the arrivals; its flags, beside those before it. RefusedError (429) at a cap."""
        senders = [(limit, (limit.column, row.values[limit.column])) for limit in self._limits]
        for limit, sender in senders:
            if limit.cap and self._counts[sender] >= limit.cap:
                metrics.rate_limited(limit.column)
                seconds = _seconds_to_wait(self._cursor, limit, row)
                raise refusals.too_many(limit.column, seconds)
        flags = [
            limit.flag
            for limit, sender in senders
            if limit.flag_from and self._counts[sender] >= limit.flag_from
        ]
        for _, (column, sender) in senders:
            if sender is not None:
                self._counts[column, sender] += 1
        return flags


def purge(now: datetime) -> int:
    """Forget arrivals that no longer count, or that a wrong clock put far ahead; how many."""
    at = int(now.timestamp())
    kept = (at - WINDOW_SECONDS, at + WINDOW_SECONDS)
    forgotten, _ = Arrival.objects.exclude(at__range=kept).delete()
    return forgotten


@cache
def _limits(by_person: tuple[int, int], by_address: tuple[int, int]) -> tuple[Limit, ...]:
    """The same objects for the same settings, each time."""
    return (
        Limit("phone", Flag.MANY_FROM_PHONE, *by_person),
        Limit("email", Flag.MANY_FROM_EMAIL, *by_person),
        Limit("address", Flag.MANY_FROM_ADDRESS, *by_address),
    )


def _seconds_to_wait(cursor: Cursor, limit: Limit, row: Row) -> int:
    """Until the oldest of the last `cap` arrivals no longer counts."""
    last = f"{_recent('at', limit.column)} ORDER BY at DESC LIMIT {limit.cap}"
    at: int = row.values["at"]
    sender = (row.values[limit.column], at - WINDOW_SECONDS)
    cursor.execute(f"SELECT min(at) FROM ({last}) AS recent", sender)  # noqa: S608 - own names
    oldest: int | None = cursor.fetchone()[0]  # None when all of them came a moment ago
    return max(1, (oldest or at) + WINDOW_SECONDS - at)


def _asked(limits: tuple[Limit, ...], row: Row) -> list[int | None]:
    """What `_count` takes of an arrival."""
    senders = [row.values[limit.column] for limit in limits]
    return [*senders, row.values["at"] - WINDOW_SECONDS]


@cache
def _count(limits: tuple[Limit, ...], arrivals: int) -> str:
    """For each arrival its senders and their counts, no further than what matters.

    The figures stand in the text: SQLite plans a query anew for each value of a LIMIT.
    """
    since = f"asked.column{len(limits) + 1}"
    senders = [f"asked.column{position}" for position in range(1, len(limits) + 1)]
    counts = [
        f"(SELECT count(*) FROM ({_recent('1', limit.column, sender, since)} LIMIT {limit.counted}) AS recent)"  # noqa: S608
        for limit, sender in zip(limits, senders, strict=True)
    ]
    row = "(" + ", ".join(["CAST(%s AS bigint)"] * (len(limits) + 1)) + ")"
    asked = values_list(row, arrivals)
    return f"SELECT {', '.join(senders + counts)} FROM ({asked}) AS asked"  # noqa: S608


def _recent(what: str, column: str, sender: str = "%s", since: str = "%s") -> str:
    """Something of a sender's rows since a time; two values, unless they come from elsewhere."""
    table = Arrival._meta.db_table
    return f"SELECT {what} FROM {table} WHERE {column} = {sender} AND at > {since}"  # noqa: S608


def _digest(what: str, sender: str) -> int | None:
    """64 bits that say nothing without this shop's secret key; None for no sender."""
    if not sender:
        return None
    keyed = _keyed(what, settings.SECRET_KEY).copy()
    keyed.update(sender.encode())
    return int.from_bytes(keyed.digest(), signed=True)


@cache
def _keyed(what: str, secret: str) -> "hashlib.blake2b":
    key = hashlib.sha256(b"oottam arrivals " + secret.encode()).digest()
    return hashlib.blake2b(digest_size=8, key=key, person=what.encode())
