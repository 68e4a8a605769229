"""Limits per hour for one internet address, one phone number and one mailbox.

Every process counts in the same table, in the transaction that stores the request, so rejected requests and
retries do not count. From `flag_from` requests on, staff see a flag. At `cap` the next request from an address
gets a 429. Phone and e-mail are never refused, as anyone can type another person's. A mailbox at its cap gets no
more acknowledgements.

Processes that write to PostgreSQL at the same moment do not see each other's rows, so that a cap may
be passed by a batch from each. Senders are stored as keyed digests, and purged (`purge`) once they
no longer count.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.conf import settings

from oottam.api import errors
from oottam.api.endpoints import Customer
from oottam.api.models import RateLimitEntry
from oottam.core import metrics
from oottam.core.db.bulk_insert import Row
from oottam.core.db.cursor import Cursor, chunks, values_list
from oottam.core.db.pruning import prune_window
from oottam.core.mailbox import mailbox_key
from oottam.core.phone import phone_key
from oottam.core.senders import digest, sender_network
from oottam.requests.models import Flag

WINDOW_SECONDS = 3600

Columns = tuple[tuple[str, int], ...]  # each with its maximum count of interest


@dataclass(frozen=True, slots=True, eq=False)
class Limit:
    """A column of RateLimitEntry with its hourly limits; 0 is unlimited."""

    column: str
    flag: Flag
    flag_from: int
    cap: int

    def flags(self, count: int) -> bool:
        """Whether staff see a flag at this count; always at the cap."""
        return (bool(self.flag_from) and count >= self.flag_from) or self.caps(count)

    def caps(self, count: int) -> bool:
        """Whether the cap is reached."""
        return bool(self.cap) and count >= self.cap


@dataclass(frozen=True, slots=True)
class Admission:
    """The consequences of the counts for an accepted request."""

    flags: list[Flag]
    acknowledged: bool  # whether the customer gets a mail


def entry(address: str, customer: Customer, received_at: datetime, area_code: str) -> Row:
    """Return the row that counts this request; `address` is the sender's IP address, `area_code` the shop's."""
    return Row(
        RateLimitEntry,
        at=int(received_at.timestamp()),
        address=digest("address", sender_network(address)),
        phone=digest("phone", phone_key(customer.phone, area_code)),
        email=digest("email", mailbox_key(customer.email)),
    )


class RateLimiter:
    """Counts of the last hour for the senders of a batch."""

    def __init__(self, cursor: Cursor, entries: Sequence[Row]) -> None:
        by_person = (settings.FLAG_PER_PERSON, settings.CAP_PER_PERSON)
        by_address = (settings.FLAG_PER_ADDRESS, settings.CAP_PER_ADDRESS)
        self._limits, columns = _limits(by_person, by_address)
        self._counts = {
            (column, sender): count for column, sender, count in _counts(cursor, columns, entries)
        }

    def check(self, row: Row) -> Admission:
        """Count an entry after the earlier ones of its batch. Raises RequestRejectedError (429) at the address's cap."""
        senders = [(limit.column, row.values[limit.column]) for limit in self._limits]
        counted = [
            (limit, self._counts[sender])
            for limit, sender in zip(self._limits, senders, strict=True)
        ]
        capped = {limit.column: limit.cap for limit, count in counted if limit.caps(count)}
        if "address" in capped:
            raise _too_many(row.values["address"], row.values["at"], capped["address"])
        for column, sender in senders:
            if sender is not None:
                self._counts[column, sender] += 1
        flags = [limit.flag for limit, count in counted if limit.flags(count)]
        return Admission(flags, acknowledged="email" not in capped)


def count_status_form(address: str, now: datetime) -> None:
    """Count a status page's form from an IP address, separately from requests. Raises RequestRejectedError (429) at the cap.

    Runs in the caller's transaction.
    """
    sender, at = digest("answer", sender_network(address)), int(now.timestamp())
    if sender is None:
        return
    recent = RateLimitEntry.objects.filter(address=sender, at__gt=at - WINDOW_SECONDS)
    if settings.CAP_PER_ADDRESS and recent.count() >= settings.CAP_PER_ADDRESS:
        raise _too_many(sender, at, settings.CAP_PER_ADDRESS)
    RateLimitEntry.objects.create(at=at, address=sender)


def purge(now: datetime) -> int:
    """Delete entries that no longer count; return their number."""
    return prune_window(RateLimitEntry.objects.all(), WINDOW_SECONDS, now)


@cache
def _limits(
    by_person: tuple[int, int], by_address: tuple[int, int]
) -> tuple[tuple[Limit, ...], Columns]:
    """Return the limits, and each column's maximum count of interest."""
    limits = (
        Limit("phone", Flag.MANY_FROM_PHONE, *by_person),
        Limit("email", Flag.MANY_FROM_EMAIL, *by_person),
        Limit("address", Flag.MANY_FROM_ADDRESS, *by_address),
    )
    return limits, tuple((limit.column, max(limit.flag_from, limit.cap)) for limit in limits)


def _counts(
    cursor: Cursor, columns: Columns, entries: Sequence[Row]
) -> Iterator[tuple[str, int | None, int]]:
    """Return column, sender and count for all senders of the entries."""
    for chunk in chunks(entries):
        parameters = [part for entry in chunk for part in _parameters(columns, entry)]
        cursor.execute(_count_sql(columns, len(chunk)), parameters)
        for counts in cursor.fetchall():
            senders, counted = counts[: len(columns)], counts[len(columns) :]
            for (column, _), sender, count in zip(columns, senders, counted, strict=True):
                yield column, sender, count


def _too_many(address: int, at: int, cap: int) -> errors.RequestRejectedError:
    """Return the error until the oldest of the last `cap` entries expires, and count it."""
    metrics.rate_limited()
    recent = RateLimitEntry.objects.filter(address=address, at__gt=at - WINDOW_SECONDS)
    newest = recent.order_by("-at").values_list("at", flat=True)[:cap]
    return errors.too_many(min(newest, default=at) + WINDOW_SECONDS - at)  # none: of one batch


def _parameters(columns: Columns, entry: Row) -> list[Any]:
    """Return the parameters of `_count_sql` for one entry."""
    senders = [entry.values[column] for column, _ in columns]
    return [*senders, entry.values["at"] - WINDOW_SECONDS]


@cache
def _count_sql(columns: Columns, entries: int) -> str:
    """Return SQL for each entry's senders and their counts, up to the maximum of interest.

    The limits are literals: SQLite prepares the query again for each parameter value of a LIMIT.
    """
    table, since = RateLimitEntry._meta.db_table, f"sought.column{len(columns) + 1}"
    senders = [f"sought.column{position}" for position in range(1, len(columns) + 1)]
    counted = [
        f"(SELECT count(*) FROM (SELECT 1 FROM {table} WHERE {column} = {sender} AND at > {since}"  # noqa: S608
        f" LIMIT {maximum}) AS recent)"
        for (column, maximum), sender in zip(columns, senders, strict=True)
    ]
    row = "(" + ", ".join(["CAST(%s AS bigint)"] * (len(columns) + 1)) + ")"
    sought = values_list(row, entries)
    return f"SELECT {', '.join(senders + counted)} FROM ({sought}) AS sought"  # noqa: S608
