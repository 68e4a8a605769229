"""Reorder: the preview at today's prices, and one new request per submission."""

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
from tests.factories.requests import (
    BODIES,
    PLAN_FACTS,
    TEN_AM,
    at_once,
    current,
    make_request,
    read_again,
)
from tests.workflow import menus

pytestmark = pytest.mark.django_db(transaction=True)
REORDERABLE = [Kind.VEG, Kind.NONVEG, Kind.TRAY, Kind.COMBO, Kind.SUBSCRIPTION]
SMOOTHIE = "Dry Fruit Smoothie"


def reorder_request(request: Request, **options: Any) -> Request:
    """Reorder the request as its page shows it."""
    found = preview(read_again(request))
    given = {"seen": found.seen, "count": found.count, "now": TEN_AM, **options}
    return repeat(request=read_again(request), **given)


def titles(found: reorder.Preview) -> tuple[list[str], list[str]]:
    """Return the titles of the reordered and of the omitted items."""
    return [each.title for each in found.reorder.items], [
        each.title for each in found.reorder.left_out
    ]


@pytest.mark.parametrize("kind", REORDERABLE)
def test_reorder_equals_the_same_form_submitted_again(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    new = reorder_request(request)
    own = ("id", "reference", "received_at", "body")
    assert columns(new, *own) == columns(read_again(request), *own)
    assert flags(new) == ""
    assert json.loads(new.body)["email"] == "asha@example.com"
    assert OutboxEntry.objects.filter(reference=new.reference).count() == 2
    for below in ("order", "combo", "subscription"):
        if hasattr(request, below):
            was, now = getattr(request, below), getattr(new, below)
            assert columns(now, "request_id") == columns(was, "request_id")


def test_reordered_event_names_the_earlier_request(send: Send) -> None:
    request = make_request(send, Kind.EVENT)
    first = reorder_request(request)
    second = reorder_request(first)
    message = "Twenty children, one long table please"
    assert first.event.message == f"The same again as {request.reference}. {message}"
    assert second.event.message == f"The same again as {first.reference}. {message}"


@pytest.mark.parametrize("kind", [*REORDERABLE, Kind.EVENT])
def test_phone_order_without_email_is_reordered_without_email(kind: Kind, meena: User) -> None:
    body = json.dumps({**BODIES[kind], "email": ""}).encode()
    reference = submit_phone_order(kind=kind, body=body, key="a-key", actor=meena, now=TEN_AM)
    request = Request.objects.get(reference=reference)
    by_desk = reorder_request(request, actor=meena)
    by_customer = reorder_request(by_desk, sender="127.0.0.1")
    assert [each.email for each in (by_desk, by_customer)] == ["", ""]
    assert not OutboxEntry.objects.filter(recipient="customer").exists()


def test_original_and_reorder_are_linked(send: Send) -> None:
    request = make_request(send)
    new = reorder_request(request)
    assert new.reorder_link.of == request
    assert [each.request for each in request.reorders.all()] == [new]


def test_preview_shows_todays_and_the_original_prices(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    found = preview(request)
    [smoothie] = found.reorder.items
    assert (smoothie.past_paise, smoothie.current_paise) == (163800, 180000)
    assert (found.past_total_paise, found.reorder.current_total_paise, found.difference) == (
        163800,
        180000,
        16200,
    )
    new = reorder_request(request)
    assert (new.order.total_paise, new.order.claimed_total_paise) == (180000, 180000)
    assert flags(new) == ""


def test_original_price_includes_adjustments(send: Send, meena: User) -> None:
    request = make_request(send)
    adjust(**current(request, meena), paise=-13800, reason="Regular")
    assert (preview(request).past_total_paise, preview(request).difference) == (150000, 13800)


def test_removed_dish_is_named_and_omitted(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [{"name": SMOOTHIE}, {"name": "ABC Juice"}]
    request = make_request(send, selectedItems=lines)
    menus.use(monkeypatch, menus.without_dishes("veg", "ABC Juice"))
    assert titles(preview(request)) == ([SMOOTHIE], ["ABC Juice"])
    assert [line.dish_name for line in reorder_request(request).order.lines.all()] == [SMOOTHIE]


def test_renamed_dish_is_recognised(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, name="Nut Smoothie"))
    [dish] = preview(request).reorder.items
    assert (dish.title, dish.remark) == ("Nut Smoothie", f"Last time called {SMOOTHIE}")
    assert [line.dish_name for line in reorder_request(request).order.lines.all()] == [
        "Nut Smoothie"
    ]


def test_reorder_without_remaining_items_is_rejected(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    menus.use(monkeypatch, menus.without_dishes("veg", SMOOTHIE))
    assert preview(request).unavailable_reason == reorder.NOTHING_LEFT
    with pytest.raises(NotReorderedError, match="None of it"):
        reorder_request(request)
    assert Request.objects.count() == 1


def test_tray_with_too_few_dishes_is_rejected_like_the_form(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send, Kind.TRAY)
    menus.use(monkeypatch, menus.without_dishes("tray", "Quinoa"))
    found = preview(request)
    assert found.unavailable_reason == "Please select at least 4 dishes."
    assert titles(found)[1] == ["Quinoa"]


def test_removed_weekly_menu_day_is_omitted(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday"]
    weeks = {"week1": {"breakfast": days}, "week2": {"lunch": days[:3]}}
    request = make_request(send, Kind.COMBO, selectedItems=weeks, totalSelected=7, finalAmount=2625)
    menus.use(monkeypatch, menus.without_day("week1", "breakfast", "Monday"))
    found = preview(request)
    [gone] = found.reorder.left_out
    assert (gone.detail, gone.past_paise) == ("Week 1, Monday, breakfast", 37500)
    new = reorder_request(request)
    assert (new.combo.slots.count(), new.combo.total_paise) == (6, 225000)


def test_subscription_names_removed_meals(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    menus.use(monkeypatch, menus.without_day("week1", "breakfast", "Monday"))
    assert titles(preview(request)) == (["Podi Idli"], ["Idli / Podi Idli + ABC Juice"])
    new = reorder_request(request)
    assert [meal.meal_id for meal in new.subscription.meals.all()] == ["B1"]


def test_unknown_meal_is_omitted_without_the_senders_text(
    send: Send,
) -> None:
    meals = [PODI_IDLI, {"id": "B99", "title": "Something of last year"}]
    request = make_request(send, Kind.SUBSCRIPTION, selectedItems=meals)
    assert titles(preview(request)) == (["Podi Idli"], ["A meal that was not on our menus"])
    assert flags(reorder_request(request)) == ""


def test_removed_plan_duration_is_rejected(send: Send, monkeypatch: pytest.MonkeyPatch) -> None:
    request = make_request(send, Kind.SUBSCRIPTION)
    request.subscription.plan_duration = "Hourly"
    request.subscription.save()
    assert preview(read_again(request)).unavailable_reason.startswith(
        "Plan duration must be one of: "
    )


def test_reorder_uses_the_desks_corrected_address(send: Send, meena: User) -> None:
    request = make_request(send)
    corrected = {"address": "7 Lake View Road, Mylapore, Chennai 600 004"}
    save_details(**current(request, meena), **{**PLAN_FACTS, **corrected, "pin": "600004"})
    assert Order.objects.get(request=reorder_request(request)).address == corrected["address"]


@pytest.mark.parametrize("kind", [Kind.APPOINTMENT, Kind.NUTRITION])
def test_appointment_and_nutrition_cannot_be_reordered(send: Send, kind: Kind) -> None:
    request = make_request(send, kind)
    assert preview(request).unavailable_reason
    with pytest.raises(NotReorderedError):
        repeat(request=request, seen="", count=0, now=TEN_AM)
    assert Request.objects.count() == 1


def test_erased_request_cannot_be_reordered(send: Send) -> None:
    request = make_request(send)
    Request.objects.update(erased_at=TEN_AM, body="")
    assert preview(read_again(request)).unavailable_reason == reorder.ERASED


def test_merged_duplicate_points_to_its_target(send: Send, meena: User) -> None:
    target, duplicate = make_request(send), make_request(send)
    merge(**current(duplicate, meena), into=target.reference)
    assert target.reference in preview(read_again(duplicate)).unavailable_reason


def test_cancelled_request_can_be_reordered(send: Send, meena: User) -> None:
    request = make_request(send)
    cancel(**current(request, meena), reason="Travels")
    assert reorder_request(request).status == Status.NEW


def test_resubmitted_form_creates_one_request(send: Send) -> None:
    request = make_request(send)
    found = preview(request)
    given: dict[str, Any] = {"seen": found.seen, "count": found.count, "now": TEN_AM}
    assert repeat(request=request, **given) == repeat(request=request, **given)
    assert Request.objects.count() == 2


def test_page_loaded_afterwards_creates_another_request(send: Send) -> None:
    request = make_request(send)
    reorder_request(request)
    assert preview(request).count == 1
    reorder_request(request, now=TEN_AM + timedelta(minutes=1))
    assert Request.objects.count() == 3


def test_concurrent_submissions_create_one_request(send: Send) -> None:
    request = make_request(send)
    found = preview(request)

    def tap() -> object:
        return repeat(
            request=read_again(request), seen=found.seen, count=found.count, now=TEN_AM
        ).reference

    tap_twice = at_once(tap, tap, tap)
    assert len(set(tap_twice)) == 1
    assert Request.objects.count() == 2
    assert ReorderLink.objects.count() == 1


def test_price_change_since_the_preview_is_rejected(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    seen = preview(request)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    with pytest.raises(ChangedError):
        repeat(request=request, seen=seen.seen, count=seen.count, now=TEN_AM)
    assert Request.objects.count() == 1


def test_resubmitted_form_returns_its_request_after_a_price_change(
    send: Send, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = make_request(send)
    seen = preview(request)
    given: dict[str, Any] = {"seen": seen.seen, "count": seen.count, "now": TEN_AM}
    new = repeat(request=request, **given)
    menus.use(monkeypatch, menus.with_dish("veg", SMOOTHIE, prices={"week": 30000}))
    assert repeat(request=request, **given) == new


def test_desk_reorder_is_entered_by_the_desk_and_logged_once(send: Send, meena: User) -> None:
    request = make_request(send)
    found = preview(request)
    for _ in range(2):
        new = repeat(request=request, seen=found.seen, count=0, now=TEN_AM, actor=meena)
    assert (new.source, new.entered_by) == (Source.STAFF, meena)
    [entry] = AuditEntry.objects.filter(reference=new.reference)
    assert (entry.action, entry.data) == ("request.enter", {"repeats": request.reference})


def test_customer_reorder_is_rate_limited_by_ip_address(send: Send, settings: Any) -> None:
    request = make_request(send)
    settings.CAP_PER_ADDRESS = 2
    from oottam.api.writing import rate_limits

    rate_limits._limits.cache_clear()
    try:
        reorder_request(request, sender="192.0.2.7")
        reorder_request(request, sender="192.0.2.7")
        with pytest.raises(RequestRejectedError) as refused:
            reorder_request(request, sender="192.0.2.7")
    finally:
        rate_limits._limits.cache_clear()
    assert refused.value.reply.status == 429
    assert Request.objects.count() == 3
    assert ReorderLink.objects.count() == 2


def test_hostile_text_is_copied_unchanged(send: Send) -> None:
    request = make_request(send, name="<script>", address="'; DROP TABLE x;--")
    assert reorder_request(request).customer_name == "<script> Raman"


@pytest.mark.parametrize("body", ['{"name": "Asha"}', "no JSON at all"])
def test_invalid_stored_body_is_a_validation_error(send: Send, body: str) -> None:
    request = make_request(send)
    Request.objects.filter(pk=request.pk).update(body=body)
    found = preview(read_again(request))
    assert "Phone is required." in found.unavailable_reason
