"""What is particular to one kind of request, in words for its mails."""

from collections.abc import Sequence
from dataclasses import dataclass

from oottam import catalogue
from oottam.outbox.mail_content import Fact, Line
from oottam.requests.models import Request, Source


@dataclass(frozen=True, slots=True)
class MailDetails:
    """What a mail says of one kind of request; amounts are ready to be read.

    `noun` names it in sentences, `gist` adds to the subject that staff see. All of it comes from our
    menus and lists but `own_words`, which are the customer's and go to the shop alone. `next_step`
    promises nothing that is not agreed yet (`call_about`).
    """

    noun: str
    next_step: str
    gist: str = ""
    facts: Sequence[Fact] = ()
    lines: Sequence[Line] = ()
    sums: Sequence[Fact] = ()
    notes: Sequence[str] = ()
    own_words: Sequence[Fact] = ()


def is_entered_by_desk(request: Request) -> bool:
    """Whether a colleague entered it: its customer saw no form, and may have agreed on the rest by then."""
    return request.source == Source.STAFF


def call_about(request: Request, what: str) -> str:
    """When the shop calls, and to agree on what."""
    hours = catalogue.current().site.hours.calls
    if is_entered_by_desk(request):
        return f"If we have not agreed on {what} yet, we will call you {hours}."
    return f"We will call you {hours}, to agree on {what}."
