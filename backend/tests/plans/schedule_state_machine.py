"""Whatever people do to schedules, in any order, at any time: hypothesis chooses, the invariants are looked at after each."""

from collections import Counter
from collections.abc import Callable, Collection
from datetime import date, timedelta
from functools import partial
from typing import Any, ClassVar

from django.db import transaction
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from oottam.core.errors import DomainError
from oottam.kitchen.services.dietary_checks import check_request
from oottam.maintenance.jobs import update_days
from oottam.plans.domain.actions import Forfeit, Move, Pause, Replace, Resume, Skip
from oottam.plans.domain.dish_names import OrderedDish
from oottam.plans.models import ClosedDay, Meal, MealPlan, PlanChange
from oottam.plans.models import ServingState as S
from oottam.plans.services import action_runner
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeBox, ChangeDays, Undo
from oottam.plans.services.reopening import open_day
from oottam.requests.models import Kind, Request
from oottam.workflow.services import transitions
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.undo_transition import undo as take_back
from tests.factories.ordered_boxes import Asked
from tests.factories.plans import FRIDAY, Planner, agreed_to, food_of
from tests.oracle.ledger import Ledger
from tests.oracle.recount import Happened, Kept, Row, kept, today

ONE_DAY = timedelta(1)
MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)
nth = st.integers(0, 9)
ahead = st.integers(-1, 16)  # days from today
some_meals = st.sets(st.sampled_from(MEALS), min_size=1)


class Anything(RuleBasedStateMachine):
    """One shop for some weeks. `planner` and `pool` are made once; each example begins and ends with them as they were."""

    planner: ClassVar[Planner]
    owner: ClassVar[Any]
    pool: ClassVar[list[Asked]]
    did: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self._transaction = transaction.atomic()
        self._transaction.__enter__()
        self.now = FRIDAY
        self.ledger = Ledger()
        self.ledger.time_passed(kept(), self.now)

    def teardown(self) -> None:
        """As if nothing had been."""
        try:
            self.ledger.check_all_days(kept())
        finally:
            self._as_before()

    def _as_before(self) -> None:
        transaction.set_rollback(True)
        self._transaction.__exit__(None, None, None)

    @initialize(which=nth, start=st.integers(1, 5))
    def one_is_confirmed(self, which: int, start: int) -> None:
        self._confirm(self.pool[which % len(self.pool)], start, None)

    @rule(which=nth, start=st.integers(0, 10), weekdays=st.none() | st.integers(1, 127))
    def confirm(self, which: int, start: int, weekdays: int | None) -> None:
        waiting = [a for a in self.pool if a.request.pk not in self.ledger.plans]
        if waiting:
            self._confirm(waiting[which % len(waiting)], start, weekdays)

    def _confirm(self, asked: Asked, start: int, weekdays: int | None) -> None:
        day = today(self.now) + start * ONE_DAY
        if asked.begins_on_mondays:
            day += -day.weekday() % 7 * ONE_DAY
        before = kept()
        try:
            with transaction.atomic():
                self._agree(asked, day, weekdays)
                found = check_request(Request.objects.get(pk=asked.request.pk))
                transitions.confirm(**self._current(asked.request), accepted=agreed_to(found))
        except DomainError as error:
            self._refused("confirm", error, before)
            return
        self.did["confirm"] += 1
        plan = MealPlan.objects.get(request=asked.request)
        self.ledger.confirmed(plan.pk, asked, day, self._since(before))

    def _agree(self, asked: Asked, day: date, weekdays: int | None) -> None:
        if asked.request.kind == Kind.EVENT:
            agreed: dict[str, Any] = {"time": None, "guests": 9, "venue": "At home"}
            agreed |= {"diet": "any", "allergens": []}
            save_event(**self._current(asked.request), date=day, **agreed)
            save_details(**self._current(asked.request), agreed_paise=0)
        else:
            fulfilment: dict[str, Any] = {"start_date": day, "weekdays": weekdays}
            save_details(**self._current(asked.request), **fulfilment)

    @rule(plan=nth, boxes=st.sets(nth, min_size=1, max_size=3))
    def skip(self, plan: int, boxes: set[int]) -> None:
        rows = self._boxes(plan, boxes, S.PLANNED)
        days, meals = {row.date for row in rows if row.date}, {row.meal for row in rows}
        self._act(plan, Skip(sorted(days), meals))

    @rule(plan=nth, begin=ahead, length=st.none() | st.integers(0, 9), meals=some_meals)
    def pause(self, plan: int, begin: int, length: int | None, meals: set[int]) -> None:
        first = today(self.now) + begin * ONE_DAY
        last = None if length is None else first + length * ONE_DAY
        self._act(plan, Pause(first, last, meals))

    @rule(plan=nth, on=ahead)
    def resume(self, plan: int, on: int) -> None:
        self._act(plan, Resume(today(self.now) + on * ONE_DAY))

    @rule(plan=nth, box=nth, to=ahead)
    def move(self, plan: int, box: int, to: int) -> None:
        for row in self._boxes(plan, {box}):
            self._act(plan, Move(row.id, today(self.now) + to * ONE_DAY))

    @rule(plan=nth, boxes=st.sets(nth, min_size=1, max_size=2), dish=st.sampled_from("XYZ"))
    def change_boxes(self, plan: int, boxes: set[int], dish: str) -> None:
        rows = self._boxes(plan, boxes)
        dishes = [OrderedDish("combo", f"Dish {dish}"), OrderedDish("combo", "Sundal", quantity=2)]
        self._act(plan, ChangeBox(dishes, servings=[row.id for row in rows]))

    @rule(plan=nth, meal=st.sampled_from(Meal), since=ahead, dish=st.sampled_from("XYZ"))
    def change_boxes_from(self, plan: int, meal: int, since: int, dish: str) -> None:
        dishes = [OrderedDish("combo", f"Dish {dish}")]
        day = today(self.now) + since * ONE_DAY
        self._act(plan, ChangeBox(dishes, meal=meal, since=day))

    @rule(plan=nth, meal=st.sampled_from(Meal), servings=st.integers(0, 12))
    def change_days(self, plan: int, meal: int, servings: int) -> None:
        self._act(plan, ChangeDays(meal, servings))

    @rule(plan=nth, make_up=st.booleans())
    def forfeit(self, plan: int, make_up: bool) -> None:
        soon = [
            row
            for row in self._boxes(plan, range(10))
            if row.date and row.date < today(self.now) + 2 * ONE_DAY
        ]
        for row in soon[:1]:
            self._act(plan, Forfeit(row.id, replace_box=make_up))

    @rule(plan=nth, box=nth)
    def make_up(self, plan: int, box: int) -> None:
        for row in self._boxes(plan, {box}, S.FORFEITED, S.FAILED):
            self._act(plan, Replace(row.id))

    @rule(plan=nth, back=nth)
    def undo(self, plan: int, back: int) -> None:
        changes = PlanChange.objects.filter(plan=self._plan(plan), undone_at=None).order_by("-pk")
        numbers = list(changes.values_list("pk", flat=True))
        if numbers:
            self._act(plan, Undo(numbers[back % len(numbers)]))

    @rule(plan=nth, again=st.booleans(), start=st.integers(0, 6))
    def cancel(self, plan: int, again: bool, start: int) -> None:
        """And, perhaps, confirm it once more."""
        number = self._plan(plan)
        asked = self.ledger.plans[number]
        before = kept()
        call = partial(transitions.cancel, **self._current(asked.request), reason="Moves away")
        if not self._try("cancel", call, before):
            return
        self.ledger.cancelled(number, self._since(before))
        if again:
            owner = {**self._current(asked.request), "actor": self.owner}
            transitions.reopen(**owner, reason="Stays")
            self._confirm(asked, start, None)

    @rule(plan=nth)
    def cancel_by_mistake(self, plan: int) -> None:
        """Taken back at once, all is as it was, whatever was done before."""
        number = self._plan(plan)
        request, before = self.ledger.plans[number].request, kept()
        call = partial(transitions.cancel, **self._current(request), reason="Mistaken")
        if self._try("cancel by mistake", call, before):
            take_back(**self._current(request))
            after = kept()
            assert (after.servings, after.tracks) == (before.servings, before.tracks)
            assert (after.gaps, after.plans[number][0]) == (before.gaps, before.plans[number][0])

    @rule(days=ahead, meal=st.sampled_from((0, 0, *MEALS)))
    def close(self, days: int, meal: int) -> None:
        day, before = today(self.now) + days * ONE_DAY, kept()
        call = partial(
            close_day, day=day, meal=meal, reason="Holiday", actor=self.planner.actor, now=self.now
        )
        if self._try("close", call, before):
            self.ledger.closed(day, meal, self._since(before))

    @rule(which=nth)
    def open(self, which: int) -> None:
        closed = list(ClosedDay.objects.order_by("date", "meal"))
        if not closed:
            return
        one, before = closed[which % len(closed)], kept()
        call = partial(
            open_day, day=one.date, meal=one.meal, actor=self.planner.actor, now=self.now
        )
        if self._try("open", call, before):
            self.ledger.opened(one.date, one.meal, self._since(before))

    @rule(minutes=st.sampled_from((-1, 0, 1)), promptly=st.booleans())
    def the_cut_off_comes(self, minutes: int, promptly: bool) -> None:
        self._wait_for(18, timedelta(minutes=minutes), promptly=promptly)

    @rule(
        minutes=st.sampled_from((-1, 0, 1)),
        days=st.sampled_from((0, 0, 0, 3)),
        promptly=st.booleans(),
    )
    def midnight_comes(self, minutes: int, days: int, promptly: bool) -> None:
        self._wait_for(0, timedelta(minutes=minutes, days=days), promptly=promptly)

    def _wait_for(self, hour: int, later: timedelta, *, promptly: bool) -> None:
        moment = self.now.replace(hour=hour, minute=0)
        while moment + later <= self.now:
            moment += ONE_DAY
        self.now = moment + later
        self.ledger.time_passed(kept(), self.now)
        if promptly:
            self.the_housekeeper_comes()

    @rule()
    def the_housekeeper_comes(self) -> None:
        """Half a minute later at most; later where the server was down."""
        before = kept()
        update_days(self.now)
        self.ledger.housekept(self._since(before))

    @rule(plan=nth, diet=st.sampled_from(("veg", "any")))
    def the_diet_changes(self, plan: int, diet: str) -> None:
        if self._plan(plan):
            request = self.ledger.plans[self._plan(plan)].request
            save_details(**self._current(request), diet=diet)

    @invariant()
    def all_is_right(self) -> None:
        self.ledger.check(kept(), self.now)

    def _act(self, plan: int, action: action_runner.Action) -> None:
        """Looked at first, then done: both say the same."""
        number = self._plan(plan)
        if not number:
            return
        before = kept()
        asked: dict[str, Any] = {
            "plan_id": number,
            "version": before.plans[number][1],
            "action": action,
            "now": self.now,
        }
        food = food_of(action, MealPlan.objects.get(pk=number))
        try:
            seen: Any = action_runner.preview(**asked)
        except DomainError as error:
            seen = error
        done: Any = None
        if self._try(
            action.action_type,
            lambda: action_runner.execute(
                **asked, reason="Asked", actor=self.planner.actor, accepted=agreed_to(food)
            ),
            before,
        ):
            done = self._result
            assert _told(seen) == _told(done)
            self.ledger.acted(number, action, self._since(before), done.change)
        else:
            assert str(seen) == str(self._result)

    def _try(self, name: str, call: Callable[[], Any], before: Kept) -> bool:
        """Whether it was done; what is refused has changed nothing."""
        try:
            self._result = call()
        except DomainError as error:
            self._refused(name, error, before)
            return False
        self.did[name] += 1
        return True

    def _refused(self, name: str, error: DomainError, before: Kept) -> None:
        self._result = error
        self.did[f"{name}, refused"] += 1
        assert str(error)
        assert kept() == before

    def _since(self, before: Kept) -> Happened:
        return Happened(before, kept(), self.now)

    def _plan(self, which: int) -> int:
        numbers = list(self.ledger.plans)
        return numbers[which % len(numbers)] if numbers else 0

    def _boxes(self, plan: int, places: Collection[int], *states: int) -> list[Row]:
        """Those at these places among the plan's, in the order of their days."""
        rows = [
            row
            for row in kept().of(self._plan(plan))
            if row.state in (states or tuple(S))
            and (row.date is None or row.date >= today(self.now) - ONE_DAY)
        ]
        rows.sort(key=lambda row: (row.date or date.max, row.meal))
        return [rows[at] for at in sorted({place % len(rows) for place in places})] if rows else []

    def _current(self, request: Request) -> dict[str, Any]:
        version = Request.objects.values_list("version", flat=True).get(pk=request.pk)
        return {
            "reference": request.reference,
            "version": version,
            "actor": self.planner.actor,
            "now": self.now,
        }


def _told(outcome: action_runner.ActionResult) -> tuple[Any, ...]:
    """What a person reads of it: without the numbers of rows that there were not before."""
    moved = [
        (m.meal, m.seq, m.from_date, m.to_date, m.state_before, m.state) for m in outcome.moved
    ]
    return (moved, outcome.ends_before, outcome.ends, outcome.is_past_cutoff, outcome.stuck)
