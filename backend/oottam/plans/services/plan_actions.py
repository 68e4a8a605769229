"""Actions that read or write more than the draft. Those of pure rules are in `schedule.domain.actions`."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from django.utils import timezone

from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.kitchen.services.dietary_checks import check_dishes
from oottam.plans.services import price_changes
from oottam.plans.services.action_runner import ActionContext
from oottam.plans.services.box_choices import store_dishes, undo_choice
from oottam.plans.services.repository import cancelled_pauses, ended_pauses
from oottam.requests.models import Request
from oottam.schedule.choices import OVER, PLAN_MEALS, is_to_come
from oottam.schedule.domain import actions, track_length, undo
from oottam.schedule.domain.calendar import (
    EVENT,
    MONDAY_TO_SATURDAY,
    Calendar,
    describe_weekdays,
    weekday_bit,
)
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.domain.plan_schedule import (
    DraftServing,
    ScheduleDraft,
    ServingSnapshot,
    Track,
    format_day,
    has_meal,
    meal_bits,
)
from oottam.schedule.models import ActionType, BoxContents, PlanChange, ServingState
from oottam.workflow.models import BoxAddress, LaterAddress
from oottam.workflow.services.details import address_key_of, details_of, require_short
from oottam.workflow.services.later_addresses import ALL_MEAL_BITS, Place, is_foreign


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
        box_contents = store_dishes(self.dishes, context)
        servings = self._servings(draft)
        price_changes.follow_dishes(context.plan, draft, servings, self.dishes, context.data)
        actions.change_contents(draft, servings, box_contents)
        context.food = check_dishes(
            self.dishes,
            details_of(context.plan.request),
            is_event=EVENT in draft.tracks,
            first=min((serving.day or date.max for serving in servings), default=None),
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
            draft.require_open_day(track.meal, self.since, "they can change")
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
class ChangeAddress:
    """Deliver these meals on these weekdays (bits) to another address from a day on.

    `instead_of` is a later address that it replaces, 0 for none. `zone_ok`: the desk has checked that the shop
    delivers to a PIN code of another town.
    """

    since: date
    meals: Collection[int]
    weekdays: int
    place: Place
    door_note: str = ""
    zone_ok: bool = False
    instead_of: int = 0
    action_type = ActionType.ADDRESS
    needs_reason = False

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError for an event, a day past the cut-off, and where no box comes there."""
        if EVENT in draft.tracks:
            raise DomainError("An event is delivered to its venue: change it on the enquiry.")
        meals = sorted(set(draft.meals()).intersection(self.meals))
        if not meals:
            raise DomainError("Choose a meal.", "meals")
        first = max(map(draft.calendar.first_open, meals))
        if self.since < first:
            raise DomainError(
                f"The cut-off for {format_day(self.since)} has passed: it can change from "
                f"{format_day(first)}.",
                "from",
            )
        boxes = {meal: sum(map(self._concerns, draft.tracks[meal].servings)) for meal in meals}
        if not any(boxes.values()):
            raise DomainError("No box comes on these days.", "from")
        if not self.zone_ok and is_foreign(self.place.pin):
            raise DomainError(
                f"PIN code {self.place.pin} is not one of our town: correct it, or tick that we "
                "deliver there.",
                "zone_ok",
            )
        require_short("door_note", self.door_note)
        context.data["boxes"] = {str(meal): count for meal, count in boxes.items()}
        replaced = _withdrawable(self.instead_of, draft, context) if self.instead_of else None
        if context.is_preview:
            return
        row = LaterAddress.objects.create(
            request=context.plan.request,
            from_date=self.since,
            # A meal that is added to the plan later has the address of all others.
            meals=ALL_MEAL_BITS if len(meals) == len(draft.meals()) else meal_bits(meals),
            weekdays=self.weekdays,
            door_note=self.door_note,
            **self.place._asdict(),
        )
        context.data["address"] = row.pk
        context.audit["address"] = {"was": "", "now": row.address}
        if replaced:
            context.data["instead_of"] = replaced.pk
            context.audit["address"]["was"] = replaced.address
            LaterAddress.objects.filter(pk=replaced.pk).update(undone_at=timezone.now())
            BoxAddress.objects.filter(address=replaced).update(address=row)
        _store_address_key(context.plan.request)
        context.data["scope"] = context.audit["scope"] = describe_scope(row)

    def _concerns(self, serving: DraftServing) -> bool:
        """Return whether the box may come to the address; one on hold gets its day later."""
        if serving.state == ServingState.HELD:
            return True
        return (
            serving.state == ServingState.PLANNED
            and serving.day is not None
            and serving.day >= self.since
            and bool(weekday_bit(serving.day) & self.weekdays)
        )


def describe_scope(row: LaterAddress) -> str:
    """Format as "From Thu 10 Dec, lunch, Mon, Tue"."""
    meals = [meal for meal in PLAN_MEALS if has_meal(row.meals, meal)]
    return ", ".join(
        [
            f"From {format_day(row.from_date)}",
            *(str(meal.label).lower() for meal in meals if row.meals != ALL_MEAL_BITS),
            *([describe_weekdays(row.weekdays)] if row.weekdays != EVERY_DAY else []),
        ]
    )


def _withdrawable(
    pk: int, draft: ScheduleDraft, context: ActionContext, *, undone: bool = False
) -> LaterAddress:
    """Return the plan's later address. Raises DomainError where it has begun: earlier days keep theirs."""
    row = LaterAddress.objects.filter(
        pk=pk, request=context.plan.request, undone_at__isnull=not undone
    ).first()
    if row is None:
        raise DomainError("This address was changed or withdrawn since.")
    if not is_still_to_come(row, draft.calendar, draft.tracks):
        raise DomainError(
            f"This address applies since {format_day(row.from_date)}: change it from a later day on."
        )
    return row


def is_still_to_come(row: LaterAddress, calendar: Calendar, meals: Iterable[int]) -> bool:
    """Return whether the cut-off of no meal of the address's first day has passed."""
    return all(calendar.is_open(meal, row.from_date) for meal in meals if has_meal(row.meals, meal))


def _undo_address(change: PlanChange, draft: ScheduleDraft, context: ActionContext) -> None:
    """Withdraw the later address of a change, and bring back the one that it replaced."""
    row = _withdrawable(change.data["address"], draft, context)
    was = change.data.get("instead_of")
    before = _withdrawable(was, draft, context, undone=True) if was else None
    context.audit["address"] = {"was": row.address, "now": before.address if before else ""}
    if context.is_preview:
        return
    LaterAddress.objects.filter(pk=row.pk).update(undone_at=timezone.now())
    if before:
        LaterAddress.objects.filter(pk=before.pk).update(undone_at=None)
        BoxAddress.objects.filter(address=row).update(address=before)
    context.data["withdrawn"] = describe_scope(row)
    _store_address_key(context.plan.request)


def _store_address_key(request: Request) -> None:
    key = address_key_of(request, details_of(request))
    Request.objects.filter(pk=request.pk).update(address_key=key)


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
                else ServingSnapshot(
                    row.date_before,
                    row.state_before,
                    row.box_contents_before_id,
                    row.exception_before,
                ),
                ServingSnapshot(row.date_after, row.state_after, row.box_contents_after_id),
            )
            for row in change.servings.all()
        ]
        is_over = context.plan.state in OVER
        if not steps and is_over and not self.with_request:
            raise DomainError("This is too long ago to undo.")
        begun = list(change.pauses.filter(undone_at=None).values_list("pk", flat=True))
        cancelled, ended = change.data.get("over", ()), ended_pauses(change)
        draft.pauses += cancelled_pauses([*cancelled, *ended])
        context.stuck = undo.undo(
            draft, change.action, steps,
            begun=begun, cancelled=cancelled, ended=ended, with_request=self.with_request,
        )  # fmt: skip
        for meal, servings in change.data.get("servings", {}).items():
            draft.tracks[int(meal)].length -= servings["now"] - servings["was"]
        for meal, weekdays in change.data.get("weekdays", {}).items():
            draft.tracks[int(meal)].weekdays = weekdays["was"]
        if "address" in change.data:
            _undo_address(change, draft, context)
        undo_choice(change, draft, context)
        price_changes.undo_days(context.plan, change, context.data)
        context.data["undone"] = change.pk
