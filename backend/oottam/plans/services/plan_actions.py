"""Actions that read or write more than the draft. Those of pure rules are in `plans.domain.actions`."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date

from oottam.core.errors import DomainError
from oottam.kitchen.services.box_contents import create_box_contents
from oottam.kitchen.services.dietary_checks import check_dishes
from oottam.plans.domain import actions, track_length, undo
from oottam.plans.domain.calendar import EVENT, MONDAY_TO_SATURDAY
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.domain.plan_schedule import DraftServing, ScheduleDraft, Track, format_day
from oottam.plans.models import ActionType, BoxContents, PlanChange, ServingState
from oottam.plans.models.choices import OVER, PLAN_MEALS, is_to_come
from oottam.plans.services import price_changes
from oottam.plans.services.action_runner import ActionContext
from oottam.plans.services.repository import cancelled_pauses
from oottam.workflow.services.details import details_of

PREVIEWED = 0  # id of contents that exist in a preview only


@dataclass(frozen=True, slots=True)
class ChangeBox:
    """Put other dishes into these boxes, or into all boxes of a meal from a day on."""

    dishes: Sequence[OrderedDish]
    serving_ids: Collection[int] = ()
    meal: int = 0
    since: date | None = None
    action_type = ActionType.BOX
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError without dishes, or for a box that cannot be changed."""
        if not self.dishes:
            raise DomainError("A box needs at least one dish.", "dishes")
        box_contents = PREVIEWED
        if not context.is_preview:
            box_contents = create_box_contents(context.plan, self.dishes).pk
        servings = self._servings(draft)
        price_changes.follow_dishes(context.plan, draft, servings, self.dishes, context.data)
        actions.change_contents(draft, servings, box_contents)
        context.food = check_dishes(
            self.dishes,
            details_of(context.plan.request),
            is_event=EVENT in draft.tracks,
            first=min((each.day or date.max for each in servings), default=None),
        )

    def _servings(self, draft: ScheduleDraft) -> list[DraftServing]:
        if self.since is None:
            return [draft.serving(serving_id) for serving_id in self.serving_ids]
        return [
            serving
            for serving in draft.servings()
            if serving.meal == self.meal
            and is_to_come(serving.state, serving.day, max(self.since, draft.calendar.today))
        ]


@dataclass(frozen=True, slots=True)
class ChangeDays:
    """Set the number of days of a meal, or add a meal to the plan."""

    meal: int
    servings: int
    action_type = ActionType.DAYS
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError for a number that is not possible."""
        track = draft.tracks.get(self.meal)
        was = track.length if track else 0
        if not was:
            self._begin(draft, context)
        if was or self.servings != 1:
            track_length.change_days(draft, self.meal, self.servings)
        context.data["servings"] = {str(self.meal): {"was": was, "now": self.servings}}
        price_changes.follow_days(context.plan, draft, context.data)

    def _begin(self, draft: ScheduleDraft, context: ActionContext) -> None:
        if EVENT in draft.tracks or self.meal not in PLAN_MEALS:
            raise DomainError("The plan has no such meal.", "meal")
        first = BoxContents.objects.filter(plan=context.plan).order_by("pk").first()
        if first is None:
            raise DomainError("The contents of its boxes are not set.", "meal")
        others = [track.weekdays for track in draft.tracks.values()]
        weekdays = others[0] if others else MONDAY_TO_SATURDAY
        track_length.begin_track(draft, Track(self.meal, 0, weekdays), first.pk)


@dataclass(frozen=True, slots=True)
class ChangeWeekdays:
    """Let meals come on these days of the week (bits) from a day on: their boxes are placed anew from there."""

    meals: Collection[int]
    weekdays: int
    since: date
    action_type = ActionType.WEEKDAYS
    needs_reason = True

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError for an event, a day past the cut-off, and for meals that come on these days already.

        Boxes that were moved to a day of their own on purpose stay there.
        """
        if EVENT in draft.tracks:
            raise DomainError("An event has one day: move it, or cancel it.")
        tracks = [track for meal, track in draft.tracks.items() if meal in self.meals]
        if not tracks:
            raise DomainError("Choose a meal.", "meals")
        for track in tracks:
            if not draft.calendar.is_open(track.meal, self.since):
                day = draft.calendar.first_open(track.meal)
                raise DomainError(
                    f"The cut-off for {format_day(self.since)} has passed: they can change from "
                    f"{format_day(day)}.",
                    "from",
                )
        changed = [track for track in tracks if track.weekdays != self.weekdays]
        if not changed:
            raise DomainError("They come on these days already.", "weekdays")
        context.data["weekdays"] = {
            str(track.meal): {"was": track.weekdays, "now": self.weekdays} for track in changed
        }
        for track in changed:
            self._place(draft, track)

    def _place(self, draft: ScheduleDraft, track: Track) -> None:
        track.weekdays = self.weekdays
        boxes = [
            box
            for box in track.servings
            if box.state == ServingState.PLANNED
            and box.day
            and box.day >= self.since
            and not box.is_exception
        ]
        boxes.sort(key=lambda box: (box.day, box.seq))
        days = draft.calendar.service_days(track.meal, self.weekdays, self.since)
        paused = draft.paused_from(track.meal)
        for box in draft.unschedule(boxes):
            day = next(day for day in days if draft.is_free(track, day) or day == paused)
            if day == paused:
                return  # the rest is held until the pause ends
            box.day, box.state = day, ServingState.PLANNED


@dataclass(frozen=True, slots=True)
class Cancel:
    """Cancel all upcoming boxes."""

    action_type = ActionType.CANCEL
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        context.data["state"] = str(context.plan.state)
        actions.cancel(draft)


@dataclass(frozen=True, slots=True)
class Undo:
    """Restore what an earlier change did to this plan."""

    change_id: int
    with_request: bool = False  # also undoes confirming or cancelling the request
    action_type = ActionType.UNDO
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError where nothing can be restored."""
        change = PlanChange.objects.filter(pk=self.change_id, plan=context.plan).first()
        if change is None or change.undone_at is not None:
            raise DomainError("There is nothing left to undo.")
        steps = [
            undo.Step(
                row.serving_id,
                None
                if row.state_before is None or row.box_contents_before_id is None
                else undo.ServingSnapshot(
                    row.date_before,
                    row.state_before,
                    row.box_contents_before_id,
                    row.exception_before,
                ),
                undo.ServingSnapshot(row.date_after, row.state_after, row.box_contents_after_id),
            )
            for row in change.servings.all()
        ]
        is_over = context.plan.state in OVER
        if not steps and is_over and not self.with_request:
            raise DomainError("This is too long ago to undo.")
        begun = list(change.pauses.filter(undone_at=None).values_list("pk", flat=True))
        ended = [*change.data.get("ended", ()), *change.data.get("over", ())]
        draft.pauses += cancelled_pauses(ended)
        context.stuck = undo.undo(
            draft, change.action, steps, begun=begun, ended=ended, with_request=self.with_request
        )
        for meal, servings in change.data.get("servings", {}).items():
            draft.tracks[int(meal)].length -= servings["now"] - servings["was"]
        for meal, weekdays in change.data.get("weekdays", {}).items():
            draft.tracks[int(meal)].weekdays = weekdays["was"]
        price_changes.undo_days(context.plan, change, context.data)
        context.data["undone"] = change.pk
