"""Messages to customers: stored as sent, mailed by the outbox, or opened in WhatsApp."""

import re
from dataclasses import replace
from datetime import datetime
from email import message_from_bytes, policy
from io import BytesIO
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import segno
from django.contrib.auth.models import User
from django.utils import timezone
from PIL import Image

from oottam import catalogue
from oottam.audit.models import AuditEntry
from oottam.billing.payments import record_payment
from oottam.core.errors import DomainError, StaleError
from oottam.outbox import mail_content
from oottam.outbox.message import build_message
from oottam.outbox.models import OutboxEntry
from oottam.outbox.worker import send_due
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request
from oottam.workflow.models import Channel, Message, PaymentMethod, Template
from oottam.workflow.services import messages
from oottam.workflow.services.message_templates import draft, template_context
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.transitions import cancel
from tests.api_client import columns
from tests.conftest import Send
from tests.factories.requests import TEN_AM, current, make_request, read_again
from tests.outbox.mails import part

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>\r\nBcc: all@example.com"
QUESTION: dict[str, Any] = {
    "template": Template.QUESTION,
    "channel": Channel.MAIL,
    "subject": "a question about your order",
    "text": "Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam",
}


def message_mail() -> OutboxEntry:
    return OutboxEntry.objects.get(message_id__isnull=False)


def test_message_is_stored_and_queued(send: Send, priya: User) -> None:
    request = make_request(send)
    made = messages.send(**current(request, priya), **QUESTION)
    assert columns(made, "id") == {
        "request_id": request.pk,
        "template": "question",
        "channel": "mail",
        "subject": "a question about your order",
        "text": "Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam",
        "by_id": priya.pk,
        "at": TEN_AM,
        "held_until": None,
        "withdrawn_at": None,
    }
    entry = message_mail()
    assert (entry.message_id, entry.recipient, entry.state, entry.due_at) == (
        made.pk,
        "customer",
        "waiting",
        TEN_AM,
    )
    assert (entry.kind, entry.reference) == ("veg", request.reference)
    assert read_again(request).version == 2
    audit_entry = AuditEntry.objects.get()
    assert (audit_entry.action, audit_entry.data) == (
        "message.send",
        {"message": made.pk, "template": "question", "channel": "mail"},
    )


def as_mail(entry: OutboxEntry) -> Any:
    assert entry.message_id is not None
    content = mail_content.compose_message(entry.message_id, TEN_AM)
    assert content is not None
    return build_message(entry, content)


def test_mail_has_the_message_in_the_shops_layout(send: Send, priya: User) -> None:
    request = make_request(send)
    made = messages.send(**current(request, priya), **QUESTION)
    mail = as_mail(message_mail())
    assert (mail.to, mail.reply_to) == (["asha@example.com"], ["hello@example.com"])
    assert mail.subject == "Oottam: a question about your order"
    assert mail.body.startswith("Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam\n\n")
    assert mail.extra_headers["Message-ID"] == (
        f"<{request.reference}.customer.m{made.pk}@example.com>"
    )
    assert "what is<br>your PIN code?" in part(_read(mail), "html")


def test_mail_is_signed_once(send: Send, priya: User) -> None:
    request = make_request(send)
    drafted = draft(Template.QUESTION, template_context(request))
    messages.send(
        **current(request, priya), template=Template.QUESTION, channel=Channel.MAIL,
        subject=drafted.subject, text=drafted.text,
    )  # fmt: skip
    assert drafted.text.endswith("\n\nOottam, +91 44 0000 0000")  # WhatsApp has no other
    assert (
        as_mail(message_mail()).body.count("+91 44 0000 0000") == 2
    )  # "call us on", and the signature


def _read(mail: Any) -> Any:
    return message_from_bytes(mail.message().as_bytes(linesep="\r\n"), policy=policy.default)


@pytest.mark.parametrize("first", ["x " * 60 + "end", "one\ntwo"])
def test_mail_without_a_greeting_keeps_the_whole_text(send: Send, priya: User, first: str) -> None:
    request = make_request(send)
    text = first.replace("\n", "\r\n") + "\r\n\r\nOottam"
    made = messages.send(**current(request, priya), **{**QUESTION, "text": text})
    assert made.text == f"{first}\n\nOottam"
    read = _read(as_mail(message_mail()))
    assert part(read, "plain").split()[: len(first.split())] == first.split()
    assert first.rsplit(maxsplit=1)[-1] in part(read, "html")


def test_hostile_text_is_escaped(send: Send, priya: User) -> None:
    request = make_request(send)
    arguments = {**QUESTION, "subject": HOSTILE, "text": f"{HOSTILE}\n\n{HOSTILE}"}
    messages.send(**current(request, priya), **arguments)
    read = _read(as_mail(message_mail()))
    assert read["Bcc"] is None
    assert "<script>" not in part(read, "html")
    assert "&lt;script&gt;" in part(read, "html")


def test_two_messages_have_two_message_ids(send: Send, priya: User) -> None:
    request = make_request(send)
    for _ in range(2):
        messages.send(**current(request, priya), **QUESTION)
    entries = OutboxEntry.objects.filter(message_id__isnull=False)
    ids = {as_mail(entry).extra_headers["Message-ID"] for entry in entries}
    assert len(ids) == 2


def test_whatsapp_link_contains_the_text(send: Send, priya: User) -> None:
    request = make_request(send)
    text = "Hello Asha & Co,\n\n100 % ஊட்டம்? #1, 1/2"
    made = messages.send(
        **current(request, priya), **{**QUESTION, "channel": Channel.WHATSAPP, "text": text}
    )
    link = urlsplit(chat_link(made))
    assert (link.scheme, link.netloc, link.path) == ("https", "wa.me", "/919840012345")
    assert parse_qs(link.query) == {"text": [text]}
    assert (link.fragment, link.query.count("/")) == ("", 0)
    assert Message.objects.get().subject == ""
    assert not OutboxEntry.objects.filter(message_id__isnull=False).exists()


REFUSED: list[tuple[dict[str, Any], tuple[str, str]]] = [
    ({"text": " \n"}, ("text", "Please write something first.")),
    ({"text": "x" * 5001}, ("text", "A message can have at most 5,000 characters.")),
    ({"subject": " "}, ("subject", "Give the mail a subject.")),
    ({"subject": "x" * 151}, ("subject", "A subject can have at most 150 characters.")),
]


@pytest.mark.parametrize(("given", "refused"), REFUSED)
def test_invalid_message_is_rejected(
    send: Send, priya: User, given: dict[str, Any], refused: tuple[str, str]
) -> None:
    request = make_request(send)
    with pytest.raises(DomainError) as error:
        messages.send(**current(request, priya), **{**QUESTION, **given})
    assert (error.value.field, str(error.value)) == refused
    assert not Message.objects.exists()
    assert not OutboxEntry.objects.filter(message_id__isnull=False).exists()


@pytest.mark.parametrize(
    ("channel", "message"),
    [
        (Channel.MAIL, "There is no e-mail address."),
        (Channel.WHATSAPP, "There is no phone number that works with WhatsApp."),
    ],
)
def test_message_by_an_unavailable_channel_is_rejected(
    send: Send, priya: User, channel: Channel, message: str
) -> None:
    request = make_request(send, Kind.NUTRITION)
    Request.objects.update(email="")
    with pytest.raises(DomainError) as error:
        messages.send(**current(request, priya), **{**QUESTION, "channel": channel})
    assert (error.value.field, str(error.value)) == ("channel", message)


def test_stale_message_is_rejected(send: Send, priya: User) -> None:
    request = make_request(send)
    with pytest.raises(StaleError):
        messages.send(**{**current(request, priya), "version": 7}, **QUESTION)
    assert not Message.objects.exists()


def test_erased_message_is_not_composed(send: Send, priya: User) -> None:
    made = messages.send(**current(make_request(send), priya), **QUESTION)
    Message.objects.update(text="", subject="")
    assert mail_content.compose_message(made.pk, TEN_AM) is None


class Once:
    """A worker lifetime of one round."""

    def is_over(self) -> bool:
        return False

    def wait(self, seconds: float) -> None:
        """Return immediately."""


def test_worker_sends_the_mail_and_fails_a_deleted_message(
    send: Send, priya: User, settings: Any, tmp_path: Any
) -> None:
    settings.MAIL = replace(settings.MAIL, folder=tmp_path)
    request = make_request(send)
    OutboxEntry.objects.all().delete()
    now = timezone.now()
    for _ in range(2):
        messages.send(**current(request, priya, now), **QUESTION)
    Message.objects.last().delete()  # type: ignore[union-attr]
    assert send_due(Once(), timezone.now)
    assert [entry.state for entry in OutboxEntry.objects.order_by("pk")] == ["sent", "failed"]
    [file] = tmp_path.rglob("*.eml")
    assert b"your PIN code?" in file.read_bytes()


@pytest.fixture
def shop_with_upi(monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a shop with a UPI ID, a name that needs URL encoding, and a web address."""
    known = catalogue.current()
    site = replace(
        known.site,
        upi_id="oottam@okaxis",
        brand=replace(known.site.brand, name="Tea & Oottam"),
        origin="https://shop.example",
    )
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))


def payment_mail(request: Request, actor: User, template: Template = Template.PAYMENT) -> Any:
    """Send the unchanged draft and return the mail."""
    drafted = draft(template, template_context(request))
    arguments: dict[str, Any] = {
        "template": template,
        "subject": drafted.subject,
        "text": drafted.text,
    }
    messages.send(**current(request, actor), channel=Channel.MAIL, **arguments)
    return _read(as_mail(OutboxEntry.objects.filter(message_id__isnull=False).latest("pk")))


def images(mail: Any) -> list[Any]:
    return [each for each in mail.walk() if each.get_content_maintype() == "image"]


def modules(png: bytes) -> list[list[bool]]:
    """Return the dark modules of a QR code image, with its margin; a module is ten pixels wide."""
    with Image.open(BytesIO(png)) as image:
        assert (image.format, image.width) == ("PNG", image.height)
        points, size = image.convert("L"), image.width // 10
        return [
            [points.getpixel((10 * x + 5, 10 * y + 5)) == 0 for x in range(size)]
            for y in range(size)
        ]


@pytest.mark.parametrize("template", [Template.PAYMENT, Template.CONFIRMATION])
def test_payment_mail_shows_the_qr_code(
    send: Send, priya: User, shop_with_upi: None, template: Template
) -> None:
    request = make_request(send)
    record_payment(
        **current(request, priya), paise=63850, method=PaymentMethod.CASH, paid_on=TEN_AM.date()
    )
    mail = payment_mail(request, priya, template)
    # The image is inline in the HTML part; the text part has the same data.
    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    [picture] = images(mail)
    name = mail["Message-ID"].strip("<>")
    assert picture["Content-ID"] == f"<upi-qr.{name}>"
    assert picture.get_content_disposition() == "inline"
    assert picture.get_filename() == "upi-qr.png"
    png = picture.get_content()
    assert len(png) < 4000
    link = (
        f"upi://pay?pa=oottam@okaxis&pn=Tea%20%26%20Oottam&am=999.50&cu=INR&tn={request.reference}"
    )
    expected = segno.make(link, error="m", micro=False).matrix_iter(border=4)
    assert modules(png) == [[bool(dark) for dark in row] for row in expected]
    html = part(mail, "html")
    [tag] = re.findall(r"<img[^>]*>", html)
    assert f'src="cid:upi-qr.{name}"' in tag
    assert 'alt="QR code that pays ₹999.50 by UPI"' in tag
    page = f"https://shop.example/status/{token_of(request.pk)}"
    assert f'<a href="{page}"' in html
    assert (
        "PAY BY UPI\n"
        "UPI ID: oottam@okaxis\n"
        "Amount: ₹999.50\n"
        f"Note: {request.reference}\n"
        "Amount as of Monday, 23 November 2026. See the page for changes:\n"
        f"{page}\n"
    ) in part(mail, "plain")
    for phrase in ("oottam@okaxis", "₹999.50", request.reference, "as of Monday, 23 November 2026"):
        assert phrase in html.partition("Pay by UPI")[2]


def test_payment_amount_is_computed_when_the_mail_is_sent(
    send: Send, priya: User, shop_with_upi: None
) -> None:
    request = make_request(send)
    payment_mail(request, priya)
    entry = message_mail()
    assert entry.message_id is not None

    def amount_on(day: datetime) -> str | None:
        content = mail_content.compose_message(entry.message_id or 0, day)
        assert content is not None
        asks = content.payment
        return f"{asks.upi.amount} on {asks.as_of}" if asks else None

    assert amount_on(TEN_AM) == "₹1,638.00 on Monday, 23 November 2026"
    paid = {"method": PaymentMethod.UPI, "paid_on": TEN_AM.date()}
    record_payment(**current(request, priya), paise=163700, **paid)  # type: ignore[arg-type]
    late = datetime.fromisoformat("2026-11-23T20:00:00+00:00")
    assert amount_on(late) == "₹1.00 on Tuesday, 24 November 2026"
    for _ in range(2):  # nothing owed, then too much paid
        record_payment(**current(request, priya), paise=100, beyond=None, **paid)  # type: ignore[arg-type]
        assert amount_on(late) is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("oottam@okaxis", "the driver"),
        ("oottam@okaxis", "moottam@okaxis"),
        ("oottam@okaxis", "oottam@okaxis.example"),
    ],
)
def test_mail_without_the_shops_upi_id_has_no_qr_code(
    send: Send, priya: User, shop_with_upi: None, before: str, after: str
) -> None:
    request = make_request(send)
    text = draft(Template.PAYMENT, template_context(request)).text
    messages.send(**current(request, priya), **{**QUESTION, "text": text.replace(before, after)})
    mail = _read(as_mail(message_mail()))
    assert (images(mail), "PAY BY UPI" in part(mail, "plain")) == ([], False)


def test_cancelled_order_or_shop_without_upi_id_has_no_payment_part(
    send: Send, priya: User, shop_with_upi: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    assert images(payment_mail(request, priya))
    cancel(**current(request, priya), reason="Moved away")
    assert images(_read(as_mail(message_mail()))) == []
    monkeypatch.undo()
    assert images(payment_mail(make_request(send), priya)) == []


def test_payment_part_without_a_web_address_has_only_the_date(
    send: Send, priya: User, shop_with_upi: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = replace(catalogue.current().site, origin="")
    known = replace(catalogue.current(), site=site)
    monkeypatch.setattr(catalogue, "current", lambda: known)
    mail = payment_mail(make_request(send), priya)
    assert "Amount as of Monday, 23 November 2026.\n\n" in part(mail, "plain")
    assert "See the page" not in part(mail, "plain") + part(mail, "html")


def test_mail_file_contains_the_qr_code(
    send: Send, priya: User, shop_with_upi: None, settings: Any, tmp_path: Any
) -> None:
    settings.MAIL = replace(settings.MAIL, folder=tmp_path)
    request = make_request(send)
    payment_mail(request, priya)
    OutboxEntry.objects.filter(message_id=None).delete()
    assert send_due(Once(), timezone.now)
    [file] = tmp_path.rglob("*.eml")
    content = file.read_bytes()
    assert b"\n" not in content.replace(b"\r\n", b"")
    [picture] = images(message_from_bytes(content, policy=policy.default))
    assert picture.get_content().startswith(b"\x89PNG")
