"""Notes for colleagues."""

from datetime import datetime

from django.contrib.auth.models import User

from oottam.workflow.models import Note
from oottam.workflow.services.editing import RefusedError, change

MAX_LENGTH = 5000  # characters


def add_note(*, reference: str, version: int, actor: User, now: datetime, text: str) -> Note:
    """Keep a note; raises RefusedError when there is nothing in it, or too much."""
    with change(
        reference=reference, version=version, action="request.note", actor=actor, now=now
    ) as making:
        kept = text.strip()
        if not kept:
            raise RefusedError("Please write something first.", "text")
        if len(kept) > MAX_LENGTH:
            raise RefusedError(f"A note can have at most {MAX_LENGTH:,} characters.", "text")
        made = Note.objects.create(request=making.request, text=kept, by=actor, at=now)
        making.data["note"] = made.pk
    return made
