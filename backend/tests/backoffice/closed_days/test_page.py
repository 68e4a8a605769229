"""Closed days: previewed, closed, listed, reopened."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from oottam.accounts.roles import Role
from oottam.requests.models import Kind
from oottam.schedule.models import ClosedDay, PlanChange
from tests.backoffice.plans.plan_page import preview
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import FRIDAY, LUNCH, Planner, dates, day, skip

pytestmark = pytest.mark.django_db
PAGE = "/backoffice/closed-days/"
THURSDAY = {"date": "2026-12-10", "meal": "0", "reason": "Wedding of the cook"}


@pytest.fixture(autouse=True)
def clock() -> Iterator[None]:
    with time_machine.travel(FRIDAY, tick=False):
        yield


@pytest.fixture
def owner(clock: None) -> Client:
    return logged_in(make_staff_account("ravi", Role.OWNER))


def sent(owner: Client, doing: str, **changes: str) -> Any:
    return owner.post(f"{PAGE}close", {**THURSDAY, "do": doing, **changes})


def rows(client: Client) -> list[str]:
    page = client.get(PAGE).content.decode()
    listed = re.search(r'<ul class="lines card">(.*?)</ul>', page, re.DOTALL)
    found = re.findall(r"<li>(.*?)</li>", listed[1], re.DOTALL) if listed else []
    return [text(row) for row in found]


def test_closing_a_day_previews_the_moved_boxes(planner: Planner, owner: Client) -> None:
    plan, _ = planner.lunches(6), planner.lunches(15)
    answer = sent(owner, "preview")
    assert (answer.status_code, preview(answer.content.decode())) == (
        200,
        [
            "Moves 2 boxes of 2 plans to the end of their plans.",
            "The last plan to end then ends on Thu 24 Dec 2026.",
        ],
    )
    assert dates(plan)[-1] == day(12)
    assert not ClosedDay.objects.exists()


def test_events_on_a_closed_day_stay_and_are_named(planner: Planner, owner: Client) -> None:
    plan = planner.plan(Kind.EVENT)
    shown = sent(owner, "preview", date="2026-12-12").content.decode()
    assert "No boxes have to move." in text(shown)
    assert "1 event on that day stays: agree another day with the customer" in text(shown)
    assert f'href="/backoffice/requests/{plan.request.reference}/"' in shown


def test_a_closed_day_is_listed_with_actor_and_reason(planner: Planner, owner: Client) -> None:
    plan = planner.lunches(6)
    answer = sent(owner, "save")
    closing = PlanChange.objects.get(action="close")
    assert (answer.status_code, answer["Location"]) == (302, f"{PAGE}{closing.pk}/")
    assert dates(plan)[-1] == day(14)
    said = text(owner.get(PAGE).content.decode())
    assert "Closed. 1 box of 1 plan moved, the last of them to Mon 14 Dec." in said
    assert rows(owner) == [
        (
            "Thu 10 Dec 2026 The whole day Wedding of the cook ravi, 4 Dec, 10:00 am "
            "Tell customers of Thu 10 Dec Reopen Thu 10 Dec"
        )
    ]


def test_one_meal_can_be_closed_by_itself(planner: Planner, owner: Client) -> None:
    plan = planner.lunches(6)
    sent(owner, "save", meal="3")
    assert dates(plan)[-1] == day(12)
    assert rows(owner)[0].startswith("Thu 10 Dec 2026 Dinner only")


def test_reopening_a_day_shows_the_boxes_that_stay(planner: Planner, owner: Client) -> None:
    back, stays = planner.lunches(6), planner.lunches(6)
    sent(owner, "save")
    planner.do(stays, skip(stays, [day(14)], [LUNCH]))
    answer = owner.post(f"{PAGE}open", {"date": "2026-12-10", "meal": "0"})
    assert (answer.status_code, answer["Location"]) == (302, PAGE)
    assert "Reopened. 1 box stays where it is" in text(owner.get(PAGE).content.decode())
    assert (dates(back)[-1], dates(stays)[-1]) == (day(12), day(15))
    assert "No upcoming closed days." in text(owner.get(PAGE).content.decode())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"reason": " "}, "Reason: This field is required."),
        ({"date": ""}, "Day: This field is required."),
        (
            {"date": "2026-12-04"},
            "Day: The cut-off for Fri 4 Dec has passed.",
        ),
        (
            {"meal": "4"},
            "Closed for: Select a valid choice. 4 is not one of the available choices.",
        ),
    ],
)
@pytest.mark.parametrize("doing", ["preview", "save"])
def test_a_refused_closing_is_shown_beside_its_field(
    owner: Client, doing: str, changes: dict[str, str], said: str
) -> None:
    answer = sent(owner, doing, **changes)
    assert answer.status_code == 422
    assert said in text(answer.content.decode())
    assert not ClosedDay.objects.exists()


def test_a_closed_day_is_not_closed_and_an_open_day_is_not_opened(owner: Client) -> None:
    sent(owner, "save")
    assert "Thu 10 Dec is already closed." in text(sent(owner, "save").content.decode())
    owner.post(f"{PAGE}open", {"date": "2026-12-11", "meal": "0"})
    assert "That day is not closed." in text(owner.get(PAGE).content.decode())
    owner.post(f"{PAGE}open", {"date": "x", "meal": "0"})
    assert "Choose a closed day." in text(owner.get(PAGE).content.decode())


def test_the_desk_sees_closed_days_but_cannot_change_them(owner: Client, planner: Planner) -> None:
    sent(owner, "save")
    client = logged_in(planner.actor)
    [row] = rows(client)
    assert "Reopen" not in row
    assert "Close a day" not in client.get(PAGE).content.decode()


def test_the_closed_days_page_runs_as_many_queries_for_three_days_as_for_one(
    owner: Client, django_assert_num_queries: Any
) -> None:
    sent(owner, "save")
    owner.get(PAGE)  # what was said is said once
    for number in (None, 11, 12):
        if number:
            sent(owner, "save", date=f"2026-12-{number}")
            owner.get(PAGE)
        # session, account, roles, closed days, their closings, openings to tell
        with django_assert_num_queries(6):
            owner.get(PAGE)
