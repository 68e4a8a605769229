"""What does not follow HTTP's grammar is refused in JSON, and its connection ends."""

import json
import logging
import time
from contextlib import suppress
from typing import Any

import pytest

from oottam.intake.limits import LARGEST_BODY
from oottam.serving.arriving import Arriving
from oottam.serving.strictness import LARGEST_HEAD, MalformedError
from tests.caller import HEADERS, Caller, parsed

HOST = b"Host: x\r\n"


def echo(environ: Any, start_response: Any) -> list[bytes]:
    """Says what it was asked for: path, query, body, host."""
    start_response("200 OK", [])
    body = environ["wsgi.input"].read()
    parts = (environ["PATH_INFO"], environ["QUERY_STRING"], environ.get("HTTP_HOST", ""))
    return ["|".join(parts).encode("latin-1") + b"|" + body]


@pytest.fixture
def caller() -> Caller:
    return Caller(echo)


def request(line: bytes = b"GET / HTTP/1.1", fields: bytes = HOST, body: bytes = b"") -> bytes:
    return line + b"\r\n" + fields + b"\r\n" + body


POST = b"POST / HTTP/1.1"
CHUNKED = HOST + b"Transfer-Encoding: chunked\r\n"
REFUSED = [
    # The start line.
    (400, request(b"get / HTTP/1.1")),
    (400, request(b"Get / HTTP/1.1")),
    (400, request(b"GET  / HTTP/1.1")),
    (400, request(b"GET\t/ HTTP/1.1")),
    (400, request(b"GET / HTTP/1.1 ")),
    (400, request(b"GET /")),
    (400, request(b"GET / http/1.1")),
    (400, request(b"GET / HTTP/1.x")),
    (400, request(b"GET / HTTP/11")),
    (400, request(b"GET / JUNK")),
    (400, request(b" GET / HTTP/1.1")),
    (400, request(b"G@T / HTTP/1.1")),
    (400, request(b"A" * 40 + b" / HTTP/1.1")),
    (505, request(b"GET / HTTP/2.0")),
    (505, request(b"GET / HTTP/0.9")),
    (505, request(b"GET / HTTP/1.2")),
    (505, request(b"PRI * HTTP/2.0", b"")),
    # The target.
    (400, request(b"GET /a\x01b HTTP/1.1")),
    (400, request(b"GET /a\x00b HTTP/1.1")),
    (400, request(b"GET /a\x7fb HTTP/1.1")),
    (400, request(b"GET /a\xffb HTTP/1.1")),
    (400, request(b"GET /a b HTTP/1.1")),
    (400, request(b"GET /#a HTTP/1.1")),
    (400, request(b"GET a HTTP/1.1")),
    (400, request(b"GET * HTTP/1.1")),
    (400, request(b"GET http://[ HTTP/1.1")),
    (400, request(b"GET http://[/ HTTP/1.1")),
    (400, request(b"GET http:///x HTTP/1.1")),
    (400, request(b"GET http://a@b/ HTTP/1.1")),
    (400, request(b"GET ftp://x/ HTTP/1.1")),
    (400, request(b"CONNECT x:80 HTTP/1.1")),
    # Fields.
    (400, request(fields=HOST + b"A : b\r\n")),
    (400, request(fields=HOST + b"A\t: b\r\n")),
    (400, request(fields=HOST + b"A: b\x00c\r\n")),
    (400, request(fields=HOST + b"A: b\x0bc\r\n")),
    (400, request(fields=HOST + b"A\x00: b\r\n")),
    (400, request(fields=HOST + b"\xe9: b\r\n")),
    (400, request(fields=HOST + b": b\r\n")),
    (400, request(fields=HOST + b"A b\r\n")),
    (400, request(fields=b" folded\r\n" + HOST)),
    (400, request(fields=b"\tfolded\r\n" + HOST)),
    (400, request(fields=HOST + b"A: b\r\n folded\r\n")),
    (400, request(fields=HOST + b"A: b\rc\r\n")),
    (400, request(fields=HOST + b"A: b\nc\r\n")),
    (400, b"GET / HTTP/1.1\nHost: x\n\n"),
    (400, b"GET / HTTP/1.1\r\nHost: x\r\n\n"),
    (400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"),  # somebody speaks TLS
    (431, request(fields=HOST + b"A: b\r\n" * 100)),
    (431, request(fields=HOST + b"A: " + b"b" * LARGEST_HEAD + b"\r\n")),
    (431, b"GET / HTTP/1.1\r\nA: " + b"b" * LARGEST_HEAD),
    # The host.
    (400, request(fields=b"")),
    (400, request(fields=HOST + HOST)),
    (400, request(fields=HOST + b"HOST: y\r\n")),
    (400, request(b"GET / HTTP/1.0", HOST + HOST)),
    (400, request(fields=b"Host: x y\r\n")),
    (400, request(fields=b"Host: x/y\r\n")),
    (400, request(fields=b"Host: x:y\r\n")),
    (400, request(fields=b"Host: [x\r\n")),
    # Where the body ends.
    (400, request(POST, HOST + b"Content-Length: " + b"9" * 5000 + b"\r\n")),
    (400, request(POST, HOST + b"Content-Length: -1\r\n")),
    (400, request(POST, HOST + b"Content-Length: +1\r\n", b"x")),
    (400, request(POST, HOST + b"Content-Length: 1_0\r\n")),
    (400, request(POST, HOST + b"Content-Length: \xb2\r\n")),
    (400, request(POST, HOST + b"Content-Length:\r\n")),
    (400, request(POST, HOST + b"Content-Length: 1, 1\r\n", b"x")),
    (400, request(POST, HOST + b"Content-Length: 1\r\n" * 2, b"x")),
    (400, request(POST, CHUNKED + b"Content-Length: 5\r\n", b"0\r\n\r\n")),
    (400, request(POST, CHUNKED + b"Transfer-Encoding: chunked\r\n", b"0\r\n\r\n")),
    (400, request(POST, HOST + b"Transfer-Encoding: chunked, chunked\r\n", b"0\r\n\r\n")),
    (400, request(POST, HOST + b"Transfer-Encoding:\r\n", b"0\r\n\r\n")),
    (400, request(b"POST / HTTP/1.0", CHUNKED, b"0\r\n\r\n")),
    (501, request(POST, HOST + b"Transfer-Encoding: gzip, chunked\r\n", b"0\r\n\r\n")),
    (501, request(POST, HOST + b"Transfer-Encoding: identity\r\n", b"0\r\n\r\n")),
    (501, request(POST, HOST + b"Transfer-Encoding: xchunked\r\n", b"0\r\n\r\n")),
    (413, request(POST, HOST + b"Content-Length: %d\r\n" % (LARGEST_BODY + 1))),
    (413, request(POST, HOST + b"Content-Length: 999999999999999\r\n")),
    # Chunks.
    (400, request(POST, CHUNKED, b"x\r\n")),
    (400, request(POST, CHUNKED, b"\r\n")),
    (400, request(POST, CHUNKED, b"-1\r\n")),
    (400, request(POST, CHUNKED, b"0x1\r\n")),
    (400, request(POST, CHUNKED, b"1\n\n")),
    (400, request(POST, CHUNKED, b"1\r\nab\r\n0\r\n\r\n")),
    (400, request(POST, CHUNKED, b"1\r\na0\r\n\r\n")),
    (400, request(POST, CHUNKED, b"1;\x00\r\na\r\n0\r\n\r\n")),
    (400, request(POST, CHUNKED, b"1;" + b"x" * 2000)),
    (400, request(POST, CHUNKED, b"0\r\nno trailer\r\n\r\n")),
    (400, request(POST, CHUNKED, b"0\r\n" + b"A: b\r\n" * 17 + b"\r\n")),
    (413, request(POST, CHUNKED, b"%x\r\n" % (LARGEST_BODY + 1))),
    (413, request(POST, CHUNKED, b"ffffffff\r\n")),
    (400, request(POST, CHUNKED, b"fffffffff\r\n")),
    (413, request(POST, CHUNKED, b"1\r\nx\r\n" * (LARGEST_BODY // 2))),
]  # fmt: skip


@pytest.mark.parametrize(
    ("status", "raw"),
    REFUSED,
    ids=[f"{status}-{number}" for number, (status, _) in enumerate(REFUSED)],
)
def test_what_cannot_be_read_is_refused_in_json_and_the_connection_ends(
    caller: Caller, caplog: pytest.LogCaptureFixture, status: int, raw: bytes
) -> None:
    answer = parsed(caller.exchange(raw))
    assert (answer.status_code, answer["Connection"]) == (status, "close")
    assert answer["Content-Type"] == "application/json"
    assert answer["Cache-Control"] == "no-store"
    assert {name: answer[name] for name, _ in HEADERS} == dict(HEADERS)
    assert sorted(json.loads(answer.content)) == ["errors", "message", "status"]
    [line] = [each for each in caplog.records if each.levelno >= logging.INFO]
    assert line.name == "oottam.access"
    assert line.getMessage().startswith(f"OTHER - {status} ")


@pytest.mark.parametrize(("status", "raw"), [REFUSED[0], REFUSED[36], REFUSED[-1]])
def test_nothing_behind_a_refused_request_is_looked_at(
    caller: Caller, status: int, raw: bytes
) -> None:
    answer = caller.exchange(raw + request() * 3)
    assert answer.count(b"HTTP/1.1 ") == 1


@pytest.mark.parametrize("raw", [raw for _, raw in REFUSED if len(raw) < 200])
def test_it_makes_no_difference_in_which_pieces_it_comes(raw: bytes) -> None:
    def outcome(*pieces: bytes) -> int:
        arriving = Arriving(LARGEST_BODY)
        try:
            for piece in pieces:
                arriving.take(piece)
        except MalformedError as malformed:
            return malformed.status
        return 0

    assert outcome(*[bytes([byte]) for byte in raw]) == outcome(raw) > 0


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (request(), b"/||x|"),
        (request(b"GET /a?b=c HTTP/1.1"), b"/a|b=c|x|"),
        (request(b"GET //order/ HTTP/1.1"), b"//order/||x|"),
        (request(b"GET /%C3%A9%20%zz?%20 HTTP/1.1"), "/é %zz|%20|x|".encode()),
        (request(b"GET /a[b]|^`{}\\\"<> HTTP/1.1"), b"/a[b]|^`{}\\\"<>||x|"),
        (request(b"GET http://y:80/a?b HTTP/1.1"), b"/a|b|y:80|"),
        (request(b"GET HTTPS://[::1]?b HTTP/1.1"), b"/|b|[::1]|"),
        (request(b"GET http://y HTTP/1.0", b""), b"/||y|"),
        (request(b"GET / HTTP/1.0", b""), b"/|||"),
        (request(b"OPTIONS * HTTP/1.1"), b"*||x|"),
        (request(b"M-SEARCH / HTTP/1.1"), b"/||x|"),
        (request(fields=b"Host:\r\n"), b"/|||"),
        (request(fields=b"host:x\r\nA:\r\nB:\t b \t\r\n"), b"/||x|"),
        (b"\r\n\r\n" + request(), b"/||x|"),
        (request(POST, HOST + b"Content-Length: 3\r\n", b"abc"), b"/||x|abc"),
        (request(POST, HOST + b"Content-Length: 003\r\n", b"abc"), b"/||x|abc"),
        (request(POST, HOST + b"Content-Length: 0\r\n"), b"/||x|"),
        (request(POST, CHUNKED, b"0\r\n\r\n"), b"/||x|"),
        (request(POST, CHUNKED, b"2\r\nab\r\n01;a=b\r\nc\r\n0\r\nA: b\r\n\r\n"), b"/||x|abc"),
        (request(POST, HOST + b"Transfer-Encoding: Chunked\r\n", b"A\r\n0123456789\r\n0\r\n\r\n"),
         b"/||x|0123456789"),
    ],
)  # fmt: skip
def test_what_can_be_read_is_read_in_whatever_pieces_it_comes(
    caller: Caller, raw: bytes, said: bytes
) -> None:
    answer = parsed(caller.exchange(raw))
    assert (answer.status_code, answer.content) == (200, said)
    arriving = Arriving(LARGEST_BODY)
    for byte in raw:
        assert not arriving.complete
        assert arriving.take(bytes([byte])) == b""
    assert arriving.complete
    assert said.endswith(b"|" + arriving.body)


def test_heads_fields_and_trailers_are_taken_up_to_their_limits_and_not_beyond() -> None:
    def outcome(raw: bytes) -> int:
        try:
            Arriving(LARGEST_BODY).take(raw)
        except MalformedError as malformed:
            return malformed.status
        return 200

    room = LARGEST_HEAD - len(request(fields=HOST + b"A: \r\n"))
    assert [
        outcome(request(fields=HOST + b"A: %s\r\n" % (b"b" * n))) for n in (room, room + 1)
    ] == [
        200,
        431,
    ]
    assert [outcome(request(fields=HOST + b"A: b\r\n" * n)) for n in (99, 100)] == [200, 431]
    trailed = [request(POST, CHUNKED, b"0\r\n" + b"A: b\r\n" * n + b"\r\n") for n in (16, 17)]
    assert [outcome(raw) for raw in trailed] == [200, 400]


def test_an_underscore_in_a_name_does_not_stand_for_a_dash(caller: Caller) -> None:
    raw = request(POST, HOST + b"Content_Length: 3\r\nContent-Length: 1\r\n", b"a")
    assert parsed(caller.exchange(raw)).content == b"/||x|a"


@pytest.mark.parametrize(
    "fields",
    [
        HOST + b"A:" + b" " * 32_000 + b"x\r\n",
        HOST + b"A: x" + b" \t" * 16_000 + b"\r\n",
        HOST + b"A: " + b"x " * 16_000 + b"\r\n",
        HOST + b"A" * 32_000,
        HOST + b"a: \r\n" * 6_000,
        b"Host: [" + b":" * 32_000 + b"\r\n",
        HOST + b"Connection: " + b"," * 32_000 + b"\r\n",
        HOST + b"Transfer-Encoding: " + b"," * 32_000 + b"\r\n",
    ],
)
def test_no_spelling_takes_long_to_read(fields: bytes) -> None:
    began = time.thread_time()
    with suppress(MalformedError):
        Arriving(LARGEST_BODY).take(request(fields=fields))
    assert time.thread_time() - began < 0.05


def test_a_body_in_the_smallest_chunks_takes_time_by_its_length() -> None:
    arriving, took = Arriving(LARGEST_BODY), []
    arriving.take(request(POST, CHUNKED))
    for _ in range(24):
        began = time.thread_time()
        arriving.take(b"1\r\nx\r\n" * 2730)  # what one read takes
        took.append(time.thread_time() - began)
    assert sorted(took)[12] < 0.03
