"""What a mail says, and who is asked for it.

The outbox knows a request by its reference only. When a mail is about to be sent, the one composer
that has been registered is asked what to write to whom; `message.py` gives every mail its looks.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from oottam.common.payment_link import UpiPayment
from oottam.notify.models import Recipient


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
    link: Link | None = None
    payment: PaymentRequest | None = None
    small_print: str = ""


# From a request's reference and the recipient; None when there is no such request any more.
Composer = Callable[[str, Recipient], MailContent | None]

# From the number of a message that the desk wrote, and when it is sent; None when there is none any more.
MessageComposer = Callable[[int, datetime], MailContent | None]

_composer: Composer | None = None
_message_composer: MessageComposer | None = None


def use(composer: Composer) -> None:
    """Ask `composer` from now on; done once, when Django starts."""
    global _composer  # noqa: PLW0603 - the one place that holds it
    _composer = composer


def use_for_messages(composer: MessageComposer) -> None:
    """Ask `composer` for what the desk wrote itself; done once, when Django starts."""
    global _message_composer  # noqa: PLW0603 - the one place that holds it
    _message_composer = composer


def compose_message(message_id: int, now: datetime) -> MailContent | None:
    """The mail that holds this message, sent `now`; raises RuntimeError before Django has started."""
    if _message_composer is None:
        raise RuntimeError("Messages have a composer once Django has started.")
    return _message_composer(message_id, now)


def compose(reference: str, recipient: Recipient) -> MailContent | None:
    """The content of the mail about this request to this recipient."""
    if _composer is None:
        raise RuntimeError(
            "A composer is registered when Django starts: call django.setup() first."
        )
    return _composer(reference, recipient)
