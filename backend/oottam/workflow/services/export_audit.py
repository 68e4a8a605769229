"""Audit entries of exported lists and reports."""

from datetime import datetime
from urllib.parse import parse_qsl, urlencode

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record


def record_export(
    *, actor: User, now: datetime, query: str, count: int, file: str, of: str = "requests"
) -> None:
    """Record an export before its file is made. `query` is stored without search terms.

    These may name a person, and an entry without a reference is not found when that person is erased.
    """
    with transaction.atomic():
        data = {"of": of, "query": _without_words(query), "count": count, "file": file}
        record(action="list.export", actor=actor, at=now, data=data)


def _without_words(query: str) -> str:
    requested = parse_qsl(query.removeprefix("?"))
    return "?" + urlencode([(name, "..." if name == "q" else value) for name, value in requested])
