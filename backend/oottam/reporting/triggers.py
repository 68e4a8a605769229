"""Triggers that record every change to the rows behind a day's totals.

On SQLite, where one connection writes at a time, the sums themselves go with the change. On PostgreSQL the day is noted
with the change: sums that are being made at that moment do not see it, and are not true as long as the note stands.
"""

# ruff: noqa: S608 - every part of the statements is of this file

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

PREFIX = "reporting_"
_DAY = {
    "sqlite": "date({at}, '+330 minutes')",
    "postgresql": "({at} AT TIME ZONE 'Asia/Kolkata')::date",
}


@dataclass(frozen=True, slots=True)
class Watched:
    """A table, the columns that count, and queries for the days of a row.

    In the queries {row} is the row, {only} what they select from where nothing else is needed, {beside} the same
    before other tables. Of a new row only the first `of_new` of them are asked, None: all.
    """

    table: str
    columns: tuple[str, ...]
    days: tuple[str, ...]
    of_new: int | None = None

    def queries(self, event: str) -> tuple[str, ...]:
        """Those for the days of a row that is inserted, updated or deleted."""
        return self.days[: self.of_new] if event == "INSERT" else self.days


def _watch_date(table: str, day: str, *columns: str) -> Watched:
    return Watched(table, (day, *columns), (f"SELECT {{row}}.{day} AS day {{only}}",))


_SAME_PHONE = "r.phone_normalised = {phone} AND {phone} <> ''"
_SAME_EMAIL = "LOWER(r.email) = LOWER({email}) AND {email} <> ''"
_OF_DISHSET = """SELECT s.date AS day FROM {beside}schedule_dishset d
JOIN schedule_serving s ON s.plan_id = d.plan_id AND s.dishset_id = d.id WHERE d.id = {row}.dishset_id"""
WATCHED = (
    _watch_date("handling_payment", "paid_on", "method", "paise", "undone_at"),
    _watch_date("handling_refund", "given_on", "method", "paise", "undone_at"),
    _watch_date("schedule_serving", "date", "meal", "state", "dishset_id"),
    Watched(
        "schedule_dishsetline",
        ("dishset_id", "item_id", "quantity"),
        (_OF_DISHSET,),
    ),
    Watched(
        "delivery_result",
        ("serving_id", "outcome", "reason", "stands"),
        ("SELECT s.date AS day FROM {beside}schedule_serving s WHERE s.id = {row}.serving_id",),
    ),
    Watched(
        "handling_booking",
        ("day", "request_id", "why", "paise", "at", "is_first", "came_back"),
        (
            "SELECT {row}.day AS day {only}",
            # Those who came again on or after that day.
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
    Watched(
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
        of_new=1,  # nothing of it is confirmed yet, and orders come in quickly
    ),
)
_ROWS = {"INSERT": ("NEW",), "UPDATE": ("OLD", "NEW"), "DELETE": ("OLD",)}


def create(connection: Any) -> None:
    """Those that are missing; none where the sums' own tables are missing."""
    wanted = dict(_expected(connection.vendor))
    with connection.cursor() as cursor:
        if not _has_sums(connection):
            return
        missing = wanted.keys() - existing(connection).keys()
        if missing:
            cursor.execute("DELETE FROM reporting_daysums")
        for name in sorted(missing):
            for statement in wanted[name]:
                cursor.execute(statement)


def drop(connection: Any) -> None:
    """All of them, and with them the sums, which nobody would look after."""
    found = existing(connection)
    with connection.cursor() as cursor:
        if found and _has_sums(connection):
            cursor.execute("DELETE FROM reporting_daysums")
        for name, table in found.items():
            if connection.vendor == "postgresql":
                cursor.execute(f"DROP TRIGGER {name} ON {table}")
                cursor.execute(f"DROP FUNCTION {name}()")
            else:
                cursor.execute(f"DROP TRIGGER {name}")


def drop_function_statements() -> Iterator[str]:
    """Statements that drop what PostgreSQL's triggers call, and them, so that a dump can bring its own."""
    for name in sorted(expected_names("postgresql")):
        yield f"DROP FUNCTION IF EXISTS {name}() CASCADE"


def _has_sums(connection: Any) -> bool:
    return "reporting_daysums" in connection.introspection.table_names()


def existing(connection: Any) -> Mapping[str, str]:
    """The triggers that stand, each with its table."""
    query = (
        "SELECT t.tgname, c.relname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
        "WHERE NOT t.tgisinternal AND t.tgname LIKE %s AND pg_table_is_visible(c.oid)"
        if connection.vendor == "postgresql"
        else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger' AND name LIKE %s"
    )
    with connection.cursor() as cursor:
        cursor.execute(query, [PREFIX + "%"])
        return dict(cursor.fetchall())


def expected_names(vendor: str) -> set[str]:
    """Of all triggers that have to stand."""
    return {name for name, _ in _expected(vendor)}


def _expected(vendor: str) -> Iterator[tuple[str, list[str]]]:
    made = _postgresql if vendor == "postgresql" else _sqlite
    for watched in WATCHED:
        for event in _ROWS:
            name = f"{PREFIX}{watched.table}_{event.lower()}"
            yield name, made(name, watched, event)


def _sqlite(name: str, watched: Watched, event: str) -> list[str]:
    days = " UNION ALL ".join(
        query.format(
            row=row, only="", beside="", received=_DAY["sqlite"].format(at=f"{row}.received_at")
        )
        for row in _ROWS[event]
        for query in watched.queries(event)
    )
    changed = " OR ".join(f"OLD.{column} IS NOT NEW.{column}" for column in watched.columns)
    when = f"WHEN {changed} " if event == "UPDATE" else ""
    made = f"""CREATE TRIGGER {name} AFTER {event} ON {watched.table} FOR EACH ROW {when}
BEGIN DELETE FROM reporting_daysums WHERE day IN ({days}); END"""
    return [made]


def _postgresql(name: str, watched: Watched, event: str) -> list[str]:
    queries = []
    for row in _ROWS[event]:
        rows = f"{row.lower()}_rows x"
        if event == "UPDATE":
            other = "new_rows" if row == "OLD" else "old_rows"
            mine, its = (", ".join(f"{one}.{each}" for each in watched.columns) for one in "xy")
            rows = (
                f"(SELECT x.* FROM {row.lower()}_rows x JOIN {other} y ON y.id = x.id "
                f"WHERE ({mine}) IS DISTINCT FROM ({its})) x"
            )
        received = _DAY["postgresql"].format(at="x.received_at")
        queries += [
            query.format(row="x", only=f"FROM {rows}", beside=f"{rows}, ", received=received)
            for query in watched.queries(event)
        ]
    tables = " ".join(f"{row} TABLE AS {row.lower()}_rows" for row in _ROWS[event])
    # Whoever restores a dump has another search path.
    function = f"""CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$ BEGIN
INSERT INTO reporting_changedday (day)
SELECT found.day FROM ({" UNION ".join(queries)}) found WHERE found.day IS NOT NULL;
RETURN NULL; END $$"""
    made = f"""CREATE TRIGGER {name} AFTER {event} ON {watched.table} REFERENCING {tables}
FOR EACH STATEMENT EXECUTE FUNCTION {name}()"""
    return [function, made]
