"""Changed numbers of days: boxes, free days, and the proposed price adjustment."""

import re

import pytest
from django.test import Client

from oottam.plans.services.price_changes import pending_price_changes
from oottam.requests.models import Kind
from oottam.schedule.models import MealPlan, PlanChange, Serving, ServingState, Track
from oottam.workflow.models import Adjustment
from tests.backoffice.plans.plan_page import address, page, post, preview, refused, saved
from tests.backoffice.request.request_page import section, text, value
from tests.factories.plans import BREAKFAST, DINNER, LUNCH, Planner, dates, day, sections


def looked(client: Client, plan: MealPlan, meal: int, days: int) -> str:
    sent = {"do": "preview", "meal": str(meal), "days": str(days)}
    answer = post(client, plan, "days", **sent)
    assert answer.status_code == 200
    return answer.content.decode()


def note_link(shown: str) -> tuple[str, str]:
    """Return the proposal's address and text."""
    [(link, words)] = set(re.findall(r'href="([^"]+\?adjust=\d+)#money">([^<]+)</a>', shown))
    return link, words


def test_more_days_show_the_menu_price_before_saving(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    shown = looked(staff, plan, LUNCH, 8)
    assert preview(shown)[:2] == [
        "One more lunch on Mon 14 Dec.",
        "One more lunch on Tue 15 Dec.",
    ]
    # 273 rupees a day.
    assert "By the menu price, that is ₹546 more for 8 days instead of 6." in text(shown)


def test_the_price_stays_until_the_request_is_adjusted(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    link, words = note_link(saved(staff, plan, "days", meal="2", days="8"))
    assert words == "₹546 more for 8 days instead of 6: adjust the price"
    assert not Adjustment.objects.exists()
    request = staff.get(link).content.decode()
    assert (value(request, "adjust-rupees"), value(request, "adjust-reason")) == (
        "546",
        "8 days instead of 6",
    )
    assert re.search(r'name="way" value="more"[^>]*checked', request)
    plan.request.refresh_from_db()
    noted = staff.post(
        f"/backoffice/requests/{plan.request.reference}/adjust",
        {
            "version": plan.request.version,
            "way": "more",
            "rupees": "546",
            "reason": "8 days instead of 6",
        },
    )
    assert noted.status_code == 302
    # It is not offered a second time.
    assert value(staff.get(link).content.decode(), "adjust-rupees") == ""


def test_of_two_equal_changes_one_adjustment_records_one(planner: Planner, staff: Client) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    for meal in ("2", "3"):  # ₹273 less each
        saved(staff, plan, "days", meal=meal, days="5")
    first, second = PlanChange.objects.filter(action="days").order_by("pk")
    address = f"/backoffice/requests/{plan.request.reference}/"
    link = f"{address}?adjust={second.pk}"
    assert [each.change for each in pending_price_changes()] == [first.pk, second.pk]
    for left in ([second.pk], []):
        offered = staff.get(link).content.decode()
        assert value(offered, "adjust-rupees") == "273"
        plan.request.refresh_from_db()
        sent = {
            "version": plan.request.version,
            "way": "less",
            "rupees": "273",
            "reason": value(offered, "adjust-reason"),
        }
        assert staff.post(f"{address}adjust", sent).status_code == 302
        assert [each.change for each in pending_price_changes()] == left
    assert value(staff.get(link).content.decode(), "adjust-rupees") == ""


def test_fewer_days_cost_less(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(8)
    shown = saved(staff, plan, "days", meal="2", days="6")
    assert dates(plan)[-1] == day(12)
    link, words = note_link(shown)
    assert words == "₹546 less for 6 days instead of 8: adjust the price"
    assert re.search(r'name="way" value="less"[^>]*checked', staff.get(link).content.decode())


def test_free_days_follow_the_number_of_days(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="2", days="15")
    assert plan.free_days == 1
    shown = page(staff, plan)
    assert "Free days 23 Dec" in text(shown)
    # 14 days of 254 rupees in the place of 6 of 273.
    assert note_link(shown)[1] == "₹1,918 more for 15 days instead of 6: adjust the price"
    saved(staff, plan, "days", meal="2", days="14")
    assert plan.free_days == 0


def test_undo_reverts_days_free_days_and_price(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="2", days="15")
    change = PlanChange.objects.order_by("-pk")[0]
    shown = saved(staff, plan, "undo", change=change.pk)
    assert (len(dates(plan)), plan.free_days) == (6, 0)
    assert Track.objects.get(plan=plan).servings == 6
    assert note_link(shown)[1] == "₹1,918 less for 6 days instead of 15: adjust the price"


def test_a_second_change_is_priced_from_the_first(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="2", days="8")
    assert "By the menu price, that is ₹273 more for 9 days instead of 8." in text(
        looked(staff, plan, LUNCH, 9)
    )


def test_the_first_of_two_changes_can_be_undone_alone(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="2", days="8")
    first = PlanChange.objects.order_by("-pk")[0]
    saved(staff, plan, "days", meal="2", days="9")
    saved(staff, plan, "undo", change=first.pk)
    counted = Serving.objects.filter(plan=plan).exclude(state=ServingState.CANCELLED).count()
    assert (counted, Track.objects.get(plan=plan).servings) == (7, 7)


def test_meals_with_different_numbers_of_days_have_no_menu_price(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    shown = saved(staff, plan, "days", meal="2", days="8")
    assert "?adjust=" not in shown
    shown = saved(staff, plan, "days", meal="3", days="8")
    assert note_link(shown)[1] == "₹1,092 more for 8 days instead of 6: adjust the price"


@pytest.mark.both_databases
def test_meals_with_fewer_days_reduce_the_price_per_box(planner: Planner, staff: Client) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    assert "By the box price, that is ₹273 less for 11 boxes instead of 12." in text(
        looked(staff, plan, LUNCH, 5)
    )
    saved(staff, plan, "days", meal="2", days="5")
    shown = text(saved(staff, plan, "days", meal="3", days="5"))
    assert "₹273 less for 11 boxes instead of 12: adjust the price" in shown
    assert "₹273 less for 10 boxes instead of 11: adjust the price" in shown  # alike again


def test_a_meal_can_be_added_to_a_plan(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    shown = looked(staff, plan, DINNER, 6)
    assert "6 dinners more: 5 to 11 Dec." in preview(shown)
    assert "By the menu price, that is ₹1,638 more for 2 meals a day instead of 1." in text(shown)
    saved(staff, plan, "days", meal="3", days="6")
    assert len(dates(plan, DINNER)) == 6


def test_a_removed_meal_can_be_added_again(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    saved(staff, plan, "days", meal="3", days="6")
    change = PlanChange.objects.order_by("-pk")[0]
    shown = saved(staff, plan, "undo", change=change.pk)
    assert "Dinner" not in section(shown, "strip")
    saved(staff, plan, "days", meal="3", days="2")
    assert len(dates(plan, DINNER)) == 2


def test_a_plan_without_meals_gets_its_first_meal(planner: Planner, staff: Client) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=[])
    saved(staff, plan, "days", meal="1", days="6")
    assert len(dates(plan, BREAKFAST)) == 6


@pytest.mark.parametrize("kind", [Kind.COMBO, Kind.SUBSCRIPTION])
def test_a_request_without_a_menu_price_is_priced_by_hand(
    planner: Planner, staff: Client, kind: Kind
) -> None:
    plan = planner.plan(kind)
    track = Track.objects.filter(plan=plan).first()
    assert track is not None
    shown = saved(staff, plan, "days", meal=track.meal, days=track.servings + 1)
    assert "?adjust=" not in shown


@pytest.mark.parametrize(
    ("days", "said"),
    [
        ("6", "Total days: It already has 6 days."),
        ("0", "Total days: Ensure this value is greater than or equal to 1."),
        ("367", "Total days: Ensure this value is less than or equal to 366."),
    ],
)
def test_an_invalid_number_of_days_is_refused_beside_its_field(
    planner: Planner, staff: Client, days: str, said: str
) -> None:
    assert refused(staff, planner.lunches(6), "days", meal="2", days=days) == [said]


def test_a_proposed_adjustment_of_another_plan_fills_in_nothing(
    planner: Planner, staff: Client
) -> None:
    mine, other = planner.lunches(6), planner.lunches(6)
    saved(staff, other, "days", meal="2", days="8")
    change = PlanChange.objects.order_by("-pk")[0]
    for number in (change.pk, 999, "x"):
        shown = staff.get(f"/backoffice/requests/{mine.request.reference}/?adjust={number}")
        assert value(shown.content.decode(), "adjust-rupees") == ""
    assert address(mine)
