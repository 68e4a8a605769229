"""What a customer wrote about allergies outside the field for them."""

from collections.abc import Iterator
from dataclasses import dataclass

from oottam.requests.models import Kind, Request
from oottam.workflow.domain.allergy_words import mentions
from oottam.workflow.services.details import NEED_DIET, details_of, event_of, order_of


@dataclass(frozen=True, slots=True)
class AllergyMention:
    """Where it stands ("Address"), and the words around it."""

    where: str
    excerpt: str


def allergy_mentions(request: Request) -> list[AllergyMention]:
    """Return mentions of allergens that are not recorded for the customer, each passage once.

    A word that names no allergen ("allergic") is answered by any recorded one. Three queries at most, for rows that
    are not loaded.
    """
    if request.kind not in NEED_DIET:
        return []
    recorded = set(details_of(request).allergens or ())
    found: list[AllergyMention] = []
    for where, text in _texts(request):
        for mention in mentions(text):
            is_recorded = mention.code in recorded if mention.code else bool(recorded)
            is_shown = any(mention.excerpt.strip("… ") in each.excerpt for each in found)
            if not is_recorded and not is_shown:
                found.append(AllergyMention(where, mention.excerpt))
    return found


def _texts(request: Request) -> Iterator[tuple[str, str]]:
    ordered, fulfilment = order_of(request), details_of(request)
    if ordered is not None:
        yield "Address", ordered.address
    yield "Address", fulfilment.address
    if request.kind == Kind.EVENT:
        yield "Message", request.event.message
        yield "Place", event_of(request).venue
    yield "Kitchen note", fulfilment.kitchen_note
    yield "Door note", fulfilment.door_note
    for answer in request.customer_answers.all():
        yield "Customer's answer", f"{answer.address} {answer.kitchen_note} {answer.door_note}"
    for note in request.notes.all():
        yield "Note", note.text
