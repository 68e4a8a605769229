"""The only way to change a plan: preview an action, then execute it against the version that was previewed."""

from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any, Protocol

from django.contrib.auth.models import User
from django.db import transaction

from oottam.audit.log import record
from oottam.core.errors import DomainError, StaleError
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.kitchen.services.dietary_acceptance import accept
from oottam.kitchen.services.dietary_checks import FoodCheck
from oottam.plans.services.repository import load, load_calendar, save
from oottam.requests.models import Request
from oottam.schedule.domain.plan_schedule import DraftServing, ScheduleDraft
from oottam.schedule.models import ActionType, MealPlan, PlanChange, PlanState
from oottam.workflow.services.editing import (
    NO_ACCEPTED_WARNINGS,
    AcceptedWarnings,
    require_not_erased,
)


@dataclass
class ActionContext:
    """Input and output of an action besides the draft."""

    plan: MealPlan
    data: dict[str, Any] = field(default_factory=dict)
    is_preview: bool = False
    stuck: int = 0  # servings that undo could not restore
    food: FoodCheck | None = None  # findings about new dishes
    audit: dict[str, Any] = field(default_factory=dict)  # further data of the audit entry


class Action(Protocol):
    """An action on a plan's schedule."""

    @property
    def action_type(self) -> ActionType:
        """The code under which it is stored."""

    @property
    def needs_reason(self) -> bool:
        """Whether a reason is required."""

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Change the draft. Raises DomainError."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedServing:
    """One serving's change. A day is None where the serving had none, or has none now."""

    serving_id: int
    meal: int
    seq: int
    from_date: date | None
    to_date: date | None
    state_before: int | None
    state: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionResult:
    """What an action changed: servings by day, and each meal's last day before and after."""

    moved: tuple[MovedServing, ...]
    ends_before: dict[int, date | None]
    ends: dict[int, date | None]
    is_past_cutoff: bool
    stuck: int
    version: int
    data: dict[str, Any]
    change_id: int | None = None
    food: FoodCheck | None = None


def preview(*, plan_id: int, version: int, action: Action, now: datetime) -> ActionResult:
    """Apply the action to a draft without saving. Raises MealPlan.DoesNotExist, StaleError and DomainError."""
    plan = MealPlan.objects.select_related("request").get(pk=plan_id)
    _require(plan, version)
    draft = load(plan, load_calendar(now))
    context = ActionContext(plan, is_preview=True)
    before = _last_days(draft)
    action.apply(draft, context)
    return _result(draft, context, before)


def execute(
    *,
    plan_id: int,
    version: int,
    action: Action,
    reason: str,
    actor: User | None,
    now: datetime,
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS,
    by_customer: bool = False,
) -> ActionResult:
    """Apply the action, save it and write the audit log. Raises MealPlan.DoesNotExist, StaleError and DomainError.

    Dishes that clash, or whose contents are unknown, have to be `accepted`.
    """
    with transaction.atomic():
        # As whoever changes the request: its row first, then the schedule, else two of them wait for each other.
        request = Request.objects.select_for_update(of=("self",)).filter(plan=plan_id)
        list(request.values_list("pk"))
        lock_and_snapshot(now)
        queryset = MealPlan.objects.select_related("request").select_for_update(of=("self",))
        plan = queryset.get(pk=plan_id)
        _require(plan, version)
        return execute_locked(
            plan=plan, action=action, reason=reason, actor=actor, now=now, accepted=accepted,
            by_customer=by_customer,
        )  # fmt: skip


def execute_locked(
    *,
    plan: MealPlan,
    action: Action,
    reason: str,
    actor: User | None,
    now: datetime,
    accepted: AcceptedWarnings = NO_ACCEPTED_WARNINGS,
    by_customer: bool = False,
) -> ActionResult:
    """As `execute`, for a caller that holds the schedule lock; the plan's version is not checked."""
    draft = load(plan, load_calendar(now))
    context = ActionContext(plan)
    before = _last_days(draft)
    action.apply(draft, context)
    if (action.needs_reason or draft.is_past_cutoff) and not reason.strip():
        raise DomainError("Please choose a reason.", "reason")
    if context.food:
        accept(context.food, plan, accepted, actor, now)
    change = PlanChange.objects.create(
        plan=plan,
        action=action.action_type,
        reason=reason.strip(),
        by=actor,
        at=now,
        data=context.data,
        by_customer=by_customer,
    )
    save(draft, change)
    plan.version += 1
    plan.save()
    outcome = _result(draft, context, before, change.pk)
    context.data["ends"] = {
        str(meal): [day and day.isoformat() for day in (before.get(meal), last)]
        for meal, last in outcome.ends.items()
    }
    change.save(update_fields=["data"])
    if "undone" in context.data:
        PlanChange.objects.filter(pk=context.data["undone"]).update(undone_at=now, undone_by=actor)
    record(
        action=f"schedule.{action.action_type}",
        actor=actor,
        at=now,
        reference=plan.request.reference,
        data={
            "moved": [_audit_row(moved) for moved in outcome.moved],
            **({"by_customer": True} if by_customer else {}),
            **context.audit,
        },
        reason=reason.strip(),
    )
    return outcome


def _require(plan: MealPlan, version: int) -> None:
    """Raise StaleError for another version, or DomainError where the plan cannot be changed."""
    if plan.version != version:
        raise StaleError(plan.request.reference)
    require_not_erased(plan.request)
    if plan.state == PlanState.CANCELLED:
        raise DomainError("It is cancelled: it can no longer be changed.")


def _last_days(draft: ScheduleDraft) -> dict[int, date | None]:
    return {meal: track.last_date() for meal, track in draft.tracks.items()}


def _result(
    draft: ScheduleDraft,
    context: ActionContext,
    before: dict[int, date | None],
    change_id: int | None = None,
) -> ActionResult:
    moved = sorted(
        map(_moved, draft.changed()),
        key=lambda each: (each.from_date or each.to_date or date.max, each.meal, each.seq),
    )
    return ActionResult(
        moved=tuple(moved),
        ends_before=before,
        ends=_last_days(draft),
        is_past_cutoff=draft.is_past_cutoff,
        stuck=context.stuck,
        version=context.plan.version,
        data=context.data,
        change_id=change_id,
        food=context.food,
    )


def _moved(serving: DraftServing) -> MovedServing:
    original = serving.original
    return MovedServing(
        serving_id=serving.serving_id,
        meal=serving.meal,
        seq=serving.seq,
        from_date=original.day if original else None,
        to_date=serving.day,
        state_before=original.state if original else None,
        state=serving.state,
    )


def _audit_row(moved: MovedServing) -> list[Any]:
    return [
        moved.meal,
        moved.seq,
        moved.from_date and moved.from_date.isoformat(),
        moved.to_date and moved.to_date.isoformat(),
        moved.state,
    ]
