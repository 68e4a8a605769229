"""Messages to customers: kept as they went, mailed by the outbox, or opened in WhatsApp."""

from dataclasses import replace
from email import message_from_bytes, policy
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam.audit.models import Entry
from oottam.handling.domain import messages
from oottam.handling.domain.changes import RefusedError, StaleError
from oottam.handling.domain.messages import chat_link
from oottam.handling.models import Channel, Message, Template
from oottam.notify import mail_content
from oottam.notify.message import message as mail_of
from oottam.notify.models import OutboxEntry
from oottam.notify.worker import send_due
from oottam.requests.models import Kind, Request
from tests.backoffice.colleagues import account
from tests.calling import columns
from tests.conftest import Send
from tests.handling.desk import MONDAY, asked, current, read_again
from tests.notify.mails import part

pytestmark = pytest.mark.django_db
HOSTILE = "<script>alert(1)</script>\r\nBcc: all@example.com"
QUESTION: dict[str, Any] = {
    "template": Template.QUESTION,
    "channel": Channel.MAIL,
    "subject": "a question about your order",
    "text": "Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam",
}


@pytest.fixture
def priya() -> User:
    return account("priya")


def mailed() -> OutboxEntry:
    return OutboxEntry.objects.get(message_id__isnull=False)


def test_the_words_are_kept_and_mailed(send: Send, priya: User) -> None:
    request = asked(send)
    made = messages.send(**current(request, priya), **QUESTION)
    assert columns(made, "id") == {
        "request_id": request.pk,
        "template": "question",
        "channel": "mail",
        "subject": "a question about your order",
        "text": "Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam",
        "by_id": priya.pk,
        "at": MONDAY,
    }
    entry = mailed()
    assert (entry.message_id, entry.recipient, entry.state, entry.due_at) == (
        made.pk,
        "customer",
        "waiting",
        MONDAY,
    )
    assert (entry.kind, entry.reference) == ("veg", request.reference)
    assert read_again(request).version == 2
    told = Entry.objects.get()
    assert (told.action, told.data) == (
        "message.send",
        {"message": made.pk, "template": "question", "channel": "mail"},
    )


def as_mail(entry: OutboxEntry) -> Any:
    assert entry.message_id is not None
    content = mail_content.compose_message(entry.message_id)
    assert content is not None
    return mail_of(entry, content)


def test_the_mail_says_them_in_the_shops_looks(send: Send, priya: User) -> None:
    request = asked(send)
    made = messages.send(**current(request, priya), **QUESTION)
    mail = as_mail(mailed())
    assert (mail.to, mail.reply_to) == (["asha@example.com"], ["hello@example.com"])
    assert mail.subject == "Oottam: a question about your order"
    assert mail.body.startswith("Hello Asha,\n\nwhat is\nyour PIN code?\n\nOottam\n\n")
    assert mail.extra_headers["Message-ID"] == (
        f"<{request.reference}.customer.m{made.pk}@example.com>"
    )
    assert "what is<br>your PIN code?" in part(_read(mail), "html")


def _read(mail: Any) -> Any:
    return message_from_bytes(mail.message().as_bytes(linesep="\r\n"), policy=policy.default)


@pytest.mark.parametrize("first", ["x " * 60 + "end", "one\ntwo"])
def test_no_word_is_lost_where_there_is_no_greeting(send: Send, priya: User, first: str) -> None:
    request = asked(send)
    text = first.replace("\n", "\r\n") + "\r\n\r\nOottam"
    made = messages.send(**current(request, priya), **{**QUESTION, "text": text})
    assert made.text == f"{first}\n\nOottam"
    read = _read(as_mail(mailed()))
    assert part(read, "plain").split()[: len(first.split())] == first.split()
    assert first.rsplit(maxsplit=1)[-1] in part(read, "html")


def test_hostile_words_are_words(send: Send, priya: User) -> None:
    request = asked(send)
    told = {**QUESTION, "subject": HOSTILE, "text": f"{HOSTILE}\n\n{HOSTILE}"}
    messages.send(**current(request, priya), **told)
    read = _read(as_mail(mailed()))
    assert read["Bcc"] is None
    assert "<script>" not in part(read, "html")
    assert "&lt;script&gt;" in part(read, "html")


def test_two_messages_are_two_mails(send: Send, priya: User) -> None:
    request = asked(send)
    for _ in range(2):
        messages.send(**current(request, priya), **QUESTION)
    entries = OutboxEntry.objects.filter(message_id__isnull=False)
    ids = {as_mail(entry).extra_headers["Message-ID"] for entry in entries}
    assert len(ids) == 2


def test_whatsapp_is_opened_with_the_words(send: Send, priya: User) -> None:
    request = asked(send)
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
    ({"text": " \n"}, ("text", "Write something first.")),
    ({"text": "x" * 5001}, ("text", "A message has at most 5,000 characters.")),
    ({"subject": " "}, ("subject", "Give the mail a subject.")),
    ({"subject": "x" * 151}, ("subject", "A subject has at most 150 characters.")),
]


@pytest.mark.parametrize(("given", "refused"), REFUSED)
def test_what_cannot_be_sent_is_refused(
    send: Send, priya: User, given: dict[str, Any], refused: tuple[str, str]
) -> None:
    request = asked(send)
    with pytest.raises(RefusedError) as error:
        messages.send(**current(request, priya), **{**QUESTION, **given})
    assert (error.value.field, str(error.value)) == refused
    assert not Message.objects.exists()
    assert not OutboxEntry.objects.filter(message_id__isnull=False).exists()


@pytest.mark.parametrize(
    ("channel", "sentence"),
    [
        (Channel.MAIL, "There is no e-mail address."),
        (Channel.WHATSAPP, "There is no phone number that WhatsApp could call."),
    ],
)
def test_who_cannot_be_reached_that_way_is_not_written_to(
    send: Send, priya: User, channel: Channel, sentence: str
) -> None:
    request = asked(send, Kind.NUTRITION)
    Request.objects.update(email="")
    with pytest.raises(RefusedError) as error:
        messages.send(**current(request, priya), **{**QUESTION, "channel": channel})
    assert (error.value.field, str(error.value)) == ("channel", sentence)


def test_a_stale_page_sends_nothing(send: Send, priya: User) -> None:
    request = asked(send)
    with pytest.raises(StaleError):
        messages.send(**{**current(request, priya), "version": 7}, **QUESTION)
    assert not Message.objects.exists()


def test_a_message_that_was_erased_is_not_mailed(send: Send, priya: User) -> None:
    made = messages.send(**current(asked(send), priya), **QUESTION)
    Message.objects.update(text="", subject="")
    assert mail_content.compose_message(made.pk) is None


class Once:
    """A lifetime of one round."""

    def is_over(self) -> bool:
        return False

    def wait(self, seconds: float) -> None:
        """Takes no time."""


def test_the_worker_sends_it_and_one_that_is_gone_fails(
    send: Send, priya: User, settings: Any, tmp_path: Any
) -> None:
    settings.MAIL = replace(settings.MAIL, folder=tmp_path)
    request = asked(send)
    OutboxEntry.objects.all().delete()
    now = timezone.now()
    for _ in range(2):
        messages.send(**current(request, priya, now), **QUESTION)
    Message.objects.last().delete()  # type: ignore[union-attr]
    assert send_due(Once(), timezone.now)
    assert [entry.state for entry in OutboxEntry.objects.order_by("pk")] == ["sent", "failed"]
    [file] = tmp_path.rglob("*.eml")
    assert b"your PIN code?" in file.read_bytes()
