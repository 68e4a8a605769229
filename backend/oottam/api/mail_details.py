"""The parts of mails that depend on the kind of request."""

from collections.abc import Sequence
from dataclasses import dataclass

from oottam import catalogue
from oottam.outbox.mail_content import Fact, Line
from oottam.requests.models import Request, Source


@dataclass(frozen=True, slots=True)
class MailDetails:
    """A mail's details by kind of request, with formatted amounts.

    `noun` names the request, `subject_detail` completes the subject for staff. All values come from the contract,
    except `free_text`, the customer's text, which only the shop's mail contains. `next_step` must not
    promise anything that is not agreed yet (`call_about`).
    """

    noun: str
    next_step: str
    subject_detail: str = ""
    facts: Sequence[Fact] = ()
    lines: Sequence[Line] = ()
    sums: Sequence[Fact] = ()
    notes: Sequence[str] = ()
    free_text: Sequence[Fact] = ()


def is_entered_by_desk(request: Request) -> bool:
    """Whether staff entered the request; its customer saw no form, and may have agreed the details by phone."""
    return request.source == Source.STAFF


def call_about(request: Request, what: str) -> str:
    """Return the sentence on when the shop calls, and about what."""
    hours = catalogue.current().site.hours.calls
    if is_entered_by_desk(request):
        return f"If we have not agreed on {what} yet, we will call you {hours}."
    return f"We will call you {hours}, to agree on {what}."
