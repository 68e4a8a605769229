"""Consistency check of the stored plan history with the plans' current state."""

from collections.abc import Iterator, Sequence

from system_tests.load.plan_editors import AcceptedChange, conflicting_changes
from system_tests.support.databases import Database
from system_tests.support.report import Report
from tests.oracle.schedule import JOURNAL, journal_faults

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
    rows = database.rows("SELECT id, date, state, dishset_id FROM schedule_serving")
    servings = {number: tuple(step) for number, *step in rows}
    for fault in journal_faults(database.rows(JOURNAL), servings):
        yield f"hole: {fault}"


def _miscounted(database: Database) -> Iterator[str]:
    for plan, meal, servings, counted in database.rows(COUNTED):
        if servings != counted:
            yield f"count: plan {plan} has {counted} of {servings} boxes of meal {meal}"
