"""The calendar: entries by day and role, and its queries."""

import re
from collections.abc import Iterator
from datetime import datetime, time
from typing import Any

import pytest
import time_machine
from django.test import Client

from oottam.accounts.roles import Role
from oottam.plans.services.closed_days import close_day
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import MealPlan
from oottam.workflow.models import AppointmentSlot, EventDetails, SlotState
from oottam.workflow.services.appointments import book
from oottam.workflow.services.transitions import cancel
from tests.api_client import HOSTILE
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import FRIDAY, LUNCH, Planner, day
from tests.factories.requests import DOCTOR, current, make_request

pytestmark = pytest.mark.django_db
ADDRESS = "/backoffice/calendar/"


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    """The Friday before the tests' plans begin."""
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def staff(planner: Planner) -> Client:
    return logged_in(planner.actor)


def page(client: Client, query: str = "") -> str:
    answer = client.get(ADDRESS + query)
    assert answer.status_code == 200
    return answer.content.decode()


def days(html: str) -> dict[str, str]:
    """Return the text of each day with entries."""
    found: dict[str, list[str]] = {}
    when = ""
    for day_of, entry in re.findall(
        r'datetime="([^"]+)"|(<li class="entry .*?</li>)', html, re.DOTALL
    ):
        when = day_of or when
        if entry:
            found.setdefault(when, []).append(" ".join(text(entry).split()))
    return {each: " | ".join(entries) for each, entries in found.items()}


def appointment(planner: Planner) -> Request:
    request = make_request(planner.send, Kind.APPOINTMENT)
    at = datetime.fromisoformat("2026-12-10T16:30:00+05:30")
    book(**current(request, planner.actor, FRIDAY), doctor=DOCTOR, starts_at=at, minutes=30)
    return request


@pytest.mark.parametrize("query", ["", "?view=list", "?month=2026-12", "?month=2026-12&view=list"])
def test_every_entry_is_on_its_day_and_linked(planner: Planner, staff: Client, query: str) -> None:
    plan = planner.lunches(6)
    event = planner.plan(Kind.EVENT)
    visit = appointment(planner)
    close_day(day=day(25), meal=0, reason="Feast", actor=planner.actor, now=FRIDAY)
    html = page(staff, query)
    assert days(html) == {
        "2026-12-07": "Plan starts Asha Raman",
        "2026-12-10": f"Appointment, 4:30 pm Asha Raman {DOCTOR} Not confirmed yet",
        "2026-12-12": "Event, 7:00 pm Asha Raman Birthday Celebrations, 20 guests Dishes missing | Plan ends Asha Raman",
        "2026-12-25": "Closed Feast",
    }
    entries = re.findall(r'<li class="entry (\w+)">.*?href="([^"]+)"', html, re.DOTALL)
    assert sorted(entries) == [
        ("appointment", f"/backoffice/requests/{visit.reference}/"),
        ("closed", "/backoffice/closed-days/"),
        ("ends", f"/backoffice/plans/{plan.request.reference}/"),
        ("event", f"/backoffice/requests/{event.request.reference}/"),
        ("starts", f"/backoffice/plans/{plan.request.reference}/"),
    ]


def test_a_plan_across_months_starts_in_one_and_ends_in_the_other(
    planner: Planner, staff: Client
) -> None:
    planner.lunches(30)
    assert days(page(staff)) == {"2026-12-07": "Plan starts Asha Raman"}
    assert days(page(staff, "?month=2027-01")) == {"2027-01-09": "Plan ends Asha Raman"}


def test_a_plan_with_boxes_held_has_no_last_day_yet(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(11), None, [LUNCH]))
    assert days(page(staff)) == {"2026-12-07": "Plan starts Asha Raman"}


def test_cancelled_entries_are_not_shown(planner: Planner, staff: Client) -> None:
    plans = [planner.lunches(6), planner.plan(Kind.EVENT)]
    requests = [*(plan.request for plan in plans), appointment(planner)]
    for request in requests:
        cancel(**current(request, planner.actor, FRIDAY), reason="Travels")
    assert days(page(staff)) == {}
    assert AppointmentSlot.objects.get().state == SlotState.CANCELLED


def test_an_unconfirmed_event_is_marked(planner: Planner, staff: Client) -> None:
    planner.asked(Kind.EVENT)
    assert days(page(staff))["2026-12-12"].endswith("Not confirmed yet")


def test_days_are_those_of_india(planner: Planner, staff: Client) -> None:
    visit = appointment(planner)
    AppointmentSlot.objects.update(starts_at=datetime.fromisoformat("2026-11-30T19:00:00+00:00"))
    assert list(days(page(staff))) == ["2026-12-01"]
    AppointmentSlot.objects.update(starts_at=datetime.fromisoformat("2026-12-31T18:30:00+00:00"))
    assert days(page(staff)) == {}
    assert list(days(page(staff, "?month=2027-01"))) == ["2027-01-01"]
    assert visit.reference in page(staff, "?month=2027-01")


def test_many_plans_of_a_day_are_counted_in_the_grid_and_named_in_the_list(
    planner: Planner, staff: Client
) -> None:
    for _ in range(4):
        planner.lunches(6)
    grid = page(staff)
    assert days(grid)["2026-12-07"] == "4 plans start"
    assert 'href="?month=2026-12&amp;view=list#day-2026-12-07"' in grid
    listed = page(staff, "?view=list")
    assert days(listed)["2026-12-07"].count("Plan starts") == 4
    assert 'id="day-2026-12-07"' in listed


def test_the_kitchen_sees_the_dishes_of_events_without_names(planner: Planner) -> None:
    planner.plan(Kind.EVENT)
    planner.lunches(6)
    planner.asked(Kind.EVENT)
    appointment(planner)
    close_day(day=day(25), meal=LUNCH, reason="Feast", actor=planner.actor, now=FRIDAY)
    html = page(logged_in(make_staff_account("kavi", Role.KITCHEN)))
    found = days(html)
    assert list(found) == ["2026-12-12", "2026-12-25"]
    assert found["2026-12-12"].startswith("Event, 7:00 pm Birthday Celebrations 20 guests")
    assert found["2026-12-25"] == "Closed Lunch: Feast"
    for word in ("Asha", "98400", "9840012345", "asha@", "At home", "OT-", "Leela", "/requests/"):
        assert word not in html


def test_month_and_view_are_in_the_address(staff: Client) -> None:
    html = page(staff, "?month=2027-01&view=list")
    for link in ("?month=2026-12&amp;view=list", "?month=2027-02&amp;view=list", "?month=2027-01"):
        assert f'href="{link}"' in html
    assert "<h1>January 2027</h1>" in html


@pytest.mark.parametrize(
    "query",
    [
        "?month=2026-13",
        "?month=x",
        "?month=0001-01",
        "?month=2026-1",
        "?view=%00",
        "?month=²026-12",
    ],
)
def test_an_invalid_month_shows_this_month(staff: Client, query: str) -> None:
    assert "<h1>December 2026</h1>" in page(staff, query)


@pytest.mark.parametrize("month", ["2000-01", "2099-12", "2028-02"])
def test_every_month_has_whole_weeks(planner: Planner, staff: Client, month: str) -> None:
    from oottam.schedule.models import ClosedDay

    by: dict[str, Any] = {"by": planner.actor, "at": FRIDAY}
    ClosedDay.objects.create(date=f"{month}-29", meal=0, reason="Feast", **by)
    html = page(staff, f"?month={month}")
    assert html.count("<td") % 7 == 0
    assert list(days(html)) == [f"{month}-29"]


def test_today_is_marked(planner: Planner, staff: Client) -> None:
    planner.lunches(6)
    [today] = re.findall(r'<td[^>]*aria-current="date">.*?</td>', page(staff), re.DOTALL)
    assert 'datetime="2026-12-04"' in today


@pytest.mark.parametrize("query", ["", "?view=list"])
def test_an_empty_month_says_what_it_would_show(staff: Client, query: str) -> None:
    assert "Nothing in December 2026" in page(staff, query)
    kitchen = logged_in(make_staff_account("kavi", Role.KITCHEN))
    assert "This shows confirmed events" in page(kitchen, query)


def test_hostile_text_is_escaped_on_the_calendar(planner: Planner, staff: Client) -> None:
    planner.plan(Kind.EVENT)
    appointment(planner)
    Request.objects.update(customer_name=HOSTILE[2])
    EventDetails.objects.update(venue=HOSTILE[2], time=time(9))
    html = page(staff)
    assert "<script>alert" not in html
    assert html.count("&lt;script&gt;") == 2


@pytest.mark.parametrize("role", [Role.OWNER, Role.DESK, Role.KITCHEN])
def test_the_calendar_runs_at_most_six_queries(
    planner: Planner, role: Role, django_assert_num_queries: Any
) -> None:
    client = logged_in(make_staff_account("mani", role))
    for count in (1, 2):
        for _ in range(count):
            planner.lunches(6)
            planner.plan(Kind.EVENT)
            close_day(
                day=day(24 + MealPlan.objects.count() // 2),
                meal=0,
                reason="x",
                actor=planner.actor,
                now=FRIDAY,
            )
            slot = AppointmentSlot.objects.count()
            request = make_request(planner.send, Kind.APPOINTMENT)
            at = datetime.fromisoformat(f"2026-12-{10 + slot}T16:30:00+05:30")
            book(**current(request, planner.actor, FRIDAY), doctor=DOCTOR, starts_at=at, minutes=30)
        with django_assert_num_queries(6):
            page(client)
