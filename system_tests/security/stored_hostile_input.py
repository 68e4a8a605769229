"""Checks after hostile requests: rows match the input, and pages escape it."""

import json
import unicodedata
from collections.abc import Iterator
from functools import cache
from urllib.parse import quote

from system_tests.security.malformed_bodies import ATTRIBUTE, MARKUP, TAG, Sent
from system_tests.support.reconciliation import DETAILS
from system_tests.support.report import Report
from system_tests.support.shop import ROOT, Shop
from system_tests.support.staff import ParsedPage, Staff
from tests.endpoint_cases import EXAMPLES

# Text fields with their own column in the kind's detail table.
COLUMNS = {example.kind: example.columns for example in EXAMPLES.values()}

Accepted = dict[str, Sent]  # by reference
INVISIBLE = "\u2800\u115f\u1160\u3164\uffa0"  # letters that draw nothing
MAX_EMAIL = 254  # characters
NAME_SIZES = (200, 401)  # characters of a first or last name, and of a whole one


@cache
def fields(path: str) -> set[str]:
    """The body's fields for this path."""
    document = json.loads((ROOT / "contract" / "openapi.json").read_text("utf-8"))
    content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rpartition("/")[2]
    return set(document["components"]["schemas"][name]["properties"])


def stored_faults(shop: Shop, accepted: Accepted) -> Iterator[str]:
    """Check that exactly the accepted requests are stored, with unchanged texts."""
    stored = shop.database.rows(
        "SELECT reference, kind, body, customer_name, phone, email FROM requests_request"
    )
    for reference in accepted.keys() - {row[0] for row in stored}:
        yield f"lost: {reference} was accepted and is not stored"
    for reference, kind, body, *customer in stored:
        call = accepted.get(reference)
        if call is None:
            yield f"stored: {reference} ({kind}) was never accepted"
        elif body.encode() != call.raw:
            yield f"changed: the body of {reference} ({kind})"
        else:
            yield from _customer_faults(reference, call, customer)
    for kind, columns in COLUMNS.items():
        for reference, *values in shop.database.rows(
            f"SELECT r.reference, {', '.join(columns)} FROM {DETAILS[kind][0]} d"
            f" JOIN requests_request r ON r.id = d.request_id WHERE r.kind = '{kind}'"
        ):
            form = json.loads(accepted[reference].raw) if reference in accepted else {}
            sent = [form.get(field) or "" for field in columns.values()]
            if reference in accepted and not all(map(_is_kept, values, sent)):
                yield f"changed: {', '.join(columns)} of {reference} ({kind}): {values!r}"


def _is_blank(text: str) -> bool:
    """Whether nothing of it can be seen."""
    return all(unicodedata.category(char)[0] in "ZC" or char in INVISIBLE for char in text)


def _is_kept(stored: str, sent: str) -> bool:
    """Whether a column has the text: as much of a longer one as it holds, nothing of blanks or of an endless address.

    The body has the whole.
    """
    is_shortened = stored.endswith("…") and len(sent) > len(stored)
    if stored == "":
        return _is_blank(sent) or len(sent) > MAX_EMAIL
    return stored == sent or (is_shortened and sent.startswith(stored[:-1]))


def _is_shortened(part: str, name: str) -> bool:
    """Whether a name has the beginning of a part that is longer than its column."""
    return any(len(part) > size and f"{part[: size - 1]}…" in name for size in NAME_SIZES)


def _customer_faults(reference: str, call: Sent, stored: list[str]) -> Iterator[str]:
    """Check phone and e-mail, and the full name from the trimmed parts."""
    form = json.loads(call.raw)
    name, *reached = stored
    known = fields(call.path)
    sent = [form[field] if field in known else "" for field in ("phone", "email")]
    if not all(map(_is_kept, reached, sent)):
        yield f"changed: phone or e-mail of {reference}: {reached}"
    parts = [form.get(f) or "" for f in ("name", "lastname", "firstName", "lastName") if f in known]
    written = [part.strip() for part in parts if not _is_blank(part)]
    if not all(part in name or _is_shortened(part, name) for part in written):
        yield f"changed: the name of {reference}: {name!r}"


def page_faults(shop: Shop, accepted: Accepted, pages: int, report: Report) -> Iterator[str]:
    """Check lists, a search, and the pages of requests with markup."""
    staff = Staff.of_new_owner(shop)
    rows = shop.database.rows("SELECT reference, kind FROM requests_request")
    hostile = [row for row in rows if row[0] in accepted and b"<" in accepted[row[0]].raw]
    for path in ("", "&sort=waiting", f"&q={quote(MARKUP)}"):
        yield from _markup_faults(
            ParsedPage(staff.page(f"requests/?status=all{path}")), f"list {path}"
        )
    for reference, kind in hostile[-pages:]:
        seen = ParsedPage(staff.request_page(reference, health=kind == "nutrition"))
        yield from _markup_faults(seen, reference)
        if not seen.shows(accepted[reference].raw.decode()):
            yield f"page: {reference} does not display the submitted body"
    report.figures["pages of requests with markup"] = len(hostile[-pages:])


def _markup_faults(seen: ParsedPage, where: str) -> Iterator[str]:
    if seen.names & {TAG, ATTRIBUTE, "onerror"}:
        yield f"markup: customer text is unescaped on the page of {where}"
