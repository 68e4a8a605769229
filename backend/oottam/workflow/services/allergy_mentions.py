"""What a customer wrote about allergies outside the field for them, and that the desk has read it."""

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Unpack

from oottam.requests.models import Kind, Request, Status
from oottam.workflow.domain.allergy_words import Mention, mentions, mentions_in_address
from oottam.workflow.services.customer_answers import NOT_EATEN, NOTES_APART
from oottam.workflow.services.details import NEED_DIET, details_of, event_of, order_of
from oottam.workflow.services.editing import EditContext, edit_request

_KEY_LENGTH = 16  # hexadecimal digits


@dataclass(frozen=True, slots=True)
class AllergyMention:
    """Where it stands ("Address"), the words around it, and the keys of the texts that have these words."""

    where: str
    excerpt: str
    keys: list[str]


def allergy_mentions(request: Request) -> list[AllergyMention]:
    """Return mentions of allergens that are not recorded for the customer, each passage once.

    A word that names no allergen ("allergic") is answered by any recorded one. A text that the desk has read is left
    out until it changes. Four queries at most, for rows that are not loaded.
    """
    if request.kind not in NEED_DIET:
        return []
    fulfilment = details_of(request)
    recorded, read = set(fulfilment.allergens or ()), set(fulfilment.texts_read or ())
    found: list[AllergyMention] = []
    for where, text, find in _texts(request):
        key = sha256(text.encode()).hexdigest()[:_KEY_LENGTH]
        for mention in find(text) if key not in read else ():
            if mention.code in recorded if mention.code else recorded:
                continue
            excerpt = mention.excerpt.strip("… ")
            shown = next((each for each in found if excerpt in each.excerpt), None)
            if shown is None:
                found.append(AllergyMention(where, mention.excerpt, [key]))
            elif key not in shown.keys:
                shown.keys.append(key)
    return found


def mark_as_read(*, seen: Collection[str], **context: Unpack[EditContext]) -> Request:
    """Record that the actor read the texts of these keys and found no allergy; raises what `edit_request` raises.

    Keys of other texts are ignored.
    """
    with edit_request(action="food.read", **context) as edit:
        fulfilment = details_of(edit.request)
        open_keys = {key for mention in allergy_mentions(edit.request) for key in mention.keys}
        fulfilment.texts_read = sorted({*(fulfilment.texts_read or ()), *(open_keys & {*seen})})
        fulfilment.save()
    return edit.request


def _texts(request: Request) -> Iterator[tuple[str, str, Callable[[str], list[Mention]]]]:
    """Yield where a text stands, the text, and what finds the mentions in it."""
    ordered, fulfilment = order_of(request), details_of(request)
    if ordered is not None:
        yield "Address", ordered.address, mentions_in_address
    yield "Address", fulfilment.address, mentions_in_address
    for later in request.later_addresses.all() if request.status != Status.NEW else ():
        if later.undone_at is None:
            yield "Address", later.address, mentions_in_address
            yield "Door note", later.door_note, mentions
    if request.kind == Kind.EVENT:
        yield "Message", request.event.message, mentions
        yield "Place", event_of(request).venue, mentions_in_address
    yield from _notes("Kitchen note", fulfilment.kitchen_note)
    yield "Door note", fulfilment.door_note, mentions
    for answer in request.customer_answers.all():
        yield "Customer's answer", answer.address, mentions_in_address
        yield from _notes("Customer's answer", answer.kitchen_note)
        yield "Customer's answer", answer.door_note, mentions
    for note in request.notes.all():
        yield "Note", note.text, mentions


def _notes(where: str, note: str) -> Iterator[tuple[str, str, Callable[[str], list[Mention]]]]:
    """Yield the parts of a note, each as the customer's answer had it, so that a part is read once."""
    begin, end = NOT_EATEN.split("{}")
    for part in note.split(NOTES_APART):
        yield where, part.removeprefix(begin).removesuffix(end), mentions
