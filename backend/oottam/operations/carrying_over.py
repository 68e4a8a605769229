"""What a newer version took over goes along when one goes back to an older one: the statements, for either database.

A request keeps its id, reference, key, time and body, so that the customer's reference stays right and a form that is
sent again is recognised. Taken are the rows of the intake for requests that the older tables do not hold, with the columns
that both versions know, and for all mails how far they are, so that none is sent twice. Nothing else is imported here:
`deploy/carry_over.py` runs them on SQLite's files, going_back.py on PostgreSQL, each in one transaction.
"""

# ruff: noqa: S608 - every name in the statements is of this file or of the schema

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

Columns = Mapping[str, Sequence[str]]  # of each table, in their order
REQUESTS = "requests_request"
# What the intake writes beside a request, its own rows' rows after them: table -> (column, table that it refers to).
BESIDE = {
    "requests_requestflag": ("request_id", REQUESTS),
    "intake_idempotencyrecord": ("request_id", REQUESTS),
    "handling_repeat": ("request_id", REQUESTS),
    "orders_order": ("request_id", REQUESTS),
    "orders_orderline": ("order_id", "orders_order"),
    "orders_comboorder": ("request_id", REQUESTS),
    "orders_comboslot": ("order_id", "orders_comboorder"),
    "enquiries_appointment": ("request_id", REQUESTS),
    "enquiries_eventenquiry": ("request_id", REQUESTS),
    "enquiries_nutritionenquiry": ("request_id", REQUESTS),
    "enquiries_subscription": ("request_id", REQUESTS),
    "enquiries_subscriptionmeal": ("subscription_id", "enquiries_subscription"),
}
OUTBOX = "notify_outboxentry"
MAIL_STATE = ("state", "due_at", "attempts", "last_error", "sent_at")
# What the staff set on a request, back to how it came: their accounts' and merges' rows may be missing in the older one.
AS_IT_CAME = {
    "status": "'new'",
    "entered_by_id": "NULL",
    "assignee_id": "NULL",
    "merged_into_id": "NULL",
    "follow_up_on": "NULL",
    "closed_at": "NULL",
}


class Places(NamedTuple):
    """Where the older tables, the newer ones and the list of what is carried stand, as the database names them."""

    older: str
    newer: str
    carried: str


def statements(places: Places, newer: Columns, older: Columns) -> Iterator[str]:
    """All that is to be executed, in order; then ask `faults`, and nothing is to be committed where one finds a row."""
    held = f"SELECT id FROM {places.older}.{REQUESTS}"
    yield (
        f"CREATE TEMP TABLE carried AS SELECT id, reference FROM {places.newer}.{REQUESTS} "
        f"WHERE id NOT IN ({held})"
    )
    of = {REQUESTS: f"SELECT id FROM {places.carried}"}
    wanted = {REQUESTS: f"id IN ({of[REQUESTS]})"}
    for table, (column, parent) in BESIDE.items():
        if table not in newer:
            continue  # the newer version does not know it any more, or did not yet
        wanted[table] = f"{column} IN ({of[parent]})"
        # A row that others refer to is known by an id of its own, or by what it refers to.
        key = "id" if "id" in newer[table] else column
        of[table] = f'SELECT {key} FROM {places.newer}."{table}" WHERE {wanted[table]}'
    wanted[OUTBOX] = f"reference IN (SELECT reference FROM {places.carried})"
    for table, where in wanted.items():
        # A table that the older version lacks loses nothing that it could show.
        if names := _both(table, newer, older):
            instead = AS_IT_CAME if table == REQUESTS else {}
            values = ", ".join(instead.get(name, f'"{name}"') for name in names)
            quoted = ", ".join(f'"{name}"' for name in names)
            yield (
                f'INSERT INTO {places.older}."{table}" ({quoted}) '
                f'SELECT {values} FROM {places.newer}."{table}" WHERE {where}'
            )
    known = _both(OUTBOX, newer, older)
    state = ", ".join(name for name in MAIL_STATE if name in known)
    its = (
        f"{places.newer}.{OUTBOX} AS its WHERE its.id = mine.id AND its.reference = mine.reference"
    )
    yield (
        f"UPDATE {places.older}.{OUTBOX} AS mine SET ({state}) = (SELECT {state} FROM {its}) "
        f"WHERE EXISTS (SELECT 1 FROM {its})"
    )


def faults(places: Places) -> Mapping[str, str]:
    """Questions that must find no row, by what is wrong where one does."""
    return {
        "A request did not arrive.": (
            f"SELECT 1 FROM {places.carried} WHERE id NOT IN (SELECT id FROM {places.older}.{REQUESTS})"
        ),
        "A request would come without its mails.": (
            f"SELECT 1 FROM {places.carried} AS one WHERE NOT EXISTS "
            f"(SELECT 1 FROM {places.older}.{OUTBOX} AS mail WHERE mail.reference = one.reference)"
        ),
    }


def references(places: Places) -> str:
    """The question for the references of what was carried over, oldest first."""
    return (
        f"SELECT reference FROM {places.older}.{REQUESTS} "
        f"WHERE id IN (SELECT id FROM {places.carried}) ORDER BY received_at, id"
    )


def _both(table: str, newer: Columns, older: Columns) -> list[str]:
    found = set(newer.get(table, ()))
    return [name for name in older.get(table, ()) if name in found]
