"""The grammar that the head of a request has to follow (RFC 9110, RFC 9112), small and strict.

It is held to the bytes before anything else looks at them: what two programs could read in two ways
is refused, and so is what the parser behind would stumble over.
"""

import re

LARGEST_HEAD = 32 * 1024  # bytes
MOST_FIELDS = 100
MOST_DIGITS = 15  # of a Content-Length: a thousand terabytes

_WORD = rb"[!#$%&'*+\-.^_`|~0-9A-Za-z]+"
_AUTHORITY = rb"(?:[A-Za-z0-9\-._~%!$&'()*+,;=]*|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?"
_PATH = rb"/[\x21\x22\x24-\x7e]*"  # visible ASCII; what follows a # never leaves a browser
_START = re.compile(
    rb"(?P<method>[A-Z][A-Z0-9\-_.]{0,31}) "
    rb"(?:(?P<path>" + _PATH + rb"|\*)|(?i:https?)://(?P<authority>" + _AUTHORITY + rb")"
    rb"(?P<rest>(?:[/?][\x21\x22\x24-\x7e]*)?)) "
    rb"HTTP/(?P<version>[0-9]\.[0-9])"
)
# Possessive, so that no spelling takes more than one look at each byte.
_FIELDS = re.compile(rb"(?:" + _WORD + rb"+:[\t\x20-\x7e\x80-\xff]*+\r\n)*+")
_HOST = re.compile(_AUTHORITY)
_LENGTH = re.compile(rb"[0-9]{1,%d}" % MOST_DIGITS)
_LONE_LINE_END = re.compile(rb"(?<!\r)\n|\r(?!\n|\Z)")


class MalformedError(Exception):
    """The request cannot be read; it gets this status, and the connection ends."""

    def __init__(self, status: int) -> None:
        super().__init__(f"malformed: {status}")
        self.status = status


def check(head: bytes) -> bytes:
    """The head, from the start line to the empty line, as the parser is to see it.

    Raises MalformedError. Blanks around values are gone then (the parser's way with them is slow),
    and so are scheme and host of a target; that host is what counts.
    """
    line, _, fields = head.partition(b"\r\n")
    start = _START.fullmatch(line)
    if start is None:
        raise MalformedError(400)
    version = start["version"]
    if version not in (b"1.0", b"1.1"):
        raise MalformedError(505)
    if not _FIELDS.fullmatch(fields, 0, len(fields) - 2):
        raise MalformedError(400)
    found = [_name_and_value(each) for each in fields.split(b"\r\n") if each]
    if len(found) > MOST_FIELDS:
        raise MalformedError(431)
    _check_framing(found, version)
    _check_host(found, version)
    path = start["path"]
    if path is None:
        found, path = _with_host(found, start["authority"]), start["rest"]
        path = path if path.startswith(b"/") else b"/" + path
    elif path == b"*" and start["method"] != b"OPTIONS":
        raise MalformedError(400)
    lines = [b"%s %s HTTP/%s" % (start["method"], path, version)]
    lines += [b"%s: %s" % field for field in found]
    return b"\r\n".join([*lines, b"\r\n"])


def _name_and_value(line: bytes) -> tuple[bytes, bytes]:
    name, _, value = line.partition(b":")
    return name.lower(), value.strip(b" \t")


def _with_host(found: list[tuple[bytes, bytes]], authority: bytes) -> list[tuple[bytes, bytes]]:
    if not authority:
        raise MalformedError(400)
    return [*[field for field in found if field[0] != b"host"], (b"host", authority)]


def check_beginning(head: bytearray, known: int) -> None:
    """MalformedError for a head that is not whole yet, and can no longer become right.

    Its first `known` bytes were looked at before.
    """
    if len(head) > LARGEST_HEAD:
        raise MalformedError(431)
    if head and not (b"A"[0] <= head[0] <= b"Z"[0] or head == b"\r"):
        raise MalformedError(400)
    if _LONE_LINE_END.search(head, max(0, known - 1)):
        raise MalformedError(400)


def _check_framing(found: list[tuple[bytes, bytes]], version: bytes) -> None:
    """One way, and no more, to say where the body ends."""
    names = [name for name, _ in found]
    values = dict(found)
    if names.count(b"content-length") + names.count(b"transfer-encoding") > 1:
        raise MalformedError(400)
    length, coding = values.get(b"content-length"), values.get(b"transfer-encoding")
    if length is not None and not _LENGTH.fullmatch(length):
        raise MalformedError(400)
    if coding is None:
        return
    codings = [each.strip(b" \t") for each in coding.lower().split(b",")]
    if version == b"1.0" or codings.count(b"chunked") > 1 or b"" in codings:
        raise MalformedError(400)
    if codings != [b"chunked"]:
        raise MalformedError(501)


def _check_host(found: list[tuple[bytes, bytes]], version: bytes) -> None:
    hosts = [value for name, value in found if name == b"host"]
    if len(hosts) > 1 or (not hosts and version == b"1.1"):
        raise MalformedError(400)
    if hosts and not _HOST.fullmatch(hosts[0]):
        raise MalformedError(400)
