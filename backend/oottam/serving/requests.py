"""Converts ASGI requests to WSGI environments (PEP 3333) and rejects ambiguous ones."""

import re
import sys
from collections.abc import Mapping
from functools import lru_cache
from io import BytesIO
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote_to_bytes

from django.utils.http import parse_header_parameters

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

# An oversized body is drained up to here: a client that is still sending may never read an early response.
MAX_DROPPED_BYTES = 16 * 1024 * 1024
_METHOD = re.compile(r"[A-Z][A-Z0-9\-_.]{0,31}")
_HOST = re.compile(rb"(?:[A-Za-z0-9\-._~%!$&'()*+,;=]+|\[[0-9A-Fa-f:.]+\])(?::[0-9]{0,5})?")
_WITHOUT_PREFIX = {"CONTENT_TYPE", "CONTENT_LENGTH"}
_SERVER: Mapping[str, Any] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
    "wsgi.input_terminated": True,
}
Scope = Mapping[str, Any]


class RequestError(Exception):
    """Ends a request with an error status."""

    def __init__(self, status: int) -> None:
        super().__init__(f"refused with {status}")
        self.status = status


def build_environ(scope: Scope) -> "WSGIEnvironment":
    """Return the environment without a body.

    Drops header names with an underscore, which would pass for ones with a dash, and an empty Host: Granian adds one
    where there was none.
    """
    raw_path: bytes = scope["raw_path"]
    path = unquote_to_bytes(raw_path) if b"%" in raw_path else raw_path
    address, name, port = "", "localhost", ""
    if scope["client"]:
        address = scope["client"][0]
    if scope["server"]:
        name, port = scope["server"]
    environ: WSGIEnvironment = {
        **_SERVER,
        "SERVER_NAME": name,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": address,
        "REMOTE_HOST": address,
        "REQUEST_METHOD": scope["method"],
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "PATH_INFO": path.decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "wsgi.url_scheme": "http",
    }
    for header, value in scope["headers"]:
        key = _key(header)
        if not key or (key == "HTTP_HOST" and not value):
            continue
        text = value.decode("latin-1")
        if key in environ:
            text = f"{environ[key]}{';' if key == 'HTTP_COOKIE' else ','} {text}"
        environ[key] = text
    return environ


@lru_cache(maxsize=256)
def _key(header: bytes) -> str:
    """Return the environment's key for a header name; "" for a dropped header."""
    name = header.decode("latin-1").upper().replace("-", "_")
    if b"_" in header:
        return ""
    return name if name in _WITHOUT_PREFIX else f"HTTP_{name}"


def find_error_status(scope: Scope, environ: "WSGIEnvironment") -> int | None:
    """Return the error status of a request that proxies and servers could parse differently; None for a valid one."""
    # HTTP/1.0, which Granian calls "1", needs no Host.
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    if not any(hosts) and scope["http_version"] in ("1", "1.0"):
        hosts = [b"none"]
    has_host = len(hosts) == 1 and _HOST.fullmatch(hosts[0])
    if not (has_host and _METHOD.fullmatch(scope["method"]) and scope["raw_path"][:1] == b"/"):
        return 400
    if environ.get("HTTP_TRANSFER_ENCODING", "chunked").lower() != "chunked":
        return 501
    length = environ.get("CONTENT_LENGTH", "0")
    return None if length.isascii() and length.isdigit() and len(length) < 20 else 400


def is_utf8(environ: "WSGIEnvironment") -> bool:
    """Whether query and body are in UTF-8, as far as the headers say.

    Django would decode them by any codec of Python that a client names: some fail, and some make lone surrogates.
    """
    try:
        _, parameters = parse_header_parameters(environ.get("CONTENT_TYPE", ""))
    except ValueError:
        return False
    return parameters.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def has_body(environ: "WSGIEnvironment") -> bool:
    return "HTTP_TRANSFER_ENCODING" in environ or environ.get("CONTENT_LENGTH", "0") != "0"


async def read_body(
    receive: Any, environ: "WSGIEnvironment", limit: int, error_status: int
) -> bytes:
    """Return the whole body. Raises RequestError: `error_status` above `limit` bytes, 400 for an incomplete body."""
    length = int(environ.get("CONTENT_LENGTH", "0"))
    if length > (limit if "HTTP_EXPECT" in environ else MAX_DROPPED_BYTES):
        raise RequestError(error_status)  # with Expect the client has not sent the body yet
    parts: list[bytes] = []
    size = 0
    more = True
    while more and size <= MAX_DROPPED_BYTES:
        message = await receive()
        if message["type"] != "http.request":
            raise RequestError(400)
        part: bytes = message.get("body", b"")
        size += len(part)
        if size <= limit:
            parts.append(part)
        more = message.get("more_body", False)
    if size > limit:
        raise RequestError(error_status)
    if "CONTENT_LENGTH" in environ and size != length:
        raise RequestError(400)
    return b"".join(parts)


def set_body(environ: "WSGIEnvironment", body: bytes) -> None:
    """Add the body to the environment, for WSGI applications."""
    environ["wsgi.input"] = BytesIO(body)
    environ["CONTENT_LENGTH"] = str(len(body)) if body or has_body(environ) else ""


class TrustedProxy:
    """Trusts forwarding headers from the proxy at `address` only.

    Each of `count` chained proxies appends its peer's address to X-Forwarded-For. Entries further
    left come from the client and are ignored.
    """

    def __init__(self, address: str, count: int) -> None:
        self._address = address
        self._count = count

    def apply(self, environ: "WSGIEnvironment") -> int | None:
        """Set the client's address and scheme; return 400 for invalid forwarding headers, else None."""
        forwarded = environ.pop("HTTP_X_FORWARDED_FOR", None)
        scheme = environ.pop("HTTP_X_FORWARDED_PROTO", "") or "http"
        if not self._address or environ["REMOTE_ADDR"] != self._address:
            return None
        if scheme not in ("http", "https"):
            return 400
        environ["wsgi.url_scheme"] = scheme
        if forwarded is None:
            return None
        hops = forwarded.split(",")[-self._count :]
        address = _address(hops[0].strip())
        if address is None:
            return 400
        environ["REMOTE_ADDR"] = environ["REMOTE_HOST"] = address
        environ["HTTP_X_FORWARDED_FOR"] = ",".join(hops).strip()
        return None


def _address(text: str) -> str | None:
    """Parse an IP address with an optional port; IPv6 may have brackets. None if invalid."""
    bare = text.partition("]")[0].lstrip("[") if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        return str(ip_address(bare))
    except ValueError:
        return None
