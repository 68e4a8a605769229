"""Stateful test: delivery outcomes and failed deliveries, interleaved with all other actions."""

from functools import partial
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import rule

from oottam.delivery.models import DeliveryOutcome, Outcome, Reason
from oottam.delivery.services import failures, outcomes
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.plans.domain.actions import Replace
from oottam.plans.models import MealPlan
from oottam.plans.models import ServingState as S
from tests.oracle.recount import Row, kept, today
from tests.plans.schedule_state_machine import ONE_DAY, Anything, nth

STATES = {Outcome.DELIVERED: S.DELIVERED, Outcome.FAILED: S.FAILED}


class AnythingAndDeliveries(Anything):
    """Taps are of boxes of today or yesterday, each with a key of its own or the one of a tap before."""

    @rule(plan=nth, box=nth, outcome=st.sampled_from(Outcome), again=st.booleans())
    def tell(self, plan: int, box: int, outcome: Outcome, again: bool) -> None:
        for row in self._at_the_door(plan, box):
            key = f"tap-{DeliveryOutcome.objects.count()}"
            self._tell(row, outcome, key)
            if again:
                self._tell(row, outcome, key)

    @rule(
        taps=st.lists(st.tuples(nth, st.sampled_from(Outcome)), min_size=1, max_size=3),
        promptly=st.booleans(),
    )
    def the_riders_go(self, taps: list[tuple[int, Outcome]], promptly: bool) -> None:
        """On the next day that has boxes: left to chance, hardly any example would come that far."""
        boxes = kept().servings.values()
        now = today(self.now)
        days = [row.date for row in boxes if row.state == S.PLANNED and row.date and row.date > now]
        if days:
            self._wait_for(11, min(days) - now, promptly=promptly)
        for box, outcome in taps:
            todays = [row for row in kept().servings.values() if row.date == today(self.now)]
            if todays:
                key = f"tap-{DeliveryOutcome.objects.count()}"
                self._tell(todays[box % len(todays)], outcome, key)

    def _tell(self, row: Row, outcome: Outcome, key: str) -> None:
        reason = Reason.NOBODY_HOME if outcome == Outcome.FAILED else ""
        tap = DeliveryEvent(key, row.id, outcome, self.now, reason)
        before, known = kept(), DeliveryOutcome.objects.filter(key=key).exists()
        said = DeliveryOutcome.objects.filter(serving=row.id, outcome=outcome, stands=True).exists()
        call = partial(outcomes.record_outcome, event=tap, **self._run(row))
        if self._try(outcome, call, before):
            counts = not known and not said and not self._result.uncounted
            state = STATES[outcome] if counts else before.servings[row.id].state
            assert self._result.state == state
            self.ledger.told_at_the_door(row, state, self._since(before), counts=counts)

    @rule(back=nth)
    def untell(self, back: int) -> None:
        """One of the last taps, whatever has been done since."""
        taps = list(DeliveryOutcome.objects.order_by("-pk")[:10])
        if not taps:
            return
        tap, before = taps[back % len(taps)], kept()
        row = before.servings[tap.serving_id]
        call = partial(outcomes.undo, key=tap.key, **self._run(row))
        if self._try("untell", call, before):
            is_over = row.date and row.date < today(self.now)
            state = row.state
            if tap.stands:
                state = S.DELIVERED if is_over else S.PLANNED
            self.ledger.told_at_the_door(row, state, self._since(before), counts=tap.stands)

    @rule(which=nth)
    def again_today(self, which: int) -> None:
        for failure in self._failure(which):
            row, before = self._box_of(failure), kept()
            call = partial(failures.redeliver, result_id=failure.pk, **self._by())
            if self._try("again", call, before):
                assert row.state == S.FAILED
                assert row.date == today(self.now)
                self.ledger.told_at_the_door(row, S.PLANNED, self._since(before), counts=True)

    @rule(which=nth)
    def call_it_forfeited(self, which: int) -> None:
        """Which only ends the question."""
        for failure in self._failure(which):
            before = kept()
            call = partial(failures.forfeit, result_id=failure.pk, **self._by())
            self._try("call forfeited", call, before)
            assert kept() == before

    @rule(which=nth)
    def ask_again_about_it(self, which: int) -> None:
        for failure in self._failure(which):
            before = kept()
            call = partial(failures.reopen, result_id=failure.pk, **self._by())
            self._try("ask again", call, before)
            assert kept() == before

    @rule(which=nth)
    def make_up_a_failure(self, which: int) -> None:
        for failure in self._failure(which):
            row, before = self._box_of(failure), kept()
            version = MealPlan.objects.values_list("version", flat=True).get(pk=row.plan)
            call = partial(
                failures.replace,
                result_id=failure.pk,
                version=version,
                reason="",
                **self._by(),
            )
            if self._try("make up a failure", call, before):
                made_up = Replace(row.id)
                self.ledger.acted(row.plan, made_up, self._since(before), self._result.change)

    def _failure(self, which: int) -> list[DeliveryOutcome]:
        """One of those that were ever said, whatever became of it since."""
        found = list(DeliveryOutcome.objects.filter(outcome=Outcome.FAILED).order_by("-pk"))
        return found[which % len(found) :][:1] if found else []

    def _box_of(self, failure: DeliveryOutcome) -> Row:
        return kept().servings[failure.serving_id]

    def _at_the_door(self, plan: int, box: int) -> list[Row]:
        days = (today(self.now), today(self.now) - ONE_DAY)
        found = [row for row in self._boxes(plan, range(30)) if row.date in days]
        return [found[box % len(found)]] if found else []

    def _run(self, row: Row) -> dict[str, Any]:
        return {"day": row.date, "meal": row.meal, **self._by()}

    def _by(self) -> dict[str, Any]:
        return {"actor": self.planner.actor, "now": self.now}
