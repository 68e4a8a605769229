"""What tests of all calls ask: was it taken, what was stored, what was refused."""

import json
import time
from collections.abc import Callable
from typing import Any

from oottam.requests.models import Request
from tests.conftest import Send

NO_TEXT: list[Any] = [None, 5, 5.5, True, [], ["Asha"], {}, {"a": "b"}]
HOSTILE = [
    "ஊட்டம் 🥗 café",
    "\u202eevil\u202c \u200b\ufeff",
    "<script>alert('x')</script>",
    '=HYPERLINK("http://example.com")',
    "Robert'); DROP TABLE requests_request;--",
    "100% %s {reference} \\u0041 \\",
    "line one\nline two\ttab\r\n\x01\x1f\x7f",
    "e\u0301 vs \u00e9",
    "\n  blanks around it \t ",
]


# What staff add to a request, while they have not.
UNTOUCHED = {
    "source": "storefront",
    "entered_by_id": None,
    "assignee_id": None,
    "follow_up_on": None,
    "version": 1,
    "closed_at": None,
    "merged_into_id": None,
    "erased_at": None,
    "health_erased_at": None,
    "menu_edition": 0,
    "link_number": 0,
}


def columns(row: Any, *skipped: str) -> dict[str, Any]:
    """The row's columns by name, less the skipped ones."""
    names = [field.attname for field in row._meta.concrete_fields]
    return {name: getattr(row, name) for name in names if name not in skipped}


def flags(request: Request) -> str:
    """The request's flags, joined by commas, in the order in which they were noticed."""
    return ",".join(request.flags.values_list("flag", flat=True))


def stored(send: Send, path: str, body: Any) -> Request:
    """The request that an accepted body became."""
    response = send(body, path)
    assert response.status_code == 200, response.content
    return Request.objects.get(reference=json.loads(response.content)["reference"])


def flags_and_message(send: Send, path: str, body: Any) -> tuple[str, str]:
    """What staff and what the customer are told; the reference reads REF."""
    response = send(body, path)
    assert response.status_code == 200, response.content
    reply = json.loads(response.content)
    request = Request.objects.get(reference=reply["reference"])
    return flags(request), reply["message"].replace(request.reference, "REF")


def field_errors(send: Send, path: str, body: Any) -> list[tuple[str, str]]:
    """Send an invalid body; return the rejected fields with their messages."""
    response = send(body, path)
    assert response.status_code == 422, response.content
    reply = json.loads(response.content)
    assert reply["status"] == "error"
    assert reply["message"].startswith(reply["errors"][0]["message"])
    return [(error["field"], error["message"]) for error in reply["errors"]]


# The limit of a wait for another thread or process: far more than any needs, also on a slow and busy machine.
WAIT_SECONDS = 300


def until(happened: Callable[[], bool]) -> None:
    """Wait for another thread or process, but not for ever."""
    deadline = time.monotonic() + WAIT_SECONDS
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.001)
