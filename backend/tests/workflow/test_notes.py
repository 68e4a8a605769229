"""Notes for colleagues."""

import pytest

from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.requests.models import Status
from oottam.workflow.models import Note
from oottam.workflow.services.notes import add_note
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import MONDAY, current, make_request

pytestmark = pytest.mark.django_db


def test_a_note_is_kept_as_it_was_written_less_blanks_around_it(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    made = add_note(**current(request, priya), text="\n Rings twice.\n<b>ஊட்டம்</b> \n")
    assert columns(made, "id") == {
        "request_id": request.pk,
        "text": "Rings twice.\n<b>ஊட்டம்</b>",
        "by_id": priya.pk,
        "at": MONDAY,
    }


def test_the_record_tells_of_a_note_and_not_what_it_says(send: Send) -> None:
    request = make_request(send)
    made = add_note(**current(request, make_staff_account("priya")), text="Rings twice")
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.data, entry.reason) == ("request.note", {"note": made.pk}, "")


def test_notes_stand_in_the_order_in_which_they_were_written(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    for text in ("first", "second", "third"):
        add_note(**current(request, priya), text=text)
    assert [note.text for note in request.notes.all()] == ["first", "second", "third"]


def test_what_is_closed_can_still_be_written_about(send: Send) -> None:
    request, priya = make_request(send), make_staff_account("priya")
    request.status = Status.COMPLETED
    request.save()
    add_note(**current(request, priya), text="Called to thank us")
    assert Note.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "Please write something first."),
        (" \n\u00a0", "Please write something first."),
        ("x" * 5001, "A note can have at most 5,000 characters."),
    ],
)
def test_a_note_of_nothing_or_of_too_much_is_refused(send: Send, text: str, sentence: str) -> None:
    request = make_request(send)
    with pytest.raises(DomainError) as refused:
        add_note(**current(request, make_staff_account("priya")), text=text)
    assert (refused.value.field, str(refused.value)) == ("text", sentence)
    assert not Note.objects.exists()


def test_blanks_around_the_longest_note_do_not_count(send: Send) -> None:
    request = make_request(send)
    add_note(**current(request, make_staff_account("priya")), text="x" * 5000 + "\n")
    assert len(Note.objects.get().text) == 5000
