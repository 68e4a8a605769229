"""Where servings may stand: the design's invariants, one by one."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from oottam.plans.models import ServingState as S
from tests.oracle.recount import CAME_OR_COMES, DATED, Kept, Row, is_open, today

# What may become of a box whose day is fixed.
_LATER = {S.PLANNED: set(S), S.FORFEITED: {S.PLANNED, S.DELIVERED}}


def on_days_that_can_be(known: Kept, now: datetime) -> None:
    """On service days of their tracks, or as an exception; held while there is a pause; made up where one was lost."""
    for row in known.servings.values():
        if row.state == S.HELD:
            assert known.paused_from(row.plan, row.meal), f"3: {row} waits for nothing"
        if row.replacement_for and row.state != S.CANCELLED:
            lost = known.servings[row.replacement_for]
            assert lost.state in (S.FORFEITED, S.FAILED), f"{row} makes up for {lost}"
        if row.state == S.PLANNED and row.date and row.date >= today(now):
            assert not known.is_closed(row.meal, row.date), f"3: {row} on a closed day"
            if not row.is_exception:
                weekdays = known.tracks[row.plan, row.meal][1]
                assert weekdays >> row.date.weekday() & 1, f"3: {row} on another weekday"
                away = known.is_away(row.plan, row.meal, row.date)
                assert not away, f"3: {row} while its customer is away"


def fixed(known: Kept, now: datetime) -> dict[int, Row]:
    """What has its day for good: what came, or did not, and what the kitchen was told of."""
    return {
        row.id: row
        for row in known.servings.values()
        if row.date
        and (
            row.state in (S.DELIVERED, S.FAILED)
            or (row.state in DATED and not is_open(row.meal, row.date, now))
        )
    }


def have_not_moved(rows: Mapping[int, Row], known: Kept, at_the_door: Collection[int]) -> None:
    """Whatever became of them, also at the door, they are on their days."""
    for number, was in rows.items():
        row = known.servings[number]
        assert row.date == was.date, f"4: {was} became {row}"
        may_be = CAME_OR_COMES if number in at_the_door else _LATER.get(S(was.state), ())
        assert row.state in {was.state, *may_be}, f"4: {was} became {row}"


def plans_say_so(known: Kept, plans: Iterable[int], over: Iterable[int]) -> None:
    """A plan's state is that of its servings; only time ends a plan, when its last day is over."""
    for plan in plans:
        states = {row.state for row in known.of(plan)}
        to_come = states & {S.PLANNED, S.HELD}
        is_paused = any(gap[0] == plan and gap[3] is None for gap in known.gaps)
        expected = {"paused" if is_paused else "running"}
        if plan in over:
            expected = {"cancelled"}
        elif states and not to_come:
            expected = {"ended", *expected}
        assert known.plans[plan][0] in expected, f"plan {plan} is {known.plans[plan][0]}"
