"""One press ends reminders for ever; looking does not, and the page says nothing of an order or a person."""

from dataclasses import replace
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam import catalogue
from oottam.outbox.message import build_message
from oottam.outbox.models import OutboxEntry
from oottam.privacy.erasure import erase
from oottam.requests.identity import person_digests, person_token, read_person_token, token_of
from oottam.requests.models import Request, Status
from oottam.workflow.models import Message, ReminderOptOut, Template
from oottam.workflow.services import reminder_rules
from oottam.workflow.services.messages import compose, send_by_itself
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.requests import TEN_AM, make_request
from tests.http_client import caller
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _fixed_time() -> Any:
    with time_machine.travel(TEN_AM, tick=False):
        yield


@pytest.fixture
def request_(send: Send) -> Request:
    return make_request(send)


def digests_of(request: Request) -> list[str]:
    return person_digests(phone_normalised=request.phone_normalised, email=request.email)


def address(request: Request) -> str:
    return f"/status/{person_token(digests_of(request))}/reminders/"


def press(path: str, data: dict[str, str] | None = None) -> Any:
    return Client(enforce_csrf_checks=True).post(path, data or {})


def test_only_a_press_opts_out(request_: Request) -> None:
    for method in ("get", "head", "get"):
        assert getattr(Client(), method)(address(request_)).status_code == 200
    assert not ReminderOptOut.objects.exists()
    response = press(address(request_))
    assert (response.status_code, response["Location"]) == (303, address(request_))
    assert not reminder_rules.wants_reminders(request_)
    assert {row.digest for row in ReminderOptOut.objects.all()} == set(digests_of(request_))
    page = visible_text(Client().get(address(request_)).content.decode())
    assert "You get no more reminders from us" in page
    assert press(address(request_)).status_code == 303
    assert ReminderOptOut.objects.count() == 2


def test_button_of_a_mail_program_opts_out(request_: Request) -> None:
    """RFC 8058."""
    assert press(address(request_), {"List-Unsubscribe": "One-Click"}).status_code == 303
    assert not reminder_rules.wants_reminders(request_)


@pytest.mark.django_db(transaction=True)
def test_press_passes_the_server_s_own_checks(send: Send) -> None:
    path = address(make_request(send))
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    response = caller().request("POST", path, b"List-Unsubscribe=One-Click", headers)
    assert (response.status_code, response["Location"]) == (303, path)
    assert ReminderOptOut.objects.count() == 2


def test_page_shows_neither_person_nor_request(request_: Request) -> None:
    html = Client().get(address(request_)).content.decode()
    for secret in (request_.reference, "Asha", request_.email, "98400", token_of(request_.pk)):
        assert secret not in html
    assert "<script" not in html
    page = visible_text(html)
    assert "Mails about what you have ordered still come" in page
    response = Client().get(address(request_))
    assert response["Cache-Control"] == "no-store"
    assert response["X-Robots-Tag"] == "noindex, nofollow"


def test_link_works_after_a_new_link_and_after_the_erasure(request_: Request) -> None:
    path = address(request_)
    Request.objects.filter(pk=request_.pk).update(link_number=1)
    assert Client().get(path).status_code == 200
    erase(
        references=[request_.reference], actor=make_staff_account("meena"), now=TEN_AM,
        reason="Asked", cancel=True,
    )  # fmt: skip
    assert press(path).status_code == 303
    assert not reminder_rules.wants_reminders(request_)


def test_wrong_token_is_not_found_without_a_query(request_: Request) -> None:
    right = person_token(digests_of(request_))
    wrong = (
        right[:-1] + ("A" if right[-1] != "A" else "B"), right[:43], "x", "ä" * 64, right + "A",
        token_of(request_.pk), person_token([]), person_token([digests_of(request_)[0]] * 3), "=" * 64,
    )  # fmt: skip
    for token in wrong:
        with CaptureQueriesContext(connection) as queries:
            assert press(f"/status/{token}/reminders/").status_code == 404
        assert not queries
    assert not ReminderOptOut.objects.exists()


def test_status_page_does_not_open_with_this_token(request_: Request) -> None:
    token = person_token(digests_of(request_))
    for page in ("", "/again/", "/plan/", "/ask/", "/start/"):
        assert Client().get(f"/status/{token}{page}").status_code == 404


def test_token_of_one_digest_is_read(request_: Request) -> None:
    [digest] = person_digests(phone_normalised="", email="Asha@Example.com ")
    assert read_person_token(person_token([digest])) == [digest]
    assert digest == digests_of(request_)[1]


def test_link_with_appended_punctuation_redirects(request_: Request) -> None:
    response = Client().get(f"{address(request_)[:-1]}).")
    assert (response.status_code, response["Location"]) == (308, address(request_))
    assert Client().get("/status/x/reminders).").status_code == 404


def test_failure_is_said_and_nothing_is_lost(
    request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise DatabaseError

    with monkeypatch.context() as patch:
        patch.setattr(reminder_rules, "opt_out", fail)
        response = press(address(request_))
    assert response.status_code == 503
    assert "It could not be saved" in response.content.decode()
    assert "<form" in response.content.decode()


def test_mail_has_the_link_in_its_text_and_for_mail_programs(
    request_: Request, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = catalogue.current()
    site = replace(known.site, origin="https://shop-with-a-long-name.example")
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))
    message = send_by_itself(
        request=request_, template=Template.START, subject="starts", paragraphs=["It starts."],
        now=TEN_AM, footer=reminder_rules.footer(request_),
    )  # fmt: skip
    assert message
    content = compose(message.pk, TEN_AM)
    assert content
    mail = build_message(OutboxEntry.objects.get(message_id=message.pk), content)
    url = f"https://shop-with-a-long-name.example{address(request_)}"
    parsed = mail.message()
    assert parsed["List-Unsubscribe"] == f"<{url}>"
    assert parsed["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert f"\n <{url}>\n" in parsed.as_bytes().decode()  # folded before it, not within
    assert f"\n{url}\n" in str(mail.body)  # in one piece


def test_other_mails_have_no_such_header(request_: Request) -> None:
    message = send_by_itself(
        request=request_, template=Template.DESK_CHANGE, subject="changed", paragraphs=["So."],
        now=TEN_AM,
    )  # fmt: skip
    assert message
    content = compose(message.pk, TEN_AM)
    assert content
    assert content.unsubscribe_url == ""
    mail = build_message(OutboxEntry.objects.get(message_id=message.pk), content)
    assert "List-Unsubscribe" not in mail.message()


def test_looking_at_the_reorder_page_changes_nothing(request_: Request) -> None:
    """The renewal mail leads there, and programs open the links of mails."""
    Request.objects.filter(pk=request_.pk).update(status=Status.ACTIVE)
    with CaptureQueriesContext(connection) as queries:
        for method in ("get", "head"):
            response = getattr(Client(), method)(f"/status/{token_of(request_.pk)}/again/")
            assert response.status_code == 200
    assert {query["sql"].split()[0] for query in queries} == {"SELECT"}
    assert Request.objects.count() == 1
    assert not Message.objects.exists()
