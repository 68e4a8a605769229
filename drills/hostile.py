"""Hostile bodies: each is taken whole, or refused in JSON that names the field; nothing breaks.

    python -m drills.hostile --spoiled 10000 --described 2000 --texts 1000

`spoiled` bodies are right ones of all eight kinds with one to three places changed (spoiling.py),
`described` ones are made from contract/openapi.json (from_document.py), `texts` hold markup, SQL,
formulas and mail headers where any text is right. Afterwards the database has to hold what was
accepted, byte for byte, and nothing else, and the staff's pages have to show hostile texts as text.

Then calls are spoiled in their head and framing (framings.py): methods, targets, versions, spellings
of headers, lengths, chunks.

`--without escaping` breaks the staff's pages on purpose, `--without strictness` leaves HTTP's grammar
to the parser: the drill has to fail then.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from http.client import HTTPException
from itertools import chain
from random import Random
from urllib.parse import quote

from drills import bodies, framings
from drills.audit import DETAILS
from drills.from_document import described
from drills.report import Report, finish
from drills.shop import ROOT, Shop, shop_on
from drills.spoiling import ATTRIBUTE, HUGE, MARKUP, TAG, Sent, hostile_texts, spoiled
from drills.staff import Seen, Staff
from drills.visitor import Answer, Visitor
from tests.every_call import EXAMPLES

UNREADABLE, WRONG_FIELDS = {400, 413, 415}, 422
MOST_PAGES = 300  # requests whose page is read
# Texts of the body that have a column of their own in the table of the kind's details.
COLUMNS = {example.kind: example.columns for example in EXAMPLES.values()}

Accepted = dict[str, Sent]  # by reference


def drill(
    shop: Shop,
    *,
    spoil: int,
    describe: int,
    texts: int,
    pages: int = MOST_PAGES,
    start: int = 1,
) -> Report:
    """Send all of it, and look at what is left behind and at so many pages of requests.

    The bodies are the same ones for the same `start`.
    """
    report = Report(f"{spoil} spoiled bodies, {describe} from the document, {texts} hostile texts")
    chance = Random(start)
    sent: Iterable[Sent] = chain(
        (spoiled(chance, number) for number in range(spoil)),
        described(describe, start) if describe else (),
        (Sent(path, b'"' + b"x" * HUGE + b'"') for path in bodies.PATHS),
        # At the end, so that the newest requests, which the staff see first, are hostile ones.
        (hostile_texts(number) for number in range(spoil, spoil + texts)),
    )
    accepted: Accepted = {}
    answers: Counter[int] = Counter()
    with Visitor(shop.port) as visitor:
        for call in sent:
            answer = _answer(visitor, call, report)
            if answer is None:
                continue
            answers[answer.status] += 1
            report.faults += _reply_faults(call, answer)
            if answer.status == 200:
                accepted[json.loads(answer.body)["reference"]] = call
    report.figures["answers by status"] = dict(sorted(answers.items()))
    report.faults += _stored_faults(shop, accepted)
    report.faults += _page_faults(shop, accepted, pages, report)
    return report


def _answer(visitor: Visitor, call: Sent, report: Report) -> Answer | None:
    try:
        return visitor.post(call.path, call.raw, Content_Type=call.content_type)
    except (OSError, HTTPException) as error:
        report.faults.append(f"unanswered: {type(error).__name__} for {call!r}")
        return None


def _reply_faults(call: Sent, answer: Answer) -> Iterator[str]:
    """What is wrong with one reply: its status, its shape, the fields that it names."""
    about = f"{answer.status} {answer.body[:100]!r} for {call!r}"
    try:
        reply = json.loads(answer.body)
    except ValueError:
        yield f"no JSON: {about}"
        return
    expected = {200: {"status", "message", "reference"}}.get(
        answer.status, {"status", "message", "errors"}
    )
    if reply.keys() != expected or not reply["message"]:
        yield f"shape: {about}"
    elif call.right and answer.status != 200:
        yield f"refused: {about}"
    elif answer.status == WRONG_FIELDS:
        known = _fields(call.path) if isinstance(json.loads(call.raw), dict) else {""}
        named = {error["field"].partition(".")[0].partition("[")[0] for error in reply["errors"]}
        if not named or named - known:
            yield f"field: {sorted(named - known)} named in {about}"
    elif answer.status not in {200, *UNREADABLE}:
        yield f"status: {about}"


@cache
def _fields(path: str) -> set[str]:
    """The fields of the body that is sent to this path."""
    document = json.loads((ROOT / "contract" / "openapi.json").read_text("utf-8"))
    content = document["paths"][path]["post"]["requestBody"]["content"]["application/json"]
    name = content["schema"]["$ref"].rpartition("/")[2]
    return set(document["components"]["schemas"][name]["properties"])


def _stored_faults(shop: Shop, accepted: Accepted) -> Iterator[str]:
    """Stored is what was accepted and nothing else, and every text as it was sent."""
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
            if reference in accepted and values != [form.get(f) or "" for f in columns.values()]:
                yield f"changed: {', '.join(columns)} of {reference} ({kind}): {values!r}"


def _customer_faults(reference: str, call: Sent, stored: list[str]) -> Iterator[str]:
    """Phone and e-mail as sent; every part of the name in one, as sent but for blanks around it."""
    form = json.loads(call.raw)
    name, *reached = stored
    known = _fields(call.path)
    if reached != [form[field] if field in known else "" for field in ("phone", "email")]:
        yield f"changed: phone or e-mail of {reference}: {reached}"
    parts = [form.get(f) or "" for f in ("name", "lastname", "firstName", "lastName") if f in known]
    if not all(part.strip() in name for part in parts):
        yield f"changed: the name of {reference}: {name!r}"


def _page_faults(shop: Shop, accepted: Accepted, pages: int, report: Report) -> Iterator[str]:
    """The staff's lists, a search, and the pages of requests that hold markup."""
    staff = Staff(shop)
    rows = shop.database.rows("SELECT id, reference FROM requests_request")
    hostile = [row for row in rows if row[1] in accepted and b"<" in accepted[row[1]].raw]
    for path in ("", "&p=2", f"&q={quote(MARKUP)}"):
        yield from _markup_faults(Seen(staff.page(f"requests/request/?all{path}")), f"list {path}")
    for request_id, reference in hostile[-pages:]:
        seen = Seen(staff.request_page(str(request_id)))
        yield from _markup_faults(seen, reference)
        if not seen.shows(accepted[reference].raw.decode()):
            yield f"page: {reference} does not show its body as it was sent"
    report.figures["pages of requests with markup that were read"] = len(hostile[-pages:])


def _markup_faults(seen: Seen, where: str) -> Iterator[str]:
    if seen.names & {TAG, ATTRIBUTE, "onerror"}:
        yield f"markup: what a customer wrote became markup on the page of {where}"


def main() -> None:
    """The drill from the command line."""
    parser = argparse.ArgumentParser(prog="python -m drills.hostile", description=__doc__)
    parser.add_argument("--spoiled", type=int, default=10_000)
    parser.add_argument("--described", type=int, default=2000)
    parser.add_argument("--texts", type=int, default=1000)
    parser.add_argument("--framed", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=1, help="of the random numbers")
    parser.add_argument("--database", choices=("sqlite", "postgresql"), default="sqlite")
    parser.add_argument("--without", choices=("escaping", "strictness"))
    asked = parser.parse_args()
    server = ("drills.unprotected", asked.without) if asked.without else ("oottam",)
    with shop_on(asked.database, server, CAP_PER_PERSON="0") as shop:
        report = drill(
            shop,
            spoil=asked.spoiled,
            describe=asked.described,
            texts=asked.texts,
            start=asked.start,
        )
        spelt = framings.drill(shop, count=asked.framed, start=asked.start)
    for each in (report, spelt):
        each.title += f" on {asked.database}"
    finish(report, spelt)


if __name__ == "__main__":
    main()
