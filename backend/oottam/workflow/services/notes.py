"""Notes for colleagues."""

from typing import Unpack

from oottam.core.errors import DomainError
from oottam.workflow.models import Note
from oottam.workflow.services.editing import EditContext, edit_request

MAX_LENGTH = 5000  # characters


def add_note(*, text: str, **context: Unpack[EditContext]) -> Note:
    """Store a note. Raises DomainError for an empty or long one."""
    with edit_request(action="request.note", **context) as edit:
        stripped = text.strip()
        if not stripped:
            raise DomainError("Please write something first.", "text")
        if len(stripped) > MAX_LENGTH:
            raise DomainError(f"A note can have at most {MAX_LENGTH:,} characters.", "text")
        note = Note.objects.create(
            request=edit.request, text=stripped, by=context["actor"], at=edit.now
        )
        edit.data["note"] = note.pk
    return note
