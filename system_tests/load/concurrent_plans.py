"""Eight users and 64 customers change plans concurrently while others order and the kitchen reads its sheets.

    python -m system_tests.load.concurrent_plans --seconds 120 --database postgresql

Each reads a plan, pauses, and submits a form of its page; one closes and reopens days.
Every accepted change is in the history once and applied to the plan version that its user had seen; the history
explains every serving; every sheet and label agrees with a recount of the boxes in the same snapshot.

`--without version` disables the plan version check, `--without snapshot` the single snapshot of the
sheets: the system test must then fail, and ends as soon as it does.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta

from oottam.schedule.domain.calendar import INDIA, monday_from
from system_tests.load.plan_editors import AcceptedChange, PlanEditors, conflicting_changes
from system_tests.load.visitors import VisitorLoad
from system_tests.support.child_process import child_process
from system_tests.support.command_line import parse
from system_tests.support.databases import Database
from system_tests.support.repeated import Repeated
from system_tests.support.report import Report, finish, percentile
from system_tests.support.shop import Shop, server, shop_on
from system_tests.support.staff import Staff
from tests.oracle.schedule import JOURNAL, journal_faults

PLANS = 12  # few, so that changes conflict
KINDS = 8
READER = "system_tests.support.sheet_reader"
PAUSE = 0.2  # seconds between the forms of one customer
CUSTOMERS_PAUSE = 2.0  # seconds between the changes of one customer
LOOKING = 0.05  # seconds between checks for the expected fault
MAX_WAIT = 60.0  # seconds until the first stale change
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


def run(
    shop: Shop, *, seconds: float, people: int = 8, customers: int = 64, without: str = ""
) -> Report:
    """Run for `seconds`, and until at least one change was stale; as many customers order as change plans.

    `without` names the disabled protection; the run then ends early once a fault is found.
    """
    report = Report(f"{people} people at the plans, {customers} customers, {seconds:.0f} s")
    first = VisitorLoad(shop.port, visitors=KINDS, requests=PLANS * KINDS)
    first.start()
    first.join()
    colleagues = PlanEditors(shop, [_confirm_plans(shop).session] * people)
    broken = ["without"] if without == "snapshot" else []
    with child_process(READER, *broken, environment=shop.environment) as reader:
        load = VisitorLoad(shop.port, visitors=customers, first=PLANS * KINDS, pause=PAUSE)
        load.start()
        began = time.monotonic()
        with (
            Repeated(colleagues.act, 0.0, people),
            Repeated(colleagues.act_as_customer, CUSTOMERS_PAUSE, customers),
        ):
            if without:
                _wait(began + seconds, lambda: reader.ended or colleagues.has_conflict)
            else:
                time.sleep(seconds)
                _wait(
                    began + seconds + MAX_WAIT,
                    lambda: colleagues.met["409"] and colleagues.met["done by customer"],
                )
        load.stop()
    report.figures["sheets with boxes read"] = reader.results["read"]
    report.faults += reader.results["faults"]
    shop.close()
    report.figures["plan changes accepted"] = len(colleagues.done)
    report.figures["responses by status"] = dict(sorted(colleagues.met.items()))
    report.figures["orders"] = len(load.accepted)
    report.figures["orders' p50 and p99, ms"] = (
        percentile(load.seconds, 0.5),
        percentile(load.seconds, 0.99),
    )
    report.faults += colleagues.faults + load.faults_and_failures()
    if not colleagues.met["409"]:
        report.faults.append("too few: no change was stale")
    if customers and not colleagues.met["done by customer"]:
        report.faults.append("too few: no customer's change was accepted")
    reconcile_history(shop.database, colleagues.done, report)
    return report


def command(without: str) -> tuple[str, ...]:
    """The server module to run: only `version` is a protection of the server."""
    return server("version" if without == "version" else "")


def _confirm_plans(shop: Shop) -> Staff:
    """Confirm all veg orders, whose plans start on the Monday after next, far from any cut-off; return the desk."""
    desk = Staff.of_new_owner(shop)
    start = monday_from(datetime.now(INDIA).date() + timedelta(days=8))
    for (reference,) in shop.database.rows(
        "SELECT reference FROM requests_request WHERE kind = 'veg'"
    ):
        desk.confirm(reference, start, "12:30")
    return desk


def reconcile_history(
    database: Database, changes: Sequence[AcceptedChange], report: Report
) -> None:
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


def _wait(until: float, found: Callable[[], object]) -> None:
    while not found() and time.monotonic() < until:
        time.sleep(LOOKING)


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("version", "snapshot"),
        seconds=120.0,
        people=8,
        customers=64,
    )
    with shop_on(options.database, command(options.without)) as shop:
        report = run(shop, **options.sizes, without=options.without)
    finish(report, kind=options.database)


if __name__ == "__main__":
    main()
