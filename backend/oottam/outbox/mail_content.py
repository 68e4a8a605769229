"""What a mail says, and who is asked for it.

The outbox knows a request by its reference only. When a mail is about to be sent, the app that took the request says what
to write to whom; `message.py` gives every mail its looks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import cast

from oottam.core.app_hooks import app_hooks
from oottam.core.payment_link import UpiPayment
from oottam.outbox.models import Recipient


@dataclass(frozen=True, slots=True)
class Fact:
    """A label and what it says; the text may have several lines."""

    label: str
    text: str


@dataclass(frozen=True, slots=True)
class Line:
    """One thing that was asked for; amounts are ready to be read, `before` is struck through."""

    title: str
    detail: str = ""
    amount: str = ""
    before: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to an address of ours."""

    text: str
    url: str


@dataclass(frozen=True, slots=True)
class PaymentRequest:
    """What a mail asks for, with its QR code: the amount of a day, and the page that follows it from then on."""

    upi: UpiPayment
    as_of: str  # as "Monday, 23 November 2026"
    page_url: str = ""  # "" where the shop has no address on the web


@dataclass(frozen=True, slots=True)
class MailContent:
    """One mail in plain words; nothing in it is HTML.

    `subject` begins after the shop's name. The last of `sums` is the amount that counts. `next_steps`
    are sentences under a heading of their own, `paragraphs` a letter's text by itself, `small_print` stands at the very end.
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
    first_link: Link | None = None  # what is best done now, before `link`
    link: Link | None = None
    payment: PaymentRequest | None = None
    small_print: str = ""


def compose(reference: str, recipient: Recipient) -> MailContent | None:
    """The mail about this request to this recipient; None when there is no such request any more."""
    [content] = app_hooks("mail_content")
    return cast("MailContent | None", content(reference, recipient))


def compose_message(message_id: int, now: datetime) -> MailContent | None:
    """The mail that holds what the desk wrote, sent `now`; None when there is no such message any more."""
    [content] = app_hooks("message_content")
    return cast("MailContent | None", content(message_id, now))
