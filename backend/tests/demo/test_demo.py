"""The demo month has all kinds and states, and no data of real people."""

import re
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.db.models import F

from oottam.audit.models import AuditEntry
from oottam.delivery.models import CashCollection, Decision, DeliveryOutcome, Route
from oottam.delivery.runs import runs_of
from oottam.delivery.services.failures import open_failures
from oottam.demo.month import fill
from oottam.kitchen.day import day_view
from oottam.kitchen.services import cutoff
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services import day_closing
from oottam.requests.models import Kind, Request, Status
from oottam.schedule.models import (
    ClosedDay,
    CutoffSnapshot,
    MealPlan,
    PlanState,
    Serving,
    ServingState,
    Substitution,
)
from oottam.workflow.models import AppointmentSlot, CustomerAnswer, LedgerEntry, Payment
from oottam.workflow.services import transitions
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.duplicates import nearest_duplicates

WHEN = datetime(2026, 11, 22, 6, 30, tzinfo=UTC)


# One test, as filling takes seconds.
@pytest.mark.django_db(transaction=True)
def test_demo_month_has_all_kinds_and_states_of_invented_people(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    confirm, interrupted = transitions.confirm, list[str]()

    def confirm_late(*, reference: str, **given: Any) -> object:
        """As if a server beside the command had activated the request."""
        if not interrupted:
            interrupted.append(reference)
            Request.objects.filter(reference=reference).update(version=F("version") + 1)
        return confirm(reference=reference, **given)

    monkeypatch.setattr(transitions, "confirm", confirm_late)
    fill(WHEN)
    assert interrupted
    requests = list(Request.objects.all())

    kinds_and_states = {(request.kind, request.status) for request in requests}
    assert {kind for kind, _ in kinds_and_states} == set(Kind.values)
    assert len({answer.request_id for answer in CustomerAnswer.objects.all()}) == 2
    worked = {*Status.values}
    assert {status for _, status in kinds_and_states} == worked

    confirmed = [request for request in requests if request.status == Status.CONFIRMED]
    assert [request for request in confirmed if missing(request)] == []
    assert Payment.objects.exists()
    assert AppointmentSlot.objects.exists()
    assert Request.objects.exclude(follow_up_on=None).exists()
    assert nearest_duplicates(requests)
    # The amounts equal the storefront's.
    assert Request.objects.exclude(flags=None).count() <= 2

    # Releases up to 0.3.0 expect "was" and "now" in every mapping of the audit log.
    mappings = [value for entry in AuditEntry.objects.all() for value in entry.data.values()]
    assert all({*each} == {"was", "now"} for each in mappings if isinstance(each, dict))

    # The kitchen has choices, dishes to cook and ingredients to buy.
    assert CutoffSnapshot.objects.exists()
    assert ClosedDay.objects.exists()
    assert Substitution.objects.exists()
    assert set(MealPlan.objects.values_list("state", flat=True)) >= {
        PlanState.RUNNING,
        PlanState.PAUSED,
        PlanState.ENDED,
    }
    tomorrow = day_view(date(2026, 11, 23))
    assert [sheet.meal for sheet in tomorrow.meals] == [1, 2, 3, 4]
    assert any(sheet.to_choose for sheet in tomorrow.meals)
    assert any(each.clashes for sheet in tomorrow.meals for each in sheet.allergies)
    assert any(sheet.notes for sheet in tomorrow.meals)

    # No deliveries on Sundays, so the runs are Saturday's.
    assert Route.objects.count() == 3
    assert {each.day for each in open_failures()} == {date(2026, 11, 21)}

    # Reports have data.
    assert LedgerEntry.objects.filter(came_back=True).exists()
    assert DeliveryOutcome.objects.filter(decision=Decision.FORFEITED).exists()

    days = max(r.received_at for r in requests) - min(r.received_at for r in requests)
    assert 25 <= days.days <= 30
    assert all(request.received_at <= WHEN for request in requests)

    # Indian mobile numbers do not start with 5; example.com has no mailboxes.
    assert {r.phone_normalised[:4] for r in requests} <= {"", "+915"}
    assert all(re.fullmatch(r"guest\d+@example\.com", r.email) for r in requests)
    assert set(OutboxEntry.objects.values_list("state", flat=True)) == {State.SENT}
    assert not User.objects.get(username="sample-desk").has_usable_password()

    with pytest.raises(CommandError, match="already has requests"):
        call_command("demo")
    assert Request.objects.count() == len(requests)


@pytest.mark.slow
@pytest.mark.sqlite_only
@pytest.mark.django_db(transaction=True)
def test_demo_month_is_the_same_beside_a_running_server() -> None:
    monday = WHEN + timedelta(days=1)
    cutoff.take_due_snapshots(monday)
    day_closing.settle(monday)
    fill(monday)
    today = [sheet for sheet in day_view(monday.date()).meals if sheet.boxes > 5]
    assert len(today) == 3
    assert all(len(sheet.changed) <= 3 for sheet in today)
    # At noon half of the lunch is delivered, with one failure and some cash.
    lunch = runs_of(monday.date(), 2)
    assert [bool(run.rider) for run in lunch.runs] == [True, True, False]
    assert all(0 < run.open_stops < len(run.stops) for run in lunch.runs[:2])
    assert lunch.unplaced
    assert any(stop.hint for stop in lunch.stops())
    assert not any(run.open_stops for run in runs_of(monday.date(), 1).runs[:2])
    assert {each.day for each in open_failures()} == {monday.date()}
    assert CashCollection.objects.exists()
    past = Serving.objects.filter(date__lt=monday.date())
    assert past.exists()
    assert not past.filter(state=ServingState.PLANNED).exists()
