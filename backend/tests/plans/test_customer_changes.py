"""Customers change their plans within the shop's rules, until the cut-off, and undo what they did themselves."""

from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from oottam import catalogue
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError, StaleError
from oottam.outbox.models import OutboxEntry
from oottam.plans.services import customer_changes, customer_rules
from oottam.plans.services.action_runner import Action, ActionResult
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.customer_changes import allowance, valid_until
from oottam.plans.services.plan_actions import Undo
from oottam.plans.services.repository import load, load_calendar
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Move, Pause, Resume, ShortenPause, Skip
from oottam.schedule.models import CustomerRules, MealPlan, PausePeriod, PlanChange
from oottam.workflow.models import Message, Template
from oottam.workflow.services import transitions
from oottam.workflow.services.messages import compose
from oottam.workflow.services.undo_transition import undo as undo_transition
from tests.factories.plans import LUNCH, Planner, at, dates, day, held, on, sections, skip

pytestmark = pytest.mark.django_db


def do(
    planner: Planner, plan: MealPlan, action: Action, now: datetime | None = None
) -> ActionResult:
    """Execute the customer's action on the plan's current version."""
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    return customer_changes.execute(
        plan=plan,
        version=plan.version,
        action=action,
        now=now or planner.now,
        key="k",
        sender="10.0.0.1",
    )


def refusal(planner: Planner, plan: MealPlan, action: Action, now: datetime | None = None) -> str:
    before = PlanChange.objects.count()
    with pytest.raises(DomainError) as refused:
        do(planner, plan, action, now)
    assert PlanChange.objects.count() == before
    return str(refused.value)


def rules(**values: Any) -> None:
    CustomerRules.objects.update_or_create(pk=1, defaults=values)


def days(*numbers: int) -> list[date]:
    return [day(number) for number in numbers]


def test_customer_skips_pauses_resumes_and_undoes(planner: Planner) -> None:
    plan = planner.lunches(12)
    skipped = do(planner, plan, Skip([on(plan, 9)]))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14, 15, 16, 17, 18, 19, 21)
    change = PlanChange.objects.get(pk=skipped.change_id or 0)
    assert (change.by_customer, change.by, change.seen_at) == (True, None, None)
    assert change.data["ends"] == {"2": ["2026-12-19", "2026-12-21"]}
    entry = AuditEntry.objects.latest("pk")
    assert (entry.action, entry.actor, entry.data["by_customer"]) == ("schedule.skip", None, True)
    do(planner, plan, Pause(day(14), day(16), [LUNCH]))
    assert dates(plan) == days(7, 8, 10, 11, 12, 17, 18, 19, 21, 22, 23, 24)
    period = PausePeriod.objects.get(plan=plan, from_date=day(14)).pk
    do(planner, plan, ShortenPause(period, day(16)))
    assert dates(plan) == days(7, 8, 10, 11, 12, 16, 17, 18, 19, 21, 22, 23)
    do(planner, plan, Undo(skipped.change_id or 0))
    assert dates(plan)[:3] == days(7, 8, 9)


def test_preview_stores_nothing(planner: Planner) -> None:
    plan = planner.lunches(6)
    found = customer_changes.preview(
        plan=plan, version=plan.version, action=Skip([on(plan, 9)]), now=planner.now
    )
    assert found.ends == {LUNCH: day(14)}
    assert dates(plan) == days(7, 8, 9, 10, 11, 12)


def test_customer_resumes_what_the_desk_paused_without_an_end(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(9), None, [LUNCH]))
    assert held(plan) == 4
    do(planner, plan, Resume(day(10)))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14)


def test_cut_off_holds_to_the_minute(planner: Planner) -> None:
    plan = planner.lunches(6)
    skip = Skip([on(plan, 8)])
    assert "has passed" in refusal(planner, plan, skip, at("7 18:00"))
    do(planner, plan, skip, at("7 17:59"))


def test_open_ended_pause_is_for_the_desk(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert (
        refusal(planner, plan, Pause(day(9), None, [LUNCH])) == "Choose the last day without food."
    )


def test_limits_of_the_shop(planner: Planner) -> None:
    plan = planner.lunches(12)
    rules(max_skips=2, max_pauses=1, max_pause_days=3)
    do(planner, plan, Skip([on(plan, 8)]))
    message = refusal(planner, plan, Skip([on(plan, 9), on(plan, 10)]))
    assert message == "You can skip 1 more day yourself. For more, please ask us."
    second = do(planner, plan, Skip([on(plan, 9)]))
    message = refusal(planner, plan, Skip([on(plan, 10)]))
    assert message == "You have skipped as many days as our rules allow. Please ask us."
    do(planner, plan, Undo(second.change_id or 0))
    do(planner, plan, Skip([on(plan, 10)]))
    message = refusal(planner, plan, Pause(day(14), day(17), [LUNCH]))
    assert message == "A pause can have 3 days at most. For a longer one, please ask us."
    do(planner, plan, Pause(day(14), day(16), [LUNCH]))
    message = refusal(planner, plan, Pause(day(18), day(18), [LUNCH]))
    assert message == "You have paused as often as our rules allow. Please ask us."


def test_both_meals_of_a_day_are_one_skipped_day(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=6, sections=sections("lunch", "dinner"))
    rules(max_skips=1)
    do(planner, plan, Skip([on(plan, 9), on(plan, 9, 3)]))


def test_the_desks_skips_do_not_count_and_the_desk_may_go_beyond(planner: Planner) -> None:
    plan = planner.lunches(6)
    rules(max_skips=1)
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))
    do(planner, plan, Skip([on(plan, 9)]))
    planner.do(plan, skip(plan, [day(10)], [LUNCH]))


def test_without_a_limit_she_skips_as_many_days_as_the_plan_has(planner: Planner) -> None:
    plan = planner.lunches(6)
    rules(extra_days=300)
    for _ in range(6):
        do(planner, plan, skip(plan, [dates(plan)[0]], [LUNCH]))
    assert "as many days as our rules allow" in refusal(
        planner, plan, skip(plan, [dates(plan)[0]], [LUNCH])
    )


def test_her_own_changes_place_no_box_after_the_validity(planner: Planner) -> None:
    plan = planner.lunches(6)
    rules(extra_days=0)
    calendar = load_calendar(planner.now)
    assert valid_until(plan, load(plan, calendar), customer_rules.current_rules()) == day(19)
    close_day(day=day(9), meal=0, reason="Holiday", actor=planner.actor, now=planner.now)
    draft = load(plan, load_calendar(planner.now))
    assert valid_until(plan, draft, customer_rules.current_rules()) == day(20)
    do(planner, plan, Pause(day(10), day(15), [LUNCH]))
    message = refusal(planner, plan, Pause(day(16), day(19), [LUNCH]))
    assert message.startswith("The last box would come after Sun 20 Dec")
    planner.do(plan, Pause(day(16), day(19), [LUNCH]))


def test_what_the_desk_placed_after_the_validity_does_not_stop_her(planner: Planner) -> None:
    plan = planner.lunches(6)
    rules(extra_days=0)
    planner.do(plan, Move(on(plan, 12), day(28)))
    assert "would come after" in refusal(planner, plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Pause(day(8), day(9), [LUNCH]))
    period = PausePeriod.objects.get(plan=plan).pk
    do(planner, plan, ShortenPause(period, day(8)))


@pytest.mark.parametrize("changes", ["ask", "no"])
def test_shop_may_not_allow_it(planner: Planner, changes: str) -> None:
    plan = planner.lunches(6)
    rules(changes=changes)
    assert (
        refusal(planner, plan, skip(plan, [day(9)], [LUNCH])) == "To change a day, please ask us."
    )


def test_desk_may_keep_one_plan_to_itself(planner: Planner) -> None:
    plan = planner.lunches(6)
    customer_rules.set_desk_only(
        plan_id=plan.pk, is_desk_only=True, actor=planner.actor, now=planner.now
    )
    assert (
        refusal(planner, plan, skip(plan, [day(9)], [LUNCH])) == "To change a day, please ask us."
    )
    entry = AuditEntry.objects.latest("pk")
    assert entry.data == {"is_desk_only": {"was": False, "now": True}}
    customer_rules.set_desk_only(
        plan_id=plan.pk, is_desk_only=False, actor=planner.actor, now=planner.now
    )
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))


def test_events_and_cancelled_plans_are_for_the_desk(planner: Planner) -> None:
    event = planner.plan(Kind.EVENT)
    assert (
        refusal(planner, event, skip(event, [day(12)], [4]))
        == "To change an event, please call us."
    )
    plan = planner.lunches(6)
    Request.objects.filter(pk=plan.request_id).update(status="completed")
    assert (
        refusal(planner, plan, skip(plan, [day(9)], [LUNCH])) == "There is nothing left to change."
    )


def test_stale_version_is_refused(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    with pytest.raises(StaleError):
        customer_changes.execute(
            plan=plan, version=plan.version, action=skip(plan, [day(10)], [LUNCH]), now=planner.now,
            key="k", sender="10.0.0.1",
        )  # fmt: skip


def test_customer_undoes_only_her_own_changes(planner: Planner) -> None:
    plan = planner.lunches(6)
    of_desk = planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    message = refusal(planner, plan, Undo(of_desk.change_id or 0))
    assert message == "We changed this for you. To change it again, please ask us."


def test_number_of_changes_is_limited(planner: Planner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(customer_changes, "MAX_CHANGES", 2)
    plan = planner.lunches(6)
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    do(planner, plan, skip(plan, [day(10)], [LUNCH]))
    assert "very often" in refusal(planner, plan, skip(plan, [day(11)], [LUNCH]))


def test_allowance_counts_what_is_left(planner: Planner) -> None:
    plan = planner.lunches(6)
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    draft = load(plan, load_calendar(planner.now))
    left = allowance(plan, draft, customer_rules.current_rules())
    assert (left.skips_left, left.pauses_left, left.reason) == (5, 3, "")


def test_receipt_is_mailed_at_once(planner: Planner, monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    site = replace(known.site, origin="https://shop.example")
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))
    plan = planner.lunches(6)
    do(planner, plan, Skip([on(plan, 9)]))
    message = Message.objects.get(template=Template.PLAN_CHANGE)
    reference = plan.request.reference
    page = f"https://shop.example/status/{token_of(plan.request_id)}/plan/"
    assert message.text == (
        "Hello Asha Raman,\n\n"
        f"You have changed your order. This is receipt {reference}/2.\n\n"
        "Lunch of Wed 9 Dec moves to Mon 14 Dec.\n"
        "Lunch ends on Mon 14 Dec instead of Sat 12 Dec.\n\n"
        f"You can undo this until Tue 8 Dec, 6:00 pm. {page}\n\n"
        "If it was not you, please call us on +91 44 0000 0000.\n\n"
        "Oottam, +91 44 0000 0000"
    )
    assert message.by is None
    entry = OutboxEntry.objects.get(message_id=message.pk)
    assert (entry.recipient, entry.due_at) == ("customer", planner.now)
    content = compose(message.pk, planner.now)
    assert content
    assert content.subject == f"receipt {reference}/2 for your order"
    refusal(planner, plan, skip(plan, [day(30)], [LUNCH]))
    assert Message.objects.filter(template=Template.PLAN_CHANGE).count() == 1


def test_customer_without_a_mailbox_gets_no_mail(planner: Planner) -> None:
    plan = planner.lunches(6)
    Request.objects.filter(pk=plan.request_id).update(email="")
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    assert not Message.objects.filter(template=Template.PLAN_CHANGE).exists()


def test_receipt_does_not_keep_the_desk_from_undoing_its_own_step(planner: Planner) -> None:
    plan = planner.lunches(6)
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    request = Request.objects.get(pk=plan.request_id)
    transitions.cancel(**planner.current(request), reason="Mistaken")
    undo_transition(**planner.current(request))
    assert dates(plan) == days(7, 8, 10, 11, 12, 14)
