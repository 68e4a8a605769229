"""Load a plan's schedule into memory, and save it."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from datetime import date, datetime

from oottam.kitchen.services.cutoff import cut_offs
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.plan_schedule import DraftServing, PauseSpan, ScheduleDraft, Track
from oottam.schedule.models import (
    ClosedDay,
    MealPlan,
    PausePeriod,
    PlanChange,
    PlanState,
    Serving,
    ServingChange,
    ServingState,
)
from oottam.schedule.models import Track as TrackRow
from oottam.workflow.services.meal_times import add_meal


def load_calendar(now: datetime) -> Calendar:
    """Build the calendar of now; one query."""
    since = now.date() - date.resolution
    return calendar_of(ClosedDay.objects.filter(date__gte=since).values_list("date", "meal"), now)


def calendar_of(closed: Iterable[tuple[date, int]], now: datetime) -> Calendar:
    """Build the calendar from closed days that the caller has read."""
    return replace(cut_offs(now), closed=frozenset(closed))


def load(plan: MealPlan, calendar: Calendar) -> ScheduleDraft:
    """Load tracks, servings and pauses; three queries."""
    tracks = {
        row.meal: Track(row.meal, row.servings, row.weekdays)
        for row in TrackRow.objects.filter(plan=plan).order_by("meal")
    }
    for row in Serving.objects.filter(plan=plan).order_by("meal", "seq"):
        serving = DraftServing(
            row.pk, row.meal, row.seq, row.date, row.state, row.box_contents_id, row.replacement_for_id,
            row.is_exception,
        )  # fmt: skip
        serving.original = serving.current
        tracks[row.meal].servings.append(serving)
    pauses = [
        PauseSpan(pk, meals, first, last, original_last=last, own_action=action if is_own else "")
        for pk, meals, first, last, is_own, action in PausePeriod.objects.filter(
            plan=plan, undone_at=None
        )
        .order_by("from_date", "pk")
        .values_list("pk", "meals", "from_date", "to_date", "change__by_customer", "change__action")
    ]
    return ScheduleDraft(tracks, pauses, calendar)


def cancelled_pauses(periods: Collection[int]) -> list[PauseSpan]:
    """Load those of these pauses that were cancelled."""
    return [
        PauseSpan(
            period.pk, period.meals, period.from_date, period.to_date, is_cancelled=True, original_last=period.to_date,
            original_is_over=True,
        )
        for period in PausePeriod.objects.filter(pk__in=periods).exclude(undone_at=None)
    ]  # fmt: skip


def ended_pauses(change: PlanChange) -> dict[int, date | None]:
    """Return the pauses that the change ended earlier, with their last day before; None for an open-ended one."""
    lasts = change.data.get("lasts", {})
    return {
        period: date.fromisoformat(lasts[str(period)]) if str(period) in lasts else None
        for period in change.data.get("ended", ())
    }


def save(draft: ScheduleDraft, change: PlanChange) -> None:
    """Save what differs from the stored schedule, in the transaction of the saved `change`."""
    plan = change.plan
    if plan is None:
        raise TypeError("A draft is of one plan")
    _save_pauses(draft, change, plan)
    changed = draft.changed()
    _vacate_days([serving for serving in changed if serving.serving_id])
    for serving in (serving for serving in changed if not serving.serving_id):
        row = Serving.objects.create(
            plan=plan,
            meal=serving.meal,
            seq=serving.seq,
            date=serving.day,
            state=serving.state,
            box_contents_id=serving.box_contents,
            replacement_for_id=serving.replacement_for,
            is_exception=serving.is_exception,
        )
        serving.serving_id = row.pk
    ServingChange.objects.bulk_create(_serving_change(serving, change) for serving in changed)
    existing = [serving for serving in changed if serving.original is not None]
    rows = Serving.objects.in_bulk([serving.serving_id for serving in existing])
    for serving in existing:
        row = rows[serving.serving_id]
        row.date, row.state, row.box_contents_id, row.is_exception = serving.current
    Serving.objects.bulk_update(rows.values(), ("date", "state", "box_contents", "is_exception"))
    for track in draft.tracks.values():
        _, is_new = TrackRow.objects.update_or_create(
            plan=plan,
            meal=track.meal,
            defaults={"servings": track.length, "weekdays": track.weekdays},
        )
        if is_new:
            add_meal(plan.request, track.meal)
    plan.state = state_of(draft)


def state_of(draft: ScheduleDraft) -> PlanState:
    """Derive the plan's state from its servings and pauses."""
    states = {serving.state for serving in draft.servings()}
    if states & {ServingState.PLANNED, ServingState.HELD}:
        is_paused = any(pause.is_open_ended for pause in draft.pauses)
        return PlanState.PAUSED if is_paused else PlanState.RUNNING
    return PlanState.CANCELLED if states <= {ServingState.CANCELLED} else PlanState.ENDED


def _vacate_days(servings: Collection[DraftServing]) -> None:
    """Put moved servings on hold first: a serving can then take the day that another one leaves."""
    moved = [
        serving.serving_id
        for serving in servings
        if serving.original and serving.original.day != serving.day
    ]
    if len(moved) > 1:
        Serving.objects.filter(pk__in=moved).update(date=None, state=ServingState.HELD)


def _save_pauses(draft: ScheduleDraft, change: PlanChange, plan: MealPlan) -> None:
    for pause in draft.pauses:
        if not pause.period_id and not pause.is_cancelled:
            period = PausePeriod.objects.create(
                plan=plan,
                change=change,
                meals=pause.meals,
                from_date=pause.first,
                to_date=pause.last,
            )
            pause.period_id = period.pk
        elif pause.is_cancelled != pause.original_is_over:
            undone_at = change.at if pause.is_cancelled else None
            PausePeriod.objects.filter(pk=pause.period_id).update(undone_at=undone_at)
            if pause.is_cancelled:
                change.data.setdefault("over", []).append(pause.period_id)
        elif pause.last != pause.original_last:
            PausePeriod.objects.filter(pk=pause.period_id).update(to_date=pause.last)
            change.data.setdefault("ended", []).append(pause.period_id)
            if pause.original_last:
                lasts = change.data.setdefault("lasts", {})
                lasts[str(pause.period_id)] = pause.original_last.isoformat()


def _serving_change(serving: DraftServing, change: PlanChange) -> ServingChange:
    before = serving.original or (None, None, None, False)
    return ServingChange(
        change=change,
        serving_id=serving.serving_id,
        date_before=before[0],
        state_before=before[1],
        box_contents_before_id=before[2],
        exception_before=before[3],
        date_after=serving.day,
        state_after=serving.state,
        box_contents_after_id=serving.box_contents,
    )
