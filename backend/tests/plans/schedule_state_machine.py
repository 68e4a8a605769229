"""Stateful test of schedules: Hypothesis chooses actions and times; the invariants are checked after each step."""

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
from oottam.kitchen.services.dish_choices import KITCHENS_CHOICE, lines_of
from oottam.maintenance.jobs import update_days
from oottam.plans.services import action_runner, customer_changes
from oottam.plans.services.box_choices import ChooseAddress, ChooseDishes
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeAddress, ChangeBox, ChangeDays, Undo
from oottam.plans.services.reopening import open_day
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import (
    Forfeit,
    Move,
    Pause,
    Replace,
    Resume,
    ShortenPause,
    Skip,
)
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import Alternative, ClosedDay, Meal, MealPlan, PausePeriod, PlanChange
from oottam.schedule.models import ServingState as S
from oottam.workflow.services import transitions
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.later_addresses import place_of, stored_addresses
from oottam.workflow.services.undo_transition import undo as undo_transition
from tests.factories.ordered_boxes import OrderedRequest
from tests.factories.plans import FRIDAY, Planner, accept_warnings, dietary_check_of
from tests.oracle.ledger import Ledger
from tests.oracle.schedule import ONE_DAY
from tests.oracle.tables import (
    Row,
    Snapshot,
    SnapshotDiff,
    is_before_cutoff,
    take_snapshot,
    today,
)

MEALS = (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER)
nth = st.integers(0, 9)
ahead = st.integers(-1, 16)  # days from today
some_meals = st.sets(st.sampled_from(MEALS), min_size=1)


class ScheduleStateMachine(RuleBasedStateMachine):
    """A shop during some weeks. `planner` and `pool` are shared; each example runs in a transaction that is rolled back."""

    planner: ClassVar[Planner]
    owner: ClassVar[Any]
    pool: ClassVar[list[OrderedRequest]]
    counts: ClassVar[Counter[str]]

    def __init__(self) -> None:
        super().__init__()
        self._transaction = transaction.atomic()
        self._transaction.__enter__()
        self.now = FRIDAY
        self.ledger = Ledger()
        self.ledger.on_time(take_snapshot(), self.now)

    def teardown(self) -> None:
        """Check every day, then roll back."""
        try:
            self.ledger.check_all_days(take_snapshot())
        finally:
            self._roll_back()

    def _roll_back(self) -> None:
        transaction.set_rollback(True)
        self._transaction.__exit__(None, None, None)

    @initialize(index=nth, start=st.integers(1, 5))
    def confirm_one(self, index: int, start: int) -> None:
        self._confirm(self.pool[index % len(self.pool)], start, None)

    @rule(index=nth, start=st.integers(0, 10), weekdays=st.none() | st.integers(1, 127))
    def confirm(self, index: int, start: int, weekdays: int | None) -> None:
        waiting = [a for a in self.pool if a.request.pk not in self.ledger.plans]
        if waiting:
            self._confirm(waiting[index % len(waiting)], start, weekdays)

    def _confirm(self, order: OrderedRequest, start: int, weekdays: int | None) -> None:
        day = today(self.now) + start * ONE_DAY
        if order.starts_on_monday:
            day += -day.weekday() % 7 * ONE_DAY
        before = take_snapshot()
        try:
            with transaction.atomic():
                self._save_details(order, day, weekdays)
                check = check_request(Request.objects.get(pk=order.request.pk), date.min)
                transitions.confirm(**self._current(order.request), accepted=accept_warnings(check))
        except DomainError as error:
            self._check_rejection("confirm", error, before)
            return
        self.counts["confirm"] += 1
        plan = MealPlan.objects.get(request=order.request)
        self.ledger.on_confirm(plan.pk, order, day, self._diff_since(before))

    def _save_details(self, order: OrderedRequest, day: date, weekdays: int | None) -> None:
        if order.request.kind == Kind.EVENT:
            details: dict[str, Any] = {"time": None, "guests": 9, "venue": "At home"}
            details |= {"diet": "any", "allergens": []}
            save_event(**self._current(order.request), date=day, **details)
            save_details(**self._current(order.request), agreed_paise=0)
        else:
            fulfilment: dict[str, Any] = {"start_date": day, "weekdays": weekdays}
            save_details(**self._current(order.request), **fulfilment)

    @rule(plan=nth, boxes=st.sets(nth, min_size=1, max_size=3), by_customer=st.booleans())
    def skip(self, plan: int, boxes: set[int], by_customer: bool) -> None:
        rows = self._boxes(plan, boxes, S.PLANNED)
        self._act(plan, Skip([row.id for row in rows]), by_customer=by_customer)

    @rule(
        plan=nth,
        begin=ahead,
        length=st.none() | st.integers(0, 9),
        meals=some_meals,
        by_customer=st.booleans(),
    )
    def pause(
        self, plan: int, begin: int, length: int | None, meals: set[int], by_customer: bool
    ) -> None:
        first = today(self.now) + begin * ONE_DAY
        last = None if length is None else first + length * ONE_DAY
        self._act(plan, Pause(first, last, meals), by_customer=by_customer)

    @rule(plan=nth, on=ahead, by_customer=st.booleans())
    def resume(self, plan: int, on: int, by_customer: bool) -> None:
        self._act(plan, Resume(today(self.now) + on * ONE_DAY), by_customer=by_customer)

    @rule(plan=nth, index=nth, on=ahead, by_customer=st.booleans())
    def shorten_pause(self, plan: int, index: int, on: int, by_customer: bool) -> None:
        pauses = PausePeriod.objects.filter(plan=self._plan(plan), undone_at=None)
        numbers = list(pauses.order_by("pk").values_list("pk", flat=True))
        if numbers:
            number = numbers[index % len(numbers)]
            day = today(self.now) + on * ONE_DAY
            self._act(plan, ShortenPause(number, day), by_customer=by_customer)

    @rule(plan=nth, box=nth, to=ahead)
    def move(self, plan: int, box: int, to: int) -> None:
        for row in self._boxes(plan, {box}):
            self._act(plan, Move(row.id, today(self.now) + to * ONE_DAY))

    @rule(plan=nth, boxes=st.sets(nth, min_size=1, max_size=2), dish=st.sampled_from("XYZ"))
    def change_boxes(self, plan: int, boxes: set[int], dish: str) -> None:
        rows = self._boxes(plan, boxes)
        dishes = [OrderedDish("combo", f"Dish {dish}"), OrderedDish("combo", "Sundal", quantity=2)]
        self._act(plan, ChangeBox(dishes, serving_ids=[row.id for row in rows]))

    @rule(plan=nth, meal=st.sampled_from(Meal), since=ahead, dish=st.sampled_from("XYZ"))
    def change_boxes_from(self, plan: int, meal: int, since: int, dish: str) -> None:
        dishes = [OrderedDish("combo", f"Dish {dish}")]
        day = today(self.now) + since * ONE_DAY
        self._act(plan, ChangeBox(dishes, meal=meal, since=day))

    @rule(plan=nth, box=nth, item=st.integers(0, 3))
    def choose_dishes(self, plan: int, box: int, item: int) -> None:
        """Choose an alternative of each dish that has some, or leave it to the kitchen."""
        lines = lines_of(MealPlan(pk=self._plan(plan)))
        of_boxes = {line.box_contents_id: line for line in lines if line.has_alternatives}
        rows = [row for row in self._boxes(plan, range(10)) if row.box_contents in of_boxes]
        for row in rows[box % len(rows) :][:1] if rows else ():
            line = of_boxes[row.box_contents]
            options = Alternative.objects.filter(item=line.chosen_from_id or line.item_id)
            items = [KITCHENS_CHOICE, *options.values_list("option_id", flat=True)]
            action = ChooseDishes(row.id, {line.position: items[item % len(items)]})
            self._act(plan, action, by_customer=True)

    @rule(plan=nth, since=ahead, meals=some_meals, weekdays=st.integers(1, 127), at=nth)
    def change_address(
        self, plan: int, since: int, meals: set[int], weekdays: int, at: int
    ) -> None:
        place = place_of(f"{at} Office Road, Chennai 600 113", "", "")
        day = today(self.now) + since * ONE_DAY
        self._act(plan, ChangeAddress(day, meals, weekdays, place))

    @rule(plan=nth, box=nth, address=nth)
    def choose_address(self, plan: int, box: int, address: int) -> None:
        request = Request.objects.filter(plan=self._plan(plan)).first()
        for row in self._boxes(plan, {box}, S.PLANNED) if request else ():
            stored = stored_addresses(request).on(row.date) if request and row.date else [0]
            action = ChooseAddress(row.id, stored[address % len(stored)])
            self._act(plan, action, by_customer=True)

    @rule(plan=nth, meal=st.sampled_from(Meal), servings=st.integers(0, 12))
    def change_days(self, plan: int, meal: int, servings: int) -> None:
        self._act(plan, ChangeDays(meal, servings))

    @rule(plan=nth, replace=st.booleans())
    def forfeit(self, plan: int, replace: bool) -> None:
        soon = [
            row
            for row in self._boxes(plan, range(10))
            if row.date and row.date < today(self.now) + 2 * ONE_DAY
        ]
        for row in soon[:1]:
            self._act(plan, Forfeit(row.id, replace=replace))

    @rule(plan=nth, box=nth)
    def replace(self, plan: int, box: int) -> None:
        for row in self._boxes(plan, {box}, S.FORFEITED, S.FAILED):
            self._act(plan, Replace(row.id))

    @rule(plan=nth, back=nth, by_customer=st.booleans())
    def undo(self, plan: int, back: int, by_customer: bool) -> None:
        changes = PlanChange.objects.filter(plan=self._plan(plan), undone_at=None).order_by("-pk")
        if by_customer:  # others are refused (test_customer_changes.py)
            changes = changes.filter(by_customer=True)
        numbers = list(changes.values_list("pk", flat=True))
        if numbers:
            self._act(plan, Undo(numbers[back % len(numbers)]), by_customer=by_customer)

    @rule(plan=nth, again=st.booleans(), start=st.integers(0, 6))
    def cancel(self, plan: int, again: bool, start: int) -> None:
        """Cancel, and optionally confirm again."""
        number = self._plan(plan)
        order = self.ledger.plans[number]
        before = take_snapshot()
        call = partial(transitions.cancel, **self._current(order.request), reason="Moves away")
        if not self._try("cancel", call, before):
            return
        self.ledger.on_cancel(number, self._diff_since(before))
        if again:
            owner = {**self._current(order.request), "actor": self.owner}
            transitions.reopen(**owner, reason="Stays")
            self._confirm(order, start, None)

    @rule(plan=nth)
    def cancel_and_undo(self, plan: int) -> None:
        """Cancel and undo immediately; the schedule is unchanged."""
        number = self._plan(plan)
        request, before = self.ledger.plans[number].request, take_snapshot()
        self.now += timedelta(seconds=1)  # a step is known by its moment
        call = partial(transitions.cancel, **self._current(request), reason="Mistaken")
        if self._try("undo cancel", call, before):
            undo_transition(**self._current(request))
            after = take_snapshot()
            assert (after.servings, after.tracks) == (before.servings, before.tracks)
            assert (after.pauses, after.plans[number][0]) == (
                before.pauses,
                before.plans[number][0],
            )

    @rule(days=ahead, meal=st.sampled_from((0, 0, *MEALS)))
    def close(self, days: int, meal: int) -> None:
        day, before = today(self.now) + days * ONE_DAY, take_snapshot()
        call = partial(
            close_day, day=day, meal=meal, reason="Holiday", actor=self.planner.actor, now=self.now
        )
        if self._try("close", call, before):
            self.ledger.on_close(day, meal, self._diff_since(before))

    @rule(index=nth)
    def open(self, index: int) -> None:
        closed = list(ClosedDay.objects.order_by("date", "meal"))
        if not closed:
            return
        closed_day, before = closed[index % len(closed)], take_snapshot()
        call = partial(
            open_day,
            day=closed_day.date,
            meal=closed_day.meal,
            actor=self.planner.actor,
            now=self.now,
        )
        if self._try("open", call, before):
            self.ledger.on_reopen(closed_day.date, closed_day.meal, self._diff_since(before))

    @rule(minutes=st.sampled_from((-1, 0, 1)), promptly=st.booleans())
    def pass_cut_off(self, minutes: int, promptly: bool) -> None:
        self._wait_for(18, timedelta(minutes=minutes), promptly=promptly)

    @rule(
        minutes=st.sampled_from((-1, 0, 1)),
        days=st.sampled_from((0, 0, 0, 3)),
        promptly=st.booleans(),
    )
    def pass_midnight(self, minutes: int, days: int, promptly: bool) -> None:
        self._wait_for(0, timedelta(minutes=minutes, days=days), promptly=promptly)

    def _wait_for(self, hour: int, later: timedelta, *, promptly: bool) -> None:
        moment = self.now.replace(hour=hour, minute=0)
        while moment + later <= self.now:
            moment += ONE_DAY
        self.now = moment + later
        self.ledger.on_time(take_snapshot(), self.now)
        if promptly:
            self.close_days()

    @rule()
    def close_days(self) -> None:
        """Run the daily job, which may be late after an outage."""
        before = take_snapshot()
        update_days(self.now)
        self.ledger.on_day_closing(self._diff_since(before))

    @rule(plan=nth, diet=st.sampled_from(("veg", "any")))
    def change_diet(self, plan: int, diet: str) -> None:
        if self._plan(plan):
            request = self.ledger.plans[self._plan(plan)].request
            save_details(**self._current(request), diet=diet)

    @invariant()
    def check_ledger(self) -> None:
        self.ledger.check(take_snapshot(), self.now)

    def _act(self, plan: int, action: action_runner.Action, *, by_customer: bool = False) -> None:
        """Preview and execute the action, as the desk or as the customer; both have the same result."""
        number = self._plan(plan)
        if not number:
            return
        before = take_snapshot()
        arguments: dict[str, Any] = {
            "plan_id": number,
            "version": before.plans[number][1],
            "action": action,
            "now": self.now,
        }
        preview, execute = self._doors(arguments, by_customer=by_customer)
        try:
            previewed: Any = preview()
        except DomainError as error:
            previewed = error
        name = f"{action.action_type} by customer" if by_customer else action.action_type
        if self._try(name, execute, before):
            executed = self._result
            assert _displayed(previewed) == _displayed(executed)
            if by_customer:
                self._check_cut_offs(executed)
            self.ledger.on_action(number, action, self._diff_since(before), executed.change_id)
        else:
            assert str(previewed) == str(self._result)

    def _doors(
        self, arguments: dict[str, Any], *, by_customer: bool
    ) -> tuple[Callable[[], Any], Callable[[], Any]]:
        """Return what previews the action, and what executes it."""
        plan = MealPlan.objects.select_related("request").get(pk=arguments["plan_id"])
        if by_customer:
            own = {**arguments, "plan": plan}
            del own["plan_id"]
            execute = partial(customer_changes.execute, **own, key="k", sender="10.0.0.1")
            return partial(customer_changes.preview, **own), execute
        food = dietary_check_of(arguments["action"], plan)
        execute = partial(
            action_runner.execute,
            **arguments,
            reason="Asked",
            actor=self.planner.actor,
            accepted=accept_warnings(food),
        )
        return partial(action_runner.preview, **arguments), execute

    def _check_cut_offs(self, executed: action_runner.ActionResult) -> None:
        """Check that a customer moved no box from or to a day that the kitchen counts on."""
        for moved in executed.moved:
            for day in filter(None, (moved.from_date, moved.to_date)):
                assert is_before_cutoff(moved.meal, day, self.now)

    def _try(self, name: str, call: Callable[[], Any], before: Snapshot) -> bool:
        """Return whether the call succeeded; a rejected one changes nothing."""
        try:
            self._result = call()
        except DomainError as error:
            self._check_rejection(name, error, before)
            return False
        self.counts[name] += 1
        return True

    def _check_rejection(self, name: str, error: DomainError, before: Snapshot) -> None:
        self._result = error
        self.counts[f"{name}, refused"] += 1
        assert str(error)
        assert take_snapshot() == before

    def _diff_since(self, before: Snapshot) -> SnapshotDiff:
        return SnapshotDiff(before, take_snapshot(), self.now)

    def _plan(self, index: int) -> int:
        numbers = list(self.ledger.plans)
        return numbers[index % len(numbers)] if numbers else 0

    def _boxes(self, plan: int, positions: Collection[int], *states: int) -> list[Row]:
        """Return the plan's servings at these positions, in day order."""
        rows = [
            row
            for row in take_snapshot().servings_of(self._plan(plan))
            if row.state in (states or tuple(S))
            and (row.date is None or row.date >= today(self.now) - ONE_DAY)
        ]
        rows.sort(key=lambda row: (row.date or date.max, row.meal))
        return (
            [rows[at] for at in sorted({position % len(rows) for position in positions})]
            if rows
            else []
        )

    def _current(self, request: Request) -> dict[str, Any]:
        version = Request.objects.values_list("version", flat=True).get(pk=request.pk)
        return {
            "reference": request.reference,
            "version": version,
            "actor": self.planner.actor,
            "now": self.now,
        }


def _displayed(outcome: action_runner.ActionResult) -> tuple[Any, ...]:
    """Return the displayed result, without primary keys of new rows."""
    moved = [
        (m.meal, m.seq, m.from_date, m.to_date, m.state_before, m.state) for m in outcome.moved
    ]
    return (moved, outcome.ends_before, outcome.ends, outcome.is_past_cutoff, outcome.stuck)
