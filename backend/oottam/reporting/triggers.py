"""Triggers that invalidate a day's totals when their source rows change.

On SQLite, which has one writer at a time, they delete the totals. On PostgreSQL they mark the day as stale: totals that
are computed concurrently do not see the change, and the mark keeps them from being used.
"""

# ruff: noqa: S608 - the statements contain constants of this file only

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PREFIX = "reporting_"
_DAY = {
    "sqlite": "date({at}, '+330 minutes')",
    "postgresql": "({at} AT TIME ZONE 'Asia/Kolkata')::date",
}


@dataclass(frozen=True, slots=True)
class WatchedTable:
    """A table, the columns that affect totals, and queries for the days that a row affects.

    Placeholders in the queries: {row} is the row; {only} is the FROM clause of queries without other tables, {beside}
    its prefix before other tables. An inserted row uses the first `of_new` queries; None: all.
    """

    table: str
    columns: tuple[str, ...]
    days: tuple[str, ...]
    of_new: int | None = None

    def queries(self, event: str) -> tuple[str, ...]:
        """Queries for the event "INSERT", "UPDATE" or "DELETE"."""
        return self.days[: self.of_new] if event == "INSERT" else self.days


def _watch_date(table: str, day: str, *columns: str) -> WatchedTable:
    return WatchedTable(table, (day, *columns), (f"SELECT {{row}}.{day} AS day {{only}}",))


_SAME_PHONE = "r.phone_normalised = {phone} AND {phone} <> ''"
_SAME_EMAIL = "LOWER(r.email) = LOWER({email}) AND {email} <> ''"
_DAYS_OF_DISHSET = """SELECT s.date AS day FROM {beside}schedule_dishset d
JOIN schedule_serving s ON s.plan_id = d.plan_id AND s.dishset_id = d.id WHERE d.id = {row}.dishset_id"""
WATCHED_TABLES = (
    _watch_date("handling_payment", "paid_on", "method", "paise", "undone_at"),
    _watch_date("handling_refund", "given_on", "method", "paise", "undone_at"),
    _watch_date("schedule_serving", "date", "meal", "state", "dishset_id"),
    WatchedTable(
        "schedule_dishsetline",
        ("dishset_id", "item_id", "quantity"),
        (_DAYS_OF_DISHSET,),
    ),
    WatchedTable(
        "delivery_result",
        ("serving_id", "outcome", "reason", "stands"),
        ("SELECT s.date AS day FROM {beside}schedule_serving s WHERE s.id = {row}.serving_id",),
    ),
    WatchedTable(
        "handling_booking",
        ("day", "request_id", "why", "paise", "at", "is_first", "came_back"),
        (
            "SELECT {row}.day AS day {only}",
            # Later first confirmations of the same customer.
            *(
                "SELECT b.day AS day FROM {beside}requests_request o, requests_request r, handling_booking b "
                "WHERE o.id = {row}.request_id AND b.request_id = r.id AND b.is_first "
                f"AND b.day >= {{row}}.day AND {same}"
                for same in (
                    _SAME_PHONE.format(phone="o.phone_normalised"),
                    _SAME_EMAIL.format(email="o.email"),
                )
            ),
        ),
    ),
    WatchedTable(
        "requests_request",
        ("received_at", "kind", "merged_into_id", "phone_normalised", "email"),
        (
            "SELECT {received} AS day {only}",
            "SELECT b.day AS day FROM {beside}handling_booking b WHERE b.request_id = {row}.id",
            *(
                "SELECT b.day AS day FROM {beside}requests_request r, handling_booking b "
                f"WHERE b.request_id = r.id AND b.is_first AND {same}"
                for same in (
                    _SAME_PHONE.format(phone="{row}.phone_normalised"),
                    _SAME_EMAIL.format(email="{row}.email"),
                )
            ),
        ),
        of_new=1,  # a new request has no confirmations, and inserts must be fast
    ),
)
_ROWS = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}


def create(connection: Any) -> None:
    """Create missing triggers; does nothing before the totals' tables exist."""
    expected = dict(_expected(connection.vendor))
    with connection.cursor() as cursor:
        if not _has_totals_table(connection):
            return
        missing = expected.keys() - find_existing(connection).keys()
        if missing:
            cursor.execute("DELETE FROM reporting_daysums")
        for name in sorted(missing):
            for statement in expected[name]:
                cursor.execute(statement)


def drop(connection: Any) -> None:
    """Drop all triggers, and delete the totals, which would become outdated."""
    triggers = find_existing(connection)
    with connection.cursor() as cursor:
        if triggers and _has_totals_table(connection):
            cursor.execute("DELETE FROM reporting_daysums")
        for name, table in triggers.items():
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER {name} ON {table}")
                cursor.execute(f"DROP FUNCTION {name}()")
            else:
                cursor.execute(f"DROP TRIGGER {name}")


def drop_function_statements() -> Iterator[str]:
    """Statements that drop PostgreSQL's trigger functions with their triggers, before a dump is restored."""
    for name in sorted(expected_names()):
        yield f"DROP FUNCTION IF EXISTS {name}() CASCADE"


def _has_totals_table(connection: Any) -> bool:
    return "reporting_daysums" in connection.introspection.table_names()


def find_existing(connection: Any) -> Mapping[str, str]:
    """Existing triggers, as table by name."""
    query = (
        "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE NOT t.tgisinternal AND t.tgname LIKE %s AND pg_table_is_visible(c.oid)"
        if connection.vendor == "postgresql"
        else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [PREFIX + "%"])
        return dict(cursor.fetchall())


def expected_names() -> set[str]:
    """Names of all triggers that should exist, on either database."""
    return {name for name, _ in _expected("postgresql")}


def _expected(vendor: str) -> Iterator[tuple[str, list[str]]]:
    create_statements = _postgresql if vendor == "postgresql" else _sqlite
    for watched in WATCHED_TABLES:
        for event in _ROWS:
            name = f"{PREFIX}{watched.table}_{event.lower()}"
            yield name, create_statements(name, watched, event)


def _sqlite(name: str, watched: WatchedTable, event: str) -> list[str]:
    days = " UNION ALL ".join(
        query.format(
            row=row, only="", beside="", received=_DAY["sqlite"].format(at=f"{row}.received_at")
        )
        for row in _ROWS[event]
        for query in watched.queries(event)
    )
    changed = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in watched.columns)
    when = f"WHEN {changed} " if event == "UPDATE" else ""
    statement = f"""CREATE TRIGGER {name} AFTER {event} ON {watched.table} FOR EACH ROW {when}
BEGIN DELETE FROM reporting_daysums WHERE day IN ({days}); END"""
    return [statement]


def _postgresql(name: str, watched: WatchedTable, event: str) -> list[str]:
    queries = []
    for row in _ROWS[event]:
        rows = f"{row.lower()}_rows x"
        if event == "UPDATE":
            other = "new_rows" if row == "OLD" else "old_rows"
            row_columns, other_columns = (
                ", ".join(f"{alias}.{column}" for column in watched.columns) for alias in "xy"
            )
            rows = (
                f"(SELECT x.* FROM {row.lower()}_rows x JOIN {other} y ON y.id = x.id "
                f"WHERE ({row_columns}) IS DISTINCT FROM ({other_columns})) x"
            )
        received = _DAY["postgresql"].format(at="x.received_at")
        queries += [
            query.format(row="x", only=f"FROM {rows}", beside=f"{rows}, ", received=received)
            for query in watched.queries(event)
        ]
    tables = " ".join(f"{row} TABLE AS {row.lower()}_rows" for row in _ROWS[event])
    # psql sets another search path when a dump is restored.
    function = f"""CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
INSERT INTO reporting_changedday (day)
SELECT found.day FROM ({" UNION ".join(queries)}) found WHERE found.day IS NOT NULL;
RETURN NULL; END $$"""
    statement = f"""CREATE TRIGGER {name} AFTER {event} ON {watched.table} REFERENCING {tables}
FOR EACH STATEMENT EXECUTE FUNCTION {name}()"""
    return [function, statement]
