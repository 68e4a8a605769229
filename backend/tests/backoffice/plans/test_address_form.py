"""The page of a plan shows its addresses; the desk adds, changes and withdraws one from a day on."""

import re
from typing import Any

from django.test import Client
from django.utils import timezone

from oottam.accounts.roles import Role
from oottam.delivery.models import Route, RoutePin
from oottam.schedule.models import MealPlan
from oottam.workflow.models import LaterAddress
from oottam.workflow.services.transitions import cancel, reopen
from tests.backoffice.plans.plan_page import form, page, post, preview, refused, saved
from tests.backoffice.request.request_page import section, text
from tests.factories.accounts import make_staff_account
from tests.factories.plans import Planner, sections

HOME = "12 Beach Road, Besant Nagar, Chennai 600 090"
OFFICE = "4 Tidel Park, Taramani, Chennai 600 113"


def sent(**changed: Any) -> dict[str, Any]:
    return {
        "since": "2026-12-09",
        "meals": ["2"],
        "weekdays": ["1", "2", "4", "8", "16"],
        "address": OFFICE,
        **changed,
    }


def addresses(client: Client, plan: MealPlan) -> list[tuple[str, str]]:
    """Return titles and texts of the plan's addresses."""
    shown = (
        page(client, plan).partition('aria-labelledby="addresses"')[2].partition("</section>")[0]
    )
    found = re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", shown, re.DOTALL)
    return [(text(title), text(shown)) for title, shown in found]


def lunch_and_dinner(planner: Planner) -> MealPlan:
    return planner.plan(date=6, sections=sections("lunch", "dinner"))


def test_form_asks_from_which_day_meals_and_weekdays(planner: Planner, staff: Client) -> None:
    plan = lunch_and_dinner(planner)
    answer = staff.get(f"/backoffice/plans/{plan.request.reference}/address").content.decode()
    assert 'name="since" value="2026-12-05"' in answer
    for label in ("Lunch", "Dinner", "Monday", "Sunday", "Address", "PIN code", "Preview"):
        assert label in text(answer)
    assert len(re.findall(r'name="(?:meals|weekdays)"[^>]* checked', answer)) == 2 + 7


def test_preview_then_saving_adds_an_address(planner: Planner, staff: Client) -> None:
    RoutePin.objects.create(pin="600113", route=Route.objects.create(name="Tech", position=1))
    plan = lunch_and_dinner(planner)
    assert addresses(staff, plan) == [("First address", f"{HOME} PIN code 600090")]
    shown = post(staff, plan, "address", **sent(), do="preview").content.decode()
    assert preview(shown) == [
        "From Wed 9 Dec, Monday to Friday, to this address. Lunch: 3 boxes.",
        "PIN code 600113: route Tech.",
    ]
    assert not LaterAddress.objects.exists()
    shown = saved(staff, plan, "address", **sent(door_note="Ask at the gate"))
    assert "Address changed." in text(shown)
    assert section(shown, "changes").count(f"Monday to Friday: {OFFICE}") == 1
    scope = "From Wed 9 Dec, lunch, Monday to Friday"
    ways = f"Change {scope} Withdraw {scope}"
    assert addresses(staff, plan) == [
        ("First address", f"{HOME} PIN code 600090"),
        (scope, f"{OFFICE} PIN code 600113 Door note: Ask at the gate {ways}"),
    ]


def test_a_future_address_is_changed_and_withdrawn(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = lunch_and_dinner(planner)
    saved(staff, plan, "address", **sent())
    first = LaterAddress.objects.get()
    shown = form(staff, plan, "address", f"?instead_of={first.pk}")
    assert OFFICE in shown
    saved(staff, plan, "address", **sent(since="2026-12-10", instead_of=first.pk))
    [_, (title, _)] = addresses(staff, plan)
    assert title.startswith("From Thu 10 Dec")
    [change] = re.findall(r"plan?s?/[^\"]*undo\?change=(\d+)\"[^>]*>Withdraw", page(staff, plan))
    shown = post(staff, plan, "undo", change=change, do="preview").content.decode()
    assert preview(shown) == [
        f"From Thu 10 Dec, lunch, Monday to Friday: boxes no longer go to {OFFICE}."
    ]
    saved(staff, plan, "undo", change=change)
    [_, (title, _)] = addresses(staff, plan)
    assert title.startswith("From Wed 9 Dec")
    later("9 10:00")
    assert "Withdraw" not in section(page(staff, plan), "addresses")


def test_invalid_input_is_refused_at_its_field(planner: Planner, staff: Client) -> None:
    plan = lunch_and_dinner(planner)
    for changed, said in (
        (
            {"since": "2026-12-01"},
            "The cut-off for Tue 1 Dec has passed: it can change from Sat 5 Dec.",
        ),
        ({"since": "soon"}, "Enter the date as 2026-12-31."),
        ({"meals": []}, "This field is required."),
        ({"weekdays": []}, "Choose at least one day of the week."),
        ({"address": " "}, "This field is required."),
        ({"pin": "12"}, "A PIN code has six digits, such as 600 090."),
        (
            {"address": "5 MG Road, Bengaluru 560001"},
            "PIN code 560001 is not one of our town: correct it, or tick that we deliver there.",
        ),
        ({"instead_of": "999"}, "This address was changed or withdrawn since."),
    ):
        [error] = refused(staff, plan, "address", **sent(**changed))
        assert error.endswith(said)
    assert not LaterAddress.objects.exists()


def test_address_of_another_plan_is_not_shown(planner: Planner, staff: Client) -> None:
    plan, other = lunch_and_dinner(planner), planner.lunches(6)
    saved(staff, plan, "address", **sent())
    query = f"?instead_of={LaterAddress.objects.get().pk}"
    assert OFFICE not in form(staff, other, "address", query)
    assert form(staff, plan, "address", "?instead_of=x")


def test_request_with_a_plan_changes_its_address_on_the_plan(
    planner: Planner, staff: Client
) -> None:
    plan = lunch_and_dinner(planner)
    saved(staff, plan, "address", **sent())
    url = f"/backoffice/requests/{plan.request.reference}/"
    shown = staff.get(url).content.decode()
    assert 'name="address"' not in shown
    assert OFFICE in shown
    assert f"/backoffice/plans/{plan.request.reference}/address" in shown
    assert "changed the delivery address" in text(shown)
    found = staff.get("/backoffice/requests/?q=tidel+taramani").content.decode()
    assert plan.request.reference in found


def test_a_reopened_plan_that_had_boxes_keeps_its_first_address(
    planner: Planner, staff: Client, later: Any
) -> None:
    """Papers of past days have it; once confirmed again, it changes on the plan from a day on."""
    plan = lunch_and_dinner(planner)
    later("9 10:00")
    url = f"/backoffice/requests/{plan.request.reference}/"
    planner.actor, planner.now = make_staff_account("kavya", Role.OWNER), timezone.now()
    for action, reason in ((cancel, "Away"), (reopen, "Back")):
        action(**planner.current(plan.request), reason=reason)
    shown = staff.get(url).content.decode()
    assert 'name="start_date"' in shown
    assert 'name="address"' not in shown
