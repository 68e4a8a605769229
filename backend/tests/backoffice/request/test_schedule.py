"""The request's days: the proposed first day, weekdays, and the schedule's summary."""

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any

import pytest
import time_machine
from django.test import Client, override_settings

from oottam.accounts.roles import Role
from oottam.plans.services.closed_days import close_day
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.domain.calendar import MONDAY_TO_SATURDAY, weekday_mask
from oottam.schedule.models import Meal
from oottam.workflow.models import FulfilmentDetails
from tests.backoffice.request.request_page import (
    KNOWN,
    field_errors,
    page,
    post_and_follow,
    refused,
    section,
    text,
    value,
)
from tests.conftest import Send
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import FRIDAY, LUNCH, Planner, dates, day, sections
from tests.factories.requests import make_request_now

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite_only]
WEEKLY = [{"id": "W1-L-Monday", "title": "Anything"}]
CUSTOM = [{"id": "L1", "title": "Anything"}]


@pytest.fixture(autouse=True)
def clock() -> Iterator[Any]:
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def staff(planner: Planner) -> Client:
    return logged_in(planner.actor)


def hint(shown: str) -> str:
    found = re.search(r'id="details-start_date_helptext">(.*?)</p>', shown)
    return text(found[1]) if found else ""


def ticked(shown: str) -> list[str]:
    return re.findall(r'name="weekdays" value="(\d+)"[^>]* checked', shown)


def test_the_first_possible_day_is_proposed_and_still_missing(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    shown = page(staff, request)
    assert value(shown, "details-start_date") == "2026-12-05"
    assert hint(shown) == "Proposed: Sat 5 Dec. It is agreed once you save it."
    assert "First day" in section(shown, "step")
    assert not FulfilmentDetails.objects.exists()


def test_a_proposed_first_day_is_agreed_once_posted(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    shown = post_and_follow(staff, request, "facts", **{**KNOWN, "start_date": "2026-12-05"})
    assert FulfilmentDetails.objects.get().start_date == day(5)
    assert hint(shown) == ""


def test_a_typed_first_day_replaces_the_proposal(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    shown = refused(staff, request, "facts", **{**KNOWN, "start_date": "", "pin": "1"})
    assert value(shown, "details-start_date") == ""


def test_a_closed_day_is_not_proposed(send: Send, staff: Client, planner: Planner) -> None:
    close_day(day=day(5), meal=0, reason="Feast", actor=planner.actor, now=FRIDAY)
    assert value(page(staff, make_request_now(send)), "details-start_date") == "2026-12-07"


@pytest.mark.parametrize(
    ("rotation", "said"),
    [
        (None, ""),
        (day(2, 11).replace(year=2026), " Week 1 of the menu begins on Mon 28 Dec."),
        (day(9, 11).replace(year=2026), " Week 1 of the menu begins on Mon 7 Dec."),
    ],
)
def test_combos_begin_on_a_monday_with_week_one_named(
    send: Send, staff: Client, rotation: Any, said: str
) -> None:
    with override_settings(MENU_ROTATION=rotation):
        shown = page(staff, make_request_now(send, "combo"))
    assert value(shown, "details-start_date") == "2026-12-07"
    assert hint(shown) == f"Proposed: Mon 7 Dec. It is agreed once you save it.{said}"


@pytest.mark.parametrize(
    ("kind", "changes", "asks"),
    [
        ("veg", {}, True),
        ("nonveg", {}, True),
        ("tray", {}, True),
        ("combo", {}, False),
        ("subscription", {"selectedItems": WEEKLY}, False),
        ("subscription", {"selectedItems": CUSTOM}, True),
        ("subscription", {"selectedItems": WEEKLY + CUSTOM}, True),
        ("event", {}, False),
    ],
)
def test_meal_days_are_agreed_where_the_menu_has_none(
    send: Send, staff: Client, kind: str, changes: dict[str, Any], asks: bool
) -> None:
    shown = page(staff, make_request_now(send, kind, **changes))
    assert ticked(shown) == (["1", "2", "4", "8", "16", "32"] if asks else [])
    assert ('name="weekdays"' in shown) == asks


WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday"]
FOUR_LUNCHES = [{"id": f"W1-L-{each}", "title": "Anything"} for each in WEEK]


def becomes(shown: str) -> dict[str, str]:
    """Return the outlook's text."""
    found = re.search(r'<dl class="known becomes">.*?</dl>', shown, re.DOTALL)
    rows = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", found[0]) if found else []
    return {label: text(words) for label, words in rows}


def test_the_outlook_lists_meals_in_the_order_of_the_day(planner: Planner, staff: Client) -> None:
    breakfast = {"id": "B1", "title": "Anything"}
    chosen = {"selectedItems": [*WEEKLY, breakfast]}
    request = planner.asked(Kind.SUBSCRIPTION, fulfilment={"days": 6}, **chosen)
    assert list(becomes(page(staff, request))) == ["Breakfast", "Lunch"]


def test_an_event_past_its_cut_off_warns_before_confirming(
    planner: Planner, staff: Client, clock: Any
) -> None:
    request = planner.asked(Kind.EVENT)
    sentence = "The kitchen's cut-off for Sat 12 Dec has passed: ask the kitchen first."
    assert sentence not in text(page(staff, request))
    clock.move_to(datetime.fromisoformat("2026-12-12T09:00:00+05:30"))
    shown = page(logged_in(make_staff_account("anu", Role.DESK)), request)
    assert sentence in section(shown, "step")
    assert "Everything is known" not in shown
    assert "can be taken back for 15 minutes" not in section(shown, "step")


@pytest.mark.both_databases
@pytest.mark.parametrize(
    ("kind", "body", "fulfilment"),
    [
        (Kind.VEG, {"date": 30, "sections": sections("lunch", "dinner")}, {}),
        (Kind.NONVEG, {}, {"weekdays": 0b0010101}),
        (Kind.TRAY, {}, {}),
        (Kind.COMBO, {}, {}),
        (Kind.SUBSCRIPTION, {"selectedItems": CUSTOM}, {"days": 20}),
        (Kind.SUBSCRIPTION, {"selectedItems": FOUR_LUNCHES}, {"days": 20}),
        (Kind.EVENT, {}, {}),
    ],
)
def test_the_outlook_matches_the_plan_that_confirming_makes(
    planner: Planner, staff: Client, kind: Kind, body: dict[str, Any], fulfilment: dict[str, Any]
) -> None:
    request = planner.asked(kind, fulfilment=fulfilment, **body)
    shown = page(staff, request)
    assert "When confirmed, it becomes" in section(shown, "step")
    plan = planner.confirm(request)
    expected = {}
    for track in plan.tracks.all():
        days = dates(plan, track.meal)
        first, last = (f"{on:%a} {on.day} {on:%b %Y}" for on in (days[0], days[-1]))
        many = f"{len(days)} box{'' if len(days) == 1 else 'es'}"
        until = f" to {last}" if len(days) > 1 else ""
        expected[str(Meal(track.meal).label)] = f"{many}, {first}{until}"
    if kind == Kind.EVENT:
        expected = {"Event": f"{first}, 20 guests"}
    found = becomes(shown)
    free = found.pop("Free days", "")
    assert found == expected
    assert free == ("8 to 9 Jan" if kind == Kind.VEG else free)
    assert bool(free) == bool(plan.free_days)
    assert "When confirmed, it becomes" not in page(staff, request)
    assert ("20 days were agreed, but there are fewer boxes" in shown) == (
        body.get("selectedItems") == FOUR_LUNCHES
    )


def test_a_request_without_meals_has_an_empty_outlook(planner: Planner, staff: Client) -> None:
    shown = page(staff, planner.asked(Kind.SUBSCRIPTION, selectedItems=[]))
    assert becomes(shown) == {"Boxes": "none yet: choose the meals on the plan"}


def test_other_meal_days_are_saved_and_shown(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    shown = post_and_follow(staff, request, "facts", **{**KNOWN, "weekdays": ["1", "4"]})
    assert FulfilmentDetails.objects.get().weekdays == weekday_mask([0, 2])
    assert "Meal days Mon, Wed" in section(shown, "facts")
    assert "Meal days: Monday to Saturday → Mon, Wed" in section(shown, "history")
    assert ticked(shown) == ["1", "4"]


def test_the_default_meal_days_are_no_change(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    post_and_follow(staff, request, "facts", **KNOWN)
    assert FulfilmentDetails.objects.get().weekdays is None
    assert MONDAY_TO_SATURDAY == 63


def test_a_week_without_days_is_refused(send: Send, staff: Client) -> None:
    request = make_request_now(send)
    shown = refused(staff, request, "facts", **{**KNOWN, "weekdays": []})
    assert field_errors(shown) == ["Choose at least one day of the week."]


def test_the_schedule_shows_the_next_boxes_and_the_last_day(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    shown = page(staff, plan.request)
    assert section(shown, "schedule") == (
        "Schedule Next box Mon 7 Dec, lunch, dinner After it Tue 8 Dec, lunch, dinner "
        "After it Wed 9 Dec, lunch, dinner Last day Sat 12 Dec 2026 Open plan"
    )
    assert f'href="/backoffice/plans/{plan.request.reference}/"' in shown


@pytest.mark.both_databases
def test_a_paused_schedule_shows_its_start_and_held_boxes(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(8), None, [LUNCH]))
    assert section(page(staff, plan.request), "schedule") == (
        "Schedule Paused from Tue 8 Dec Next box Mon 7 Dec, lunch On hold 5 boxes Open plan"
    )


def test_a_planned_request_changes_its_days_on_the_plan(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    request = Request.objects.get(pk=plan.request_id)
    shown = page(staff, request)
    for name in ("start_date", "weekdays"):
        assert f'name="{name}"' not in shown
    post_and_follow(staff, request, "facts", **{**KNOWN, "kitchen_note": "No onion"})
    assert FulfilmentDetails.objects.get().kitchen_note == "No onion"


def test_a_request_without_a_plan_has_no_schedule(send: Send, staff: Client) -> None:
    for kind in ("veg", "appointment", "nutrition"):
        assert section(page(staff, make_request_now(send, kind)), "schedule") == ""


@pytest.mark.both_databases
def test_the_schedule_summary_runs_one_query(
    planner: Planner, staff: Client, django_assert_num_queries: Any
) -> None:
    for days in (6, 40):
        request = planner.lunches(days).request
        page(staff, request)
        with django_assert_num_queries(26):  # as while its first day was not known
            page(staff, request)


def test_an_event_links_to_its_kitchen_sheet(planner: Planner, staff: Client) -> None:
    shown = section(page(staff, planner.plan(Kind.EVENT).request), "schedule")
    assert shown == "Schedule Next box Sat 12 Dec, event Last day Sat 12 Dec 2026 Open dishes"


def test_save_and_confirm_stops_at_a_warning_of_the_outlook(
    planner: Planner, staff: Client
) -> None:
    request = planner.asked(Kind.SUBSCRIPTION, fulfilment={"days": 20}, selectedItems=FOUR_LUNCHES)
    shown = post_and_follow(
        staff, request, "facts", **KNOWN, days="20", agreed_paise="900", then="confirm"
    )
    assert "Not confirmed yet. 20 days were agreed, but there are fewer boxes" in text(shown)
    assert request.status == "new"


@pytest.mark.parametrize(
    ("days", "hint"),
    [
        ({}, "₹375 a box"),
        ({"days": 20}, "₹375 a box, ₹1,500 for 4 boxes"),
    ],
)
def test_the_price_of_weekly_meals_is_beside_the_agreed_price(
    planner: Planner, staff: Client, days: dict[str, int], hint: str
) -> None:
    request = planner.asked(
        Kind.SUBSCRIPTION, fulfilment={"days": None, **days}, selectedItems=FOUR_LUNCHES
    )
    assert f"0 if it is free. By our weekly menu: {hint}" in section(page(staff, request), "facts")
    custom = planner.asked(Kind.SUBSCRIPTION, fulfilment=days, selectedItems=CUSTOM)
    assert "By our weekly menu" not in page(staff, custom)
