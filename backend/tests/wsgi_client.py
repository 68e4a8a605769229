"""A small browser: one request, one whole answer."""

from dataclasses import dataclass

from tests.http_client import Caller


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back; header names in lower case."""

    status: int
    headers: dict[str, str]
    body: bytes


def browse(
    application: Caller, path: str, method: str = "GET", query: str = "", **headers: str
) -> Answer:
    """The application's answer; keyword arguments are headers, as Accept_Encoding."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    asked = application.request(method, f"{path}?{query}" if query else path, headers=given)
    named = {name.lower(): value for name, value in asked.items()}
    return Answer(asked.status_code, named, asked.content)
