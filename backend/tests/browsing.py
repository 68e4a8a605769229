"""A small browser for WSGI applications: one request, one whole answer."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote
from wsgiref.util import setup_testing_defaults

from tests.caller import Caller


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def browse(
    application: Any, path: str, method: str = "GET", query: str = "", **headers: str
) -> Answer:
    """The application's answer, or a server's; keyword arguments are headers, as Accept_Encoding."""
    if isinstance(application, Caller):
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        asked = application.request(method, f"{path}?{query}" if query else path, headers=given)
        named = {name.lower(): value for name, value in asked.items()}
        return Answer(asked.status_code, named, asked.content)
    raw_path = path.encode().decode("latin-1")
    environ: dict[str, Any] = {
        "REQUEST_METHOD": method,
        "PATH_INFO": raw_path,
        "QUERY_STRING": query,
        "REQUEST_URI": quote(path),
        **{f"HTTP_{name.upper()}": value for name, value in headers.items()},
    }
    setup_testing_defaults(environ)
    started: list[Any] = []

    def start_response(status: str, sent: list[tuple[str, str]], exc_info: Any = None) -> Any:
        started[:] = [
            int(status.split(maxsplit=1)[0]),
            {name.lower(): value for name, value in sent},
        ]

    chunks: Iterable[bytes] = application(environ, start_response)
    body = b"".join(chunks)
    if hasattr(chunks, "close"):
        chunks.close()
    return Answer(started[0], started[1], body)
