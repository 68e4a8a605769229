"""Messages to the customer: drafted, edited, mailed or opened in WhatsApp, saved."""

import html
import re
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam.outbox.models import OutboxEntry
from oottam.privacy.erasure import erase
from oottam.requests.models import Request
from oottam.workflow.models import DRAFTED, Channel, Message, Template
from oottam.workflow.services import messages
from tests.api_client import HOSTILE
from tests.backoffice.request.request_page import (
    KINDS,
    address,
    complete_details,
    content_of,
    errors_shown,
    field_errors,
    page,
    post,
    post_and_follow,
    section,
    text,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
WORDS = "Hello Asha,\n\nwhat is your PIN code?\n\nOottam"
LETTER: dict[str, Any] = {"template": "question", "subject": "one question", "text": WORDS}
# An answer that has no mailbox: forms ask for one, but erasure and older rows leave none.
NO_MAIL = {"email": ""}
NO_PHONE = {"phone_normalised": ""}


def writing(client: Client, request: Request, template: str) -> str:
    """Return the page of a template's link."""
    response = content_of(client.get(address(request), {"write": template}))
    assert response.status_code == 200
    return response.content.decode()


def sent(
    client: Client, request: Request, channel: str = "mail", **changes: Any
) -> tuple[Message, str]:
    """Send a message; return the page that follows."""
    answer = post(client, request, "message", **{**LETTER, "channel": channel, **changes})
    made = Message.objects.latest("pk")
    assert (answer.status_code, answer.headers.get("Location")) == (
        302,
        f"{address(request)}?sent={made.pk}#message-{made.pk}",
    ), text(answer.content.decode())
    request.refresh_from_db()
    follows = content_of(client.get(address(request), {"sent": made.pk}))
    return made, follows.content.decode()


def letter(shown: str, message: Message) -> str:
    """Return the text of one message of the list."""
    found = re.search(rf'<li id="message-{message.pk}".*?</li>', shown, re.DOTALL)
    assert found
    return text(found[0])


def buttons(shown: str) -> list[str]:
    """Return the channels offered for the draft."""
    found = re.findall(r'<button[^>]* name="channel" value="(\w+)"', shown)
    return [str(each) for each in found]


@pytest.mark.parametrize("kind", KINDS)
def test_a_template_link_fills_in_the_request_s_text(send: Send, kind: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    shown = page(client, request)
    links = re.findall(r'href="(\?write=[^"]*)"', section_html(shown))
    priced = kind in (
        "veg",
        "nonveg",
        "tray",
        "combo",
    )  # others get their price first, then a quotation
    offered = [each for each in DRAFTED if priced or each != Template.QUOTE]
    assert links == [f"?write={each}#step" for each in offered]
    assert "No messages yet." in section(shown, "messages")
    for template in DRAFTED:
        shown = writing(client, request, template)
        assert request.reference in value(shown, "message-subject")
        assert value(shown, "message-text").startswith("Hello Asha")
        assert request.reference in value(shown, "message-text")
        assert re.findall(r'<a href="\?write=(\w+)#step" aria-current="true"', shown) == [template]
    assert not Message.objects.exists()


def section_html(shown: str) -> str:
    [found] = re.findall(r'<section[^>]*aria-labelledby="messages".*?</section>', shown, re.DOTALL)
    return str(found)


@pytest.mark.parametrize("template", ["", "x", "\0", "question'"])
def test_an_invalid_template_shows_the_page_without_a_draft(send: Send, template: str) -> None:
    assert "message-text" not in writing(make_desk_client(), make_request_now(send), template)


def test_a_message_is_mailed_as_edited(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    made, shown = sent(client, request)
    assert (made.template, made.channel, made.text) == ("question", "mail", WORDS)
    entry = OutboxEntry.objects.get(message_id=made.pk)
    assert (entry.recipient, entry.state, entry.reference) == (
        "customer",
        "waiting",
        request.reference,
    )
    told = letter(shown, made)
    assert told.startswith("Question by mail Waiting sends automatically priya, ")
    assert told.endswith("one question Hello Asha, what is your PIN code? Oottam")
    assert "message-text" not in shown
    assert "wrote to the customer" in section(shown, "history")
    assert "Question, by mail" in section(shown, "history")


@pytest.mark.both_databases
def test_a_whatsapp_message_is_saved_and_opened_by_the_user(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    made, shown = sent(client, request, "whatsapp")
    assert (made.channel, made.subject, made.text) == ("whatsapp", "", WORDS)
    assert not OutboxEntry.objects.filter(message_id=made.pk).exists()
    [link] = re.findall(r'<a class="button" href="(https://wa\.me/[^"]*)"([^>]*)>', shown)
    opened = urlsplit(html.unescape(link[0]))
    assert (opened.path, parse_qs(opened.query)) == ("/919840012345", {"text": [WORDS]})
    assert 'rel="noreferrer" target="_blank"' in link[1]
    assert letter(shown, made).startswith("Question by WhatsApp priya, ")
    later = page(client, request)
    assert re.findall(r'class="button secondary" href="https://wa\.me/919840012345\?text=', later)


def test_the_newest_message_comes_first(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    first, _ = sent(client, request)
    second, shown = sent(client, request, template="payment")
    found = re.findall(r'<li id="message-(\d+)"', shown)
    assert [int(each) for each in found] == [second.pk, first.pk]


STATES = [
    ({"state": "sent", "sent_at": "now"}, "Saved as a file "),
    ({"state": "failed", "last_error": "550 <b>No such mailbox</b>"}, "Failed"),
    ({"state": "withheld"}, "Held back"),
    ({"state": "waiting", "attempts": 1, "last_error": "450 busy"}, "Waiting next attempt "),
]


@pytest.mark.both_databases
@pytest.mark.parametrize(("becomes", "said"), STATES)
def test_a_message_shows_the_state_of_its_mail(
    send: Send, becomes: dict[str, Any], said: str
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    made, _ = sent(client, request)
    now = timezone.now()
    given = {name: now if each == "now" else each for name, each in becomes.items()}
    OutboxEntry.objects.filter(message_id=made.pk).update(**given)
    shown = page(client, request)
    told = letter(shown, made)
    assert told.startswith(f"Question by mail {said}")
    assert (becomes.get("last_error") or "") in told
    assert ("Send again" in told) == (becomes["state"] != "waiting")
    assert "<b>" not in shown


@pytest.mark.both_databases
def test_a_failed_message_can_be_sent_again_from_the_page(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    made, _ = sent(client, request)
    mail = OutboxEntry.objects.get(message_id=made.pk)
    OutboxEntry.objects.filter(pk=mail.pk).update(state="failed", last_error="No such mailbox")
    shown = post_and_follow(client, request, "mail", mail=mail.pk)
    assert "resent 1 time" in letter(shown, made)
    mail.refresh_from_db()
    assert mail.state == "waiting"


def test_messages_are_not_listed_among_automatic_mails(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    before = section(page(client, request), "mails")
    _, shown = sent(client, request)
    assert section(shown, "mails") == before


@pytest.mark.both_databases
def test_a_customer_without_a_mailbox_is_reached_by_whatsapp(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    Request.objects.update(**NO_MAIL)
    shown = writing(client, request, "question")
    assert buttons(shown) == ["whatsapp"]
    assert "There is no e-mail address" in section(shown, "step")
    assert "message-subject" not in shown


@pytest.mark.both_databases
def test_a_customer_without_a_phone_number_is_reached_by_mail(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    Request.objects.update(**NO_PHONE)
    shown = writing(client, request, "question")
    assert buttons(shown) == ["mail"]
    assert "no phone number that works with WhatsApp" in section(shown, "step")


def test_a_customer_without_mailbox_and_number_gets_no_message(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    Request.objects.update(**NO_MAIL, **NO_PHONE)
    for shown in (page(client, request), writing(client, request, "question")):
        assert "There is no e-mail address and no usable phone number" in section(shown, "messages")
        assert "?write=" not in shown
        assert "message-text" not in shown


@pytest.mark.both_databases
def test_an_erased_customer_gets_no_message_and_texts_are_gone(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    mailed, _ = sent(client, request)
    chat, _ = sent(client, request, "whatsapp")
    by = make_staff_account("owner")
    now = timezone.now()
    erase(references=[request.reference], actor=by, now=now, reason="Asked for it", cancel=True)
    shown = page(client, request)
    told = section(shown, "messages")
    assert "This customer's data has been erased: there is nobody to write to." in told
    assert "?write=" not in shown
    assert letter(shown, mailed).endswith("The text has been erased.")
    assert "Send again" not in letter(shown, mailed)
    assert "wa.me" not in shown
    assert letter(shown, chat).endswith("The text has been erased.")
    assert post(client, request, "message", **LETTER, channel="mail").status_code == 422
    assert post(client, request, "message", **LETTER, channel="whatsapp").status_code == 422


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"text": " \n"}, "Please write something first."),
    ({"text": "x" * 5001}, "Ensure this value has at most 5000 characters (it has 5001)."),
    ({"subject": " "}, "Give the mail a subject."),
    ({"subject": "x" * 151}, "Ensure this value has at most 150 characters (it has 151)."),
]


@pytest.mark.parametrize(("given", "said"), REFUSED)
def test_an_invalid_message_is_refused_beside_its_field_and_stays_typed(
    send: Send, given: dict[str, str], said: str
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    answer = post(client, request, "message", **{**LETTER, "channel": "mail", **given})
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert field_errors(shown) == [said]
    [name] = given
    if given[name].strip():
        assert value(shown, f"message-{name}") == given[name]
    other = "subject" if name == "text" else "text"
    assert value(shown, f"message-{other}") == LETTER[other]
    assert not Message.objects.exists()


def test_line_ends_count_as_one_character(send: Send) -> None:
    words = "\r\n".join(["x"] * 2500)
    made, _ = sent(make_desk_client(), make_request_now(send), text=words)
    assert made.text == words.replace("\r\n", "\n")


@pytest.mark.parametrize("given", [{"template": "x"}, {"channel": "pigeon"}, {"template": ""}])
def test_an_unknown_template_or_channel_sends_nothing(send: Send, given: dict[str, str]) -> None:
    client, request = make_desk_client(), make_request_now(send)
    fields = {**LETTER, "channel": "mail", **given}
    answer = post(client, request, "message", **fields)
    assert answer.status_code == 422
    assert errors_shown(answer.content.decode())
    assert not Message.objects.exists()


def test_an_unavailable_channel_is_refused_and_the_text_stays(send: Send) -> None:
    """The mailbox was erased in another window."""
    client, request = make_desk_client(), make_request_now(send)
    Request.objects.update(**NO_MAIL)
    answer = post(client, request, "message", **LETTER, channel="mail")
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert errors_shown(shown) == ["There is no e-mail address."]
    assert value(shown, "message-text") == WORDS


@pytest.mark.both_databases
def test_a_stale_message_form_sends_nothing(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    sent(client, request)
    answer = post(client, request, "message", version=1, **LETTER, channel="mail")
    assert answer.status_code == 409
    assert Message.objects.count() == 1


@pytest.mark.parametrize("number", ["", "x", "9" * 30, "0"])
def test_an_invalid_message_number_marks_none(send: Send, number: str) -> None:
    client, request = make_desk_client(), make_request_now(send)
    sent(client, request, "whatsapp")
    shown = content_of(client.get(address(request), {"sent": number})).content.decode()
    assert '<a class="button" href="https://wa.me' not in shown


@pytest.mark.parametrize("words", HOSTILE)
def test_hostile_text_of_a_message_is_escaped(send: Send, words: str) -> None:
    client = make_desk_client()
    request = make_request_now(send, name=words)
    by = make_staff_account("mani")
    shown = writing(client, request, "question")
    assert "<script>" not in shown
    for channel in Channel:
        request.refresh_from_db()
        messages.send(
            reference=request.reference, version=request.version, actor=by, now=timezone.now(),
            template=Template.QUESTION, channel=channel, subject=f"x{words}", text=f"x{words}",
        )  # fmt: skip
    shown = page(client, request)
    assert "<script>" not in shown
    assert re.findall(r'href="(?!https://|/|#|\?|mailto:|tel:)', shown) == []


NOT_YET = [
    ("confirmation", {}, "It is not confirmed yet."),
    ("cancelled", {}, "It is not cancelled."),
    ("payment", {"paid": True}, "Nothing is due."),
    ("question", {"known": True}, "Nothing is missing: wri"),
    ("question", {}, ""),
    ("quote", {}, ""),
    ("payment", {}, ""),
]


@pytest.mark.parametrize(("template", "given", "said"), NOT_YET)
def test_an_unsuitable_template_shows_a_warning(
    send: Send, template: str, given: dict[str, bool], said: str
) -> None:
    client, request = make_desk_client(), make_request_now(send)
    if given.get("known"):
        complete_details(request)
    if given.get("paid"):
        today = timezone.localdate().isoformat()
        post_and_follow(client, request, "payment", rupees="1638", method="cash", paid_on=today)
    shown = step_html(writing(client, request, template))
    doubts = [text(each) for each in re.findall(r'<p class="differs">(.*?)</p>', shown, re.DOTALL)]
    assert [each[: len(said)] for each in doubts] == ([said] if said else [])


def test_a_quotation_is_offered_once_a_price_is_set(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    assert "?write=quote" not in page(client, request)
    assert "It has no price yet." in step_html(writing(client, request, "quote"))
    shown = post_and_follow(client, request, "price", agreed_paise="18,000")
    assert 'href="?write=quote#step">Send a quotation' in step_html(shown)
    assert "The total is ₹18,000.00." in step_html(writing(client, request, "quote"))
    sent(client, request, template="quote")
    assert "?write=quote" not in step_html(page(client, request))


def test_the_next_step_links_to_its_message(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    assert 'href="?write=question#step">Ask for missing details' in step_html(page(client, request))
    complete_details(request)
    assert "?write=" not in step_html(page(client, request))
    shown = post_and_follow(client, request, "confirm")
    assert 'href="?write=confirmation#step">Write the confirmation' in step_html(shown)
    sent(client, request, template="confirmation")
    assert "?write=" not in step_html(page(client, request))
    shown = post_and_follow(client, request, "cancel", reason="Moved away")
    assert 'href="?write=cancelled#step">Tell the customer' in step_html(shown)


def test_a_customer_without_a_channel_gets_no_message_link(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    Request.objects.update(**NO_MAIL, **NO_PHONE)
    assert "?write=" not in page(client, request)


def step_html(shown: str) -> str:
    [found] = re.findall(r'<section[^>]*aria-labelledby="step".*?</section>', shown, re.DOTALL)
    return str(found)


def test_the_page_warns_that_a_mail_cannot_be_recalled(send: Send) -> None:
    shown = section(writing(make_desk_client(), make_request_now(send), "question"), "step")
    assert "A mail is saved as a file at once and cannot be recalled." in shown


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_message_has_one_label_and_id(send: Send, kind: str) -> None:
    shown = writing(logged_in(make_staff_account()), make_request_now(send, kind), "question")
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert sorted(ids) == sorted(set(ids))
    for field in ("message-subject", "message-text"):
        assert f'<label for="{field}"' in shown
    assert re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:", shown) == []


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", KINDS)
def test_three_messages_take_no_more_queries_than_one(send: Send, kind: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    counted = []
    for count in (1, 3):
        for number in range(count):
            by = make_staff_account(f"mani{count}{number}")
            for channel in Channel if request.phone_normalised else [Channel.MAIL]:
                request.refresh_from_db()
                messages.send(
                    reference=request.reference, version=request.version, actor=by,
                    now=timezone.now(), channel=channel, **{**LETTER, "template": Template.QUESTION},
                )  # fmt: skip
        with CaptureQueriesContext(connection) as asked_for:
            writing(client, request, "confirmation")
        counted.append(len(asked_for))
    assert counted[0] == counted[1]
