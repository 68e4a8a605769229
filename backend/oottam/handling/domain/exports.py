"""A list that leaves the house is noted: who took it, which, and how long it was."""

from datetime import datetime

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.record import record


def note_export(*, actor: User, now: datetime, query: str, count: int, file: str) -> None:
    """Before the file is made. `query` is the list's address, whose words may name a person."""
    with transaction.atomic():
        data = {"query": query, "count": count, "file": file}
        record(action="list.export", actor=actor, at=now, data=data)
