"""Content of a mail, and the hooks that compose it.

The app that owns the request composes the content when the mail is sent; `message.py` renders it.
"""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from oottam.core.hook import Hook
from oottam.core.payment_link import UpiPayment
from oottam.outbox.models import EDITION, Recipient


@dataclass(frozen=True, slots=True)
class Fact:
    """A labelled value; the text may have several lines."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """A requested item; amounts are formatted, and `before` is struck through."""

    title: str
    detail: str = ""
    amount: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a page of the shop."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """A UPI payment request with the amount due on a given day, and the page with later changes."""

    upi: UpiPayment
    as_of: str  # as "Monday, 23 November 2026"
    page_url: str = ""  # "" if the shop has no origin


@dataclass(frozen=True, slots=True)
class MailContent:
    """Content of one mail as plain text without HTML.

    `subject` follows the shop's name. The last of `sums` is the total. `next_steps` are sentences
    below a heading, `paragraphs` is a message from the desk, `small_print` comes last. Mail programs show a button that
    posts to `unsubscribe_url` (RFC 8058).
    """

    customer_email: str
    subject: str
    greeting: str
    opening: str
    facts: Sequence[Fact] = ()
    lines: Sequence[Line] = ()
    sums: Sequence[Fact] = ()
    paragraphs: Sequence[str] = ()
    notes: Sequence[str] = ()
    next_steps: Sequence[str] = ()
    owners_emails: Sequence[str] = ()  # recipients in place of the shop's mailbox
    first_link: Link | None = None  # primary action, shown before `link`
    link: Link | None = None
    payment: PaymentRequest | None = None
    small_print: str = ""
    unsubscribe_url: str = ""


Compose = Callable[[str, Recipient], MailContent | None]


def composer(references: Collection[str]) -> Compose:
    """Read these requests; return what composes one's mail to a recipient, or an edition's to the owners.

    It returns None for what was deleted, or a customer who was erased.
    """
    compose_request_mail = request_composer([name for name in references if _is_request(name)])

    def compose(reference: str, recipient: Recipient) -> MailContent | None:
        if _is_request(reference):
            return compose_request_mail(reference, recipient)
        return compose_edition_mail(int(reference.removeprefix(EDITION)))

    return compose


def _is_request(reference: str) -> bool:
    return not reference.startswith(EDITION)


@Hook
def request_composer(references: Collection[str]) -> Compose:
    """Read these requests in a few queries; return what composes their mails, None for one that it has not found."""
    raise NotImplementedError


@Hook
def compose_edition_mail(number: int) -> MailContent | None:
    """Compose the mail to the owners about an edition; None without an owner's address."""
    raise NotImplementedError


@Hook
def compose_message(message_id: int, now: datetime) -> MailContent | None:
    """Compose a message from the desk, sent `now`; None if it was withdrawn or erased."""
    raise NotImplementedError
