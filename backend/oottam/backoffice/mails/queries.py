"""Finds the mails of a list, a page at a time."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from urllib.parse import urlencode

from django.db.models import OuterRef, Subquery
from django.http import QueryDict

from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.outbox.models import OutboxEntry, Recipient, State
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Message

PER_PAGE = 50
_REFERENCE = re.compile(r"[A-Z0-9-]{1,16}")


@dataclass(frozen=True, slots=True)
class MailFilter:
    """What is looked for; "" for all. `behind` is the number of the last mail of the page before."""

    state: str = ""
    recipient: str = ""
    reference: str = ""
    letters: bool = False  # those that a colleague wrote
    behind: int | None = None

    def address(self, behind: int | None = None) -> str:
        """The query string of this list, from another place on where one is named."""
        asked = {
            "state": self.state,
            "recipient": self.recipient,
            "q": self.reference,
            "letters": "1" if self.letters else "",
            "behind": behind,
        }
        given = urlencode({name: value for name, value in asked.items() if value})
        return f"?{given}" if given else "?"


@dataclass(frozen=True, slots=True)
class Row:
    """A mail as the list shows it; `letter` is what a colleague wrote, where the mail holds that."""

    entry: OutboxEntry
    about: str
    customer: str
    waits: bool
    letter: Message | None


@dataclass(frozen=True, slots=True)
class Page:
    """Some mails, and behind which the next ones begin; None at the end."""

    rows: list[Row]
    next: int | None


VIEWS = (
    ("All", MailFilter()),
    ("Failed", MailFilter(state=State.FAILED)),
    ("Waiting", MailFilter(state=State.WAITING)),
    ("Held back", MailFilter(state=State.WITHHELD)),
    ("Staff messages", MailFilter(letters=True)),
)


def read(query: QueryDict) -> MailFilter:
    """What an address asks for; what it spells wrong is left out."""
    state, recipient = query.get("state", ""), query.get("recipient", "")
    reference = query.get("q", "").strip().upper()
    return MailFilter(
        state=state if state in State.values else "",
        recipient=recipient if recipient in Recipient.values else "",
        reference=reference if _REFERENCE.fullmatch(reference) else "",
        letters=query.get("letters") == "1",
        behind=parse_pk(query.get("behind", "")),
    )


def read_text(query: str) -> MailFilter:
    """The same from a query string."""
    return read(QueryDict(query[:1000]))


def page_of(asked: MailFilter) -> Page:
    """The mails of one page, by one query, and another one for the letters among them."""
    found = OutboxEntry.objects.order_by("-pk")
    if asked.state:
        found = found.filter(state=asked.state)
    if asked.recipient:
        found = found.filter(recipient=asked.recipient)
    if asked.reference:
        found = found.filter(reference=asked.reference)
    if asked.letters:
        found = found.filter(message_id__isnull=False)
    if asked.behind:
        found = found.filter(pk__lt=asked.behind)
    customer = Request.objects.filter(reference=OuterRef("reference")).values("customer_name")
    entries = list(found.annotate(customer=Subquery(customer[:1]))[: PER_PAGE + 1])
    shown = entries[:PER_PAGE]
    letters = _letters(shown)
    rows = [
        Row(
            entry=entry,
            customer=entry.customer or "",
            about=str(Kind(entry.kind).label),
            waits=entry.state == State.WAITING,
            letter=letters.get(entry.message_id),
        )
        for entry in shown
    ]
    return Page(rows, shown[-1].pk if len(entries) > PER_PAGE else None)


def _letters(entries: Sequence[OutboxEntry]) -> dict[int | None, Message]:
    numbers = [entry.message_id for entry in entries if entry.message_id is not None]
    found = Message.objects.filter(pk__in=numbers).select_related("by").defer("text")
    return {message.pk: message for message in found}
