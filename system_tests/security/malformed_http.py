"""Requests that violate HTTP's grammar: valid requests with malformed heads and framing.

Each must get a response other than a 5xx or a closed connection; requests that two programs could parse
differently are never accepted; the log contains no error and no address.
"""

import json
import socket
from collections import Counter
from contextlib import closing
from http.client import BadStatusLine, HTTPException, HTTPResponse
from random import Random
from select import select

from system_tests.support import bodies
from system_tests.support.report import Report
from system_tests.support.shop import Shop

TIMEOUT_SECONDS = 40.0
ENDLESS_SECONDS = 1.0  # without a response: the server waits for more input
EXPECTED = {0, 200, 302, 400, 404, 405, 411, 413, 415, 422, 431, 501, 505}
METHODS = [
    b"POST",
    b"post",
    b"GET",
    b"HEAD",
    b"OPTIONS",
    b"P\x00ST",
    b"POST ",
    b"BREW",
    b"CONNECT",
    b"",
]
TARGETS = [b"/order/", b"//order/", b"*", b"http://x/order/", b"http://[", b"/a\x01b", b"/\xff", b"/%00", b"/#x", b"x",
           b"/" + b"a" * 40_000, b"http://x:y/", b"HTTP://[::1]/order/?a", b""]  # fmt: skip
VERSIONS = [
    b"HTTP/1.1",
    b"HTTP/1.0",
    b"HTTP/2.0",
    b"HTTP/1.9",
    b"HTTP/0.9",
    b"http/1.1",
    b"HTTP/1.1 ",
    b"",
]
FIELDS = [b"Host: y", b"Host:", b"host : x", b" Host: x", b"\tfold", b"X: a\x00b", b"X: a\rb", b"X: a\nb", b": x", b"X",
          b"X\xe9: a", b"X: \xe9", b"Content-Length: 5", b"Content-Length: " + b"9" * 5000, b"Content-Length: -1",
          b"Content-Length: 0x5", b"Content-Length: 5, 5", b"Content_Length: 5", b"Transfer-Encoding: chunked",
          b"Transfer-Encoding: gzip, chunked", b"Transfer-Encoding: chunked, chunked", b"Transfer-Encoding: identity",
          b"Transfer-Encoding : chunked", b"Connection: close, TE", b"Connection: keep-alive", b"Expect: 100-continue",
          b"Content-Type: application/json; charset*=bogus''utf-8", b"Content-Type: ;;=", b"X: " + b" " * 30_000 + b"x",
          b"X: " + b"a" * 33_000, b"Range: bytes=0-0", b"If-None-Match: W/\"a\", *", b"X-Forwarded-Proto: a, b",
          b"X-Forwarded-For: \x7f", b"Idempotency-Key: \xff"]  # fmt: skip
SIZES = [
    b"%x",
    b"%X",
    b"0%x",
    b"%x;a=b",
    b" %x",
    b"%x ",
    b"-%x",
    b"0x%x",
    b"%xg",
    b"%x\n",
    b"%x;\x00",
    b"f%x",
]


def framed(chance: Random, number: int) -> bytes:
    """The bytes of a request, malformed in up to three places."""
    path, raw = bodies.form(number)
    line = [b"POST", path.encode(), b"HTTP/1.1"]
    fields = [b"Host: 127.0.0.1", b"Content-Type: application/json"]
    if chance.random() < 0.4:
        fields.append(b"Transfer-Encoding: chunked")
        raw = _in_chunks(chance, raw)
    else:
        fields.append(b"Content-Length: %d" % len(raw))
    for _ in range(chance.randint(0, 2)):
        place = chance.randrange(5)
        if place < 3:
            line[place] = chance.choice([METHODS, TARGETS, VERSIONS][place])
        elif place == 3:
            fields.insert(chance.randrange(len(fields) + 1), chance.choice(FIELDS))
        else:
            del fields[chance.randrange(len(fields)) :][:1]
    end = chance.choice([b"\r\n"] * 20 + [b"\n", b"\r", b"\r\r\n"])
    head = end.join([b" ".join(line), *fields, b"", b""])
    whole = chance.choice([b""] * 8 + [b"\r\n", b"\x16\x03\x01"]) + head + raw
    return whole[: chance.randrange(len(whole))] if chance.random() < 0.05 else whole


def run(shop: Shop, *, count: int, start: int = 1) -> Report:
    """Send `count` requests, one per connection; deterministic for the same `start`."""
    report = Report(f"{count} requests spoiled in head and framing")
    chance = Random(start)
    answers: Counter[int] = Counter()
    for number in range(count):
        sent = framed(chance, number)
        try:
            status = _status_of(shop.port, sent)
        except (OSError, HTTPException, ValueError) as error:
            report.faults.append(f"unanswered: {type(error).__name__} for {sent[:200]!r}")
            continue
        answers[status] += 1
        if status not in EXPECTED:
            report.faults.append(f"status: {status} for {sent[:200]!r}")
        if status == 200 and is_ambiguous(sent):
            report.faults.append(f"taken: {sent[:200]!r}")
    report.figures["responses by status, 0 for a closed connection"] = dict(sorted(answers.items()))
    if not answers[200]:
        report.faults.append("refused: no request was accepted")
    log = shop.log.read_text("utf-8", "replace")
    for marker in ("Traceback", "failed:", "127.0.0.1", "panicked"):
        if marker in log:
            report.faults.append(f"log: it contains {marker!r}")
    return report


def is_ambiguous(sent: bytes) -> bool:
    """Whether a proxy and a server could parse it as different requests (request smuggling)."""
    line, *fields = sent.replace(b"\r\n", b"\n").strip(b"\n").partition(b"\n\n")[0].split(b"\n")
    names = [field.partition(b":")[0].strip().lower() for field in fields]
    encodings = [field for field in fields if field.lower().startswith(b"transfer-encoding")]
    return (
        names.count(b"host") != 1
        or names.count(b"content-length") > 1
        or (bool(encodings) and b"content-length" in names)
        or (bool(encodings) and encodings != [b"Transfer-Encoding: chunked"])
        or line.startswith(b"post")
    )


def _in_chunks(chance: Random, raw: bytes) -> bytes:
    pieces, at = b"", 0
    while at < len(raw):
        size = chance.randint(1, 400)
        piece = raw[at : at + size]
        spelling = SIZES[0] if chance.random() < 0.95 else chance.choice(SIZES)
        pieces += spelling % len(piece) + b"\r\n" + piece + b"\r\n"
        at += size
    return pieces + chance.choice(
        [b"0\r\n\r\n"] * 8 + [b"0\r\nA: b\r\n\r\n", b"0\r\nb\r\n\r\n", b"0\r\n", b""]
    )


def _status_of(port: int, sent: bytes) -> int:
    """The first response's status, 0 for a closed connection; raise ValueError for a refusal that is not JSON.

    Granian refuses an unreadable head without a body. An incomplete request is abandoned.
    """
    with closing(socket.create_connection(("127.0.0.1", port), TIMEOUT_SECONDS)) as connection:
        connection.sendall(sent)
        if not select([connection], [], [], ENDLESS_SECONDS)[0]:
            connection.shutdown(socket.SHUT_WR)
        head = sent.lstrip(b"\r\n").startswith(b"HEAD ")
        answer = HTTPResponse(connection, method="HEAD" if head else "GET")
        try:
            answer.begin()
        except (ConnectionError, BadStatusLine):
            return 0
        body = answer.read()
        if answer.status in (400, 413, 431, 501, 505) and body:
            json.loads(body)
        return answer.status
