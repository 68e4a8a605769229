"""The design's invariants of servings and plans."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from oottam.schedule.models import ServingState as S
from tests.oracle.schedule import COOKED, DATED
from tests.oracle.tables import Row, Snapshot, is_before_cutoff, today

# Allowed later states of a serving whose day is fixed.
_LATER = {S.PLANNED: set(S), S.FORFEITED: {S.PLANNED, S.DELIVERED}}


def verify_days(snapshot: Snapshot, now: datetime) -> None:
    """Assert valid days: service days or exceptions; held only while paused; replacements only for lost servings."""
    for row in snapshot.servings.values():
        if row.state == S.HELD:
            assert snapshot.paused_from(row.plan, row.meal), f"3: {row} is held without a pause"
        if row.replacement_for and row.state != S.CANCELLED:
            lost = snapshot.servings[row.replacement_for]
            assert lost.state in (S.FORFEITED, S.FAILED), f"{row} replaces {lost}"
        if row.state == S.PLANNED and row.date and row.date >= today(now):
            assert not snapshot.is_closed(row.meal, row.date), f"3: {row} on a closed day"
            if not row.is_exception:
                weekdays = snapshot.tracks[row.plan, row.meal][1]
                assert weekdays >> row.date.weekday() & 1, f"3: {row} on another weekday"
                paused = snapshot.is_paused(row.plan, row.meal, row.date)
                assert not paused, f"3: {row} during a pause"


def fixed_rows(snapshot: Snapshot, now: datetime) -> dict[int, Row]:
    """Return servings whose day is final: delivered, failed, or past their cut-off."""
    return {
        row.id: row
        for row in snapshot.servings.values()
        if row.date
        and (
            row.state in (S.DELIVERED, S.FAILED)
            or (row.state in DATED and not is_before_cutoff(row.meal, row.date, now))
        )
    }


def verify_fixed_rows(
    rows: Mapping[int, Row], snapshot: Snapshot, just_delivered: Collection[int]
) -> None:
    """Assert that fixed servings keep their day and have an allowed state."""
    for number, was in rows.items():
        row = snapshot.servings[number]
        assert row.date == was.date, f"4: {was} became {row}"
        allowed = COOKED if number in just_delivered else _LATER.get(S(was.state), ())
        assert row.state in {was.state, *allowed}, f"4: {was} became {row}"


def verify_plan_states(
    snapshot: Snapshot, plans: Iterable[int], cancelled_plans: Iterable[int]
) -> None:
    """Assert each plan's state; a plan ends only after its last day."""
    for plan in plans:
        states = {row.state for row in snapshot.servings_of(plan)}
        to_come = states & {S.PLANNED, S.HELD}
        is_paused = any(pause[0] == plan and pause[3] is None for pause in snapshot.pauses)
        expected = {"paused" if is_paused else "running"}
        if plan in cancelled_plans:
            expected = {"cancelled"}
        elif states and not to_come:
            expected = {"ended", *expected}
        assert snapshot.plans[plan][0] in expected, f"plan {plan} is {snapshot.plans[plan][0]}"
