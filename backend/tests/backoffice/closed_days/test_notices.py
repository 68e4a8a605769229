"""The notices of a closed day: one button for all mails, one per customer for WhatsApp."""

import html
import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
import time_machine
from django.test import Client

from oottam.accounts.roles import Role
from oottam.backoffice import closed_days
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Request
from oottam.schedule.models import MealPlan, PlanChange
from oottam.workflow.models import Message
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.plans import FRIDAY, LUNCH, Planner, day, skip
from tests.plans.test_closure_notices import plan_for

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/closed-days/"
THURSDAY = {"date": "2026-12-10", "meal": "0"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    with time_machine.travel(FRIDAY, tick=False) as travelled:
        yield travelled


@pytest.fixture
def owner(clock: object) -> Client:
    return logged_in(make_staff_account("ravi", Role.OWNER))


@pytest.fixture
def meena(clock: object) -> Client:
    return make_desk_client("meena")


def close(owner: Client) -> str:
    """Close Thursday; return the address of the page that follows."""
    answer = owner.post(f"{PAGE}close", {**THURSDAY, "reason": "Feast", "do": "save"})
    assert answer.status_code == 302
    return str(answer["Location"])


def page_text(client: Client, address: str) -> str:
    return text(client.get(address).content.decode())


def rows(client: Client, address: str) -> list[str]:
    page = client.get(address).content.decode()
    return [text(row) for row in re.findall(r'<li id="customer-.*?</li>', page, re.DOTALL)]


def tap(client: Client, address: str, plan: MealPlan, **sent: str) -> Any:
    return client.post(f"{address}whatsapp", {"plan": plan.pk, **sent})


def link(answer: Any) -> str:
    """Return where the page redirects, and its button's address."""
    page = answer.content.decode()
    [at_once] = re.findall(r'http-equiv="refresh" content="0; url=([^"]+)"', page)
    assert f'<a class="button" href="{at_once}" rel="noreferrer">' in page
    return html.unescape(at_once)


def test_closing_a_day_leads_to_the_notices_of_its_customers(
    planner: Planner, owner: Client, meena: Client
) -> None:
    plan = planner.lunches(6)
    address = close(owner)
    said = page_text(owner, address)
    assert "Closed. 1 box of 1 plan moved" in said
    assert "Tell customers: Thu 10 Dec closed" in said
    assert "0 of 1 told Mail 1 customer" in said
    [row] = rows(meena, address)
    assert row.startswith(f"Asha Raman {plan.request.reference} Lunch moves to Mon 14 Dec WhatsApp")
    assert f'href="{address}"' in meena.get(PAGE).content.decode()


def test_closing_a_day_without_boxes_leads_to_the_list(owner: Client) -> None:
    assert close(owner) == PAGE
    change = PlanChange.objects.get()
    assert "Tell customers" not in page_text(owner, PAGE)
    assert "No customer has a box that moves." in page_text(owner, f"{PAGE}{change.pk}/")


def test_mailing_all_customers_shows_when_the_mails_are_sent(
    planner: Planner, owner: Client, meena: Client, clock: time_machine.Traveller
) -> None:
    planner.lunches(6)
    plan_for(planner, 1)
    address = close(owner)
    said = text(meena.post(f"{address}mail", follow=True).content.decode())
    assert "2 mails will be saved as a file at 10:15 am." in said
    assert "2 of 2 told, 2 of them by a mail that is not sent yet" in said
    assert "Mail waits until 10:15 am" in rows(owner, address)[0]
    said = text(owner.post(f"{address}mail", follow=True).content.decode())
    assert "There is nobody left to mail." in said
    assert OutboxEntry.objects.filter(message_id__isnull=False).count() == 2
    clock.shift(timedelta(minutes=16))
    for entry in queue.claim(FRIDAY + timedelta(minutes=15)):
        queue.settle_sent([entry], FRIDAY + timedelta(minutes=15))
    assert "Told Mailed 10:15 am" in rows(owner, address)[0]


def test_opening_whatsapp_shows_colleagues_who_opened_it(
    planner: Planner, owner: Client, meena: Client
) -> None:
    plan = planner.lunches(6)
    address = close(owner)
    opened = urlsplit(link(tap(meena, address, plan)))
    assert (opened.netloc, opened.path) == ("wa.me", "/919840012345")
    [said] = parse_qs(opened.query)["text"]
    assert said == Message.objects.get().text
    assert "lunch comes on Monday, 14 December 2026 instead" in said
    assert "Told Opened 10:00 am by meena WhatsApp again" in rows(owner, address)[0]
    link(tap(meena, address, plan))  # once more by herself
    answer = tap(owner, address, plan)
    assert answer.status_code == 409
    assert "meena has opened it at 10:00 am." in text(answer.content.decode())
    link(tap(owner, address, plan, again="1"))
    assert Message.objects.count() == 1


def test_customers_without_mail_and_phone_are_named(planner: Planner, owner: Client) -> None:
    plan, silent = planner.lunches(6), plan_for(planner, 1)
    Request.objects.filter(pk=plan.request_id).update(email="")
    Request.objects.filter(pk=silent.request_id).update(
        email="", phone_normalised="", phone="ask at the gate"
    )
    address = close(owner)
    assert "2 without an e-mail address: tell them by WhatsApp, or call." in page_text(
        owner, address
    )
    assert "No e-mail address, and no number for WhatsApp: ask at the gate" in "".join(
        rows(owner, address)
    )
    answer = owner.post(f"{address}whatsapp", {"plan": silent.pk}, follow=True)
    assert "There is no phone number that works" in text(answer.content.decode())


def test_a_failed_or_withdrawn_mail_is_shown_as_such(planner: Planner, owner: Client) -> None:
    planner.lunches(6)
    address = close(owner)
    owner.post(f"{address}mail")
    OutboxEntry.objects.filter(message_id__isnull=False).update(state="failed", last_error="550 no")
    assert "Mail not sent: 550 no" in rows(owner, address)[0]
    assert "0 of 1 told" in page_text(owner, address)
    OutboxEntry.objects.filter(message_id__isnull=False).delete()
    assert "Mail withdrawn" in rows(owner, address)[0]
    assert "Mail 1 customer" in page_text(owner, address)


def test_a_box_changed_since_the_closing_needs_no_notice(planner: Planner, owner: Client) -> None:
    plan = planner.lunches(6)
    address = close(owner)
    tap(owner, address, plan)
    planner.do(plan, skip(plan, [day(14)], [LUNCH]))
    assert "Lunch moves to Tue 15 Dec" in rows(owner, address)[0]
    gone = plan_for(planner, 1)
    answer = owner.post(f"{address}whatsapp", {"plan": gone.pk}, follow=True)
    assert "boxes have been changed since" in text(answer.content.decode())


def test_reopening_leads_to_customers_who_were_notified_of_the_closing(
    planner: Planner, owner: Client, meena: Client
) -> None:
    plan = planner.lunches(6)
    plan_for(planner, 1)
    address = close(owner)
    owner.post(f"{address}mail")
    tap(owner, address, plan)
    answer = owner.post(f"{PAGE}open", THURSDAY)
    opening = PlanChange.objects.filter(action="undo").get()
    again = f"{PAGE}{opening.pk}/"
    assert answer["Location"] == again
    assert not OutboxEntry.objects.filter(message_id__isnull=False).exists()
    assert "Tell customers: Thu 10 Dec open again" in page_text(owner, again)
    assert [row.partition(" OT")[0] for row in rows(meena, again)] == ["Asha Raman"]
    assert "Open again, after customers were told Thu 10 Dec 2026 The whole day" in page_text(
        meena, PAGE
    )
    [said] = parse_qs(urlsplit(link(tap(meena, again, plan))).query)["text"]
    assert "We are open on Thursday, 10 December 2026 after all." in said
    closed = meena.get(address, follow=True)
    assert closed.redirect_chain[0][0] == PAGE
    assert "That day is open again" in text(closed.content.decode())
    posted = text(meena.post(f"{address}mail", follow=True).content.decode())
    assert "That day is open again" in posted


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (0, "All moved boxes are back. 2 mails withdrawn."),
        (1, "1 mail withdrawn, 1 already sent: tell that customer."),
        (2, "All moved boxes are back. 2 mails already sent: tell those customers."),
    ],
)
def test_reopening_shows_withdrawn_and_sent_mails(
    planner: Planner, owner: Client, sent: int, said: str
) -> None:
    planner.lunches(6)
    plan_for(planner, 1)
    owner.post(f"{close(owner)}mail")
    mails = OutboxEntry.objects.filter(message_id__isnull=False)
    OutboxEntry.objects.filter(pk__in=[mail.pk for mail in mails[:sent]]).update(state="sent")
    shown = text(owner.post(f"{PAGE}open", THURSDAY, follow=True).content.decode())
    assert said in shown


def test_a_notice_of_one_meal_names_the_meal(planner: Planner, owner: Client) -> None:
    planner.lunches(6)
    form = {**THURSDAY, "meal": "2", "reason": "Feast", "do": "save"}
    address = owner.post(f"{PAGE}close", form)["Location"]
    assert "Tell customers: lunch of Thu 10 Dec closed" in page_text(owner, address)


@pytest.mark.parametrize("number", ["999999999", "0", "99999999999999999999"])
def test_a_change_that_closes_no_day_has_no_notices_page(owner: Client, number: str) -> None:
    for method, address in (("get", ""), ("post", "mail"), ("post", "whatsapp")):
        assert getattr(owner, method)(f"{PAGE}{number}/{address}").status_code == 404


def test_opening_whatsapp_without_a_plan_is_a_404(planner: Planner, owner: Client) -> None:
    planner.lunches(6)
    address = close(owner)
    assert owner.post(f"{address}whatsapp", {"plan": "x"}).status_code == 404


def test_the_hint_names_a_missing_mail_server(
    planner: Planner, owner: Client, settings: Any
) -> None:
    planner.lunches(6)
    address = close(owner)
    hint = "No mail server is set up: a mail is only saved as a file."
    assert hint in page_text(owner, address)
    settings.MAIL = replace(settings.MAIL, host="mail.example")
    assert hint not in page_text(owner, address)


def test_many_customers_are_paginated(
    planner: Planner, owner: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closed_days, "PER_PAGE", 2)
    for number in range(3):
        plan_for(planner, number)
    address = close(owner)
    assert [len(rows(owner, f"{address}?page={page}")) for page in ("1", "2", "3", "x")] == [
        2, 1, 0, 2,
    ]  # fmt: skip
    assert 'href="?page=2"' in owner.get(address).content.decode()


def test_the_notices_page_runs_as_many_queries_for_three_customers_as_for_one(
    planner: Planner, owner: Client, django_assert_num_queries: Any
) -> None:
    plans = [plan_for(planner, number) for number in range(3)]
    address = close(owner)
    owner.get(address)  # what was said is said once
    for plan in (None, *plans):
        if plan:
            tap(owner, address, plan)
        # session, account, roles, the change, its boxes, letters and mails
        with django_assert_num_queries(7):
            owner.get(address)


def test_customers_to_tell_are_marked_for_the_way_back_from_whatsapp(
    planner: Planner, owner: Client, meena: Client
) -> None:
    plan = planner.lunches(6)
    address = close(owner)
    marked = f'<li id="customer-{plan.pk}" data-untold>'
    assert marked in meena.get(address).content.decode()
    tap(meena, address, plan)
    assert marked not in meena.get(address).content.decode()
