"""Price, adjustments, payments and balance on the request's page."""

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import segno
from django.utils import timezone

from oottam import catalogue
from oottam.core import page_assets
from oottam.core.payment_link import qr_code, upi_link
from oottam.requests.models import Request
from oottam.workflow.models import Adjustment, Payment
from tests.backoffice.request.request_page import (
    complete_details,
    errors_shown,
    field_errors,
    page,
    post,
    post_and_follow,
    refused,
    section,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_desk_client, make_staff_account
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
PAID = {"rupees": "1,000", "method": "upi", "paid_on": "2026-01-05", "bank_reference": "UTR 77"}


@pytest.mark.both_databases
def test_a_payment_reduces_the_balance(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = page(client, request)
    assert value(shown, "payment-rupees") == "1,638"
    assert value(shown, "payment-paid_on") == timezone.localdate().isoformat()
    shown = section(post_and_follow(client, request, "payment", **PAID), "money")
    assert "Paid by UPI on 5 Jan 2026 UTR 77 priya," in shown
    assert "−₹1,000" in shown
    assert "Due ₹638" in shown
    [kept] = Payment.objects.values_list("paise", "method", "reference")
    assert kept == (1_000_00, "upi", "UTR 77")
    shown = post_and_follow(client, request, "payment", **{**PAID, "rupees": "638"})
    assert "Paid in full" in section(shown, "money")
    assert value(shown, "payment-rupees") == ""


def test_the_method_of_the_last_payment_is_proposed_for_the_next(send: Send) -> None:
    client, request, other = (
        make_desk_client(),
        make_request_now(send),
        make_request_now(send, "nonveg"),
    )
    assert value(page(client, other), "payment-method") == ""
    post_and_follow(client, request, "payment", **{**PAID, "method": "cash"})
    assert value(page(client, other), "payment-method") == "cash"


def test_a_cancelled_request_owes_nothing_and_shows_its_payments(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "payment", **PAID)
    shown = post_and_follow(client, request, "cancel", reason="x")
    assert "Owed" not in section(shown, "money")
    assert "To refund ₹1,000" in section(shown, "money")
    assert value(shown, "payment-rupees") == ""


def test_the_balance_is_beside_the_next_step(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    complete_details(request)
    assert "₹1,638 is still due." in section(page(client, request), "step")
    shown = post_and_follow(client, request, "payment", **{**PAID, "rupees": "1638"})
    assert "owed" not in section(shown, "step")
    shown = post_and_follow(client, request, "payment", **{**PAID, "rupees": "1", "beyond": "100"})
    assert "₹1 overpaid." in section(shown, "step")


def test_an_overpayment_is_called_overpaid(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = post_and_follow(
        client, request, "payment", **{**PAID, "rupees": "2000", "beyond": "36200"}
    )
    assert "Overpaid ₹362" in section(shown, "money")


@pytest.mark.both_databases
def test_a_payment_above_the_balance_asks_once_for_confirmation(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    mistyped = {**PAID, "rupees": "64,764"}
    shown = refused(client, request, "payment", **mistyped)
    said = "₹63,126 more than is due. If it was received, tick that and save again."
    assert said in errors_shown(shown)
    assert "Yes, received: ₹63,126 more than is due" in section(shown, "money")
    assert value(shown, "payment-beyond") == "6312600"
    assert value(shown, "payment-rupees") == "64,764"
    assert not Payment.objects.exists()
    # Another amount is another question: the tick says how much it was about.
    shown = refused(client, request, "payment", **{**PAID, "rupees": "1639"}, beyond="6312600")
    assert "Yes, received: ₹1 more than is due" in section(shown, "money")
    shown = post_and_follow(client, request, "payment", **mistyped, beyond="6312600")
    assert "Overpaid ₹63,126" in section(shown, "money")


def test_a_payment_up_to_the_balance_needs_no_confirmation(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "payment", **{**PAID, "rupees": "1638"})
    event = make_request_now(send, "event")
    post_and_follow(client, event, "payment", **PAID)  # an advance, before a price is agreed


def test_a_payment_for_a_cancelled_request_asks_for_confirmation(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "cancel", reason="x")
    assert (
        "₹1,000 more than is due." in errors_shown(refused(client, request, "payment", **PAID))[0]
    )


@pytest.mark.parametrize("beyond", ["x", "-1", "9" * 30])
def test_an_invalid_confirmation_of_an_excess_is_refused(send: Send, beyond: str) -> None:
    client, request = make_desk_client(), make_request_now(send)
    refused(client, request, "payment", **{**PAID, "rupees": "2000"}, beyond=beyond)
    assert not Payment.objects.exists()


@pytest.mark.parametrize(
    ("field", "typed", "said"),
    [
        ("rupees", "", "This field is required."),
        ("rupees", "12,5", "Enter an amount in rupees, such as 1,250 or 1250.50."),
        ("rupees", "-5", "Enter an amount in rupees, such as 1,250 or 1250.50."),
        ("rupees", "0", "Enter an amount in rupees, such as 250."),
        ("rupees", "99999999999999", "At most ₹10,00,00,000.00 at once."),
        ("method", "gold", "Select a valid choice. gold is not one of the available choices."),
        ("paid_on", "", "This field is required."),
        ("bank_reference", "a" * 101, "Ensure this value has at most 100 characters (it has 101)."),
    ],
)
def test_an_invalid_payment_is_refused(send: Send, field: str, typed: str, said: str) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = refused(client, request, "payment", **{**PAID, field: typed})
    assert field_errors(shown) == [said]
    if field != "method":
        assert value(shown, f"payment-{field}") == typed
    assert not Payment.objects.exists()


def test_a_payment_of_tomorrow_is_refused(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    shown = refused(client, request, "payment", **{**PAID, "paid_on": tomorrow})
    assert field_errors(shown) == ["That day is in the future."]


@pytest.mark.both_databases
def test_a_form_posted_twice_records_one_payment(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    answers = [post(client, request, "payment", version=1, **PAID) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [302, 409]
    assert Payment.objects.count() == 1


def test_an_owner_s_undone_payment_stays_struck_through(send: Send) -> None:
    client, request = logged_in(make_staff_account()), make_request_now(send)
    post_and_follow(client, request, "payment", **PAID)
    payment = Payment.objects.get()
    assert "Undo this payment" in section(page(client, request), "money")
    shown = post_and_follow(
        client, request, "payment/undo", payment=payment.pk, reason="Of another order"
    )
    told = section(shown, "money")
    assert "Due ₹1,638" in told
    assert "undone" in told
    assert "Undo this payment" not in told
    assert re.search(r"<s>Paid by UPI on 5 Jan 2026</s>", shown)
    assert "<s>−₹1,000</s>" in shown
    assert "undid a payment" in section(shown, "history")
    assert "“Of another order” ₹1,000" in section(shown, "history")


@pytest.mark.both_databases
def test_the_desk_can_undo_its_own_payment_for_fifteen_minutes(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    for _ in range(2):
        shown = post_and_follow(client, request, "payment", **{**PAID, "rupees": "10"})
    first, second = Payment.objects.order_by("pk")
    assert "Undo this payment" in section(shown, "money")
    shown = post_and_follow(client, request, "payment/undo", payment=first.pk, reason="")
    assert "Due ₹1,628" in section(shown, "money")
    ravi = make_desk_client("ravi")
    assert "Undo this payment" not in section(page(ravi, request), "money")
    sentence = "Only the owner can undo what a colleague has recorded."
    assert sentence in refused(ravi, request, "payment/undo", payment=second.pk, reason="")
    Payment.objects.update(at=timezone.now() - timedelta(minutes=15))
    assert "Undo this payment" not in section(page(client, request), "money")
    sentence = "The 15 minutes are over: ask the owner to undo it."
    assert sentence in refused(client, request, "payment/undo", payment=second.pk, reason="")


@pytest.mark.parametrize("number", ["0", "x", "", "9" * 30, "424242"])
def test_an_unknown_payment_cannot_be_undone(send: Send, number: str) -> None:
    client, request = logged_in(make_staff_account()), make_request_now(send)
    assert "Not saved." in refused(client, request, "payment/undo", payment=number, reason="")


def test_a_payment_of_another_request_cannot_be_undone(send: Send) -> None:
    client, other = logged_in(make_staff_account()), make_request_now(send)
    post_and_follow(client, other, "payment", **PAID)
    shown = refused(
        client, make_request_now(send), "payment/undo", payment=Payment.objects.get().pk, reason=""
    )
    assert "This request has no such payment." in shown
    assert Payment.objects.get().undone_at is None


def test_the_price_can_be_reduced_and_increased(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "adjust", way="less", rupees="100.50", reason="Late once")
    shown = post_and_follow(client, request, "adjust", way="more", rupees="20", reason="Extra box")
    told = section(shown, "money")
    assert "Price by our menu ₹1,638 Late once priya," in told
    assert "−₹100.50 Extra box" in told
    assert "+₹20 Total ₹1,557.50 Due ₹1,557.50" in told
    assert "₹100.50 off" in section(shown, "history")
    assert "₹20 added" in section(shown, "history")


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"rupees": "1000.01"}, "For more than ₹1,000.00 in all, ask the owner."),
        ({"rupees": "0"}, "Enter an amount in rupees, such as 250."),
        ({"reason": ""}, "This field is required."),
        ({"reason": "a" * 501}, "Ensure this value has at most 500 characters (it has 501)."),
        ({"way": "x"}, "Select a valid choice. x is not one of the available choices."),
    ],
)
def test_an_invalid_adjustment_is_refused(send: Send, fields: dict[str, str], said: str) -> None:
    client, request = make_desk_client(), make_request_now(send)
    shown = refused(
        client, request, "adjust", **{"way": "less", "rupees": "10", "reason": "x", **fields}
    )
    assert field_errors(shown) == [said]
    assert not Adjustment.objects.exists()


def test_the_owner_adjusts_without_a_limit(send: Send) -> None:
    client, request = logged_in(make_staff_account()), make_request_now(send)
    shown = post_and_follow(client, request, "adjust", way="less", rupees="1638", reason="A gift")
    assert "Paid in full" in section(shown, "money")


@pytest.mark.parametrize("kind", ["event", "appointment", "nutrition"])
def test_a_request_without_a_menu_price_gets_an_agreed_one(send: Send, kind: str) -> None:
    client, request = make_desk_client(), make_request_now(send, kind)
    shown = page(client, request)
    assert "Price not agreed" in section(shown, "money")
    assert "Adjust the price" not in section(shown, "money")
    assert field_errors(refused(client, request, "price", agreed_paise="much")) == [
        "Enter an amount in rupees, such as 1,250 or 1250.50."
    ]
    shown = post_and_follow(client, request, "price", agreed_paise="1,25,000")
    assert "Price Undo this price ₹1,25,000 Due ₹1,25,000" in section(shown, "money")
    assert value(shown, "price-agreed_paise") == "1,25,000"
    assert "Adjust the price" in section(shown, "money")


def test_a_payment_before_a_price_is_shown(send: Send) -> None:
    client, request = make_desk_client(), make_request_now(send, "event")
    assert "Paid ₹1,000" in section(post_and_follow(client, request, "payment", **PAID), "money")
    back = {"method": "cash", "refunded_on": "2026-01-05"}
    shown = section(post_and_follow(client, request, "refund", rupees="400", **back), "money")
    assert "Paid ₹600" in shown
    shown = section(post_and_follow(client, request, "refund", rupees="600", **back), "money")
    assert "Paid ₹" not in shown


@pytest.fixture
def takes_upi() -> Any:
    was = catalogue.current()
    site = replace(was.site, upi_id="oottam@okaxis")
    catalogue.use(replace(was, site=site))
    yield
    catalogue.use(was)


def test_without_a_upi_id_there_is_no_link(send: Send) -> None:
    assert "upi://" not in page(make_desk_client(), make_request_now(send))


def test_the_balance_can_be_paid_by_upi(send: Send, takes_upi: None) -> None:
    client, request = make_desk_client(), make_request_now(send)
    post_and_follow(client, request, "payment", **PAID)
    shown = page(client, request)
    [link] = re.findall(r'href="(upi://[^"]+)"', shown)
    assert link.replace("&amp;", "&") == (
        f"upi://pay?pa=oottam@okaxis&pn=Oottam&am=638.00&cu=INR&tn={request.reference}"
    )
    assert qr_code(link.replace("&amp;", "&")) in shown
    say = f"Please pay ₹638 by UPI to oottam@okaxis and write {request.reference} as the note."
    assert (
        "UPI ID oottam@okaxis Copy the UPI ID Amount ₹638 Copy the amount "
        f"Note {request.reference} Copy the note UPI link for ₹638 If the customer's app "
        f"refuses it, send or say this: {say} Copy this sentence" in section(shown, "money")
    )
    assert re.findall(r'<button type="button" class="copy" hidden data-copy="([^"]+)"', shown) == [
        "oottam@okaxis",
        "638",
        request.reference,
        say,
    ]
    assert f'src="{page_assets.url_of("shared/ui/copyButtons.ts")}"' in shown
    shown = post_and_follow(client, request, "payment", **{**PAID, "rupees": "638"})
    assert ("upi://" in shown, page_assets.url_of("shared/ui/copyButtons.ts") in shown) == (
        False,
        False,
    )


def test_a_cancelled_or_erased_request_has_no_upi_link(send: Send, takes_upi: None) -> None:
    client, request = make_desk_client(), make_request_now(send)
    assert "upi://" in page(client, request)
    Request.objects.filter(pk=request.pk).update(erased_at=timezone.now())
    assert "upi://" not in page(client, request)
    Request.objects.filter(pk=request.pk).update(erased_at=None)
    assert "upi://" not in post_and_follow(client, request, "cancel", reason="x")


def test_a_upi_link_encodes_any_name_and_its_code_has_no_style() -> None:
    link = upi_link(upi_id="a.b-c@bank", name="Tea & Oottam", paise=105, reference="OT-1234567")
    assert link == "upi://pay?pa=a.b-c@bank&pn=Tea%20%26%20Oottam&am=1.05&cu=INR&tn=OT-1234567"
    drawn = qr_code(link)
    assert drawn.startswith("<svg ")
    assert "style" not in drawn
    # Black on white with its margin, whatever the style sheets and the reader's colours are.
    modules = segno.make(link, error="m", micro=False).symbol_size(border=4)[0]
    assert f'<path fill="#fff" d="M0 0h{modules}v{modules}h-{modules}z"/>' in drawn
    assert '<path stroke="#000" ' in drawn
