"""How many requests one sender may have stored within an hour: by address, by phone, by e-mail.

Every process counts in the same table, in the transaction that stores the request: what was refused
or is a retry is not in it. From `flag_from` requests on, staff see a flag; from `cap` on, the next
one is a 429. Transactions that run at the same moment do not see each other, so that a cap may be
passed by as many requests as PostgreSQL has connections. Senders are stored as keyed digests, and
purged (`purge`) once they no longer count.
"""

import hashlib
from dataclasses import dataclass
from datetime import datetime
from functools import cache

from django.conf import settings
from django.db import connection

from oottam.common import metrics, phone
from oottam.common.ip_networks import sender_network
from oottam.common.plain_sql import Cursor
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


def check(cursor: Cursor, row: Row) -> list[Flag]:
    """The flags that this arrival earns beside those stored so far; RefusedError (429) at a cap."""
    by_person = (settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON)
    by_address = (settings.FLAG_PER_ADDRESS, settings.CAP_PER_ADDRESS)
    limits = _limits(by_person, by_address)
    since = row.values["at"] - WINDOW_SECONDS
    senders = [part for limit in limits for part in (row.values[limit.column], since)]
    cursor.execute(_count(limits, connection.vendor), senders)
    counts = cursor.fetchone()
    for limit, count in zip(limits, counts, strict=True):
        if limit.cap and count >= limit.cap:
            metrics.rate_limited(limit.column)
            raise refusals.too_many(limit.column, _seconds_to_wait(cursor, limit, row))
    return [
        limit.flag
        for limit, count in zip(limits, counts, strict=True)
        if limit.flag_from and count >= limit.flag_from
    ]


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
    oldest: int = cursor.fetchone()[0]
    return max(1, oldest + WINDOW_SECONDS - at)


@cache
def _count(limits: tuple[Limit, ...], vendor: str) -> str:
    """Takes each limit's sender and the time since when; counts no further than what matters.

    The figures stand in the text: SQLite plans a query anew for each value of a LIMIT.
    """
    counts = (
        f"(SELECT count(*) FROM ({_recent('1', limit.column)} LIMIT {limit.counted}) AS recent)"  # noqa: S608
        for limit in limits
    )
    return f"SELECT {', '.join(counts)}"


def _recent(what: str, column: str) -> str:
    """Something of a sender's rows; takes the sender, and the time since when."""
    table = connection.ops.quote_name(Arrival._meta.db_table)
    return f"SELECT {what} FROM {table} WHERE {column} = %s AND at > %s"  # noqa: S608


def _digest(what: str, sender: str) -> int | None:
    """64 bits that say nothing without this shop's secret key; None for no sender."""
    if not sender:
        return None
    keyed = hashlib.blake2b(
        sender.encode(), digest_size=8, key=_key(settings.SECRET_KEY), person=what.encode()
    )
    return int.from_bytes(keyed.digest(), signed=True)


@cache
def _key(secret: str) -> bytes:
    return hashlib.sha256(b"oottam arrivals " + secret.encode()).digest()
