"""What a request is to those who answer it: the environment of WSGI (PEP 3333)."""

import sys
from io import BytesIO
from typing import TYPE_CHECKING, Any

from waitress.proxy_headers import proxy_headers_middleware

from oottam.serving.arriving import Arriving

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIEnvironment

_WITHOUT_PREFIX = {"CONTENT_TYPE", "CONTENT_LENGTH"}
_BELIEVED: list[bytes] = []


class Environments:
    """Makes environments, and believes the forwarding headers of the proxy at `proxy`, of nobody else.

    With `proxies` in a row, each adds the address that it sees: what stands further left in
    X-Forwarded-For was written by the visitor, and is not read.
    """

    def __init__(self, *, name: str, port: int, proxy: str = "", proxies: int = 1) -> None:
        self._of_server = {
            "SERVER_NAME": name,
            "SERVER_PORT": str(port),
            "SCRIPT_NAME": "",
            "wsgi.version": (1, 0),
            "wsgi.errors": sys.stderr,
            "wsgi.multithread": True,
            "wsgi.multiprocess": False,
            "wsgi.run_once": False,
            "wsgi.input_terminated": True,
        }
        self._forwarded = proxy_headers_middleware(
            lambda *_: _BELIEVED,
            trusted_proxy=proxy or None,
            trusted_proxy_count=proxies,
            trusted_proxy_headers={"x-forwarded-for", "x-forwarded-proto"},
        )

    def make(self, arrived: Arriving, address: str) -> "tuple[WSGIEnvironment, bool]":
        """The environment of a request that came from `address`; whether its forwarding makes sense."""
        parsed = arrived.head
        body = arrived.body
        environ: WSGIEnvironment = {
            **self._of_server,
            "REMOTE_ADDR": address,
            "REMOTE_HOST": address,
            "REQUEST_METHOD": parsed.command,
            "SERVER_PROTOCOL": f"HTTP/{parsed.version}",
            "PATH_INFO": parsed.path,
            "QUERY_STRING": parsed.query,
            "REQUEST_URI": parsed.request_uri,
            "wsgi.url_scheme": "http",
            "wsgi.input": BytesIO(body),
        }
        for name, value in parsed.headers.items():
            environ[name if name in _WITHOUT_PREFIX else f"HTTP_{name}"] = value
        if parsed.chunked:
            environ["CONTENT_LENGTH"] = str(len(body))
        return environ, self._forwarded(environ, _ignore) is _BELIEVED


def _ignore(*_: Any) -> None:
    """In place of starting a response: the answer to malformed forwarding is our own."""
