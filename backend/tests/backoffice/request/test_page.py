"""The page of a request: contents by kind, permissions, queries."""

import re
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.backoffice.request import queries
from oottam.outbox.models import OutboxEntry
from oottam.requests.identity import token_of
from oottam.requests.models import Request, RequestFlag
from oottam.workflow.models import Adjustment, AppointmentSlot, Note, Payment
from oottam.workflow.services.details import MEAL_KINDS
from tests.api_client import HOSTILE
from tests.backoffice.request.request_page import (
    KINDS,
    PATHS,
    address,
    errors_shown,
    page,
    post,
    post_and_follow,
    refused,
    section,
    text,
)
from tests.conftest import Send
from tests.endpoint_cases import BODIES, EXAMPLES
from tests.example import FREE
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_shows_the_order(send: Send, kind: str) -> None:
    shown = section(page(make_desk_client(), make_request_now(send, kind)), "asked")
    sent = shown.partition(" As it was sent ")[0]
    assert sent == f"What was requested {EXAMPLES[PATHS[kind]].shown}"


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_shows_customer_and_contact(send: Send, kind: str) -> None:
    request = make_request_now(send, kind)
    shown = page(make_desk_client(), request)
    assert f"<h1>{request.customer_name}</h1>" in shown
    assert f'<span class="number">{request.reference}</span>' in shown
    links = re.findall(r'href="((?:tel|https|mailto):[^"]+)"', shown)
    by_phone = ["tel:+919840012345", "https://wa.me/919840012345"]
    assert links == [*(by_phone if request.phone else []), "mailto:asha@example.com"]


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "nutrition"])
def test_the_page_shows_the_body_as_sent(send: Send, kind: str) -> None:
    request = make_request_now(send, kind)
    shown = page(make_desk_client(), request)
    [body] = re.findall(r'<pre class="body"[^>]*>(.*?)</pre>', shown, re.DOTALL)
    assert " ".join(text(body).split()) == " ".join(request.body.split())


@pytest.mark.both_databases
def test_differing_claimed_amounts_are_shown_beside_the_shop_s(send: Send) -> None:
    lines = [{"name": "Dry Fruit Smoothie", "discountedCost": 1}]
    request = make_request_now(
        send, selectedItems=lines, finalAmount=2, selectedItemCount=3, date=15
    )
    shown = page(make_desk_client(), request)
    assert "Dishes by the customer's page 3" in section(shown, "asked")
    assert "Before discount ₹4,095 ₹3,556 ₹1" in section(shown, "asked")
    assert "Price by our menu Sent: ₹2 ₹3,556" in section(shown, "money")


def test_a_differing_line_before_discount_is_shown(send: Send) -> None:
    lines = [{"name": "Boiled Eggs", "price": 400, "discountedCost": 420}]
    shown = page(make_desk_client(), make_request_now(send, "nonveg", selectedItems=lines))
    assert "₹420 Before discount ₹400" in section(shown, "asked")


def test_a_missing_line_before_discount_is_called_none(send: Send) -> None:
    lines = [{"name": "Boiled Eggs", "discountedCost": 420}]
    shown = page(make_desk_client(), make_request_now(send, "nonveg", selectedItems=lines))
    assert "₹420 none before discount" in section(shown, "asked")


def test_a_missing_claimed_amount_is_called_none(send: Send) -> None:
    lines = [{"name": "Dry Fruit Smoothie"}]
    request = make_request_now(send, selectedItems=lines, finalAmount=None, selectedItemCount=None)
    shown = page(make_desk_client(), request)
    assert "Price by our menu Sent: none" in section(shown, "money")
    assert "₹1,638 none" in section(shown, "asked")


def test_a_differing_combo_discount_is_shown(send: Send) -> None:
    shown = section(
        page(make_desk_client(), make_request_now(send, "combo", discount=100)), "money"
    )
    assert "Items ₹2,250 Discount Sent: ₹100 ₹0 Price by our menu ₹2,250" in shown


def test_a_meal_with_another_menu_title_says_so(send: Send) -> None:
    meals = [{"id": "B1", "title": "Poori"}, {"id": "B99", "title": "Something of last year"}]
    shown = section(
        page(make_desk_client(), make_request_now(send, "subscription", selectedItems=meals)),
        "asked",
    )
    assert "Poori Breakfast On our menu: Podi Idli" in shown
    assert "Something of last year B99 Not on our menus" in shown


def test_flags_are_described_while_the_request_is_open(send: Send) -> None:
    request = make_request_now(send, finalAmount=1)
    client = make_desk_client()
    assert "Total sent differs from ours" in section(page(client, request), "step")
    Request.objects.update(status="cancelled")
    assert "Total sent" not in section(page(client, request), "step")


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", KINDS)
def test_hostile_text_is_shown_as_text(send: Send, kind: str) -> None:
    path = PATHS[kind]
    script = HOSTILE[2]
    body = {**BODIES[path], **dict.fromkeys([n for n in FREE if n in BODIES[path]], script)}
    if kind == "subscription":
        names = ["id", "title", "desc", "category", "image"]
        body["selectedItems"] = [dict.fromkeys(names, script)]
    request = make_request_now(send, kind, **body)
    by = make_staff_account("mani")
    now = timezone.now()
    Note.objects.create(request=request, text=script, by=by, at=now)
    Adjustment.objects.create(request=request, paise=1, reason=script, by=by, at=now)
    Payment.objects.create(
        request=request, paise=1, method="upi", paid_on=now, reference=script, by=by, at=now
    )
    OutboxEntry.objects.update(last_error=script)
    data = {"address": {"was": script, "now": script}}
    AuditEntry.objects.create(
        at=now, actor=by, action=script[:40], reference=request.reference, data=data, reason=script
    )
    shown = page(make_desk_client(), request)
    assert "<script>" not in shown
    assert shown.count("&lt;script&gt;alert(&#x27;x&#x27;)&lt;/script&gt;") >= 7


@pytest.mark.parametrize("kind", KINDS)
def test_the_page_needs_no_inline_code(send: Send, kind: str) -> None:
    shown = page(logged_in(make_staff_account()), make_request_now(send, kind))
    assert (
        re.findall(r"<style|\sstyle=|\son[a-z]+=|javascript:|<script(?![^>]*\ssrc=)", shown) == []
    )


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_has_a_label_and_every_id_is_unique(send: Send, kind: str) -> None:
    shown = page(logged_in(make_staff_account()), make_request_now(send, kind))
    ids = re.findall(r'\sid="([^"]+)"', shown)
    assert sorted(ids) == sorted(set(ids))
    fields = re.findall(
        r'<(?:input|select|textarea)(?![^>]*type="hidden")[^>]*\sid="([^"]+)"', shown
    )
    labelled = re.findall(r'<label[^>]*\sfor="([^"]+)"', shown)
    assert fields
    assert set(fields) - set(labelled) == set()
    anchors = re.findall(r'href="#([^"]+)"', shown)
    assert set(anchors) - set(ids) == set()


@pytest.mark.parametrize("role", [Role.KITCHEN, Role.RIDER])
def test_only_owner_and_desk_see_the_page(send: Send, role: Role) -> None:
    answer = logged_in(make_staff_account("mani", role)).get(address(make_request_now(send)))
    assert answer.status_code == 403
    assert "Asha" not in answer.content.decode()


def test_the_page_needs_a_log_in(send: Send) -> None:
    answer: Any = Client().get(address(make_request_now(send)))
    assert (answer.status_code, answer["Location"].partition("?")[0]) == (302, "/backoffice/login/")


def test_an_unknown_reference_is_not_found() -> None:
    answer = make_desk_client().get("/backoffice/requests/OT-0000000/")
    assert answer.status_code == 404
    assert "Page not found." in answer.content.decode()


def more_of_everything(request: Request, count: int, kind: str) -> None:
    """Add rows to every list of the page."""
    now = timezone.now()
    for number in range(count):
        by = make_staff_account(f"mani{kind}{count}{number}", Role.DESK)
        Note.objects.create(request=request, text="Hello", by=by, at=now)
        Adjustment.objects.create(request=request, paise=1, reason="x", by=by, at=now)
        Payment.objects.create(request=request, paise=1, method="upi", paid_on=now, by=by, at=now)
        RequestFlag.objects.create(request=request, flag=f"flag-{number}")
        AuditEntry.objects.create(
            at=now, actor=by, action="request.note", reference=request.reference
        )
        if kind == "appointment":
            AppointmentSlot.objects.create(
                request=request, doctor="Dr", starts_at=now, minutes=5, state="missed"
            )


@pytest.mark.both_databases
@pytest.mark.parametrize("kind", KINDS)
def test_three_rows_take_no_more_queries_than_one(
    send: Send, kind: str, django_assert_num_queries: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        Request, "flag_labels", lambda request: [str(f.pk) for f in request.flags.all()]
    )
    client = make_desk_client()
    has_rows = kind in queries._ROWS
    for count in (1, 3):
        for _ in range(count):
            request = make_request_now(send, kind)
        request.merged_into = Request.objects.exclude(pk=request.pk).first()
        request.assignee = make_staff_account(f"ravi{count}", Role.DESK)
        request.save()
        more_of_everything(request, count, kind)
        token_of(request.pk)  # a process reads the key of the status pages once
        # What the customer says was paid. Of an appointment, when doctors are taken, too; of a plan, which days are closed, for its first one.
        # What the kitchen knows of the dishes, and what is sold out, times of meals, what the customer answered and asked, and their
        # other plan.
        looked_up = 7 * (kind in MEAL_KINDS) + 2 * (kind == "event")
        is_dated = kind in MEAL_KINDS or kind == "appointment"
        with django_assert_num_queries(18 + has_rows + is_dated + looked_up):
            page(client, request)


def test_the_page_links_to_the_customer_s_status_page(send: Send, client: Client) -> None:
    request = make_request_now(send, "veg")
    address = f"/status/{token_of(request.pk)}"
    assert f'href="{address}" target="_blank" rel="noreferrer"' in page(make_desk_client(), request)
    assert request.reference in client.get(address).content.decode()


def test_a_new_link_replaces_the_one_shown(send: Send, client: Client) -> None:
    request, desk = make_request_now(send, "veg"), make_desk_client()
    old, new = (f"/status/{token_of(request.pk, number)}" for number in (0, 1))
    shown = post_and_follow(desk, request, "new-link")
    assert "The old link no longer works. Send the customer the new one." in text(shown)
    assert f'href="{new}" target="_blank" rel="noreferrer"' in shown
    assert old not in shown
    assert [client.get(each).status_code for each in (old, new)] == [404, 200]
    assert "replaced the link of the customer's page" in section(shown, "history")
    assert post(desk, request, "new-link", version=1).status_code == 409


def test_a_duplicate_or_erased_request_is_offered_no_new_link(send: Send) -> None:
    primary, request, desk = make_request_now(send), make_request_now(send), make_desk_client()
    assert "New link" in section(page(desk, request), "manage")
    for change in ({"merged_into": primary}, {"merged_into": None, "erased_at": timezone.now()}):
        Request.objects.filter(pk=request.pk).update(**change)
        assert "New link" not in section(page(desk, request), "manage")
        assert errors_shown(refused(desk, request, "new-link"))


def test_parts_of_the_amount_are_flagged_only_where_its_total_differs(send: Send) -> None:
    client = make_desk_client()
    same = make_request_now(send, selectedItemCount=99)
    assert "Item count" not in section(page(client, same), "step")
    other = make_request_now(send, selectedItemCount=99, finalAmount=1)
    assert "Item count is missing or differs" in section(page(client, other), "step")


def test_mails_and_unused_notes_are_folded(send: Send) -> None:
    request, client = make_request_now(send), make_desk_client()
    folded = '<details class="fold"><summary>Add a note</summary>'
    assert folded in page(client, request)
    assert '<details class="fold" open><summary>2 mails</summary>' in page(client, request)
    OutboxEntry.objects.update(state="sent", sent_at=timezone.now())
    assert '<details class="fold"><summary>2 mails</summary>' in page(client, request)
    client.post(
        f"/backoffice/requests/{request.reference}/note", {"version": request.version, "text": "Hi"}
    )
    assert folded not in page(client, request)
