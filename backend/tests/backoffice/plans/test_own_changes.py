"""The desk sees what customers changed in their plans, may keep a plan to itself, and the owner sets the rules."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.plans.services import change_receipts, customer_changes
from oottam.schedule.domain.actions import Skip
from oottam.schedule.models import CustomerRules, MealPlan, PlanChange
from oottam.workflow.models import Template
from oottam.workflow.services.messages import send_by_itself
from tests.backoffice.plans.plan_page import address, page
from tests.backoffice.request.request_page import section, text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import Planner, on

pytestmark = pytest.mark.django_db
RULES = "/backoffice/plans/rules/"


@pytest.fixture
def owner(planner: Planner) -> Client:
    return logged_in(make_staff_account("meena", Role.OWNER))


def skip(planner: Planner, plan: MealPlan, number: int) -> None:
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    customer_changes.execute(
        plan=plan,
        version=plan.version,
        action=Skip([on(plan, number)]),
        now=planner.now,
        key="k",
        sender="10.0.0.1",
    )


def today(client: Client) -> str:
    return section(client.get("/backoffice/").content.decode(), "waits")


def test_changes_wait_in_today_until_the_plan_is_opened(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    assert "skipped" not in today(staff)
    skip(planner, plan, 9)
    waiting = today(staff)
    assert (
        f"{plan.request.customer_name} skipped: Lunch of Wed 9 Dec moves to Mon 14 Dec."
        " Lunch ends on Mon 14 Dec instead of Sat 12 Dec."
    ) in waiting
    listed = text(staff.get("/backoffice/plans/?list=changed").content.decode())
    assert plan.request.reference in listed
    opened = section(page(staff, plan), "changes")
    assert "Skipped new The customer, 4 Dec, 10:00 am" in opened
    assert "new The customer" not in section(page(staff, plan), "changes")
    assert "skipped" not in today(staff)
    assert "No plans in this list" in text(
        staff.get("/backoffice/plans/?list=changed").content.decode()
    )


def test_many_changes_are_counted_and_read_by_two_queries(planner: Planner, staff: Client) -> None:
    for _ in range(7):
        skip(planner, planner.lunches(6), 9)
    with CaptureQueriesContext(connection) as queries:
        shown, count = change_receipts.newest_unseen(5)
    assert (len(shown), count, len(queries)) == (5, 7, 2)
    assert "7 changes by customers: read on the plan" in today(staff)


def test_the_audit_log_names_the_customer(planner: Planner, owner: Client) -> None:
    plan = planner.lunches(6)
    skip(planner, plan, 9)
    log = text(owner.get("/backoffice/audit/").content.decode())
    assert "The customer skipped boxes" in log


def test_desk_keeps_a_plan_to_itself_and_gives_it_back(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    assert "The customer may skip, pause and resume until the cut-off." in text(page(staff, plan))
    answer = staff.post(address(plan, "desk-only"), {"desk_only": "yes"}, follow=True)
    shown = text(answer.content.decode())
    assert "Only the desk changes this plan now." in shown
    assert "The customer asks us: only the desk changes this plan." in shown
    plan.refresh_from_db()
    assert plan.is_desk_only
    staff.post(address(plan, "desk-only"), {"desk_only": "no"})
    plan.refresh_from_db()
    assert not plan.is_desk_only


def test_owner_sets_the_rules(owner: Client, staff: Client) -> None:
    html = owner.get(RULES).content.decode()
    assert 'value="yes" required' in html or "checked" in html
    sent: dict[str, Any] = {
        "changes": "ask",
        "max_skips": "",
        "max_pauses": "1",
        "max_pause_days": "14",
        "extra_days": "10",
    }
    assert "Rules saved." in text(owner.post(RULES, sent, follow=True).content.decode())
    stored = CustomerRules.objects.get()
    assert (stored.changes, stored.max_skips, stored.max_pauses) == ("ask", None, 1)
    log = text(owner.get("/backoffice/audit/").content.decode())
    assert "Customers change plans themselves: yes → ask" in log
    assert staff.get(RULES).status_code == 403


@pytest.mark.parametrize(
    "wrong",
    [
        {"changes": "perhaps"},
        {"max_skips": "-1"},
        {"max_pauses": ""},
        {"max_pause_days": "0"},
        {"extra_days": "9999999"},
        {"max_pauses": "three"},
    ],
)
def test_wrong_rules_are_refused(owner: Client, wrong: dict[str, str]) -> None:
    sent = {
        "changes": "yes",
        "max_skips": "",
        "max_pauses": "3",
        "max_pause_days": "30",
        "extra_days": "30",
    }
    answer = owner.post(RULES, {**sent, **wrong})
    assert answer.status_code == 422
    assert not CustomerRules.objects.exists()


def test_owner_switches_each_mail(owner: Client) -> None:
    sent: dict[str, Any] = {
        "changes": "yes",
        "max_skips": "",
        "max_pauses": "3",
        "max_pause_days": "30",
        "extra_days": "30",
    }
    assert owner.get(RULES).content.decode().count('name="mails"') == 4
    assert len(re.findall(r'name="mails"[^>]* checked', owner.get(RULES).content.decode())) == 4
    owner.post(RULES, {**sent, "mails": ["mails_start", "mails_failed_box"]})
    stored = CustomerRules.objects.get()
    assert (stored.mails_renewal, stored.mails_start) == (False, True)
    assert (stored.mails_desk_change, stored.mails_failed_box) == (False, True)
    checked = re.findall(r'value="(\w+)"[^>]* checked', owner.get(RULES).content.decode())
    assert {"mails_start", "mails_failed_box"} <= {*checked} - {"mails_renewal"}
    log = text(owner.get("/backoffice/audit/").content.decode())
    assert "Mail before a plan ends: yes → no" in log
    assert owner.post(RULES, {**sent, "mails": ["mails_everything"]}).status_code == 422


def test_request_page_shows_mails_that_go_by_themselves(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    for template in (Template.RENEWAL, Template.START, Template.DESK_CHANGE, Template.FAILED_BOX):
        send_by_itself(
            request=plan.request, template=template, subject="of it", paragraphs=["So."],
            now=planner.now,
        )  # fmt: skip
    html = text(staff.get(f"/backoffice/requests/{plan.request.reference}/").content.decode())
    for label in ("Plan ends soon", "Starts tomorrow", "Changed by the desk", "Box not delivered"):
        assert f"{label} by mail" in html
    assert html.count("By itself") == 4


def test_old_releases_changes_have_no_last_days(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([on(plan, 9)]))
    PlanChange.objects.filter(plan=plan).update(data={})
    assert "Lunch of Wed 9 Dec moves to Mon 14 Dec." in text(page(staff, plan))
