"""Notes for colleagues."""

from datetime import datetime

from django.contrib.auth.models import User

from oottam.core.errors import DomainError
from oottam.workflow.models import Note
from oottam.workflow.services.editing import edit_request

MAX_LENGTH = 5000  # characters


def add_note(*, reference: str, version: int, actor: User, now: datetime, text: str) -> Note:
    """Store a note. Raises DomainError for an empty or long one."""
    with edit_request(
        reference=reference, version=version, action="request.note", actor=actor, now=now
    ) as edit:
        stripped = text.strip()
        if not stripped:
            raise DomainError("Please write something first.", "text")
        if len(stripped) > MAX_LENGTH:
            raise DomainError(f"A note can have at most {MAX_LENGTH:,} characters.", "text")
        note = Note.objects.create(request=edit.request, text=stripped, by=actor, at=now)
        edit.data["note"] = note.pk
    return note
