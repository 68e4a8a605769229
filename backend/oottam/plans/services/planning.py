"""Create the plan of a confirmed request, and update it when the request changes."""

from dataclasses import dataclass
from datetime import date

from django.db.models import F
from django.utils import timezone

from oottam.audit.actions import RequestAction
from oottam.core.errors import DomainError
from oottam.kitchen.services import dietary_acceptance, dietary_checks
from oottam.kitchen.services.box_contents import create_many_box_contents
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.services.action_runner import Action, ActionContext, execute_locked
from oottam.plans.services.plan_actions import Cancel, Undo
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Request
from oottam.schedule.choices import TO_COME, boxes_to_come
from oottam.schedule.domain.actions import Move
from oottam.schedule.domain.plan_schedule import ScheduleDraft
from oottam.schedule.initial_schedule import (
    PLANNED,
    Dishes,
    Proposal,
    ordered_dishes,
    propose_schedule,
)
from oottam.schedule.models import (
    AcceptedDish,
    ActionType,
    BoxLine,
    MealPlan,
    PausePeriod,
    PlanChange,
    PlanState,
    Serving,
    ServingChange,
    ServingState,
    Track,
)
from oottam.workflow.services.details import details_of, set_details
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.services.meal_times import FIELDS, store_times

_UNDONE_BY: dict[str, ActionType] = {
    RequestAction.CONFIRM: ActionType.CONFIRM,
    RequestAction.CANCEL: ActionType.CANCEL,
}


def plan_of(request: Request) -> MealPlan | None:
    return MealPlan.objects.filter(request=request).first()


def create_plan(edit: RequestEdit) -> None:
    """Create or continue the plan of a confirmed request. Raises DomainError for an impossible start."""
    request = edit.request
    if request.kind not in PLANNED:
        return
    lock_and_snapshot(edit.now)
    proposal = propose_schedule(request, load_calendar(edit.now))
    plan = MealPlan.objects.select_for_update().filter(request=request).first()
    if plan is None:
        plan = MealPlan(request=request)
    elif dietary_checks.has_begun(plan):
        today = timezone.localdate(edit.now)
        _accept(dietary_checks.check_plan(plan, today, is_continued=True), plan, edit)
        _execute(plan, ContinuePlan(proposal.start), edit)
        return
    plan.start_date, plan.free_days = proposal.start, proposal.free_days
    plan.state = PlanState.RUNNING
    plan.version += 1 if plan.pk else 0
    plan.save()
    change = PlanChange.objects.create(
        plan=plan, action=ActionType.CONFIRM, by=edit.actor, at=edit.now
    )
    _write_servings(plan, proposal, change)
    store_times(details_of(request))
    # Checked again now that the kitchen has items for the dishes.
    _accept(
        dietary_checks.check_dishes(
            ordered_dishes(request),
            details_of(request),
            first=dietary_checks.first_day(request, timezone.localdate(edit.now)),
        ),
        plan,
        edit,
    )


def _accept(check: dietary_checks.FoodCheck, plan: MealPlan, edit: RequestEdit) -> None:
    dietary_acceptance.accept(check, plan, edit.accepted, edit.actor, edit.now)
    if note := edit.accepted.kitchen_note.strip():
        before = details_of(edit.request).kitchen_note
        if note not in before:
            set_details(edit, {"kitchen_note": "; ".join(filter(None, (before, note)))}, {})


def cancel_plan(edit: RequestEdit) -> None:
    plan = plan_of(edit.request)
    if plan is None or plan.state == PlanState.CANCELLED:
        return
    lock_and_snapshot(edit.now)
    _execute(plan, Cancel(), edit, edit.reason)
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.CANCELLED)


def undo_transition(edit: RequestEdit) -> None:
    """Restore the plan as it was before its request was confirmed or cancelled. Raises DomainError."""
    step, plan = edit.undone_step, plan_of(edit.request)
    action_type = _UNDONE_BY.get(step.action) if step else None
    if step is None or plan is None or action_type is None:
        return
    lock_and_snapshot(edit.now)
    change = PlanChange.objects.filter(
        plan=plan, action=action_type, at=step.at, undone_at=None
    ).first()
    if change is None:  # its plan was cancelled before
        return
    _execute(plan, Undo(change.pk, with_request=True), edit)
    before = change.data.get("state", PlanState.CANCELLED)
    MealPlan.objects.filter(pk=plan.pk).update(state=before)
    if action_type == ActionType.CONFIRM:
        AcceptedDish.objects.filter(plan=plan, at=step.at).delete()


def follow_details(edit: RequestEdit) -> None:
    """Apply another diet to all boxes. Raises DomainError for days, which are changed on the plan itself."""
    plan = _follow_diet(edit)
    if plan is None or plan.state == PlanState.CANCELLED:
        return
    for name in ("start_date", "days", "weekdays"):
        if name in edit.data:
            raise DomainError("It has a plan now: change its days there.", name)
    if times := {str(meal): edit.data[name] for meal, name in FIELDS.items() if name in edit.data}:
        # Its customer is told of it as of other changes of the desk.
        PlanChange.objects.create(
            plan=plan, action=ActionType.TIMES, by=edit.actor, at=edit.now, data={"times": times}
        )
        MealPlan.objects.filter(pk=plan.pk).update(version=F("version") + 1)


def _follow_diet(edit: RequestEdit) -> MealPlan | None:
    """Return the plan; with another diet, set for each dish whether the customer gets its vegetarian version."""
    plan = plan_of(edit.request)
    if plan is not None and "diet" in edit.data:
        lock_and_snapshot(edit.now)
        lines = BoxLine.objects.filter(box_contents__plan=plan)
        items = set(lines.values_list("item", flat=True))
        veg_only = dietary_checks.veg_only(details_of(edit.request), items)
        lines.update(veg_only=True)
        lines.filter(item__in=[item for item in items if not veg_only[item]]).update(veg_only=False)
    return plan


def follow_event(edit: RequestEdit) -> None:
    """Move the event's serving to its new day. Raises DomainError past the cut-off."""
    plan = _follow_diet(edit)
    if plan is None or plan.state == PlanState.CANCELLED or "date" not in edit.data:
        return
    to = edit.data["date"]["now"]
    if to is None:
        raise DomainError("It is confirmed: agree another day, or cancel it.", "date")
    lock_and_snapshot(edit.now)
    to_come = boxes_to_come(timezone.localdate(edit.now))
    serving = Serving.objects.filter(to_come, plan=plan).first()
    if serving is not None and serving.date != date.fromisoformat(to):
        move = Move(serving.pk, date.fromisoformat(to))
        _execute(plan, move, edit, "The event is on another day.")


def require_no_upcoming_boxes(edit: RequestEdit) -> None:
    """Raise DomainError where a request with upcoming boxes would be completed."""
    if Serving.objects.filter(plan__request=edit.request, state__in=TO_COME).exists():
        raise DomainError("It has boxes to come, or without a result: open its plan, or cancel it.")


def _write_servings(plan: MealPlan, proposal: Proposal, change: PlanChange) -> None:
    """Store the proposal's tracks and servings; rows of cancelled servings are reused."""
    contents: dict[Dishes, int] = {}
    contents_of_days = [dishes for track in proposal.tracks for _, dishes in track.boxes] or [
        proposal.dishes
    ]
    different = list(dict.fromkeys(contents_of_days))
    for dishes, box_contents in zip(
        different, create_many_box_contents(plan, different), strict=True
    ):
        contents[dishes] = box_contents.pk
    before = {(row.meal, row.seq): row for row in Serving.objects.filter(plan=plan)}
    Track.objects.filter(plan=plan).update(servings=0)
    # Days are agreed anew: earlier pauses no longer apply.
    PausePeriod.objects.filter(plan=plan, undone_at=None).update(undone_at=change.at)
    new: list[Serving] = []
    reused: list[Serving] = []
    changed_rows: list[tuple[Serving, date | None, int | None, int | None]] = []
    for track in proposal.tracks:
        Track.objects.update_or_create(
            plan=plan,
            meal=track.meal,
            defaults={"servings": len(track.boxes), "weekdays": track.weekdays},
        )
        for seq, (day, dishes) in enumerate(track.boxes, start=1):
            row = before.get((track.meal, seq)) or Serving(plan=plan, meal=track.meal, seq=seq)
            changed_rows.append((row, row.date, row.state if row.pk else None, row.box_contents_id))
            row.date, row.state, row.box_contents_id = day, ServingState.PLANNED, contents[dishes]
            row.is_exception, row.replacement_for = False, None
            (reused if row.pk else new).append(row)
    Serving.objects.bulk_create(new)
    Serving.objects.bulk_update(
        reused, ("date", "state", "box_contents", "is_exception", "replacement_for")
    )
    ServingChange.objects.bulk_create(
        ServingChange(
            change=change,
            serving=row,
            date_before=day,
            state_before=state,
            box_contents_before_id=box_contents,
            date_after=row.date,
            state_after=row.state,
            box_contents_after_id=row.box_contents_id,
        )
        for row, day, state, box_contents in changed_rows
    )


@dataclass(frozen=True, slots=True)
class ContinuePlan:
    """Schedule the servings that were cancelled after the plan had begun, from its new start on."""

    start: date
    action_type = ActionType.CONFIRM
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        for track in draft.tracks.values():
            cancelled = [
                serving
                for serving in track.servings
                if serving.state == ServingState.CANCELLED and serving.replacement_for is None
            ]
            left = track.length - len(track.counted())
            draft.append(draft.unschedule(cancelled[:left]), not_before=self.start)


def _execute(plan: MealPlan, action: Action, edit: RequestEdit, reason: str = "") -> None:
    execute_locked(plan=plan, action=action, reason=reason, actor=edit.actor, now=edit.now)
