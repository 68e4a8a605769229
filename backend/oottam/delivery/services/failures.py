"""The desk's decisions about undelivered boxes. Replacing one is an action of `plans`."""

from dataclasses import dataclass
from datetime import date, datetime, time

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from oottam.core.errors import DomainError, StaleError
from oottam.delivery.models import Decision, DeliveryOutcome, Outcome
from oottam.delivery.runs import is_late
from oottam.delivery.services.outcomes import is_replaced, record_about, set_state
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.services import action_runner
from oottam.requests.models import Request
from oottam.schedule.domain.actions import Replace
from oottam.schedule.models import Serving, ServingState


@dataclass(frozen=True, slots=True)
class Failure:
    """An undelivered box that waits for a decision. `words` are the rider's."""

    outcome_id: int
    plan_id: int
    version: int
    reference: str
    name: str
    caller: str
    day: date
    meal: int
    seq: int
    reason: str
    words: str
    by: str
    at: datetime
    arrived_at: datetime

    @property
    def is_late(self) -> bool:
        return is_late(self.at, self.arrived_at)


def open_failures() -> list[Failure]:
    """Return those without a decision, oldest first; one query."""
    return _failures(undecided().order_by("at", "pk"))


def undecided() -> "QuerySet[DeliveryOutcome, DeliveryOutcome]":
    """Outcomes of undelivered boxes without a replacement or a decision."""
    replaced = Serving.objects.filter(
        plan=OuterRef("serving__plan"),  # uses the plan's index
        replacement_for=OuterRef("serving"),
    ).exclude(state=ServingState.CANCELLED)
    waiting = DeliveryOutcome.objects.filter(stands=True, outcome=Outcome.FAILED, decision="")
    return waiting.filter(~Exists(replaced))


def forfeited_since(day: date) -> list[Failure]:
    """Return boxes forfeited from that day on, which can be reopened; one query."""
    begin = datetime.combine(day, time.min, tzinfo=timezone.get_default_timezone())
    queryset = DeliveryOutcome.objects.filter(
        stands=True, decision=Decision.FORFEITED, decided_at__gte=begin
    )
    return _failures(queryset.order_by("-decided_at", "pk"))


def _failures(outcomes: "QuerySet[DeliveryOutcome, DeliveryOutcome]") -> list[Failure]:
    return [
        Failure(
            outcome.pk, outcome.serving.plan_id, outcome.serving.plan.version,
            outcome.serving.plan.request.reference, outcome.serving.plan.request.customer_name,
            outcome.serving.plan.request.phone_normalised,
            outcome.serving.date or timezone.localdate(outcome.at), outcome.serving.meal,
            outcome.serving.seq, outcome.get_reason_display(), outcome.words, outcome.by.username,
            outcome.tapped_at, outcome.at,
        )
        for outcome in outcomes.select_related("serving__plan__request", "by")
    ]  # fmt: skip


def redeliver(*, outcome_id: int, actor: User, now: datetime) -> None:
    """Send the box out again today. Raises DomainError on another day, or after a decision."""
    with transaction.atomic():
        lock_and_snapshot(now)
        outcome = _undecided(outcome_id)
        serving = outcome.serving
        if serving.date != timezone.localdate(now):
            raise DomainError("Its day is over: replace it instead.")
        set_state(serving, ServingState.PLANNED)
        outcome.stands = False
        _decide(outcome, Decision.AGAIN, actor, now)
        record_about(serving, action="delivery.again", actor=actor, now=now)


def forfeit(*, outcome_id: int, actor: User, now: datetime) -> None:
    """Charge the box as delivered. Raises DomainError after a decision."""
    with transaction.atomic():
        lock_and_snapshot(now)
        outcome = _undecided(outcome_id)
        _decide(outcome, Decision.FORFEITED, actor, now)
        outcome.told_at = None  # a customer who was told that we call is told of this, too
        outcome.save(update_fields=["told_at"])
        record_about(outcome.serving, action="delivery.forfeited", actor=actor, now=now)


def reopen(*, outcome_id: int, actor: User, now: datetime) -> None:
    """Withdraw the decision to forfeit. Raises DomainError for other decisions, which are undone on the plan."""
    with transaction.atomic():
        lock_and_snapshot(now)
        outcome = _outcome(outcome_id)
        if outcome.decision != Decision.FORFEITED or not outcome.stands:
            raise DomainError("There is nothing to undo.")
        _decide(outcome, "", actor, now)
        record_about(outcome.serving, action="delivery.ask-again", actor=actor, now=now)


def preview_replacement(
    *, outcome_id: int, now: datetime
) -> tuple[Request, action_runner.ActionResult]:
    """Preview replacing the box, with its request. Raises DomainError."""
    serving = _undecided(outcome_id).serving
    plan = serving.plan
    action = Replace(serving.pk)
    return plan.request, action_runner.preview(
        plan_id=plan.pk, version=plan.version, action=action, now=now
    )


def replace(
    *, outcome_id: int, version: int, reason: str, actor: User, now: datetime
) -> action_runner.ActionResult:
    """Append one more box to its track; `version` is the plan's. Raises DomainError and StaleError."""
    with transaction.atomic():
        lock_and_snapshot(now)
        outcome = _undecided(outcome_id)
        plan = outcome.serving.plan
        if plan.version != version:
            raise StaleError(plan.request.reference)
        return action_runner.execute(
            plan_id=plan.pk,
            version=version,
            action=Replace(outcome.serving_id),
            reason=reason or f"Not delivered: {outcome.get_reason_display()}",
            actor=actor,
            now=now,
        )


def _outcome(outcome_id: int) -> DeliveryOutcome:
    outcome = (
        DeliveryOutcome.objects.select_related("serving__plan__request")
        .filter(pk=outcome_id)
        .first()
    )
    if outcome is None:
        raise DomainError("There is no such box.")
    return outcome


def _undecided(outcome_id: int) -> DeliveryOutcome:
    outcome = _outcome(outcome_id)
    if (
        not outcome.stands
        or outcome.outcome != Outcome.FAILED
        or outcome.decision
        or is_replaced(outcome.serving)
    ):
        raise DomainError("This box has been dealt with since.")
    return outcome


def _decide(outcome: DeliveryOutcome, decision: str, actor: User, now: datetime) -> None:
    outcome.decision = decision
    outcome.decided_at, outcome.decided_by = (now, actor) if decision else (None, None)
    outcome.save(update_fields=["stands", "decision", "decided_at", "decided_by"])
