"""The list of plans: rows and search."""

import re
from typing import Any

import pytest
from django.test import Client

from oottam.backoffice.plans import list_queries
from oottam.backoffice.shared import search
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Forfeit, Pause, Replace
from oottam.schedule.models import MealPlan, PlanState
from tests.backoffice.request.request_page import text
from tests.factories.plans import LUNCH, Planner, at, day, on

PLANS = "/backoffice/plans/"


def shown(staff: Client, address: str = "") -> str:
    response = staff.get(PLANS + address)
    assert response.status_code == 200
    return response.content.decode()


def found(staff: Client, address: str = "") -> list[str]:
    """Return the rows' references, in order."""
    return re.findall(r'href="/backoffice/plans/(OT-\w{7})/"', shown(staff, address))


def rows(page: str) -> list[str]:
    return [text(row) for row in re.findall(r'<li class="plan-row".*?</li>', page, re.DOTALL)]


def references(*plans: MealPlan) -> list[str]:
    return [plan.request.reference for plan in plans]


def test_a_row_shows_customer_next_box_and_last_day(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    [row] = rows(shown(staff))
    assert row == (
        f"Asha Raman {plan.request.reference} Veg meal · Lunch 6 Next: Mon 7 Dec "
        "Last: Sat 12 Dec Active"
    )


@pytest.mark.parametrize("newest", [0, 1, 2, 9])
def test_a_name_is_found_among_the_newest_plans_and_among_all(
    newest: int, planner: Planner, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "NEWEST", newest)
    monkeypatch.setattr(list_queries, "PER_PAGE", 2)
    plans = references(*(planner.lunches(6) for _ in range(3)))[::-1]
    assert found(staff, "?q=raman") == plans[:2]
    assert found(staff, "?q=nobody") == []


def test_ended_plans_have_lists_and_are_found_by_search(planner: Planner, staff: Client) -> None:
    running, ended, cancelled = planner.lunches(6), planner.lunches(6), planner.lunches(6)
    MealPlan.objects.filter(pk=ended.pk).update(state=PlanState.ENDED)
    MealPlan.objects.filter(pk=cancelled.pk).update(state=PlanState.CANCELLED)
    assert found(staff) == references(running)
    assert found(staff, "?list=ended") == references(ended)
    assert found(staff, "?list=cancelled") == references(cancelled)
    assert found(staff, f"?q={ended.request.reference}") == references(ended)
    assert found(staff, "?q=98400+12345") == references(cancelled, ended, running)
    assert found(staff, "?q=nobody") == []


def test_a_plan_is_found_by_part_of_a_name(planner: Planner, staff: Client) -> None:
    first, _ = planner.lunches(6), planner.lunches(6)
    Request.objects.filter(pk=first.request_id).update(customer_name="Meenakshi Sundaram")
    assert found(staff, "?q=sundar") == references(first)


def test_a_paused_plan_shows_its_held_boxes(planner: Planner, staff: Client) -> None:
    paused, _ = planner.lunches(6), planner.lunches(6)
    planner.do(paused, Pause(day(9), None, [LUNCH]))
    assert found(staff, "?list=paused") == references(paused)
    [row] = rows(shown(staff, "?list=paused"))
    assert row.endswith("Next: Mon 7 Dec 4 on hold Paused")


def test_the_lists_of_this_week_cover_monday_to_sunday(
    planner: Planner, staff: Client, later: Any
) -> None:
    early = planner.lunches(6)
    long = planner.lunches(15)
    after = planner.lunches(6, start=day(14))
    paused = planner.lunches(6)
    planner.do(paused, Pause(day(11), None, [LUNCH]))
    later("8 10:00")
    assert found(staff, "?list=starting") == references(paused, long, early)
    assert found(staff, "?list=ending") == references(early)
    assert "Last: Sat 12 Dec" in rows(shown(staff, "?list=ending"))[0]
    later("13 10:00")
    assert "Ended Sat 12 Dec" in rows(shown(staff, "?list=ending"))[0]
    later("14 10:00")
    assert found(staff, "?list=starting") == references(after)
    assert found(staff, "?list=ending") == references(after)


def test_an_undelivered_box_is_listed_until_it_is_replaced(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan, _ = planner.lunches(6), planner.lunches(6)
    assert found(staff, "?list=make-up") == []
    planner.do(plan, Forfeit(on(plan, 8)), at("7 19:00"))
    later("8 10:00")
    assert found(staff, "?list=make-up") == references(plan)
    assert rows(shown(staff, "?list=make-up"))[0].endswith("1 to replace Active")
    planner.do(plan, Replace(on(plan, 8)), at("8 10:00"))
    assert found(staff, "?list=make-up") == []


def test_an_ending_plan_offers_a_reorder(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(6)
    later("8 10:00")
    address = f'href="/backoffice/requests/new/again/{plan.request.reference}/"'
    found_in = [each for each in ("", "?list=ending") if address in shown(staff, each)]
    assert found_in == ["?list=ending"]


def test_events_are_listed_among_plans(planner: Planner, staff: Client) -> None:
    plan = planner.plan(Kind.EVENT)
    assert rows(shown(staff)) == [
        f"Asha Raman {plan.request.reference} Event enquiry Next: Sat 12 Dec Last: Sat 12 Dec Active"
    ]


def test_a_page_has_fifty_plans(
    planner: Planner, staff: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(list_queries, "PER_PAGE", 2)
    plans = [planner.lunches(6) for _ in range(3)]
    assert found(staff) == references(plans[2], plans[1])
    [onward] = re.findall(r'href="(\?[^"]+)">Show older', shown(staff))
    assert found(staff, onward) == references(plans[0])
    assert "Show older" not in shown(staff, onward)


def test_an_empty_list_says_so(staff: Client) -> None:
    assert "An order gets its plan when it is confirmed." in text(shown(staff))
    assert "Nothing found for “x”" in text(shown(staff, "?q=x"))
    assert "Try another list." in text(shown(staff, "?list=paused"))


@pytest.mark.parametrize(
    "query", ["?list=", "?list=paused", "?list=ending", "?list=make-up", "?list=ended"]
)
def test_the_list_of_plans_runs_as_many_queries_for_three_as_for_one(
    planner: Planner, staff: Client, query: str, django_assert_num_queries: Any
) -> None:
    for count in (1, 3):
        for _ in range(count):
            planner.lunches(6)
        # Session, account, roles; plans, meals, boxes, what is to be made up.
        with django_assert_num_queries(7 if query == "?list=" else 4):
            shown(staff, query)
