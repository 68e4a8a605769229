"""Helpers of the request page's tests: a request of a kind, its page, its actions, what it shows."""

import html
import re
from datetime import timedelta
from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.utils import timezone

from oottam.requests.models import Request
from oottam.schedule.domain.calendar import monday_from
from oottam.workflow.services.details import save_details
from tests.endpoint_cases import EXAMPLES
from tests.factories.accounts import make_staff_account

PATHS = {example.kind: path for path, example in EXAMPLES.items()}
KINDS = list(PATHS)
# A day that is still to come, on whatever day the tests run.
SOON = monday_from(timezone.localdate() + timedelta(days=40))
SAID_SOON = f"{SOON:%a} {SOON.day} {SOON:%b %Y}"
# All that a plan has to have before it is confirmed, and a form does not send.
KNOWN: dict[str, Any] = {
    "start_date": SOON.isoformat(),
    "weekdays": ["1", "2", "4", "8", "16", "32"],  # as they are ticked
    "breakfast_time": "08:30",
    "lunch_time": "08:30",
    "address": "12 Beach Road, Besant Nagar",
    "pin": "600090",
    "locality": "Besant Nagar",
    "zone_ok": "true",
    "diet": "veg",
    "allergens": ["none"],
    "kitchen_note": "",
}


def address(request: Request, action: str = "") -> str:
    """Return the address of the request's page, or of an action."""
    return f"/backoffice/requests/{request.reference}/{action}"


def page(client: Client, request: Request) -> str:
    response = client.get(address(request))
    assert response.status_code == 200
    return response.content.decode()


def content_of(answer: Any) -> HttpResponse:
    """Return the response's text."""
    assert isinstance(answer, HttpResponse)
    return answer


def post(
    client: Client, request: Request, action: str, version: int | None = None, **fields: Any
) -> HttpResponse:
    """Post an action with the current or an older version."""
    request.refresh_from_db()
    carried = request.version if version is None else version
    return content_of(client.post(address(request, action), {"version": carried, **fields}))


def post_and_follow(client: Client, request: Request, action: str, **fields: Any) -> str:
    """Post an action; return the page that it redirects to."""
    answer = post(client, request, action, **fields)
    assert (answer.status_code, answer.headers.get("Location")) == (302, address(request)), text(
        answer.content.decode()
    )
    request.refresh_from_db()
    return page(client, request)


def refused(client: Client, request: Request, action: str, **fields: Any) -> str:
    """Post an action that is refused; return its page."""
    answer = post(client, request, action, **fields)
    assert answer.status_code == 422
    return answer.content.decode()


def text(page: str) -> str:
    """Return the visible text with blanks collapsed."""
    main = re.sub(r"<(script|style|svg)\b.*?</\1>", "", page, flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", main)).split())


def section(page: str, name: str) -> str:
    """Return a section's text; `name` is its heading's id."""
    found = re.search(rf'<section[^>]*aria-labelledby="{name}".*?</section>', page, re.DOTALL)
    return text(found[0]) if found else ""


def field_errors(page: str) -> list[str]:
    """Return the errors beside fields and forms."""
    return [text(each) for each in re.findall(r'<p class="wrong"[^>]*>(.*?)</p>', page, re.DOTALL)]


def value(page: str, id_: str) -> str:
    """Return a field's value: an input's, a textarea's or a select's."""
    [tag] = re.findall(rf'<(?:input|select|textarea)[^>]*\sid="{id_}"[^>]*>', page)
    if tag.startswith("<input"):
        found = re.search(r'\svalue="([^"]*)"', tag)
    else:
        rest = page[page.index(tag) + len(tag) :]
        rest = (
            rest[: rest.index("</")]
            if tag.startswith("<textarea")
            else rest[: rest.index("</select")]
        )
        if tag.startswith("<textarea"):
            return html.unescape(rest.strip())
        found = re.search(r'<option value="([^"]*)" selected', rest)
    return html.unescape(found[1]) if found else ""


def errors_shown(page: str) -> list[str]:
    """Return the summary of errors above a refused page."""
    found = re.search(r'<div class="message error not-saved".*?</div>', page, re.DOTALL)
    return [text(item) for item in re.findall(r"<li>(.*?)</li>", found[0])] if found else []


def complete_details(request: Request) -> None:
    """Fill in all details of a veg order, as another colleague."""
    by = make_staff_account(f"else-{request.reference}")
    given: dict[str, Any] = {"start_date": SOON, "pin": "600090", "zone_ok": True, "allergens": []}
    save_details(
        reference=request.reference, version=request.version, actor=by, now=timezone.now(), **given
    )
    request.refresh_from_db()
