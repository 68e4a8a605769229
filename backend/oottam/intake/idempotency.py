"""Idempotency-Key: the same form sent twice is one request, and gets the first reply again."""

import hashlib
import re
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from uuid import UUID

from django.db import connection

from oottam.common.plain_sql import Cursor, PlainCursor
from oottam.common.replies import Reply
from oottam.intake import refusals
from oottam.intake.inserts import Row
from oottam.intake.limits import LONGEST_KEY
from oottam.intake.models import IdempotencyRecord, Kind

PURGED_AT_ONCE = 500  # so that no order waits long for the purge
_KEY = re.compile(rf"[\x21-\x7e]{{1,{LONGEST_KEY}}}")


@dataclass(frozen=True, slots=True)
class Key:
    """A key that came with a call; keys of different calls have nothing to do with each other."""

    kind: Kind
    text: str
    body_digest: str

    def earlier_reply(self, cursor: Cursor) -> Reply | None:
        """The reply that this key had before, if any; RefusedError when its body was another one."""
        cursor.execute(_find(connection.vendor), (self.kind.value, self.text))
        found = cursor.fetchone()
        if found is None:
            return None
        body_digest, reply = found
        if body_digest != self.body_digest:
            raise refusals.key_reused()
        return Reply(200, reply.encode())

    def record(self, request_id: UUID, reply: Reply) -> Row:
        """The row that remembers the reply."""
        return Row(
            IdempotencyRecord,
            kind=self.kind.value,
            key=self.text,
            body_digest=self.body_digest,
            reply=reply.body.decode(),
            request_id=request_id,
        )


def read_key(kind: Kind, header: str | None, body: bytes) -> Key | None:
    """The key in the header, None without one; RefusedError when it cannot be a key."""
    if header is None:
        return None
    if not _KEY.fullmatch(header):
        raise refusals.bad_request(
            f"The Idempotency-Key must be 1 to {LONGEST_KEY} printable ASCII characters without blanks."
        )
    return Key(kind, header, hashlib.sha256(body).hexdigest())


def replay(key: Key | None) -> Reply | None:
    """The reply that this key had before, read in this thread."""
    return key.earlier_reply(PlainCursor()) if key else None


def purge(before: datetime) -> int:
    """Forget the keys of requests received before then, a few at a time; how many."""
    forgotten = 0
    while True:
        old = IdempotencyRecord.objects.filter(request__received_at__lt=before)
        few = list(old.values_list("pk", flat=True)[:PURGED_AT_ONCE])
        if not few:
            return forgotten
        forgotten += IdempotencyRecord.objects.filter(pk__in=few).delete()[0]


@cache
def _find(vendor: str) -> str:
    table = connection.ops.quote_name(IdempotencyRecord._meta.db_table)
    return f"SELECT body_digest, reply FROM {table} WHERE kind = %s AND key = %s"  # noqa: S608
