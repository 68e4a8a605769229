"""Checks that the stored history of plans explains their present state."""

from collections.abc import Iterator, Sequence
from typing import Any

from system_tests.load.plan_editors import Done, blind
from system_tests.support.databases import Database
from system_tests.support.report import Report

CANCELLED = 5
STEPS = """
SELECT c.serving_id, c.date_before, c.state_before, c.dishset_before_id,
  c.date_after, c.state_after, c.dishset_after_id
FROM schedule_servingchange c ORDER BY c.id
"""
# What was done to each plan: by its own changes, and by closed days that moved something of it.
VERSIONS = """
SELECT p.id, p.version,
  (SELECT count(*) FROM schedule_change c WHERE c.plan_id = p.id AND c.doing <> 'confirm'),
  (SELECT count(DISTINCT c.id) FROM schedule_servingchange sc
   JOIN schedule_change c ON c.id = sc.change_id AND c.plan_id IS NULL
   JOIN schedule_serving s ON s.id = sc.serving_id WHERE s.plan_id = p.id)
FROM schedule_plan p
"""
COUNTED = """
SELECT t.plan_id, t.meal, t.servings, count(s.id) FROM schedule_track t
LEFT JOIN schedule_serving s ON s.plan_id = t.plan_id AND s.meal = t.meal AND s.state <> 5
  AND s.makes_up_id IS NULL GROUP BY t.plan_id, t.meal, t.servings
"""


def reconcile(database: Database, done: Sequence[Done], report: Report) -> None:
    """All that was answered as done is in the history, once and on what its doer saw; nothing else is."""
    report.faults += [*_lost(database, done), *_unexplained(database), *_miscounted(database)]
    damage = database.damage()
    report.figures["damage found by the database"] = damage or "none"
    report.faults += [f"damage: {each}" for each in damage]


def _lost(database: Database, done: Sequence[Done]) -> Iterator[str]:
    db = dict(
        database.rows("SELECT id, plan_id FROM schedule_change WHERE plan_id IS NOT NULL "
                      "AND doing <> 'confirm'")
    )  # fmt: skip
    for each in done:
        if db.pop(each.change, None) != each.plan:
            yield f"lost: {each} is not in the history"
    for change, plan in db.items():
        yield f"unasked: change {change} of plan {plan} was never answered as done"
    for (plan, version), count in blind(done).items():
        yield f"blind: {count} did something to plan {plan} as it was at version {version}"
    for plan, version, own, closed in database.rows(VERSIONS):
        if version != 1 + own + closed:
            yield f"version: plan {plan} is at {version} after {own} changes and {closed} closings"


def _unexplained(database: Database) -> Iterator[str]:
    """Each step begins where the one before it ended, and the last one is what stands in the table."""
    stands: dict[int, tuple[Any, ...]] = {}
    for serving, *steps in database.rows(STEPS):
        before = stands.get(serving, (None, None, None))
        if tuple(steps[:3]) != before:
            yield f"hole: serving {serving} was {before} and then {steps[:3]}"
        stands[serving] = tuple(steps[3:])
    rows = database.rows("SELECT id, date, state, dishset_id FROM schedule_serving")
    for serving, *now in rows:
        if stands.get(serving) != tuple(now):
            yield f"hole: serving {serving} is {now}, not {stands.get(serving)}"


def _miscounted(database: Database) -> Iterator[str]:
    for plan, meal, servings, counted in database.rows(COUNTED):
        if servings != counted:
            yield f"count: plan {plan} has {counted} of {servings} boxes of meal {meal}"
