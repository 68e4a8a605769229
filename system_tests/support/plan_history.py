"""Consistency check of the stored plan history with the plans' current state."""

from collections.abc import Iterator, Sequence
from typing import Any

from system_tests.load.plan_editors import AcceptedChange, conflicting_changes
from system_tests.support.databases import Database
from system_tests.support.report import Report

CANCELLED = 5
STEPS = """
SELECT c.serving_id, c.date_before, c.state_before, c.dishset_before_id,
  c.date_after, c.state_after, c.dishset_after_id
FROM schedule_servingchange c ORDER BY c.id
"""
# Changes of each plan: its own, and closed days that moved its boxes.
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


def reconcile(database: Database, changes: Sequence[AcceptedChange], report: Report) -> None:
    """Check that exactly the accepted changes are in the history, each once and on the version its user saw."""
    report.faults += [*_lost(database, changes), *_unexplained(database), *_miscounted(database)]
    damage = database.damage()
    report.figures["damage found by the database"] = damage or "none"
    report.faults += [f"damage: {each}" for each in damage]


def _lost(database: Database, changes: Sequence[AcceptedChange]) -> Iterator[str]:
    db = dict(
        database.rows("SELECT id, plan_id FROM schedule_change WHERE plan_id IS NOT NULL "
                      "AND doing <> 'confirm'")
    )  # fmt: skip
    for each in changes:
        if db.pop(each.change, None) != each.plan:
            yield f"lost: {each} is not in the history"
    for change, plan in db.items():
        yield f"unasked: change {change} of plan {plan} was never acknowledged"
    for (plan, version), count in conflicting_changes(changes).items():
        yield f"conflict: {count} changes of plan {plan} succeeded at version {version}"
    for plan, version, own, closed in database.rows(VERSIONS):
        if version != 1 + own + closed:
            yield f"version: plan {plan} is at {version} after {own} changes and {closed} closings"


def _unexplained(database: Database) -> Iterator[str]:
    """Check that each change starts at the previous state, and the last matches the table."""
    stands: dict[int, tuple[Any, ...]] = {}
    for serving, *steps in database.rows(STEPS):
        before = stands.get(serving, (None, None, None))
        if tuple(steps[:3]) != before:
            yield f"hole: serving {serving} changed from {before} to {steps[:3]}"
        stands[serving] = tuple(steps[3:])
    rows = database.rows("SELECT id, date, state, dishset_id FROM schedule_serving")
    for serving, *now in rows:
        if stands.get(serving) != tuple(now):
            yield f"hole: serving {serving} is {now}, not {stands.get(serving)}"


def _miscounted(database: Database) -> Iterator[str]:
    for plan, meal, servings, counted in database.rows(COUNTED):
        if servings != counted:
            yield f"count: plan {plan} has {counted} of {servings} boxes of meal {meal}"
