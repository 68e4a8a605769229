"""Hostile bodies: each is accepted unchanged, or refused in JSON that names the field.

    python -m system_tests.security.hostile_input --spoiled 10000 --described 2000 --texts 1000

`spoiled` bodies are valid ones of all eight kinds with one to three changes (malformed_bodies.py),
`described` ones are generated from contract/openapi.json (schema_bodies.py), `texts` hold markup, SQL,
formulas and mail headers in text fields. Afterwards the database must contain what was
accepted, byte for byte, and nothing else, and back office pages must escape hostile texts. Customers then ask the same
texts on their own pages, where they must be kept whole and never shown again, and escaped for the staff.

Then heads and framing are malformed (malformed_http.py): methods, targets, versions, spelling
of headers, lengths, chunks.

Requests go through nginx as in production, or with `--alone` directly to the server. `--without
escaping` disables HTML escaping, `--without strictness` leaves HTTP's grammar to Granian
alone: the system test must then fail.
"""

import json
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from http.client import HTTPException
from itertools import chain
from random import Random
from secrets import token_hex
from urllib.parse import quote, urlencode

from system_tests.security import malformed_http, schema_bodies
from system_tests.security.malformed_bodies import (
    ATTRIBUTE,
    HUGE,
    MARKUP,
    TAG,
    TEXTS,
    Sent,
    hostile_texts,
    malformed,
)
from system_tests.support import bodies
from system_tests.support.command_line import parse
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.reconciliation import DETAILS
from system_tests.support.report import Report, finish
from system_tests.support.shop import NO_LIMITS, ROOT, Shop, server, shop_on
from system_tests.support.staff import ParsedPage, Staff
from system_tests.support.visitor import Answer, Visitor
from tests.endpoint_cases import EXAMPLES

FORM = "application/x-www-form-urlencoded"
UNREADABLE, INVALID_FIELDS = {400, 413, 415}, 422
MAX_PAGES = 300  # request pages to check
# Text fields with their own column in the kind's detail table.
COLUMNS = {example.kind: example.columns for example in EXAMPLES.values()}

Accepted = dict[str, Sent]  # by reference
INVISIBLE = "\u2800\u115f\u1160\u3164\uffa0"  # letters that draw nothing
MAX_EMAIL = 254  # characters
NAME_SIZES = (200, 401)  # characters of a first or last name, and of a whole one


def run(
    shop: Shop,
    *,
    spoiled: int,
    described: int,
    texts: int,
    pages: int = MAX_PAGES,
    start: int = 1,
) -> Report:
    """Send all bodies; then check stored rows and `pages` request pages.

    The bodies are deterministic for the same `start`.
    """
    report = Report(
        f"{spoiled} spoiled bodies, {described} from the document, {texts} hostile texts"
    )
    chance = Random(start)
    sent: Iterable[Sent] = chain(
        (malformed(chance, number) for number in range(spoiled)),
        schema_bodies.described(described, start) if described else (),
        (Sent(path, b'"' + b"x" * HUGE + b'"') for path in bodies.PATHS),
        # Last, so that the newest requests, listed first, are hostile.
        (hostile_texts(number) for number in range(spoiled, spoiled + texts)),
    )
    accepted: Accepted = {}
    paths: dict[str, str] = {}  # of status pages, by reference
    answers: Counter[int] = Counter()
    with Visitor(shop.port) as visitor:
        for call in sent:
            try:
                answer = visitor.post(call.path, call.raw, Content_Type=call.content_type)
            except (OSError, HTTPException) as error:
                report.faults.append(f"unanswered: {type(error).__name__} for {call!r}")
                continue
            answers[answer.status] += 1
            report.faults += _reply_faults(call, answer)
            if answer.status == 200:
                reply = json.loads(answer.body)
                accepted[reply["reference"]] = call
                paths[reply["reference"]] = reply["statusPath"]
    report.figures["responses by status"] = dict(sorted(answers.items()))
    report.faults += _stored_faults(shop, accepted)
    staff = Staff.of_new_owner(shop)
    report.faults += _page_faults(shop, staff, accepted, pages, report)
    report.faults += _question_faults(shop, staff, dict([*paths.items()][-len(TEXTS) :]))
    return report


def _reply_faults(call: Sent, answer: Answer) -> Iterator[str]:
    """Faults of a response: its status, its shape, its named fields."""
    about = f"{answer.status} {answer.body[:100]!r} for {call!r}"
    try:
        reply = json.loads(answer.body)
    except ValueError:
        yield f"no JSON: {about}"
        return
    expected = {200: {"status", "message", "reference", "statusPath"}}.get(
        answer.status, {"status", "message", "errors"}
    )
    if reply.keys() != expected or not reply["message"]:
        yield f"shape: {about}"
    elif call.right and answer.status != 200:
        yield f"refused: {about}"
    elif answer.status == INVALID_FIELDS:
        known = _fields(call.path) if isinstance(json.loads(call.raw), dict) else {""}
        named = {error["field"].partition(".")[0].partition("[")[0] for error in reply["errors"]}
        if not named or named - known:
            yield f"field: {sorted(named - known)} named in {about}"
    elif answer.status not in {200, *UNREADABLE}:
        yield f"status: {about}"


@cache
def _fields(path: str) -> set[str]:
    """The body's fields for this path."""
    document = json.loads((ROOT / "contract" / "openapi.json").read_text("utf-8"))
    content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rpartition("/")[2]
    return set(document["components"]["schemas"][name]["properties"])


def _stored_faults(shop: Shop, accepted: Accepted) -> Iterator[str]:
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
    known = _fields(call.path)
    sent = [form[field] if field in known else "" for field in ("phone", "email")]
    if not all(map(_is_kept, reached, sent)):
        yield f"changed: phone or e-mail of {reference}: {reached}"
    parts = [form.get(f) or "" for f in ("name", "lastname", "firstName", "lastName") if f in known]
    written = [part.strip() for part in parts if not _is_blank(part)]
    if not all(part in name or _is_shortened(part, name) for part in written):
        yield f"changed: the name of {reference}: {name!r}"


def _page_faults(
    shop: Shop, staff: Staff, accepted: Accepted, pages: int, report: Report
) -> Iterator[str]:
    """Check lists, a search, and the pages of requests with markup."""
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


def _question_faults(shop: Shop, staff: Staff, paths: Mapping[str, str]) -> Iterator[str]:
    """Ask one hostile text for each request on its customer's page; check what is stored and shown."""
    for (reference, path), text in zip(paths.items(), TEXTS, strict=False):
        sent = {"kind": "question", "text": text, "key": token_hex(16)}
        with Visitor(shop.port) as visitor:
            raw = urlencode(sent).encode()
            answer = visitor.post(f"{path}/ask/", raw, Content_Type=FORM)
            own = ParsedPage(visitor.get(f"{path}/ask/").body.decode())
        if answer.status != 303:
            yield f"refused: {answer.status} to the question {text!r}"
        if own.shows(text):
            yield f"shown: the question {text!r} on the customer's page"
        yield from _markup_faults(own, f"the question of {reference}")
        seen = ParsedPage(staff.request_page(reference))
        yield from _markup_faults(seen, f"the ticket of {reference}")
        if not seen.shows(text):
            yield f"page: {reference} does not display the question {text!r}"
    yield from _markup_faults(ParsedPage(staff.page("")), "Today")
    stored = {text for (text,) in shop.database.rows("SELECT text FROM handling_ticket")}
    for text in TEXTS[: len(paths)]:
        if text.strip() not in stored:
            yield f"changed: the question {text!r}"


def _markup_faults(seen: ParsedPage, where: str) -> Iterator[str]:
    if seen.names & {TAG, ATTRIBUTE, "onerror"}:
        yield f"markup: customer text is unescaped on the page of {where}"


def main() -> None:
    """The system test from the command line."""
    options = parse(
        without=("escaping", "strictness"),
        spoiled=10_000,
        described=2000,
        texts=1000,
        framed=10_000,
        start=1,
        alone=False,
    )
    is_alone = options.alone or bool(options.without)
    sizes = {name: options.sizes[name] for name in ("spoiled", "described", "texts", "start")}
    with (
        shop_on(options.database, server(options.without), **NO_LIMITS, **TRUSTED) as shop,
        behind_nginx(shop, limits=False, alone=is_alone),
    ):
        report = run(shop, **sizes)
        spelt = malformed_http.run(shop, count=options.framed, start=options.start)
    finish(report, spelt, kind=options.database)


if __name__ == "__main__":
    main()
