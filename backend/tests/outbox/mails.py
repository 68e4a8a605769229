"""Helpers that build and read the mails of a stored request."""

from email import message_from_bytes, policy
from email.message import EmailMessage

from oottam.outbox.mail_content import composer
from oottam.outbox.message import build_message
from oottam.outbox.models import OutboxEntry, Recipient
from oottam.requests.models import Request


def mail_about(request: Request, recipient: str) -> EmailMessage:
    """The request's mail to `recipient`, parsed from its bytes."""
    return message_from_bytes(raw_mail(request, recipient), policy=policy.default)


def raw_mail(request: Request, recipient: str) -> bytes:
    entry = OutboxEntry.objects.get(reference=request.reference, recipient=recipient)
    content = composer([request.reference])(request.reference, Recipient(recipient))
    assert content is not None
    raw: bytes = build_message(entry, content).message().as_bytes(linesep="\r\n")  # type: ignore[call-arg]
    return raw


def part(mail: EmailMessage, kind: str) -> str:
    """Text of the part `kind`: "plain" or "html"."""
    body = mail.get_body((kind,))
    assert body is not None
    content: str = body.get_content()
    return content.replace("\r\n", "\n")


def as_read(mail: EmailMessage) -> str:
    """Visible headers and the plain text, as in the golden files."""
    shown = ("From", "To", "Reply-To", "Subject", "Message-ID")
    headers = [f"{name}: {' '.join(mail[name].split())}" for name in shown]
    return "\n".join([*headers, "", part(mail, "plain")])
