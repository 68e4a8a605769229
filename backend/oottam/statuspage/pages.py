"""What all status pages have in common: headers, rendering, redirects, and how a form is refused."""

import re
import secrets
from collections.abc import Callable, Mapping
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from oottam import catalogue
from oottam.api import endpoints
from oottam.api.errors import RequestRejectedError, not_saved
from oottam.core import page_assets
from oottam.requests.models import Request
from oottam.statuspage.links import chat_url, page_path

# The address is a secret: no caching, no indexing, no referrer.
PRIVATE = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}
KEY = re.compile("[0-9a-f]{32}")  # an idempotency key of a form


def form_page(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Let a page's form be posted: the token in its address is the only credential, and no cookie is read."""
    return csrf_exempt(require_http_methods(["GET", "HEAD", "POST"])(view))


def sender_of(request: HttpRequest) -> str:
    """Return the IP address by which forms are counted."""
    return str(request.META.get("REMOTE_ADDR", ""))


def common_view(request: Request) -> dict[str, Any]:
    """Return what every page with a form shows of its request, and a new key."""
    return {
        "reference": request.reference,
        "noun": endpoints.of_kind(request.kind).noun,
        "key": secrets.token_hex(16),
        "status_url": page_path(request),
    }


def render_page(
    name: str, status: int, view: Mapping[str, Any] | None = None, **further: object
) -> HttpResponse:
    """Render `statuspage/<name>.html` with the headers in `PRIVATE`; `view` has "reference" and "noun"."""
    context = {
        **further,
        "site": catalogue.current().site,
        "view": view,
        "chat_url": chat_url(f"my {view['noun']} {view['reference']}" if view else "my order"),
        "style": page_assets.url_of("statuspage/status.css"),
        "copy_buttons": page_assets.url_of("shared/ui/copyButtons.ts"),
        "start_questions": page_assets.url_of("statuspage/startQuestions.ts"),
        "plan_page": page_assets.url_of("statuspage/planPage.ts"),
    }
    text = render_to_string(f"statuspage/{name}.html", context)
    return HttpResponse(text, status=status, headers=PRIVATE)


def see_other(path: str) -> HttpResponse:
    """Redirect to what a form made."""
    return HttpResponse(status=303, headers={**PRIVATE, "Location": path})


def refuse(
    error: RequestRejectedError | DatabaseError,
    noun: str,
    respond: Callable[[int, str], HttpResponse],
) -> HttpResponse:
    """Answer by `respond(status, message)` what is over a limit, or that this `noun` could not be stored."""
    if isinstance(error, DatabaseError):
        reply, headers = not_saved(noun), dict[str, str]()
    else:
        reply, headers = error.reply, error.headers
    response = respond(reply.status, reply.message)
    for name, value in headers.items():
        response[name] = value
    return response


def not_found_page() -> HttpResponse:
    """Respond 404 to every token without a page alike: it may be invalid or replaced, its request deleted or erased."""
    return render_page("not_found", 404)


def server_error_page() -> HttpResponse:
    """Respond 500, without details of the error."""
    return render_page("failed", 500)
