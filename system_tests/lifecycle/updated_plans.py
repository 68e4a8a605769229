"""Update of a 0.3.0 shop with running plans: plans, boxes, dishes, dates, times, names and amounts are unchanged.

    python -m system_tests.lifecycle.updated_plans --database sqlite

The shop has the sample month. Every row and column of the old tables is compared before and after this release's
migrations, and so is what each release's code reads: every box of 60 days with its customer, address, time
and content, and every request's amounts. New columns and keys are allowed, and "peanut" became "peanut" and "tree-nut"
in 0.7.0. Then the migrations are reversed and the rows compared again, so that the old release finds its data unchanged.

`--spoil` changes one row after the migrations: the system test must then fail.
"""

import json
import subprocess
from pathlib import Path
from typing import Any

from system_tests.support import releases
from system_tests.support.command_line import parse
from system_tests.support.databases import Database, database
from system_tests.support.report import Report, finish
from system_tests.support.shop import ROOT, Shop, temporary_folder

OLD = "0.3.0, its last commit"
# Django's internal tables, which list every model and migration of the release.
BOOKKEEPING = {"django_migrations", "django_content_type", "auth_permission", "sqlite_sequence"}
COLUMNS = {
    "sqlite": "SELECT m.name, p.name FROM sqlite_master m, pragma_table_info(m.name) p WHERE m.type = 'table'",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'",
}
SPOIL = """
from oottam.requests.models import Request
request = Request.objects.first()
request.customer_name += " again"
request.save()
"""
# Run by each release in its own environment: prints its plan data as JSON.
READ = """
import dataclasses, json
from datetime import timedelta
from django.utils import timezone
from oottam.requests.models import Request
try:
    from oottam.billing.balances import balance
    from oottam.kitchen.day import packed_boxes
except ImportError:  # packages of releases up to 0.4.0
    from oottam.handling.domain.money import balance
    from oottam.schedule.day_view import day_view
    packed_boxes = lambda day: day_view(day, with_boxes=True).boxes

BOX = "serving plan person meal seq of is_free is_made_up state delivery_time address pin locality dishes note".split()
FORMER = {"serving_id": "serving", "plan_id": "plan", "is_replacement": "is_made_up"}  # as 0.3.0 names them
today = timezone.localdate()
days = {}
for ahead in range(-20, 40):
    day = today + timedelta(ahead)
    read = [dataclasses.asdict(box) for box in packed_boxes(day)]
    boxes = [
        {FORMER.get(key, key): value for key, value in box.items() if FORMER.get(key, key) in BOX} for box in read
    ]
    days[str(day)] = sorted(boxes, key=lambda box: (box["serving"], box["seq"], box["of"]))
amounts = {each.reference: dataclasses.asdict(balance(each)) for each in Request.objects.order_by("reference")}
print(json.dumps({"days": days, "amounts": amounts}, default=lambda it: sorted(it) if isinstance(it, frozenset | set) else str(it)))
"""

Rows = dict[str, tuple[tuple[str, ...], list[tuple[Any, ...]]]]


def rows(kind: str, db: Database, like: Rows | None = None) -> Rows:
    """Every table with its columns (those of `like`, if given) and rows in a release-independent order."""
    names: dict[str, list[str]] = {}
    for table, column in db.rows(COLUMNS[kind]):
        names.setdefault(table, []).append(column)
    tables = set(names) if like is None else set(like) & set(names)
    found = {}
    for table in tables - BOOKKEEPING:
        columns = tuple(sorted(names[table])) if like is None else like[table][0]
        listed = ", ".join(f'"{name}"' for name in columns if name in names[table])
        found[table] = columns, sorted(db.rows(f'SELECT {listed} FROM "{table}"'), key=repr)
    return found


# Going back raises the versions of the kitchen's rows, so that 0.6.0 does not write the menu's recipes over them.
RAISED = {"schedule_ingredient", "schedule_kitchenitem"}


def differences(before: Rows, after: Rows, *, is_back: bool = False) -> list[str]:
    """A sentence for each table whose content changed."""
    found = [f"table: {table} is gone" for table in before.keys() - after.keys()]
    for table in before.keys() & after.keys():
        old, new = before[table][1], after[table][1]
        if is_back and table in RAISED:
            old, new = (_without(rows[table], "version") for rows in (before, after))
        if not is_back:
            old, new = (
                sorted((tuple(map(_nuts_as_one, row)) for row in rows), key=repr)
                for rows in (old, new)
            )
        if old != new:
            lost = next((row for row in old if row not in new), None)
            found.append(f"rows: {table} had {len(old)} rows, has {len(new)}; lost {lost}")
    return found


def _without(
    table: tuple[tuple[str, ...], list[tuple[Any, ...]]], column: str
) -> list[tuple[Any, ...]]:
    place = table[0].index(column)
    return [row[:place] + row[place + 1 :] for row in table[1]]


def _nuts_as_one(value: Any) -> Any:
    """A list of allergens, or its JSON, with peanuts and tree nuts as one code, as up to 0.6.0."""
    if isinstance(value, str) and value.startswith('["'):
        return json.dumps(_nuts_as_one(json.loads(value)))
    if isinstance(value, list) and "tree-nut" in value:
        return sorted({*value, "peanut"} - {"tree-nut"})
    return value


def changed(before: Any, after: Any, where: str) -> list[str]:
    """The paths of changed or removed values; additions are ignored.

    Since 0.7.0 a customer whom the first alternative harms gets one that suits.
    """
    after = _nuts_as_one(after)
    if isinstance(before, dict) and isinstance(after, dict):
        if (before.get("answer"), after.get("answer")) == ("clash", "none found"):
            return []
        return [
            fault
            for key, value in before.items()
            for fault in changed(value, after.get(key), f"{where} {key}")
        ]
    if isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        return [
            fault
            for number, value in enumerate(before)
            for fault in changed(value, after[number], f"{where} {number}")
        ]
    return [] if before == after else [f"read: {where} was {before}, is {after}"]


class Release:
    """A checkout's code, run on a shop's database."""

    def __init__(self, shop: Shop, checkout: Path) -> None:
        self.environment = {**shop.environment, "PYTHONPATH": str(checkout / "backend")}
        self.command = [
            str(releases.environment(checkout) / "bin/python"),
            str(checkout / "backend/manage.py"),
        ]

    def manage(self, *words: str) -> str:
        """Run a management command; return its output."""
        return subprocess.run(
            [*self.command, *words],
            env=self.environment, check=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        ).stdout  # fmt: skip

    def read(self) -> Any:
        """The plans and amounts as read by this release."""
        return json.loads(self.python(READ))

    def python(self, code: str) -> str:
        """Run code with this release's settings and models; return its output."""
        return self.manage("shell", "--verbosity", "0", "--command", code)


def run(kind: str, *, spoil: bool) -> Report:
    """Run all steps."""
    report = Report(f"Plans of 0.3.0 updated on {kind}")
    with temporary_folder() as folder, database(kind, folder) as (db, _):
        checkout = releases.checkout(folder / "old", releases.release_commits()[OLD])
        shop = Shop(folder, db)
        old, new = Release(shop, checkout), Release(shop, ROOT)
        old.manage("migrate", "--verbosity", "0", "--skip-checks")
        old.manage("demo")
        before, read_before = rows(kind, db), old.read()
        new.manage("migrate", "--verbosity", "0", "--skip-checks")
        if spoil:
            new.python(SPOIL)
        report.faults += differences(before, rows(kind, db, before))
        report.faults += changed(read_before, new.read(), "after the update,")
        shop.manage("migrate_back", sent=old.manage("showmigrations", "--plan"))
        after = rows(kind, db)
        if {table: columns for table, (columns, _) in before.items()} != {
            table: columns for table, (columns, _) in after.items()
        }:
            report.faults.append("back: the tables have changed")
        report.faults += differences(before, after, is_back=True)
        report.faults += changed(read_before, old.read(), "after the rollback,")
        report.figures = {
            "rows": sum(len(found) for _, found in before.values()),
            "boxes": sum(map(len, read_before["days"].values())),
            "requests": len(read_before["amounts"]),
        }
        if not all(report.figures.values()):
            report.faults.append("empty: the old release's shop has no plans")
    return report


def main() -> None:
    """The system test from the command line."""
    options = parse(spoil=False)
    finish(run(options.database, spoil=options.spoil))


if __name__ == "__main__":
    main()
