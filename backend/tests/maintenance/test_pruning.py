"""Log-like rows are pruned after their retention; ledger entries and proofs are kept longer."""

import logging
from collections.abc import Iterable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from oottam.audit.actions import ACTIONS
from oottam.audit.models import AuditEntry
from oottam.audit.personal import CLICKS, PROOF
from oottam.core.errors import DomainError
from oottam.core.personal import months_before
from oottam.delivery.models import CashCollection, DeliveryOutcome, FormerRider, Outcome, Run
from oottam.delivery.services.cash import record_cash
from oottam.maintenance.pruning import prune_all
from oottam.outbox.models import OutboxEntry
from oottam.plans.services.plan_actions import Undo
from oottam.requests.models import Request
from oottam.schedule.models import (
    CookedDish,
    CutoffLine,
    CutoffSnapshot,
    MealPlan,
    PlanChange,
    Serving,
    ServingChange,
)
from oottam.workflow.models import Payment
from tests.factories.deliveries import (
    LUNCH,
    NOON,
    DeliveryPlans,
    make_delivery_event,
    make_failed_delivery,
    make_route,
    make_run,
    record_event,
)
from tests.factories.kitchen import make_dish
from tests.factories.plans import Planner, day, skip

pytestmark = pytest.mark.django_db
NOW = datetime.fromisoformat("2036-01-15T03:00:00+05:30")
JUST_OVER, JUST_UNDER = timedelta(minutes=1), -timedelta(minutes=1)


def ago(months: int, and_more: timedelta = JUST_OVER) -> datetime:
    return months_before(NOW, months) - and_more


def prune(**more: Any) -> dict[str, int]:
    return dict(prune_all(NOW, pause=lambda _: None, **more))


def request(reference: str, *, closed: bool = True, erased: bool = False) -> Request:
    then = ago(60)
    return Request.objects.create(
        id=f"00000000-0000-4000-8000-{int(reference[3:]):012}", kind="veg", reference=reference,
        received_at=then, customer_name="Asha", body="{}",
        closed_at=then if closed else None, erased_at=then if erased else None,
    )  # fmt: skip


def mail(reference: str, at: datetime, state: str = "sent", message: int | None = None) -> int:
    entry = OutboxEntry.objects.create(
        kind="veg", reference=reference, recipient="customer", state=state, created_at=at,
        due_at=at, message_id=message,
    )  # fmt: skip
    return entry.pk


def remaining(model: Any) -> set[Any]:
    return set(model.objects.values_list("pk", flat=True))


@pytest.mark.parametrize("state", ["sent", "failed", "withheld"])
def test_mails_of_closed_requests_are_kept_for_a_year(state: str) -> None:
    request("OT-1")
    mail("OT-1", ago(12), state)
    young = mail("OT-1", ago(12, JUST_UNDER), state)
    assert prune() == {"mails": 1}
    assert remaining(OutboxEntry) == {young}


def test_waiting_mails_and_mails_of_open_requests_are_kept() -> None:
    request("OT-1")
    request("OT-2", closed=False)
    kept = {mail("OT-1", ago(50), "waiting"), mail("OT-2", ago(50))}
    assert prune() == {}
    assert remaining(OutboxEntry) == kept


def test_mail_of_a_message_is_kept_as_long_as_its_text() -> None:
    request("OT-1")
    request("OT-2", erased=True)
    kept = mail("OT-1", ago(50), message=1)
    mail("OT-2", ago(50), message=2)
    assert prune() == {"mails": 1}
    assert remaining(OutboxEntry) == {kept}


def entry(action: str, at: datetime) -> int:
    return AuditEntry.objects.create(at=at, action=action, reference="OT-1").pk


@pytest.mark.parametrize(
    ("action", "months", "named"),
    [
        ("kitchen.cook", 12, "audit entries of clicks"),
        ("delivery.delivered", 12, "audit entries of clicks"),
        ("mail.again", 12, "audit entries of clicks"),
        ("request.note", 48, "audit entries"),
        ("request.facts", 48, "audit entries"),
        ("schedule.skip", 48, "audit entries"),
        ("something.new", 48, "audit entries"),
        ("health.open", 96, "audit entries kept as proof"),
        ("payment.note", 96, "audit entries kept as proof"),
        ("price.adjust", 96, "audit entries kept as proof"),
        ("person.export", 96, "audit entries kept as proof"),
        ("list.export", 96, "audit entries kept as proof"),
        ("request.merge", 96, "audit entries kept as proof"),
        ("staff.roles", 96, "audit entries kept as proof"),
    ],
)
def test_audit_entry_retention_depends_on_its_action(action: str, months: int, named: str) -> None:
    entry(action, ago(months))
    young = entry(action, ago(months, JUST_UNDER))
    assert prune() == {named: 1}
    assert remaining(AuditEntry) == {young}


def test_no_action_is_both_click_and_proof() -> None:
    for action in ACTIONS:
        entry(action, NOW)
    assert not AuditEntry.objects.filter(CLICKS, PROOF).exists()
    money = ("payment.", "price.", "health.", "person.")
    sensitive = {action for action in ACTIONS if action.startswith(money)}
    assert set(AuditEntry.objects.filter(PROOF).values_list("action", flat=True)) > sensitive


def test_zero_months_disable_pruning(settings: Any) -> None:
    settings.PROOF_RETENTION_MONTHS = settings.CLICKS_RETENTION_MONTHS = (
        settings.RECORD_RETENTION_MONTHS
    ) = 0
    for action in ("kitchen.cook", "health.open", "request.note"):
        entry(action, ago(239))
    assert prune() == {}


def age(plan: MealPlan, state: str) -> None:
    """Move the plan's changes back by more than a year."""
    PlanChange.objects.update(at=ago(12))
    MealPlan.objects.filter(pk=plan.pk).update(state=state)


def test_ended_plan_loses_its_steps_but_keeps_changes_and_servings(planner: Planner) -> None:
    plan = planner.lunches()
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))
    servings, steps = Serving.objects.count(), ServingChange.objects.count()
    age(plan, "ended")
    AuditEntry.objects.all().delete()
    assert prune() == {"serving changes": steps}
    assert (PlanChange.objects.count(), Serving.objects.count()) == (2, servings)


@pytest.mark.parametrize("state", ["running", "paused"])
def test_open_plan_keeps_its_steps(planner: Planner, state: str) -> None:
    age(planner.lunches(), state)
    AuditEntry.objects.all().delete()
    assert prune() == {}


def test_recent_steps_are_kept(planner: Planner) -> None:
    plan = planner.lunches()
    age(plan, "running")
    change = planner.do(plan, skip(plan, [day(8)], [LUNCH])).change_id
    assert change is not None
    PlanChange.objects.filter(pk=change).update(at=NOW)
    MealPlan.objects.update(state="ended")
    AuditEntry.objects.all().delete()
    prune()
    assert set(ServingChange.objects.values_list("change_id", flat=True)) == {change}


def test_change_without_steps_cannot_be_undone(planner: Planner) -> None:
    plan = planner.lunches()
    change = planner.do(plan, skip(plan, [day(8)], [LUNCH])).change_id
    assert change is not None
    age(plan, "ended")
    prune()
    with pytest.raises(DomainError, match="too long ago"):
        planner.do(plan, Undo(change))


def test_snapshot_lines_and_cooked_dishes_are_pruned_but_no_snapshots() -> None:
    rice, by = make_dish("Rice"), User.objects.create(username="k")
    limit = timezone.localdate(months_before(NOW, 24))
    for on in (limit - timedelta(days=1), limit):
        snapshot = CutoffSnapshot.objects.create(date=on, meal=LUNCH, at=NOW)
        CutoffLine.objects.create(snapshot=snapshot, item=rice, quantity=1, boxes=1)
        CookedDish.objects.create(date=on, meal=LUNCH, item=rice, by=by, at=NOW)
    assert prune() == {"cut-off quantities": 1, "cooked dishes": 1}
    assert days(CutoffLine.objects.values_list("snapshot__date", flat=True)) == [limit]
    assert days(CookedDish.objects.values_list("date", flat=True)) == [limit]
    assert CutoffSnapshot.objects.count() == 2


def days(found: Iterable[date]) -> list[date]:
    return sorted(found)


def test_delivered_outcomes_are_pruned_and_failed_ones_kept(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    arrived, missed = delivery_plans.add(), delivery_plans.add()
    record_event(make_delivery_event(arrived), priya)
    make_failed_delivery(missed, priya)
    DeliveryOutcome.objects.update(at=ago(36))
    AuditEntry.objects.all().delete()
    assert prune()["delivery taps"] == 1
    assert DeliveryOutcome.objects.get().outcome == Outcome.FAILED
    assert Serving.objects.get(plan=arrived).state == 2  # still delivered


def test_runs_are_pruned_and_payments_kept(
    delivery_plans: DeliveryPlans, ravi: User, priya: User
) -> None:
    plan = delivery_plans.add()
    ridden = make_run(make_route("Beach", actor=priya), ravi, actor=priya)
    FormerRider.objects.create(run=ridden, rider=priya)
    record_cash(
        run=ridden, reference=plan.request.reference, paise=100, key="k", actor=ravi, now=NOON
    )
    Run.objects.update(date=timezone.localdate(ago(36)) - timedelta(days=1))
    AuditEntry.objects.all().delete()
    assert prune() == {"cash taps": 1, "runs": 1}
    assert (CashCollection.objects.count(), FormerRider.objects.count(), Payment.objects.count()) == (
        0, 0, 1,
    )  # fmt: skip


def test_log_line_counts_rows_and_is_omitted_if_none(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    prune()
    assert caplog.messages == []
    entry("kitchen.cook", ago(13))
    prune()
    [line] = caplog.messages
    assert line.startswith("Pruned in 0.")
    assert line.endswith(" s: 1 audit entries of clicks")


def test_interrupted_pruning_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    entry("kitchen.cook", ago(13))
    entry("health.open", ago(97))
    prune(is_over=lambda: AuditEntry.objects.count() < 2)
    [line] = caplog.messages
    assert ", and broken off: 1 audit entries of clicks" in line
    assert remaining(AuditEntry) != set()
