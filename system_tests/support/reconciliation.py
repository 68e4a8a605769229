"""Reconciliation of a shop's database with its acknowledgements: nothing lost or duplicated.

A stored request has its rows, its idempotency record, one rate-limit entry, and one mail in the
outbox each for the shop and the customer: all or none, as they are written in one transaction.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from system_tests.support.databases import Database
from system_tests.support.report import Report
from tests.endpoint_cases import EXAMPLES

# Each kind's detail table, and its child table with the foreign key column.
DETAILS = {example.kind: example.tables for example in EXAMPLES.values()}
RECIPIENTS = ("shop", "customer")


@dataclass(frozen=True, slots=True)
class AcceptedForm:
    """An acknowledged form with its response."""

    kind: str
    key: str
    raw: bytes
    reply: bytes

    @property
    def reference(self) -> str:
        """The reference in the acknowledgement."""
        reference: str = json.loads(self.reply)["reference"]
        return reference


def reconcile(database: Database, accepted: Sequence[AcceptedForm], report: Report) -> None:
    """Check that exactly the acknowledged forms are stored, each once, complete and under its reference.

    Requires a stopped server whose visitors sent only `accepted`.
    """
    report.faults += [f"damage: {found}" for found in database.damage()]
    report.faults += _request_faults(database, accepted)
    report.faults += _record_faults(database, accepted)
    report.faults += _detail_faults(database, accepted)
    report.faults += _rate_limit_faults(database, accepted)
    report.faults += _outbox_faults(database, accepted)


def _request_faults(database: Database, accepted: Sequence[AcceptedForm]) -> Iterator[str]:
    stored = database.rows("SELECT body, kind, reference FROM requests_request")
    copies = Counter(body for body, _, _ in stored)
    places = {body: (kind, reference) for body, kind, reference in stored}
    for form in accepted:
        body = form.raw.decode()
        match copies.pop(body, 0):
            case 0:
                yield f"lost: {form.reference} ({form.kind}) was acknowledged and is not stored"
            case 1:
                if places[body] != (form.kind, form.reference):
                    yield f"wrong: {form.reference} ({form.kind}) is stored as {places[body]}"
            case many:
                yield f"doubled: {form.reference} ({form.kind}) is stored {many} times"
    if copies:
        yield f"unknown: {copies.total()} stored forms were never acknowledged"


def _record_faults(database: Database, accepted: Sequence[AcceptedForm]) -> Iterator[str]:
    records = {
        (kind, key): (reply, reference)
        for kind, key, reply, reference in database.rows(
            "SELECT i.kind, i.key, i.reply, r.reference FROM intake_idempotencyrecord i"
            " JOIN requests_request r ON r.id = i.request_id"
        )
    }
    for form in accepted:
        expected = (form.reply.decode(), form.reference)
        if records.pop((form.kind, form.key), None) != expected:
            yield f"record: the key of {form.reference} does not have its reply"
    if records:
        yield f"record: {len(records)} keys were never acknowledged"


def _detail_faults(database: Database, accepted: Sequence[AcceptedForm]) -> Iterator[str]:
    expected = {form.reference: _rows_below(form.raw) for form in accepted}
    for kind, (table, below, leads_up) in DETAILS.items():
        count = (
            f"(SELECT count(*) FROM {below} b WHERE b.{leads_up} = d.request_id)" if below else "0"
        )
        found = database.rows(
            f"SELECT r.reference, d.request_id IS NOT NULL, {count} FROM requests_request r"
            f" LEFT JOIN {table} d ON d.request_id = r.id WHERE r.kind = '{kind}'"
        )
        for reference, has_details, rows in found:
            if not has_details or rows != expected.get(reference, rows):
                yield f"torn: {reference} ({kind}) is stored without all of its rows"


def _rate_limit_faults(database: Database, accepted: Sequence[AcceptedForm]) -> Iterator[str]:
    [(counted,)] = database.rows("SELECT count(*) FROM intake_ratelimitentry")
    if counted != len(accepted):
        yield f"counted: {counted} requests are counted, {len(accepted)} forms were acknowledged"


def _outbox_faults(database: Database, accepted: Sequence[AcceptedForm]) -> Iterator[str]:
    entries = Counter(database.rows("SELECT reference, kind, recipient FROM notify_outboxentry"))
    expected = Counter(
        (form.reference, form.kind, recipient) for form in accepted for recipient in RECIPIENTS
    )
    for reference, kind, recipient in expected - entries:
        yield f"mail: {reference} ({kind}) has no entry for the {recipient}"
    for reference, kind, recipient in entries - expected:
        yield f"mail: {reference} ({kind}) has a duplicate entry for the {recipient}"


def _rows_below(raw: bytes) -> int:
    """The number of dishes, slots or meals in the form."""
    items = json.loads(raw).get("selectedItems", [])
    if isinstance(items, dict):
        return sum(len(days) for week in items.values() for days in week.values())
    return len(items)
