"""A request's new link ends the earlier one, on every page below /status/, and is the one sent from then on."""

import re
from dataclasses import replace
from urllib.parse import unquote

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam import catalogue
from oottam.outbox.mail_content import compose_message
from oottam.plans.services import customer_changes
from oottam.requests.identity import new_id, token_of
from oottam.requests.models import Request, Status
from oottam.schedule.domain.actions import Skip
from oottam.workflow.models import Channel, Message, ReorderLink, Template
from oottam.workflow.services.message_templates import draft, template_context
from oottam.workflow.services.messages import chat_link
from oottam.workflow.services.messages import send as send_message
from oottam.workflow.services.transitions import replace_link
from tests.conftest import Send
from tests.factories.accounts import logged_in
from tests.factories.plans import FRIDAY, Planner, on
from tests.factories.requests import TEN_AM, current, make_request, read_again
from tests.outbox.mails import mail_about, part
from tests.statuspage.test_private import FORMS
from tests.statuspage.test_reorder import completed, form

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite_only]
PAGES = ("", *FORMS)
ORIGIN = "https://shop.example"


@pytest.fixture
def public_shop(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    site = replace(known.site, origin=ORIGIN)
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))


def renew(request: Request, actor: User) -> Request:
    return replace_link(**current(request, actor))


def path_of(request: Request, number: int) -> str:
    return f"/status/{token_of(request.pk, number)}"


def links(text: str) -> set[str]:
    """Every token in an address of the text."""
    return set(re.findall(r"/status/([\w-]+)", text))


@pytest.mark.both_databases
def test_new_link_opens_the_page_and_the_old_one_none(send: Send, priya: User) -> None:
    request = make_request(send)
    for number in range(3):
        for each in range(4):
            status = Client().get(path_of(request, each)).status_code
            assert status == (200 if each == number else 404)
        renew(request, priya)


@pytest.mark.parametrize("method", ["get", "post", "head"])
@pytest.mark.parametrize("below", PAGES)
@pytest.mark.parametrize("number", [0, 1, 3])
def test_replaced_link_is_answered_as_an_unknown_one(
    send: Send, priya: User, below: str, method: str, number: int
) -> None:
    request = completed(send)
    renew(request, priya)
    renew(request, priya)
    unknown = f"/status/{token_of(new_id(TEN_AM), number)}{below}"
    replaced, none = (
        getattr(Client(), method)(address, {"count": "0", "do": "skip"})
        for address in (path_of(request, number) + below, unknown)
    )
    assert replaced.status_code == none.status_code
    assert replaced.status_code == (405 if method == "post" and not below else 404)
    assert (replaced.content, replaced.headers) == (none.content, none.headers)


@pytest.mark.parametrize("below", PAGES)
@pytest.mark.parametrize("mark", [")", ".", "%20", "_", "//"])
def test_replaced_link_with_appended_punctuation_is_not_redirected(
    send: Send, priya: User, below: str, mark: str
) -> None:
    request = renew(completed(send), priya)
    assert Client().get(path_of(request, 0) + below + mark).status_code == 404
    redirect = Client().get(path_of(request, 1) + below + mark)
    assert (redirect.status_code, redirect["Location"]) == (308, path_of(request, 1) + below)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("below", PAGES)
def test_token_with_a_wrong_signature_makes_no_query(
    send: Send, priya: User, below: str, method: str
) -> None:
    request = renew(completed(send), priya)
    second = token_of(request.pk, 1)
    for token in (
        *(second[::-1], second[:-1], f"{second}A", second.swapcase(), "A" * 46),
        token_of(request.pk, 3)[:24] + second[24:],
        second[:24] + token_of(new_id(TEN_AM), 1)[24:],
        second[:24] + token_of(request.pk, 2)[24:],
    ):
        with CaptureQueriesContext(connection) as queries_made:
            getattr(Client(), method)(f"/status/{token}{below}", {"count": "0"})
        assert len(queries_made) == 0


def test_not_found_page_says_how_to_get_a_link() -> None:
    html = Client().get("/status/x").content.decode()
    assert "For a new link, call us or chat with us." in html
    assert 'href="tel:' in html
    assert 'href="https://wa.me/' in html


@pytest.mark.parametrize("status", [Status.NEW, Status.CONFIRMED, Status.COMPLETED])
@pytest.mark.parametrize("below", PAGES)
def test_pages_link_to_the_present_link_alone(
    send: Send, priya: User, status: Status, below: str
) -> None:
    request = renew(make_request(send), priya)
    earlier = renew(make_request(send), priya)
    ReorderLink.objects.create(request=earlier, of=request)
    Request.objects.update(status=status)
    response = Client().get(path_of(request, 1) + below)
    shown = response.content.decode() + response.headers.get("Location", "")
    expected = {token_of(request.pk, 1), *([token_of(earlier.pk, 1)] * (below == "/again/"))}
    assert links(shown) == expected


def test_answers_and_reorders_redirect_to_the_present_link(send: Send, priya: User) -> None:
    request = renew(make_request(send), priya)
    address = path_of(request, 1) + "/start/"
    html = Client().get(address).content.decode()
    [key] = re.findall(r'name="key" value="([0-9a-f]{32})"', html)
    assert Client().post(address, {"key": key, "diet": "jain"})["Location"] == address
    Request.objects.update(status=Status.COMPLETED)
    again = path_of(request, 1) + "/again/"
    response = Client().post(again, form(Client().get(again).content.decode()))
    new = Request.objects.get(reorder_link__of=request)
    assert (response.status_code, response["Location"]) == (303, path_of(new, 0))


def test_new_link_between_two_submissions_makes_one_reorder(
    send: Send, priya: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = completed(send)
    sent = form(Client().get(path_of(request, 0) + "/again/").content.decode())
    first = Client().post(path_of(request, 0) + "/again/", sent)
    # The second does not see the first yet: only the key tells that it is the same.
    monkeypatch.setattr("oottam.workflow.services.reorder.reorders_of", lambda request: [])
    renew(request, priya)
    second = Client().post(path_of(request, 1) + "/again/", sent)
    assert (second.status_code, second["Location"]) == (303, first["Location"])
    assert ReorderLink.objects.count() == 1


def test_mails_have_the_present_link(send: Send, priya: User, public_shop: None) -> None:
    request = renew(make_request(send), priya)
    new = {token_of(request.pk, 1)}
    mail = mail_about(read_again(request), "customer")
    assert links(part(mail, "plain")) == links(part(mail, "html")) == new
    assert f"{path_of(request, 1)}/start/" in part(mail, "plain")


def test_written_messages_go_out_with_the_present_link(
    send: Send, priya: User, public_shop: None
) -> None:
    """A confirmation waits for 15 minutes, and any message can be sent again."""
    request = make_request(send)
    for number in range(2):
        written = draft(Template.QUESTION, template_context(read_again(request)))
        assert f"{ORIGIN}{path_of(request, number)}/start/" in written.text
        for channel in (Channel.MAIL, Channel.WHATSAPP):
            send_message(
                template=Template.QUESTION,
                channel=channel,
                subject=written.subject,
                text=written.text,
                **current(request, priya),
            )
        renew(request, priya)
    for message in Message.objects.all():
        content = compose_message(message.pk, TEN_AM)
        assert content is not None
        chat = unquote(chat_link(Message.objects.get(pk=message.pk)))
        assert links("".join(content.paragraphs)) == links(chat) == {token_of(request.pk, 2)}


def test_plan_s_pages_and_receipts_have_the_present_link(
    send: Send, priya: User, public_shop: None
) -> None:
    with time_machine.travel(FRIDAY, tick=False):
        plan = Planner(send, priya).lunches(6)
        renew(plan.request, priya)
        plan.refresh_from_db()
        new = path_of(plan.request, 1)
        assert links(Client().get(f"{new}/plan/").content.decode()) == {new.split("/")[-1]}
        customer_changes.execute(
            plan=plan,
            version=plan.version,
            action=Skip([on(plan, 9)]),
            now=FRIDAY,
            key="0" * 32,
            sender="192.0.2.1",
        )
        text = Message.objects.get(template=Template.PLAN_CHANGE).text
        assert f"{ORIGIN}{new}/plan/" in text
        desk = logged_in(priya)
        for address in ("requests", "plans"):
            page = desk.get(f"/backoffice/{address}/{plan.request.reference}/").content.decode()
            assert links(page) == {new.split("/")[-1]}
