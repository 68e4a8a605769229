"""Internal notes of a request."""

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.requests.models import Status
from oottam.workflow.models import Note
from oottam.workflow.services.notes import add_note
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, current, make_request

pytestmark = pytest.mark.django_db


def test_note_is_stored_with_outer_whitespace_removed(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    made = add_note(**current(request, priya), text="\n Rings twice.\n<b>ஊட்டம்</b> \n")
    assert columns(made, "id") == {
        "request_id": request.pk,
        "text": "Rings twice.\n<b>ஊட்டம்</b>",
        "by_id": priya.pk,
        "at": TEN_AM,
    }


def test_audit_log_mentions_a_note_without_its_text(send: Send) -> None:
    request = make_request(send)
    made = add_note(**current(request, make_staff_account("priya")), text="Rings twice")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data, entry.reason) == ("request.note", {"note": made.pk}, "")


def test_notes_are_in_chronological_order(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    for text in ("first", "second", "third"):
        add_note(**current(request, priya), text=text)
    assert [note.text for note in request.notes.all()] == ["first", "second", "third"]


def test_closed_request_accepts_notes(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    request.status = Status.COMPLETED
    request.save()
    add_note(**current(request, priya), text="Called to thank us")
    assert Note.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Please write something first."),
        (" \n\u00a0", "Please write something first."),
        ("x" * 5001, "A note can have at most 5,000 characters."),
    ],
)
def test_empty_or_too_long_note_is_rejected(send: Send, text: str, message: str) -> None:
    request = make_request(send)
    with pytest.raises(DomainError) as refused:
        add_note(**current(request, make_staff_account("priya")), text=text)
    assert (refused.value.field, str(refused.value)) == ("text", message)
    assert not Note.objects.exists()


def test_outer_whitespace_does_not_count_towards_the_limit(send: Send) -> None:
    request = make_request(send)
    add_note(**current(request, make_staff_account("priya")), text="x" * 5000 + "\n")
    assert len(Note.objects.get().text) == 5000
