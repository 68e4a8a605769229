"""A timeline whose page is older than a colleague's change."""

from django.test import Client

from oottam.accounts.roles import Role
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.reopening import open_day
from oottam.schedule.models import MealPlan
from tests.backoffice.plans.plan_page import JSON, post
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import LUNCH, Planner, day, on, skip


def _since(staff: Client, plan: MealPlan, version: int) -> list[str]:
    """Return the changes that a timeline of that version gets."""
    sent = {"servings": [on(plan, 8)], "do": "preview", "headers": JSON}
    answer = post(staff, plan, "skip", version=version, **sent)
    assert answer.status_code == 409
    found: list[str] = answer.json()["since"]  # type: ignore[attr-defined]
    return found


def test_a_stale_timeline_gets_the_changes_since_and_their_actors(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    begun = plan.version
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    skipped = "4 Dec, 10:00 am: Skipped. Lunch of Wed 9 Dec moves to Mon 14 Dec."
    assert _since(staff, plan, begun) == [f"You, {skipped}"]
    planner.do(plan, skip(plan, [day(10)], [LUNCH]))
    colleague = logged_in(make_staff_account("mani", Role.DESK))
    assert _since(colleague, plan, begun) == [
        "priya, 4 Dec, 10:00 am: Skipped. Lunch of Thu 10 Dec moves to Tue 15 Dec.",
        f"priya, {skipped}",
    ]
    assert len(_since(colleague, plan, begun + 1)) == 1


def test_a_stale_timeline_gets_closed_and_reopened_days(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    begun = plan.version
    owner = make_staff_account("ravi", Role.OWNER)
    close_day(day=day(9), meal=0, reason="Feast", actor=owner, now=planner.now)
    assert _since(staff, plan, begun) == [
        "ravi, 4 Dec, 10:00 am: Day closed. Lunch of Wed 9 Dec moves to Mon 14 Dec."
    ]
    open_day(day=day(9), meal=0, actor=owner, now=planner.now)
    assert _since(staff, plan, begun + 1) == [
        "ravi, 4 Dec, 10:00 am: Undone. Lunch of Mon 14 Dec moves to Wed 9 Dec."
    ]
