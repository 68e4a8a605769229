"""Builds the e-mail message: headers, plain text, and HTML with the shop's logo, and a QR code if it requests a payment."""

import secrets
import textwrap
from collections.abc import Iterator, Sequence
from email.headerregistry import Address
from email.message import Message
from email.mime.image import MIMEImage
from email.mime.multipart import MIMEMultipart
from email.policy import Compat32
from email.utils import formataddr, formatdate
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, cast

from django.conf import settings
from django.core.mail import EmailMultiAlternatives

from oottam import catalogue, rendering
from oottam.catalogue import Site
from oottam.core.direction import isolate
from oottam.core.payment_link import qr_picture
from oottam.outbox import html
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
    """Wrap to WIDTH, but neither at hyphens nor within links: references such as OT-7K2M9QX stay whole."""
    return textwrap.fill(
        text,
        WIDTH,
        subsequent_indent=subsequent_indent,
        break_on_hyphens=False,
        break_long_words="://" not in text,
    )


MAX_SUBJECT_LENGTH = 150  # characters
QR_CODE, LOGO = "upi-qr", "logo"  # Content-IDs, before the Message-ID; names of files
ICON = "site/icon-192.png"  # in a rendering, and in the storefront's build
MAX_LOGO_BYTES = 6000
LOGO_WIDTHS = (96, 72, 48)  # pixels


class UnsendableError(Exception):
    """The mail has no recipient or no content; the message states the reason for staff."""


class _QuickFolding(Compat32):
    """Writes a short ASCII header as it is; the library parses and folds each one, half of a message's time."""

    def fold_binary(self, name: str, value: Any) -> bytes:
        line = f"{name}: {value}"
        if isinstance(value, str) and len(line) < WIDTH and line.isascii():
            return f"{line}{self.linesep}".encode("ascii")
        return super().fold_binary(name, value)


_QUICK_FOLDING = _QuickFolding()


class _Mail(EmailMultiAlternatives):
    """Puts pictures into a multipart/related with the HTML (RFC 2387), so that they are no attachments."""

    pictures: Sequence[Message] = ()

    def message(self) -> Message:  # type: ignore[override] # Django's own is of this class
        """Add the pictures to Django's message of text and HTML."""
        mail: Message = super().message()
        if self.pictures:
            text, page = cast("list[Message]", mail.get_payload())
            parts = [page, *self.pictures]
            mail.set_payload([text, MIMEMultipart("related", _boundary(), parts, type="text/html")])
        # Else the library searches the whole message for each boundary that it draws.
        mail.replace_header("Content-Type", f'multipart/alternative; boundary="{_boundary()}"')
        mail.policy = _QUICK_FOLDING
        return mail


def _boundary() -> str:
    return secrets.token_hex(16)


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
            **_unsubscribe_headers(content.unsubscribe_url),
            "Message-ID": message_id,
            "Date": formatdate(localtime=True),
            # Suppresses automatic replies.
            "Auto-Submitted": "auto-generated",
            "X-Auto-Response-Suppress": "All",
        },
    )
    logo = qr_code = None
    pictures: list[Message] = []
    if content.payment:
        png, width = qr_picture(content.payment.upi.link)
        qr_code = html.Picture(f"{QR_CODE}.{message_id[1:-1]}", width // 2)
        pictures.append(_inline(png, QR_CODE, qr_code.content_id))
    if part := _logo(settings.VAR, settings.STOREFRONT, sender.rpartition("@")[2]):
        logo = html.Picture(part["Content-ID"][1:-1], html.LOGO_WIDTH)
        pictures.append(part)
    mail.pictures = pictures
    mail.attach_alternative(html.render(content, site, logo, qr_code), "text/html")
    return mail


def _unsubscribe_headers(url: str) -> dict[str, str]:
    if not url:
        return {}
    return {"List-Unsubscribe": f"<{url}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}


def _inline(png: bytes, name: str, content_id: str) -> MIMEImage:
    picture = MIMEImage(png, "png", name=f"{name}.png")
    picture["Content-ID"] = f"<{content_id}>"
    picture.add_header("Content-Disposition", "inline", filename=f"{name}.png")
    return picture


@cache
def _logo(var: Path, storefront: Path, domain: str) -> MIMEImage | None:
    """Return the icon of the shop's pages as a part of a mail; None without a readable one. Each process reads it once."""
    rendered = rendering.latest(var)
    folders = ([rendered.folder] if rendered else []) + [storefront]
    icon = next((folder / ICON for folder in folders if (folder / ICON).is_file()), None)
    try:
        return _inline(_small(icon.read_bytes()), LOGO, f"{LOGO}@{domain}") if icon else None
    except OSError:  # also Pillow's, of what is no picture
        return None


def _small(png: bytes) -> bytes:
    """Return the square picture with as many pixels as MAX_LOGO_BYTES hold; one of few colours stays as it is."""
    if len(png) <= MAX_LOGO_BYTES:
        return png
    from PIL import Image  # noqa: PLC0415 - takes 5 MB of memory

    with Image.open(BytesIO(png)) as icon:
        for width in LOGO_WIDTHS:
            file, pixels = BytesIO(), (width, width)
            small = icon.convert("RGBA").resize(pixels, Image.Resampling.LANCZOS)
            small.quantize(method=Image.Quantize.FASTOCTREE).save(file, "PNG", optimize=True)
            if file.tell() <= MAX_LOGO_BYTES:
                break
    return file.getvalue()


def _mailbox(address: str) -> str:
    """Quote the local part where RFC 5322 requires it and browsers do not, as in a..b@c."""
    local_part, _, domain = address.rpartition("@")
    return Address(username=local_part, domain=domain).addr_spec


def _message_id(entry: OutboxEntry, sender: str) -> str:
    edition = f".{entry.resends + 1}" if entry.resends else ""
    domain = sender.rpartition("@")[2]
    message_part = "" if entry.message_id is None else f".m{entry.message_id}"
    return f"<{entry.reference}.{entry.recipient}{message_part}{edition}@{domain}>"
