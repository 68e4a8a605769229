"""Hostile bodies: each is accepted unchanged, or refused in JSON that names the field.

    python -m system_tests.security.hostile_input --spoiled 10000 --described 2000 --texts 1000

`spoiled` bodies are valid ones of all eight kinds with one to three changes (malformed_bodies.py),
`described` ones are generated from contract/openapi.json (schema_bodies.py), `texts` hold markup, SQL,
formulas and mail headers in text fields. Afterwards the database must contain what was
accepted, byte for byte, and nothing else, and back office pages must escape hostile texts.

Then heads and framing are malformed (malformed_http.py): methods, targets, versions, spelling
of headers, lengths, chunks.

Requests go through nginx as in production, or with `--alone` directly to the server. `--without
escaping` disables HTML escaping, `--without strictness` leaves HTTP's grammar to Granian
alone: the system test must then fail.
"""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from http.client import HTTPException
from itertools import chain
from random import Random

from system_tests.security import malformed_http
from system_tests.security.malformed_bodies import HUGE, Sent, hostile_texts, malformed
from system_tests.security.schema_bodies import described
from system_tests.security.stored_hostile_input import Accepted, fields, page_faults, stored_faults
from system_tests.support import bodies
from system_tests.support.command_line import parse
from system_tests.support.nginx import TRUSTED, behind_nginx
from system_tests.support.report import Report, finish
from system_tests.support.shop import Shop, server, shop_on
from system_tests.support.visitor import Answer, Visitor

UNREADABLE, INVALID_FIELDS = {400, 413, 415}, 422
MAX_PAGES = 300  # request pages to check


def run(
    shop: Shop,
    *,
    spoil: int,
    describe: int,
    texts: int,
    pages: int = MAX_PAGES,
    start: int = 1,
) -> Report:
    """Send all bodies; then check stored rows and `pages` request pages.

    The bodies are deterministic for the same `start`.
    """
    report = Report(f"{spoil} spoiled bodies, {describe} from the document, {texts} hostile texts")
    chance = Random(start)
    sent: Iterable[Sent] = chain(
        (malformed(chance, number) for number in range(spoil)),
        described(describe, start) if describe else (),
        (Sent(path, b'"' + b"x" * HUGE + b'"') for path in bodies.PATHS),
        # Last, so that the newest requests, listed first, are hostile.
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
    report.figures["responses by status"] = dict(sorted(answers.items()))
    report.faults += stored_faults(shop, accepted)
    report.faults += page_faults(shop, accepted, pages, report)
    return report


def _answer(visitor: Visitor, call: Sent, report: Report) -> Answer | None:
    try:
        return visitor.post(call.path, call.raw, Content_Type=call.content_type)
    except (OSError, HTTPException) as error:
        report.faults.append(f"unanswered: {type(error).__name__} for {call!r}")
        return None


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
        known = fields(call.path) if isinstance(json.loads(call.raw), dict) else {""}
        named = {error["field"].partition(".")[0].partition("[")[0] for error in reply["errors"]}
        if not named or named - known:
            yield f"field: {sorted(named - known)} named in {about}"
    elif answer.status not in {200, *UNREADABLE}:
        yield f"status: {about}"


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
    caps = {"CAP_PER_PERSON": "0", "CAP_PER_ADDRESS": "0"}
    start = options.start
    with (
        shop_on(options.database, server(options.without), **caps, **TRUSTED) as shop,
        behind_nginx(shop, limits=False, alone=is_alone),
    ):
        report = run(
            shop,
            spoil=options.spoiled,
            describe=options.described,
            texts=options.texts,
            start=start,
        )
        spelt = malformed_http.run(shop, count=options.framed, start=start)
    finish(report, spelt, kind=options.database)


if __name__ == "__main__":
    main()
