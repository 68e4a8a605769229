"""The page of a plan: customer, four weeks by day, contents, history."""

import json
import re
from datetime import date
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from oottam.plans.services.closed_days import close_day
from oottam.plans.services.day_closing import settle
from oottam.plans.services.plan_actions import Cancel, ChangeDays
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Forfeit, Move, Pause, Replace
from oottam.schedule.models import Meal, MealPlan, PlanState, Serving, ServingState
from oottam.workflow.models import FulfilmentDetails
from tests.backoffice.plans.plan_page import address, classes, days, page
from tests.backoffice.request.request_page import post_and_follow, section, text
from tests.conftest import Send
from tests.factories.plans import LUNCH, Planner, at, day, make_combo_plan, on, sections, skip
from tests.factories.requests import make_request_now


def shown_facts(shown: str) -> dict[str, str]:
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", shown.partition("</header>\n")[2])
    return {text(name): text(value) for name, value in found}


def test_a_plan_shows_its_customer_contact_and_request(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    shown = page(staff, plan)
    assert f"<h1>{plan.request.customer_name}</h1>" in shown
    assert re.findall(r'href="((?:tel|https):[^"]+)"', shown) == [
        "tel:+919840012345",
        "https://wa.me/919840012345",
    ]
    assert f'href="/backoffice/requests/{plan.request.reference}/"' in shown


def test_the_header_counts_days_by_meal_with_free_days(planner: Planner, staff: Client) -> None:
    plan = planner.plan(date=15, sections=sections("lunch", "dinner"))
    Serving.objects.filter(plan=plan, date=day(7)).update(state=ServingState.DELIVERED)
    assert shown_facts(page(staff, plan)) == {
        "First day": "Mon 7 Dec 2026",
        "Last day": "Wed 23 Dec 2026",
        "Lunch": "15 days, 1 delivered",
        "Dinner": "15 days, 1 delivered",
        "Free days": "23 Dec",
    }


def test_each_day_describes_its_box(planner: Planner, staff: Client) -> None:
    shown = days(page(staff, planner.lunches(6)))
    assert shown == {
        f"{name} {number} December": f"box {place} of 6, planned"
        for place, (name, number) in enumerate(
            zip(["Mon", "Tue", "Wed", "Thu", "Fri", "Sat"], range(7, 13), strict=True), start=1
        )
    }


def test_the_boxes_of_a_cancelled_plan_keep_their_places_and_are_not_free(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(date=15, sections=sections("lunch"))
    planner.do(plan, Cancel(), at("7 07:00"))
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.CANCELLED)
    shown = page(staff, plan)
    assert days(shown) == {"Mon 7 December": "box 1 of 15, cancelled after the cut-off"}


def test_moved_skipped_and_exceptional_boxes_are_marked(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Move(on(plan, 7), day(13)))
    shown = page(staff, plan)
    assert days(shown)["Wed 9 December"] == "skipped or paused"
    assert days(shown)["Mon 14 December"] == "box 3 of 6, planned, moved from Wed 9 Dec"
    assert days(shown)["Sun 13 December"] == (
        "box 1 of 6, planned, moved from Mon 7 Dec, on a different weekday"
    )
    assert classes(shown, "Wed 9 December") >= {"absent"}
    assert classes(shown, "Sun 13 December") >= {"off", "planned", "moved", "exception"}


def test_free_boxes_are_marked(planner: Planner, staff: Client) -> None:
    shown = page(staff, planner.lunches(15))
    assert days(shown)["Wed 23 December"] == "box 15 of 15, planned, free"
    assert days(shown)["Tue 22 December"] == "box 14 of 15, planned"
    assert "free" in classes(shown, "Wed 23 December")


def test_a_box_past_its_cut_off_is_hatched(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(6)
    later("7 19:00")
    shown = page(staff, plan)
    assert days(shown)["Tue 8 December"] == "box 2 of 6, planned, past the cut-off"
    assert "locked" in classes(shown, "Tue 8 December")
    assert "locked" not in classes(shown, "Wed 9 December")
    assert "today" in classes(shown, "Mon 7 December")


def test_undelivered_boxes_and_their_replacements_are_marked(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(6)
    late = at("7 19:00")
    planner.do(plan, Forfeit(on(plan, 8)), late)
    planner.do(plan, Replace(on(plan, 8)), late)
    later(late)
    shown = days(page(staff, plan))
    assert shown["Tue 8 December"] == "box 2 of 6, charged as delivered, replaced, past the cut-off"
    assert shown["Mon 14 December"] == "replacement for another box, planned"


def test_closed_days_are_named(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    close_day(day=day(10), meal=0, reason="Wedding", actor=planner.actor, now=planner.now)
    shown = page(staff, plan)
    assert days(shown)["Thu 10 December"] == "closed, Wedding"
    assert "Thu 10 Dec closed: Wedding" in text(shown)
    assert "closed" in classes(shown, "Thu 10 December")


def test_held_boxes_are_listed_and_the_plan_has_no_last_day(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    shown = page(staff, plan)
    assert "3 on hold: scheduled when the plan is resumed" in text(shown)
    facts = shown_facts(shown)
    assert (facts["Last day"], facts["Paused"]) == ("Not set (3 boxes on hold)", "from Thu 10 Dec")
    assert shown.count('type="checkbox" name="servings"') == 6
    assert f'href="{address(plan, "resume")}"' in shown


def test_the_timeline_begins_with_this_week_and_pages_by_four_weeks(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(40)
    assert "7 Dec to 3 Jan 2027" in section(page(staff, plan), "strip")
    later("16 10:00")
    shown = page(staff, plan)
    assert "14 Dec to 10 Jan 2027" in section(shown, "strip")
    assert 'href="?from=2026-11-16#strip"' in shown
    later = page(staff, plan, "?from=2027-01-14")  # a Thursday
    assert "11 Jan to 7 Feb 2027" in section(later, "strip")


def test_a_plan_that_is_over_shows_its_last_weeks(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(40)
    later(at("31 10:00").replace(year=2027))
    assert "28 Dec to 24 Jan 2027" in section(page(staff, plan), "strip")


@pytest.mark.parametrize("asked_for", ["2026-13-40", "x", "9999-12-31", "0001-01-01", ""])
def test_an_invalid_week_shows_the_default_weeks(
    planner: Planner, staff: Client, asked_for: str
) -> None:
    shown = page(staff, planner.lunches(6), f"?from={asked_for}")
    assert "7 Dec to 3 Jan 2027" in section(shown, "strip")


def test_the_contents_of_boxes_are_listed_with_their_days(planner: Planner, staff: Client) -> None:
    plan = make_combo_plan(planner, week1=["Monday", "Thursday"])
    shown = section(page(staff, plan), "boxes")
    assert shown.startswith("In the box Lunch, 7 Dec ")
    assert "Lunch, 10 Dec " in shown


def test_an_event_asks_for_its_dishes_and_links_to_its_request(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(Kind.EVENT)
    shown = page(staff, plan)
    assert "Event, 12 Dec Nothing yet: select it above, and press “Change box”." in text(shown)
    assert f'href="/backoffice/requests/{plan.request.reference}/#facts"' in shown
    buttons = re.findall(r'formaction="[^"]+/([\w-]+)"', shown)
    assert buttons == ["box"]


def test_the_history_shows_actor_time_and_reason(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]), reason="Travelling")
    shown = section(page(staff, plan), "changes")
    assert shown == (
        "History Skipped priya, 4 Dec, 10:00 am “Travelling” "
        "Lunch of Wed 9 Dec moves to Mon 14 Dec. Undo skipped, 4 Dec, 10:00 am "
        "Planned priya, 4 Dec, 10:00 am 6 lunches: 7 to 12 Dec."
    )


def test_a_closed_day_is_in_the_history_and_has_no_undo(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    close_day(day=day(10), meal=0, reason="Wedding", actor=planner.actor, now=planner.now)
    shown = section(page(staff, plan), "changes")
    assert (
        "Day closed priya, 4 Dec, 10:00 am “Wedding” Lunch of Thu 10 Dec moves to Mon 14 Dec."
        in shown
    )
    assert "Undo" not in shown


def test_a_cancelled_plan_offers_no_selection_and_no_action(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    MealPlan.objects.update(state=PlanState.CANCELLED)
    shown = page(staff, plan)
    assert "checkbox" not in shown
    assert re.findall(rf'(?:href|action)="{address(plan)}([^"]+)"', shown) == []


def test_a_plan_without_meals_asks_for_a_meal(planner: Planner, staff: Client) -> None:
    plan = planner.plan(Kind.SUBSCRIPTION, selectedItems=[])
    shown = page(staff, plan)
    assert "No meal has been chosen yet. Choose a meal and its days" in text(shown)


def test_the_plan_page_of_a_request_without_a_plan_redirects_to_the_request(
    send: Send, staff: Client
) -> None:
    request = make_request_now(send)
    answer = staff.get(f"/backoffice/plans/{request.reference}/", follow=True)
    assert answer.redirect_chain == [(f"/backoffice/requests/{request.reference}/", 302)]
    assert "It has no plan yet: it gets one when it is confirmed." in text(answer.content.decode())
    assert staff.get("/backoffice/plans/OT-0000000/").status_code == 404


@pytest.mark.parametrize("count", [6, 40])
def test_a_plan_page_runs_as_many_queries_for_forty_days_as_for_six(
    planner: Planner, staff: Client, count: int, django_assert_num_queries: Any
) -> None:
    plan = planner.lunches(count)
    for number in (8, 9):
        planner.do(plan, skip(plan, [day(number)], [LUNCH]))
    shown = address(plan)
    # Session, account, roles; the plan with its meals, boxes, dishes, what is in these, what is sold out, pauses, days without
    # any, what was done; the order, notes and answers, which are read for allergies; what customers may change.
    with django_assert_num_queries(16):
        assert staff.get(shown).status_code == 200


def _data(shown: str) -> Any:
    """Return the timeline's data."""
    [found] = re.findall(r'<script id="plan-data" type="application/json">(.*?)</script>', shown)
    return json.loads(found)


def test_the_timeline_data_has_every_box(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(40)
    shown = page(staff, plan)
    data = _data(shown)
    assert (data["version"], data["today"], data["begin"]) == (1, "2026-12-04", "2026-12-07")
    [track] = data["tracks"]
    assert (track["meal"], track["open"], len(track["boxes"])) == (Meal.LUNCH, "2026-12-05", 40)
    assert track["boxes"][0] == {
        "id": on(plan, 7),
        "day": "2026-12-07",
        "state": "planned",
        "words": "box 1 of 40, planned",
        "marks": [],
        "tick": True,
    }
    assert date.fromisoformat(track["boxes"][-1]["day"]) > timezone.localdate()


def test_the_timeline_data_of_a_year_is_small(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(40)
    planner.do(plan, ChangeDays(LUNCH, 288))
    later = _data(page(staff, plan, "?from=2027-03-01"))
    [track] = later["tracks"]
    days = [box["day"] for box in track["boxes"]]
    assert (days[0], days[-1]) == ("2027-03-01", "2027-06-19")  # sixteen weeks from there
    planner.do(plan, Pause(day(7), None, [LUNCH]))
    held = _data(page(staff, plan, "?from=2027-03-01"))["tracks"][0]["boxes"]
    assert {box["day"] for box in held} == {None}


def test_weeks_without_a_box_are_collapsed(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    assert "No boxes in these weeks." not in page(staff, plan)
    assert "No boxes in these weeks." in page(staff, plan, "?from=2027-02-01")


def test_a_pause_is_offered_while_boxes_are_upcoming(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(6)
    offered = f'href="{address(plan, "pause")}"'
    assert offered in page(staff, plan)
    later("14 10:00")
    settle(planner.now.replace(day=14))
    assert offered not in page(staff, plan)


def test_a_plan_says_which_allergens_joined_the_list_after_its_customer_was_asked(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    FulfilmentDetails.objects.update(allergens=[], allergen_list=1)
    warning = "Nobody has asked this customer about sesame, mustard, coconut"
    assert warning in text(page(staff, plan))
    where = f"/backoffice/requests/{plan.request.reference}/"
    assert "Asked about sesame, mustard, coconut, too" in text(staff.get(where).content.decode())
    post_and_follow(staff, plan.request, "facts", allergens="none", asked="on")
    assert FulfilmentDetails.objects.get().allergen_list == 2
    assert warning not in text(page(staff, plan))
