"""The pages on which payments are matched: a list in, proposals, one press, and what cannot be read."""

import re
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.billing.balances import balance
from oottam.billing.models import BankRules, CashCount, LineState, StatementLine
from oottam.billing.payments import record_payment
from oottam.delivery.models import CashCollection, Route, Run
from oottam.requests.models import Request
from oottam.schedule.models import Meal
from oottam.workflow.models import Message, Payment, PaymentMethod, Template
from tests.conftest import Send
from tests.factories.accounts import make_desk_client, make_staff_account
from tests.factories.plans import Planner, at
from tests.factories.requests import current, make_request_now
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/money/statements/"
HEAD = "Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance\n"
UTR = "612345678901"


def row(note: str, amount: str = "1638.00", utr: str = UTR, day: str = "20/11/26") -> str:
    return f"{day},{note},{utr},{day},,{amount},50000.00\n"


def put_in(client: Client, rows: str, **more: Any) -> str:
    file = SimpleUploadedFile("bank.csv", (HEAD + rows).encode())
    response = client.post(f"{PAGE}import", {"statement": file, **more}, follow=True)
    return visible_text(response.content.decode())


@pytest.fixture
def desk() -> Client:
    return make_desk_client("devi")


@pytest.fixture
def request_(send: Send) -> Request:
    return make_request_now(send)


def test_list_is_matched_in_two_presses(desk: Client, request_: Request) -> None:
    text = put_in(
        desk, row(f"UPI-ASHA RAMAN-{request_.reference}") + row("UPI-BALA", "99.00", "612345678902")
    )
    assert "2 new payments." in text
    assert f"₹1,638 for Asha Raman , {request_.reference} reference" in text
    html = desk.get(PAGE).content.decode()
    ticked = re.findall(r'name="book" autocomplete="off" value="([^"]+)" checked', html)
    response = desk.post(f"{PAGE}book", {"book": ticked}, follow=True)
    assert "1 payment booked, ₹1,638 in all." in visible_text(response.content.decode())
    assert Payment.objects.get().request == request_
    assert "2 known already" in put_in(
        desk, row(f"{request_.reference}") + row("UPI-BALA", "99.00", "612345678902")
    )


def test_likely_lines_are_ticked_by_one_press_and_an_excess_is_booked_as_shown(
    desk: Client, planner: Planner
) -> None:
    first, second = planner.plan().request, planner.plan(date=7).request
    owed = balance(first).owed or 0
    put_in(
        desk,
        row("UPI-ASHA RAMAN", f"{owed / 100:.2f}")
        + row(second.reference, f"{(balance(second).owed or 0) / 100 + 50:.2f}", "612345678902"),
    )
    assert not re.findall(r'name="book"[^>]* checked', desk.get(PAGE).content.decode())
    html = desk.get(f"{PAGE}?tick=likely").content.decode()
    [ticked] = re.findall(r'name="book" autocomplete="off" value="([^"]+)" checked', html)
    [over] = re.findall(rf'value="(\d+:{second.reference}:\d+:5000)"', html)
    assert "₹50 more than is due" in visible_text(html)
    response = desk.post(f"{PAGE}book", {"book": [ticked, over]}, follow=True)
    assert "2 payments booked" in visible_text(response.content.decode())


def test_pasted_rows_are_read(desk: Client) -> None:
    text = HEAD.replace(",", "\t") + row("UPI").replace(",", "\t")
    desk.post(f"{PAGE}import", {"text": text})
    assert StatementLine.objects.get().reference == UTR


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ("no, header, at all\n", "We do not know this list yet"),
        (HEAD + row("UPI", utr="6.12346E+11"), "has lost its digits"),
        (HEAD + row("UPI", day="20/11/0001"), "Row 2"),
        (HEAD + row("UPI", "twelve"), "Row 2"),
        ("", "empty"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_stored(
    desk: Client, rows: str, sentence: str
) -> None:
    file = SimpleUploadedFile("bank.csv", rows.encode())
    response = desk.post(f"{PAGE}import", {"statement": file})
    assert response.status_code == 422
    assert sentence.lower() in visible_text(response.content.decode()).lower()
    assert not StatementLine.objects.exists()


def test_ambiguous_dates_are_asked_about_once(desk: Client) -> None:
    rows = row("UPI", day="03/04/2026")
    assert "Is 03/04/2026 in this list 03 April 2026 or 04 March 2026?" in put_in(desk, rows)
    assert not StatementLine.objects.exists()
    put_in(desk, rows, dates="day")
    assert StatementLine.objects.get().paid_on.isoformat() == "2026-04-03"


def test_neither_a_file_nor_rows_is_a_mistake(desk: Client) -> None:
    assert "Choose a file, or paste rows." in visible_text(
        desk.post(f"{PAGE}import").content.decode()
    )


def test_what_changed_since_the_page_was_shown_is_named_and_the_rest_is_booked(
    desk: Client, send: Send
) -> None:
    first, second = make_request_now(send), make_request_now(send)
    put_in(desk, row(first.reference) + row(second.reference, utr="612345678902"))
    values = [f"{line.pk}:{line.note}:163800:0" for line in StatementLine.objects.all()]
    desk.post(f"{PAGE}book", {"book": values[:1]})
    response = desk.post(
        f"{PAGE}book", {"book": [*values, "x", "1:payment:99999", "9:OT-0000000:1"]}, follow=True
    )
    text = visible_text(response.content.decode())
    assert "This line has been dealt with meanwhile." in text
    assert ": This line has been dealt with meanwhile." in text
    assert "1 payment booked" in text
    assert Payment.objects.count() == 2


def test_line_is_booked_for_whom_a_search_finds(desk: Client, request_: Request) -> None:
    put_in(desk, row("NEFT", "2000.00"))
    line = StatementLine.objects.get()
    html = desk.get(f"{PAGE}{line.pk}/?q=Asha").content.decode()
    assert f"{request_.reference}, Veg meal, new, owes ₹1,638" in visible_text(html)
    assert 'name="rupees" value="1,638"' in html
    over = {"reference": request_.reference, "rupees": "2,000"}
    refused = desk.post(f"{PAGE}{line.pk}/book", over)
    assert refused.status_code == 422
    assert "₹362 more than is due" in visible_text(refused.content.decode())
    desk.post(f"{PAGE}{line.pk}/book", {**over, "beyond": 362_00})
    assert StatementLine.objects.get().state == LineState.MATCHED
    assert "₹2,000 for" in visible_text(desk.get(f"{PAGE}?list=matched").content.decode())


@pytest.mark.parametrize(("state", "name"), [("settlement", "settlement"), ("ignored", "ignored")])
def test_line_leaves_the_list_and_comes_back(desk: Client, state: str, name: str) -> None:
    put_in(desk, row("NEFT*PhonePe", "234771.47"))
    line = StatementLine.objects.get()
    desk.post(f"{PAGE}{line.pk}/decide", {"state": state})
    assert "Nothing to match" in visible_text(desk.get(PAGE).content.decode())
    assert "₹2,34,771.47" in visible_text(desk.get(f"{PAGE}?list={name}").content.decode())
    desk.post(f"{PAGE}{line.pk}/decide", {"state": "matched"})  # by no page
    assert StatementLine.objects.get().state == state
    desk.post(f"{PAGE}{line.pk}/decide", {"state": "open", "was": state})
    assert StatementLine.objects.get().state == LineState.OPEN


def test_owner_says_how_payments_arrive(desk: Client) -> None:
    assert "How payments arrive" not in desk.get(PAGE).content.decode()
    owner = Client()
    owner.force_login(make_staff_account("mani", Role.OWNER))
    owner.post(f"{PAGE}rules", {"lumps": "lumps"})
    assert BankRules.objects.get().lumps
    put_in(desk, row("NEFT*PhonePe", "234771.47"))
    assert StatementLine.objects.get().state == LineState.SETTLEMENT


def test_payment_is_found_by_its_utr(desk: Client, request_: Request) -> None:
    put_in(desk, row(request_.reference))
    line = StatementLine.objects.get()
    desk.post(f"{PAGE}book", {"book": f"{line.pk}:{request_.reference}:163800"})
    found = visible_text(desk.get(f"/backoffice/money/payments/?q={UTR}").content.decode())
    assert f"UPI, {UTR} Asha Raman, {request_.reference}" in found
    assert "No payment found" in desk.get("/backoffice/money/payments/?q=1").content.decode()


@pytest.fixture
def debt(planner: Planner) -> Request:
    return planner.plan().request


def test_payments_due_say_since_when_and_are_sorted(planner: Planner, debt: Request) -> None:
    larger = planner.plan(date=20).request
    with time_machine.travel(at("9 10:00"), tick=False):
        desk = make_desk_client("asha")
        text = visible_text(desk.get("/backoffice/money/").content.decode())
        assert f"{debt.reference}, Veg meal, confirmed; for 5 days" in text
        largest = visible_text(desk.get("/backoffice/money/?by=amount").content.decode())
    assert largest.index(larger.reference) < largest.index(debt.reference)


@pytest.mark.parametrize("channel", ["mail", "whatsapp"])
def test_one_press_reminds(desk: Client, debt: Request, channel: str) -> None:
    response = desk.post(f"/backoffice/money/remind/{debt.reference}", {"channel": channel})
    message = Message.objects.get(template=Template.PAYMENT)
    assert (message.channel, response.status_code) == (channel, 302)
    opened = f"/backoffice/requests/{debt.reference}/?sent={message.pk}#message-{message.pk}"
    assert response["Location"] == (opened if channel == "whatsapp" else "/backoffice/money/")
    again = desk.post(
        f"/backoffice/money/remind/{debt.reference}", {"channel": channel}, follow=True
    )
    assert "was reminded a moment ago" in visible_text(again.content.decode())
    assert Message.objects.filter(template=Template.PAYMENT).count() == 1
    assert "; reminded " in visible_text(desk.get("/backoffice/money/").content.decode())


def test_nobody_is_reminded_of_what_is_paid(desk: Client, request_: Request) -> None:
    put_in(desk, row(request_.reference))
    desk.post(
        f"{PAGE}book", {"book": f"{StatementLine.objects.get().pk}:{request_.reference}:163800"}
    )
    response = desk.post(f"/backoffice/money/remind/{request_.reference}", follow=True)
    assert "owes nothing any more" in visible_text(response.content.decode())
    assert not Message.objects.exists()


def test_day_is_closed_against_the_books(desk: Client, request_: Request, priya: User) -> None:
    today = timezone.localdate()
    page, cash = f"/backoffice/money/cash/{today}/", PaymentMethod.CASH
    record_payment(
        paise=500_00, method=cash, paid_on=today, **current(request_, priya, timezone.now())
    )
    assert "Cash by the books ₹500" in visible_text(desk.get(page).content.decode())
    for counted, difference in (("450", "₹50 missing"), ("500", "none"), ("501", "₹1 too much")):
        assert desk.post(f"{page}count", {"counted": counted}).status_code == 302
        assert f"Difference {difference}" in visible_text(desk.get(page).content.decode())
    assert AuditEntry.objects.filter(action="cash.count").count() == 3


@pytest.mark.parametrize("counted", ["", "x", "-1", "9" * 15])
def test_count_that_is_no_amount_is_refused(desk: Client, counted: str) -> None:
    page = f"/backoffice/money/cash/{timezone.localdate()}/count"
    assert desk.post(page, {"counted": counted}).status_code == 422
    assert not CashCount.objects.exists()


def test_today_names_what_is_to_match_and_missing_cash(
    desk: Client, request_: Request, ravi: User
) -> None:
    assert "to match" not in visible_text(desk.get("/backoffice/").content.decode())
    put_in(desk, row("UPI"))
    yesterday = timezone.localdate() - timedelta(days=1)
    payment = Payment.objects.create(
        request=request_, paise=700_00, method="cash", paid_on=yesterday, by=ravi, at=timezone.now()
    )
    route = Route.objects.create(name="Beach", position=1)
    run = Run.objects.create(date=yesterday, meal=Meal.LUNCH, rider=ravi, route=route)
    CashCollection.objects.create(payment=payment, run=run, key="k")
    text = visible_text(desk.get("/backoffice/").content.decode())
    assert "1 payment of a bank’s list to match" in text
    assert "₹700 of riders’ cash of earlier days not handed over" in text


def test_reference_that_was_booked_twice_is_listed(desk: Client, send: Send, priya: User) -> None:
    for reference in (UTR, UTR, "612345678902", "cash", "cash"):
        request = make_request_now(send)
        record_payment(
            paise=100_00, method=PaymentMethod.UPI, paid_on=timezone.localdate(), bank_reference=reference,
            may_repeat=True, **current(request, priya, timezone.now()),
        )  # fmt: skip
    text = visible_text(desk.get("/backoffice/money/payments/").content.decode())
    assert text.count(UTR) == 2
    assert "612345678902" not in text
    assert "same UTR" not in visible_text(
        desk.get(f"/backoffice/money/payments/?q={UTR}").content.decode()
    )
