"""Idempotency-Key: the same form sent twice is one request, and gets the first reply again."""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from uuid import UUID

from oottam.api import errors
from oottam.api.limits import MAX_KEY_LENGTH
from oottam.api.models import IdempotencyRecord
from oottam.core.db.bulk_insert import Row
from oottam.core.db.cursor import Cursor, chunks, values_list
from oottam.core.db.pruning import prune
from oottam.core.responses import Reply
from oottam.requests.models import Kind

_KEY = re.compile(rf"[\x21-\x7e]{{1,{MAX_KEY_LENGTH}}}")


@dataclass(frozen=True, slots=True)
class Key:
    """A key, scoped to one endpoint."""

    kind: Kind
    text: str
    body_digest: str

    def record(self, request_id: UUID, reply: Reply) -> Row:
        """The row that stores the reply."""
        return Row(
            IdempotencyRecord,
            kind=self.kind.value,
            key=self.text,
            body_digest=self.body_digest,
            reply=reply.body.decode(),
            request_id=request_id,
        )


def read_key(kind: Kind, header: str | None, body: bytes) -> Key | None:
    """Parse the header; None if missing. Raises RequestRejectedError for an invalid key."""
    if header is None:
        return None
    if not _KEY.fullmatch(header):
        raise errors.bad_request(
            f"The Idempotency-Key must be 1 to {MAX_KEY_LENGTH} printable ASCII characters without blanks."
        )
    return Key(kind, header, hashlib.sha256(body).hexdigest())


class ReplyCache:
    """The replies stored by key."""

    def __init__(self, cursor: Cursor, keys: Sequence[Key]) -> None:
        """Load the replies of these keys; `put` adds others."""
        self._replies: dict[tuple[str, str], tuple[str, bytes]] = {}
        for chunk in chunks(keys):
            cursor.execute(
                _find(len(chunk)),
                [part for key in chunk for part in (key.kind.value, key.text)],
            )
            for kind, text, body_digest, reply in cursor.fetchall():
                self._replies[kind, text] = (body_digest, reply.encode())

    def get(self, key: Key) -> Reply | None:
        """Return the stored reply, if any. Raises RequestRejectedError if the key has another body."""
        stored = self._replies.get((key.kind.value, key.text))
        if stored is None:
            return None
        body_digest, reply = stored
        if body_digest != key.body_digest:
            raise errors.key_reused()
        return Reply(200, reply)

    def put(self, key: Key, reply: Reply) -> None:
        """Add a reply of this batch."""
        self._replies[key.kind.value, key.text] = (key.body_digest, reply.body)


def purge(before: datetime) -> int:
    """Delete the keys of requests received before a time, in batches; return their number."""
    return prune(IdempotencyRecord.objects.filter(request__received_at__lt=before))


@cache
def _find(count: int) -> str:
    table = IdempotencyRecord._meta.db_table
    return (
        "SELECT stored.kind, stored.key, stored.body_digest, stored.reply"  # noqa: S608
        f" FROM ({values_list('(%s, %s)', count)}) AS sought"
        f" JOIN {table} AS stored ON stored.kind = sought.column1 AND stored.key = sought.column2"
    )
