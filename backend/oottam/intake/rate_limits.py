"""How many requests came within an hour: from one address, with one phone number, for one mailbox.

Every process counts in the same table, in the transaction that stores the request: what was refused
or is a retry is not in it. From `flag_from` requests on, staff see a flag. At `cap`, the next one
from an address is a 429. Phone and e-mail never refuse: anybody can type somebody else's, who would
be locked out. A mailbox at its cap gets no more acknowledgements.

Processes that write to PostgreSQL at the same moment do not see each other's rows, so that a cap may
be passed by a batch from each. Senders are stored as keyed digests, and purged (`purge`) once they
no longer count.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache

import msgspec
from django.conf import settings

from oottam.common import mailbox, metrics, phone
from oottam.common.ip_networks import sender_network
from oottam.common.plain_sql import Cursor, chunks, values_list
from oottam.common.sender_digests import digest
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

    def flags(self, count: int) -> bool:
        """Whether staff see a flag at this count; at a cap in any case."""
        return (bool(self.flag_from) and count >= self.flag_from) or self.caps(count)

    def caps(self, count: int) -> bool:
        """Whether the cap is reached."""
        return bool(self.cap) and count >= self.cap


class Admission(msgspec.Struct, frozen=True):
    """What the counts say of one request that is taken."""

    flags: list[Flag]
    acknowledged: bool  # whether the customer gets a mail


def arrival(address: str, customer: Customer, received_at: datetime) -> Row:
    """The row that counts this request; `address` is the sender's IP address."""
    return Row(
        Arrival,
        at=int(received_at.timestamp()),
        address=digest("address", sender_network(address)),
        phone=digest("phone", phone.folded(customer.phone)),
        email=digest("email", mailbox.folded(customer.email)),
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

    def admit(self, row: Row) -> Admission:
        """Count one of the arrivals beside those before it; RefusedError (429) at its address's cap."""
        senders = [(limit.column, row.values[limit.column]) for limit in self._limits]
        counted = [
            (limit, self._counts[sender])
            for limit, sender in zip(self._limits, senders, strict=True)
        ]
        capped = {limit.column for limit, count in counted if limit.caps(count)}
        if "address" in capped:
            metrics.rate_limited("address")
            raise refusals.too_many(self._seconds_to_wait(row))
        for column, sender in senders:
            if sender is not None:
                self._counts[column, sender] += 1
        flags = [limit.flag for limit, count in counted if limit.flags(count)]
        return Admission(flags, acknowledged="email" not in capped)

    def _seconds_to_wait(self, row: Row) -> int:
        """Until the oldest of the address's last `cap` arrivals no longer counts."""
        [limit] = [limit for limit in self._limits if limit.column == "address"]
        last = f"{_recent('at', limit.column)} ORDER BY at DESC LIMIT {limit.cap}"
        at: int = row.values["at"]
        sender = (row.values[limit.column], at - WINDOW_SECONDS)
        self._cursor.execute(f"SELECT min(at) FROM ({last}) AS recent", sender)  # noqa: S608 - own names
        oldest: int | None = self._cursor.fetchone()[0]  # None when all of them came a moment ago
        return max(1, (oldest or at) + WINDOW_SECONDS - at)


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
