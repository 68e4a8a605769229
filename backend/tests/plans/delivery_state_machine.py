"""Stateful test: delivery outcomes and failed deliveries, interleaved with all other actions."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from oottam.delivery.models import DeliveryOutcome, Outcome, Reason
from oottam.delivery.services import failures, outcomes
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.schedule.domain.actions import Replace
from oottam.schedule.models import MealPlan
from oottam.schedule.models import ServingState as S
from tests.oracle.schedule import ONE_DAY
from tests.oracle.tables import Row, take_snapshot, today
from tests.plans.schedule_state_machine import ScheduleStateMachine, nth

STATES = {Outcome.DELIVERED: S.DELIVERED, Outcome.FAILED: S.FAILED}


class DeliveryStateMachine(ScheduleStateMachine):
    """Adds delivery outcomes of today and yesterday, with new or repeated keys, and the desk's decisions."""

    @rule(plan=nth, box=nth, outcome=st.sampled_from(Outcome), again=st.booleans())
    def record_outcome(self, plan: int, box: int, outcome: Outcome, again: bool) -> None:
        for row in self._recent_servings(plan, box):
            key = f"tap-{DeliveryOutcome.objects.count()}"
            self._record_outcome(row, outcome, key)
            if again:
                self._record_outcome(row, outcome, key)

    @rule(
        taps=st.lists(st.tuples(nth, st.sampled_from(Outcome)), min_size=1, max_size=3),
        promptly=st.booleans(),
    )
    def deliver_next_day(self, taps: list[tuple[int, Outcome]], promptly: bool) -> None:
        """Go to the next day with servings and record outcomes; random steps alone rarely get there."""
        boxes = take_snapshot().servings.values()
        now = today(self.now)
        days = [row.date for row in boxes if row.state == S.PLANNED and row.date and row.date > now]
        if days:
            self._wait_for(11, min(days) - now, promptly=promptly)
        for box, outcome in taps:
            due_today = [
                row for row in take_snapshot().servings.values() if row.date == today(self.now)
            ]
            if due_today:
                key = f"tap-{DeliveryOutcome.objects.count()}"
                self._record_outcome(due_today[box % len(due_today)], outcome, key)

    def _record_outcome(self, row: Row, outcome: Outcome, key: str) -> None:
        reason = Reason.NOBODY_HOME if outcome == Outcome.FAILED else ""
        tap = DeliveryEvent(key, row.id, outcome, self.now, reason)
        before, is_known_key = take_snapshot(), DeliveryOutcome.objects.filter(key=key).exists()
        is_repeated = DeliveryOutcome.objects.filter(
            serving=row.id, outcome=outcome, stands=True
        ).exists()
        call = partial(outcomes.record_outcome, event=tap, **self._run(row))
        if self._try(outcome, call, before):
            is_counted = not is_known_key and not is_repeated and not self._result.uncounted
            state = STATES[outcome] if is_counted else before.servings[row.id].state
            assert self._result.state == state
            self.ledger.on_delivery_outcome(
                row, state, self._diff_since(before), is_counted=is_counted
            )

    @rule(back=nth)
    def undo_outcome(self, back: int) -> None:
        """Undo one of the last ten outcomes."""
        taps = list(DeliveryOutcome.objects.order_by("-pk")[:10])
        if not taps:
            return
        tap, before = taps[back % len(taps)], take_snapshot()
        row = before.servings[tap.serving_id]
        call = partial(outcomes.undo, key=tap.key, **self._run(row))
        if self._try("undo outcome", call, before):
            state = S.PLANNED if tap.stands else row.state
            self.ledger.on_delivery_outcome(
                row, state, self._diff_since(before), is_counted=tap.stands
            )

    @rule(index=nth)
    def redeliver(self, index: int) -> None:
        for failure in self._failure(index):
            row, before = self._serving_of(failure), take_snapshot()
            call = partial(failures.redeliver, outcome_id=failure.pk, **self._actor_and_time())
            if self._try("redeliver", call, before):
                assert row.state == S.FAILED
                assert row.date == today(self.now)
                self.ledger.on_delivery_outcome(
                    row, S.PLANNED, self._diff_since(before), is_counted=True
                )

    @rule(index=nth)
    def forfeit_failure(self, index: int) -> None:
        """Forfeit the failed delivery, which leaves the schedule unchanged."""
        for failure in self._failure(index):
            before = take_snapshot()
            call = partial(failures.forfeit, outcome_id=failure.pk, **self._actor_and_time())
            self._try("forfeit failure", call, before)
            assert take_snapshot() == before

    @rule(index=nth)
    def reopen_failure(self, index: int) -> None:
        for failure in self._failure(index):
            before = take_snapshot()
            call = partial(failures.reopen, outcome_id=failure.pk, **self._actor_and_time())
            self._try("reopen failure", call, before)
            assert take_snapshot() == before

    @rule(index=nth)
    def replace_failure(self, index: int) -> None:
        for failure in self._failure(index):
            row, before = self._serving_of(failure), take_snapshot()
            version = MealPlan.objects.values_list("version", flat=True).get(pk=row.plan)
            call = partial(
                failures.replace,
                outcome_id=failure.pk,
                version=version,
                reason="",
                **self._actor_and_time(),
            )
            if self._try("replace failure", call, before):
                action = Replace(row.id)
                self.ledger.on_action(
                    row.plan, action, self._diff_since(before), self._result.change_id
                )

    def _failure(self, index: int) -> list[DeliveryOutcome]:
        """Return one of all recorded failures, also resolved ones."""
        found = list(DeliveryOutcome.objects.filter(outcome=Outcome.FAILED).order_by("-pk"))
        return found[index % len(found) :][:1] if found else []

    def _serving_of(self, failure: DeliveryOutcome) -> Row:
        return take_snapshot().servings[failure.serving_id]

    def _recent_servings(self, plan: int, box: int) -> list[Row]:
        days = (today(self.now), today(self.now) - ONE_DAY)
        found = [row for row in self._boxes(plan, range(30)) if row.date in days]
        return [found[box % len(found)]] if found else []

    def _run(self, row: Row) -> dict[str, Any]:
        return {"day": row.date, "meal": row.meal, **self._actor_and_time()}

    def _actor_and_time(self) -> dict[str, Any]:
        return {"actor": self.planner.actor, "now": self.now}
