"""Builds the e-mail message: headers, plain text, HTML, and a QR code if it requests a payment."""

import textwrap
from collections.abc import Iterator
from email.headerregistry import Address
from email.message import Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.utils import formataddr, formatdate
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from oottam import catalogue
from oottam.catalogue import Site
from oottam.core.direction import isolate
from oottam.core.payment_link import qr_picture
from oottam.outbox.mail_content import Fact, Line, MailContent, PaymentRequest
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.outbox.sanitize import one_line, several_lines

WIDTH = 72  # characters
MAX_LINE_LENGTH = 400  # characters of an item's title or detail


def plain_text(content: MailContent, site: Site) -> str:
    """Render the whole mail; multi-line customer input is indented, so that it cannot imitate the shop's text."""
    signature = f"{site.brand.name}\n{site.contact.phone}, {site.contact.email}"
    parts = [*_paragraphs(content), signature, *_wrapped(content.small_print)]
    return "\n\n".join(parts) + "\n"


def _paragraphs(content: MailContent) -> Iterator[str]:
    if content.greeting:
        yield one_line(content.greeting, WIDTH)
    yield from _wrapped(content.opening)
    for paragraph in content.paragraphs:
        yield "\n".join(_fill(line) for line in several_lines(paragraph).split("\n"))
    if content.payment:
        yield _payment(content.payment)
    if content.facts:
        yield "\n".join(map(_fact, content.facts))
    if content.lines:
        yield "\n".join(map(_line, content.lines))
    if content.sums:
        yield "\n".join(map(_fact, content.sums))
    for note in content.notes:
        yield from _wrapped(note)
    if content.next_steps:
        yield "\n".join(["WHAT HAPPENS NEXT", *_wrapped(" ".join(content.next_steps))])
    for link in (content.first_link, content.link):
        if link:
            yield f"{link.text}:\n{link.url}"


def _fact(fact: Fact) -> str:
    text = several_lines(fact.text)
    if "\n" not in text and len(fact.label) + len(text) < WIDTH:
        return f"{fact.label}: {isolate(text)}"
    lines = (f"  | {isolate(line)}".rstrip() for line in text.split("\n"))
    return "\n".join([f"{fact.label}:", *lines])


def _line(line: Line) -> str:
    title = isolate(one_line(line.title, MAX_LINE_LENGTH))
    detail = f" ({isolate(one_line(line.detail, MAX_LINE_LENGTH))})" if line.detail else ""
    amount = f": {line.amount}" if line.amount else ""
    before = f", instead of {line.before}" if line.before else ""
    return _fill(f"- {title}{detail}{amount}{before}", subsequent_indent="  ")


def _payment(request: PaymentRequest) -> str:
    """UPI details as text, for readers who cannot scan the QR code."""
    upi = request.upi
    page = f" See the page for changes:\n{request.page_url}" if request.page_url else ""
    return (
        f"PAY BY UPI\nUPI ID: {upi.upi_id}\nAmount: {upi.amount}\nNote: {upi.reference}\n"
        f"Amount as of {request.as_of}.{page}"
    )


def _wrapped(text: str) -> list[str]:
    return [_fill(text)] if text else []


def _fill(text: str, subsequent_indent: str = "") -> str:
    """Wrap to WIDTH, but not at hyphens: references such as OT-7K2M9QX stay whole."""
    return textwrap.fill(text, WIDTH, subsequent_indent=subsequent_indent, break_on_hyphens=False)


MAX_SUBJECT_LENGTH = 150  # characters
HTML = "outbox/mail.html"
QR_CODE_FILE = "upi-qr.png"


class UnsendableError(Exception):
    """The mail has no recipient or no content; the message states the reason for staff."""


class _Mail(EmailMultiAlternatives):
    """Puts the picture into a multipart/related with the HTML (RFC 2387), so that it is no attachment."""

    picture: MIMEImage | None = None

    def message(self) -> Message:  # type: ignore[override] # Django's own is of this class
        """Add the picture to Django's message of text and HTML."""
        mail: Message = super().message()
        if self.picture:
            text, html = cast("list[Message]", mail.get_payload())
            related = MIMEMultipart("related", None, [html, self.picture], type="text/html")
            mail.set_payload([text, related])
        return mail


def build_message(entry: OutboxEntry, content: MailContent) -> EmailMultiAlternatives:
    """Build the mail for an entry; raises UnsendableError without a recipient's address.

    The Message-ID depends on the entry and its number of resends only, so that mail servers can
    drop repeats. X-Request-ID leads to the access log.
    """
    site = catalogue.current().site
    sender = settings.MAIL.sender or site.contact.email
    to, reply_to = settings.MAIL.shop or site.contact.email, content.customer_email
    if entry.recipient == Recipient.CUSTOMER:
        to, reply_to = content.customer_email, site.contact.email
    recipients = content.owners_emails or [to]
    if not all(recipients):
        raise UnsendableError("The request has no e-mail address.")
    message_id = _message_id(entry, sender)
    mail = _Mail(
        subject=one_line(f"{site.brand.name}: {content.subject}", MAX_SUBJECT_LENGTH),
        body=plain_text(content, site),
        from_email=formataddr((site.brand.name, sender)),
        to=[_mailbox(recipient) for recipient in recipients],
        reply_to=[_mailbox(reply_to)] if reply_to else [],
        headers={
            **({"X-Request-ID": entry.http_request_id} if entry.http_request_id else {}),
            "Message-ID": message_id,
            "Date": formatdate(localtime=True),
            # Suppresses automatic replies.
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    context: dict[str, Any] = {"content": content, "site": site}
    if content.payment:
        png, width = qr_picture(content.payment.upi.link)
        context |= {"qr_id": f"upi-qr.{message_id[1:-1]}", "qr_width": width // 2}
        mail.picture = _inline(png, f"<{context['qr_id']}>")
    mail.attach_alternative(render_to_string(HTML, context), "text/html")
    return mail


def _inline(png: bytes, content_id: str) -> MIMEImage:
    picture = MIMEImage(png, "png", name=QR_CODE_FILE)
    picture["Content-ID"] = content_id
    picture.add_header("Content-Disposition", "inline", filename=QR_CODE_FILE)
    return picture


def _mailbox(address: str) -> str:
    """Quote the local part where RFC 5322 requires it and browsers do not, as in a..b@c."""
    local_part, _, domain = address.rpartition("@")
    return Address(username=local_part, domain=domain).addr_spec


def _message_id(entry: OutboxEntry, sender: str) -> str:
    edition = f".{entry.resends + 1}" if entry.resends else ""
    domain = sender.rpartition("@")[2]
    message_part = "" if entry.message_id is None else f".m{entry.message_id}"
    return f"<{entry.reference}.{entry.recipient}{message_part}{edition}@{domain}>"
