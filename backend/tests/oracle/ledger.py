"""The ledger of ordered and agreed servings, compared with the tables after each step."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from oottam.plans.services.plan_actions import ChangeDays, Undo
from oottam.schedule.models import Meal, ServingChange
from oottam.schedule.models import ServingState as S
from tests.factories.ordered_boxes import Contents, OrderedRequest
from tests.oracle import addresses, expected, invariants, kitchen_documents, schedule, tables
from tests.oracle.schedule import ONE_DAY
from tests.oracle.tables import Row, Snapshot, SnapshotDiff, is_before_cutoff, today


class Ledger:
    """The expected state of all plans: `plans` by primary key, `cancelled_plans` among them."""

    def __init__(self) -> None:
        self.plans: dict[int, OrderedRequest] = {}
        self.cancelled_plans: set[int] = set()
        self._manual_states: list[schedule.ManualState] = []
        self._just_delivered: set[int] = set()
        self._contents: dict[int, Contents] = {}  # by box contents
        self._ordered: dict[tuple[int, int], int] = {}
        self._day_changes: dict[int, tuple[int, int, int]] = {}  # by change: plan, meal, added days
        self._cutoff_dishes: dict[tuple[date, int], kitchen_documents.Dishes] = {}
        self._fixed_rows: dict[int, Row] = {}
        self._last: tuple[int, SnapshotDiff] | None = None
        self._amounts = tables.amounts()

    def on_confirm(self, plan: int, order: OrderedRequest, start: date, diff: SnapshotDiff) -> None:
        """Check a confirmation: the order from the agreed day on, or the rest of a plan that had started."""
        self._read_contents()
        self.plans[plan] = order
        self.cancelled_plans.discard(plan)
        if any(row.state != S.CANCELLED for row in diff.before.servings_of(plan)):
            expected.verify_continuation(plan, start, diff)
            return
        for change in [
            c for c, (changed_plan, *_) in self._day_changes.items() if changed_plan == plan
        ]:
            del self._day_changes[change]
        for track_plan, meal in diff.after.tracks:
            if track_plan == plan:
                self._ordered[plan, meal] = len(order.boxes.get(meal, ()))
        assert {meal for each, meal in self._ordered if each == plan} >= set(order.boxes)
        expected.verify_as_ordered(plan, order, start, diff.after, self._contents)

    def on_action(self, plan: int, action: Any, diff: SnapshotDiff, change: int) -> None:
        """Check an action: it changes its plan as expected and no other."""
        self._read_contents()
        self._check_others_unchanged({plan}, diff)
        if isinstance(action, ChangeDays):
            added = action.servings - self._expected_count(plan, action.meal)
            self._day_changes[change] = (plan, action.meal, added)
            self._ordered.setdefault((plan, action.meal), 0)
        elif isinstance(action, Undo):
            self._day_changes.pop(action.change_id, None)
            self._check_immediate_undo(action.change_id, diff)
        expected.verify_action(action, plan, diff, self._contents)
        self._last = (change, diff)

    def on_cancel(self, plan: int, diff: SnapshotDiff) -> None:
        """Check a cancellation: future servings are cancelled, cooked ones forfeited."""
        self._check_others_unchanged({plan} - self.cancelled_plans, diff)
        if plan not in self.cancelled_plans:
            self.cancelled_plans.add(plan)
            expected.verify_cancellation(plan, diff)

    def on_close(self, day: date, meal: int, diff: SnapshotDiff) -> None:
        """Check a closed day: only its servings move."""
        self._check_others_unchanged(expected.verify_closing(day, meal, diff), diff)

    def on_reopen(self, day: date, meal: int, diff: SnapshotDiff) -> None:
        """Check a reopened day: only servings of the day change."""
        self._check_others_unchanged(expected.verify_reopening(day, meal, diff), diff)

    def on_time(self, snapshot: Snapshot, now: datetime) -> None:
        """Store the day's dishes at each passed cut-off."""
        for day in (today(now), today(now) + ONE_DAY):
            counted = kitchen_documents.cooked_dishes(snapshot, self._contents, day)
            for meal in Meal:
                if not is_before_cutoff(meal, day, now):
                    self._cutoff_dishes.setdefault((day, meal), counted.get(meal, Counter()))

    def on_day_closing(self, diff: SnapshotDiff) -> None:
        """Check day closing: no serving gets a result of itself, and snapshots have the dishes of their cut-off."""
        for number, row in diff.before.servings.items():
            assert diff.after.servings[number].step == (row.date, row.state, row.box_contents)
        for where, dishes in kitchen_documents.snapshot_dishes().items():
            assert dishes == self._cutoff_dishes.get(where), f"{where}: the snapshot's dishes"

    def on_delivery_outcome(
        self, row: Row, state: int, diff: SnapshotDiff, *, is_counted: bool
    ) -> None:
        """Check a delivery outcome: it changes only its serving's state, and nothing when it does not count."""
        self._check_others_unchanged({row.plan} if is_counted else (), diff)
        assert diff.changed <= {row.id}
        was, after = diff.before.servings[row.id], diff.after.servings[row.id]
        assert after == replace(was, state=state)
        if is_counted:
            self._manual_states.append(tables.manual_state(row.id, state))
            self._just_delivered.add(row.id)

    def check(self, snapshot: Snapshot, now: datetime) -> None:
        """Check the design's invariants; numbers in messages are the design's."""
        for plan, meal in snapshot.tracks:
            if plan not in self.cancelled_plans:
                counted = sum(row.is_counted for row in snapshot.servings_of(plan, meal))
                track_count = snapshot.tracks[plan, meal][0]
                assert counted == track_count == self._expected_count(plan, meal), (
                    "1: as many as were ordered"
                )
        assert not tables.duplicate_servings(snapshot.servings.values()), (
            "2: one box of a meal a day"
        )
        invariants.verify_days(snapshot, now)
        invariants.verify_fixed_rows(self._fixed_rows, snapshot, self._just_delivered)
        self._just_delivered = set()
        self._fixed_rows = invariants.fixed_rows(snapshot, now)
        steps = {number: row.step for number, row in snapshot.servings.items()}
        faults = schedule.journal_faults(tables.journal(), steps, self._manual_states)
        assert not faults, "5: the journal"
        for day in (today(now), today(now) + ONE_DAY):
            self._check_kitchen_documents(snapshot, day)
            addresses.verify(day)
        assert tables.amounts() == self._amounts, "7: money"
        invariants.verify_plan_states(snapshot, self.plans, self.cancelled_plans)

    def check_all_days(self, snapshot: Snapshot) -> None:
        """Check the kitchen's documents of every day."""
        for day in {row.date for row in snapshot.servings.values() if row.date}:
            self._check_kitchen_documents(snapshot, day)
            addresses.verify(day)

    def _check_kitchen_documents(self, snapshot: Snapshot, day: date) -> None:
        cutoff_dishes = {
            meal: dishes for (on, meal), dishes in self._cutoff_dishes.items() if on == day
        }
        kitchen_documents.verify(snapshot, self._contents, day, cutoff_dishes)

    def _expected_count(self, plan: int, meal: int) -> int:
        added = sum(
            m
            for each_plan, each_meal, m in self._day_changes.values()
            if (each_plan, each_meal) == (plan, meal)
        )
        return self._ordered.get((plan, meal), 0) + added

    def _check_others_unchanged(self, plans: Iterable[int], diff: SnapshotDiff) -> None:
        for number, row in diff.before.servings.items():
            assert row.plan in plans or diff.after.servings[number] == row
        for plan, (_, version) in diff.before.plans.items():
            assert diff.after.plans[plan][1] == version + (plan in plans)

    def _check_immediate_undo(self, change: int, diff: SnapshotDiff) -> None:
        """Check that an immediate undo restores the earlier state."""
        if not self._last or self._last[0] != change:
            return
        first = self._last[1]
        if (diff.now, diff.before) != (first.now, first.after):
            return
        for number, row in diff.after.servings.items():
            was = first.before.servings.get(number)
            assert row == was if was else row.state == S.CANCELLED, f"undone: {was} became {row}"
        assert diff.after.pauses == first.before.pauses
        assert diff.after.addresses == first.before.addresses
        states = [
            {plan: state for plan, (state, _) in snapshot.plans.items()}
            for snapshot in (diff.after, first.before)
        ]
        assert states[0] == states[1]

    def _read_contents(self) -> None:
        """Read new box contents; known ones never change."""
        found = tables.box_contents_lines()
        for box_contents, dishes in self._contents.items():
            assert found.get(box_contents, ()) == dishes, "box contents changed"
        known = set(ServingChange.objects.values_list("box_contents_after", flat=True))
        self._contents |= {box_contents: found.get(box_contents, ()) for box_contents in known}
