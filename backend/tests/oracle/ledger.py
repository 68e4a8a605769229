"""What was ordered and agreed, kept beside the tables while anything happens, and held against them after each step."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from oottam.plans.models import Meal, ServingChange
from oottam.plans.models import ServingState as S
from oottam.plans.services.plan_actions import ChangeDays, Undo
from tests.factories.ordered_boxes import Asked, Contents
from tests.oracle import expected, papers, recount, standing
from tests.oracle.recount import Happened, Kept, Row, is_open, today

ONE_DAY = timedelta(1)


class Ledger:
    """`plans` by number; `over` are those that are cancelled."""

    def __init__(self) -> None:
        self.plans: dict[int, Asked] = {}
        self.over: set[int] = set()
        self._by_hand: list[recount.ByHand] = []
        self._told_just_now: set[int] = set()
        self._holds: dict[int, Contents] = {}  # by dish set
        self._ordered: dict[tuple[int, int], int] = {}
        self._days: dict[int, tuple[int, int, int]] = {}  # by change: plan, meal, more
        self._told: dict[tuple[date, int], papers.Dishes] = {}
        self._fixed: dict[int, Row] = {}
        self._last: tuple[int, Happened] | None = None
        self._prices = recount.money()

    def confirmed(self, plan: int, asked: Asked, start: date, seen: Happened) -> None:
        """As it was ordered, from the agreed day on; or what is left of it, where some of it came already."""
        self._learn()
        self.plans[plan] = asked
        self.over.discard(plan)
        if any(row.state != S.CANCELLED for row in seen.before.of(plan)):
            expected.goes_on(plan, start, seen)
            return
        for change in [c for c, (of, *_) in self._days.items() if of == plan]:
            del self._days[change]
        for of, meal in seen.after.tracks:
            if of == plan:
                self._ordered[plan, meal] = len(asked.boxes.get(meal, ()))
        assert {meal for of, meal in self._ordered if of == plan} >= set(asked.boxes)
        expected.is_as_ordered(plan, asked, start, seen.after, self._holds)

    def acted(self, plan: int, action: Any, seen: Happened, change: int) -> None:
        """One plan, and what the action says; nothing else."""
        self._learn()
        self._others_are_the_same({plan}, seen)
        if isinstance(action, ChangeDays):
            more = action.servings - self._count(plan, action.meal)
            self._days[change] = (plan, action.meal, more)
            self._ordered.setdefault((plan, action.meal), 0)
        elif isinstance(action, Undo):
            self._days.pop(action.change, None)
            self._undone_at_once(action.change, seen)
        expected.of(action, plan, seen, self._holds)
        self._last = (change, seen)

    def cancelled(self, plan: int, seen: Happened) -> None:
        """Nothing comes any more; what is cooked already is lost."""
        self._others_are_the_same({plan} - self.over, seen)
        if plan not in self.over:
            self.over.add(plan)
            expected.is_cancelled(plan, seen)

    def closed(self, day: date, meal: int, seen: Happened) -> None:
        """All of that day, and nothing else."""
        self._others_are_the_same(expected.is_closed(day, meal, seen), seen)

    def opened(self, day: date, meal: int, seen: Happened) -> None:
        """Some come back to that day."""
        self._others_are_the_same(expected.is_opened(day, meal, seen), seen)

    def time_passed(self, known: Kept, now: datetime) -> None:
        """At each cut-off the kitchen is told how the day is then."""
        for day in (today(now), today(now) + ONE_DAY):
            counted = papers.cooked(known, self._holds, day)
            for meal in Meal:
                if not is_open(meal, day, now):
                    self._told.setdefault((day, meal), counted.get(meal, Counter()))

    def housekept(self, seen: Happened) -> None:
        """Days that are over have been delivered, and locks hold what the kitchen was told."""
        for number, row in seen.before.servings.items():
            state = row.state
            if row.date and row.date < today(seen.now) and state == S.PLANNED:
                state = S.DELIVERED
                self._by_hand.append(recount.by_hand(number, state))
            assert seen.after.servings[number].step == (row.date, state, row.box_contents)
        for where, dishes in papers.locked().items():
            assert dishes == self._told.get(where), f"{where}: what the kitchen was told"

    def told_at_the_door(self, row: Row, state: int, seen: Happened, *, counts: bool) -> None:
        """That one box, its state alone; and nothing where it did not count."""
        self._others_are_the_same({row.plan} if counts else (), seen)
        assert seen.changed <= {row.id}
        was, box = seen.before.servings[row.id], seen.after.servings[row.id]
        assert box == replace(was, state=state)
        if counts:
            self._by_hand.append(recount.by_hand(row.id, state))
            self._told_just_now.add(row.id)

    def check(self, known: Kept, now: datetime) -> None:
        """The design's invariants."""
        for plan, meal in known.tracks:
            if plan not in self.over:
                counted = sum(row.counts for row in known.of(plan, meal))
                told = known.tracks[plan, meal][0]
                assert counted == told == self._count(plan, meal), "1: as many as were ordered"
        assert not recount.twice(known.servings.values()), "2: one box of a meal a day"
        standing.on_days_that_can_be(known, now)
        standing.have_not_moved(self._fixed, known, self._told_just_now)
        self._told_just_now = set()
        self._fixed = standing.fixed(known, now)
        self._sheet_is_the_sum(known)
        for day in (today(now), today(now) + ONE_DAY):
            self._papers(known, day)
        assert recount.money() == self._prices, "7: money"
        standing.plans_say_so(known, self.plans, self.over)

    def check_all_days(self, known: Kept) -> None:
        """All that the kitchen will be told, and was."""
        for day in {row.date for row in known.servings.values() if row.date}:
            self._papers(known, day)

    def _papers(self, known: Kept, day: date) -> None:
        told = {meal: dishes for (on, meal), dishes in self._told.items() if on == day}
        papers.are_right(known, self._holds, day, told)

    def _sheet_is_the_sum(self, known: Kept) -> None:
        steps, holes = recount.replayed(self._by_hand)
        assert not holes, "the journal tells all"
        assert steps == {number: row.step for number, row in known.servings.items()}
        meals = {number: row.meal for number, row in known.servings.items()}
        assert recount.sheet() == recount.counted(steps, meals, self._holds), "5: the sheet"

    def _count(self, plan: int, meal: int) -> int:
        more = sum(m for of, each, m in self._days.values() if (of, each) == (plan, meal))
        return self._ordered.get((plan, meal), 0) + more

    def _others_are_the_same(self, plans: Iterable[int], seen: Happened) -> None:
        for number, row in seen.before.servings.items():
            assert row.plan in plans or seen.after.servings[number] == row
        for plan, (_, version) in seen.before.plans.items():
            assert seen.after.plans[plan][1] == version + (plan in plans)

    def _undone_at_once(self, change: int, seen: Happened) -> None:
        """What is undone before anything else happens is as it was."""
        if not self._last or self._last[0] != change:
            return
        first = self._last[1]
        if (seen.now, seen.before) != (first.now, first.after):
            return
        for number, row in seen.after.servings.items():
            was = first.before.servings.get(number)
            assert row == was if was else row.state == S.CANCELLED, f"undone: {was} became {row}"
        assert seen.after.gaps == first.before.gaps
        states = [
            {plan: state for plan, (state, _) in known.plans.items()}
            for known in (seen.after, first.before)
        ]
        assert states[0] == states[1]

    def _learn(self) -> None:
        """What lies in sets that are new; those that are known never change."""
        found = recount.lines()
        for box_contents, holds in self._holds.items():
            assert found.get(box_contents, ()) == holds, "a set changed"
        known = set(ServingChange.objects.values_list("box_contents_after", flat=True))
        self._holds |= {box_contents: found.get(box_contents, ()) for box_contents in known}
