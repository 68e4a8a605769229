"""The same again: what it would be today, and one new request however often it is asked for."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.api.errors import RequestRejectedError
from oottam.audit.models import AuditEntry
from oottam.billing.payments import adjust
from oottam.orders.models import Order
from oottam.outbox.models import OutboxEntry
from oottam.requests.models import Kind, Request, Source, Status
from oottam.workflow.models import ReorderLink
from oottam.workflow.services import reorder
from oottam.workflow.services.details import save_details
from oottam.workflow.services.duplicates import merge
from oottam.workflow.services.phone_orders import submit_phone_order
from oottam.workflow.services.reorder import ChangedError, NotReorderedError, preview
from oottam.workflow.services.reorder import reorder as repeat
from oottam.workflow.services.transitions import cancel
from tests.api_client import columns, flags
from tests.conftest import Send
from tests.enquiries.examples import PODI_IDLI
from tests.factories.accounts import make_staff_account
from tests.factories.requests import (
    BODIES,
    MONDAY,
    PLAN_FACTS,
    at_once,
    current,
    make_request,
    read_again,
)
from tests.workflow import menus

pytestmark = pytest.mark.django_db(transaction=True)
HAD_TWICE = [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION]
SMOOTHIE = "Dry Fruit Smoothie"


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


def again(request: Request, **how: Any) -> Request:
    """Asked for once more, as its page shows it."""
    found = preview(read_again(request))
    given = {"seen": found.seen, "count": found.count, "now": MONDAY, **how}
    return repeat(request=read_again(request), **given)


def titles(found: reorder.Preview) -> tuple[list[str], list[str]]:
    """Titles of what is reordered, and of what is left out."""
    return [each.title for each in found.reorder.things], [
        each.title for each in found.reorder.left_out
    ]


@pytest.mark.parametrize("kind", HAD_TWICE)
def test_it_becomes_the_request_that_the_same_form_would_become(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    new = again(request)
    own = ("id", "reference", "received_at", "body")
    assert columns(new, *own) == columns(read_again(request), *own)
    assert flags(new) == ""
    assert json.loads(new.body)["email"] == "asha@example.com"
    assert OutboxEntry.objects.filter(reference=new.reference).count() == 2
    for below in ("order", "combo", "subscription"):
        if hasattr(request, below):
            was, now = getattr(request, below), getattr(new, below)
            assert columns(now, "request_id") == columns(was, "request_id")


def test_an_event_says_that_its_words_are_those_of_then(send: Send) -> None:
    request = make_request(send, Kind.EVENT)
    first = again(request)
    second = again(first)
    words = "Twenty children, no nuts please"
    assert first.event.message == f"The same again as {request.reference}. {words}"
    assert second.event.message == f"The same again as {first.reference}. {words}"


@pytest.mark.parametrize("kind", [*HAD_TWICE, Kind.EVENT])
def test_a_phone_order_without_e_mail_is_had_again_without_one(kind: Kind, meena: User) -> None:
    body = json.dumps({**BODIES[kind], "email": ""}).encode()
    reference = submit_phone_order(kind=kind, body=body, key="a-key", actor=meena, now=MONDAY)
    request = Request.objects.get(reference=reference)
    by_desk = again(request, actor=meena)
    by_customer = again(by_desk, sender="127.0.0.1")
    assert [each.email for each in (by_desk, by_customer)] == ["", ""]
    assert not OutboxEntry.objects.filter(recipient="customer").exists()


def test_both_know_of_each_other(send: Send) -> None:
    request = make_request(send)
    new = again(request)
    assert new.reorder_link.of == request
    assert [each.request for each in request.reorders.all()] == [new]


def test_prices_are_those_of_today_and_those_of_then_stand_beside_them(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    found = preview(request)
    [smoothie] = found.reorder.things
    assert (smoothie.then, smoothie.now) == (163800, 180000)
    assert (found.then, found.reorder.now, found.difference) == (163800, 180000, 16200)
    new = again(request)
    assert (new.order.total_paise, new.order.claimed_total_paise) == (180000, 180000)
    assert flags(new) == ""


def test_what_was_agreed_on_top_is_part_of_what_it_cost(send: Send, meena: User) -> None:
    request = make_request(send)
    adjust(**current(request, meena), paise=-13800, reason="Regular")
    assert (preview(request).then, preview(request).difference) == (150000, 13800)


def test_a_dish_that_the_menu_no_longer_has_is_named_and_left_out(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = [{"name": SMOOTHIE}, {"name": "ABC Juice"}]
    request = make_request(send, selectedItems=lines)
    menus.use(monkeypatch, menus.without_dishes("veg", "ABC Juice"))
    assert titles(preview(request)) == ([SMOOTHIE], ["ABC Juice"])
    assert [line.dish_name for line in again(request).order.lines.all()] == [SMOOTHIE]


def test_a_dish_that_is_called_otherwise_now_is_the_same_dish(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, name="Nut Smoothie"))
    [dish] = preview(request).reorder.things
    assert (dish.title, dish.remark) == ("Nut Smoothie", f"Last time called {SMOOTHIE}")
    assert [line.dish_name for line in again(request).order.lines.all()] == ["Nut Smoothie"]


def test_where_nothing_is_left_it_says_so_and_stores_nothing(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.without_dishes("veg", SMOOTHIE))
    assert preview(request).why_not == reorder.NOTHING_LEFT
    with pytest.raises(NotReorderedError, match="None of it"):
        again(request)
    assert Request.objects.count() == 1


def test_too_few_dishes_for_a_tray_are_refused_as_the_form_refuses_them(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send, Kind.TRAY)
    menus.use(monkeypatch, menus.without_dishes("tray", "Quinoa"))
    found = preview(request)
    assert found.why_not == "Please select at least 4 dishes."
    assert titles(found)[1] == ["Quinoa"]


def test_a_day_that_the_weekly_menu_no_longer_has_is_left_out(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday"]
    weeks = {"week1": {"breakfast": days}, "week2": {"lunch": days[:3]}}
    request = make_request(send, Kind.COMBO, selectedItems=weeks, totalSelected=7, finalAmount=2625)
    menus.use(monkeypatch, menus.without_day("week1", "breakfast", "Monday"))
    found = preview(request)
    [gone] = found.reorder.left_out
    assert (gone.detail, gone.then) == ("Week 1, Monday, breakfast", 37500)
    new = again(request)
    assert (new.combo.slots.count(), new.combo.total_paise) == (6, 225000)


def test_a_subscription_names_the_meals_that_are_gone(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    menus.use(monkeypatch, menus.without_day("week1", "breakfast", "Monday"))
    assert titles(preview(request)) == (["Podi Idli"], ["Idli / Podi Idli + ABC Juice"])
    new = again(request)
    assert [meal.meal_id for meal in new.subscription.meals.all()] == ["B1"]


def test_a_meal_that_never_was_on_our_menus_is_left_out_without_the_words_of_its_sender(
    send: Send,
) -> None:
    meals = [PODI_IDLI, {"id": "B99", "title": "Something of last year"}]
    request = make_request(send, Kind.SUBSCRIPTION, selectedItems=meals)
    assert titles(preview(request)) == (["Podi Idli"], ["A meal that was not on our menus"])
    assert flags(again(request)) == ""


def test_a_duration_that_is_no_longer_offered_is_refused(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    request.subscription.plan_duration = "Hourly"
    request.subscription.save()
    assert preview(read_again(request)).why_not.startswith("Plan duration must be one of: ")


def test_the_address_and_the_time_that_the_desk_corrected_are_taken(
    send: Send, meena: User
) -> None:
    request = make_request(send)
    told = {"address": "7 Lake View Road, Mylapore, Chennai 600 004"}
    save_details(**current(request, meena), **{**PLAN_FACTS, **told, "pin": "600004"})
    assert Order.objects.get(request=again(request)).address == told["address"]


@pytest.mark.parametrize("kind", [Kind.APPOINTMENT, Kind.NUTRITION])
def test_what_nobody_has_twice_is_not_repeated(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    assert preview(request).why_not
    with pytest.raises(NotReorderedError):
        repeat(request=request, seen="", count=0, now=MONDAY)
    assert Request.objects.count() == 1


def test_of_an_erased_person_there_is_nothing_to_repeat(send: Send) -> None:
    request = make_request(send)
    Request.objects.update(erased_at=MONDAY, body="")
    assert preview(read_again(request)).why_not == reorder.ERASED


def test_a_double_leads_to_the_one_that_is_kept(send: Send, meena: User) -> None:
    kept, double = make_request(send), make_request(send)
    merge(**current(double, meena), into=kept.reference)
    assert kept.reference in preview(read_again(double)).why_not


def test_what_is_cancelled_can_be_had_after_all(send: Send, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, meena), reason="Travels")
    assert again(request).status == Status.NEW


def test_a_form_that_is_sent_twice_makes_one_request(send: Send) -> None:
    request = make_request(send)
    found = preview(request)
    given: dict[str, Any] = {"seen": found.seen, "count": found.count, "now": MONDAY}
    assert repeat(request=request, **given) == repeat(request=request, **given)
    assert Request.objects.count() == 2


def test_a_page_that_is_shown_afterwards_makes_another_one(send: Send) -> None:
    request = make_request(send)
    again(request)
    assert preview(request).count == 1
    again(request, now=MONDAY + timedelta(minutes=1))
    assert Request.objects.count() == 3


def test_two_forms_at_the_same_moment_make_one_request(send: Send) -> None:
    request = make_request(send)
    found = preview(request)

    def tap() -> object:
        return repeat(
            request=read_again(request), seen=found.seen, count=found.count, now=MONDAY
        ).reference

    tap_twice = at_once(tap, tap, tap)
    assert len(set(tap_twice)) == 1
    assert Request.objects.count() == 2
    assert ReorderLink.objects.count() == 1


def test_a_price_that_has_changed_since_it_was_shown_stores_nothing(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    seen = preview(request)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    with pytest.raises(ChangedError):
        repeat(request=request, seen=seen.seen, count=seen.count, now=MONDAY)
    assert Request.objects.count() == 1


def test_a_form_that_was_sent_leads_to_what_it_became_after_the_price_has_changed(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    seen = preview(request)
    given: dict[str, Any] = {"seen": seen.seen, "count": seen.count, "now": MONDAY}
    new = repeat(request=request, **given)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    assert repeat(request=request, **given) == new


def test_the_desk_s_is_entered_by_the_desk_and_recorded_once(send: Send, meena: User) -> None:
    request = make_request(send)
    found = preview(request)
    for _ in range(2):
        new = repeat(request=request, seen=found.seen, count=0, now=MONDAY, actor=meena)
    assert (new.source, new.entered_by) == (Source.STAFF, meena)
    [entry] = AuditEntry.objects.filter(reference=new.reference)
    assert (entry.action, entry.data) == ("request.enter", {"repeats": request.reference})


def test_a_customer_s_counts_for_the_internet_address_and_is_capped_with_it(
    send: Send, settings: Any
) -> None:
    request = make_request(send)
    settings.CAP_PER_ADDRESS = 2
    from oottam.api.writing import rate_limits

    rate_limits._limits.cache_clear()
    try:
        again(request, sender="192.0.2.7")
        again(request, sender="192.0.2.7")
        with pytest.raises(RequestRejectedError) as refused:
            again(request, sender="192.0.2.7")
    finally:
        rate_limits._limits.cache_clear()
    assert refused.value.reply.status == 429
    assert Request.objects.count() == 3
    assert ReorderLink.objects.count() == 2


def test_hostile_words_of_then_are_carried_as_they_are(send: Send) -> None:
    request = make_request(send, name="<script>", address="'; DROP TABLE x;--")
    assert again(request).customer_name == "<script> Raman"


@pytest.mark.parametrize("body", ['{"name": "Asha"}', "no JSON at all"])
def test_the_body_of_another_time_does_not_break_it(send: Send, body: str) -> None:
    request = make_request(send)
    Request.objects.filter(pk=request.pk).update(body=body)
    found = preview(read_again(request))
    assert "Phone is required." in found.why_not
