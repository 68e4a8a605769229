"""Status page view: no login, no cookie; every page works without its script."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.core import page_assets
from oottam.core.mangled_paths import redirect_permanently, trim_path
from oottam.requests.identity import read_person_token, requests_with_token
from oottam.statuspage import queries
from oottam.statuspage.links import chat_url

# The address is a secret: no caching, no indexing, no referrer.
PRIVATE = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the token's request; respond 404 to an invalid token."""
    view = _load(token)
    return render_page("status", 200, view=view) if view else redirect_mangled(request, token)


def _load(token: str) -> Mapping[str, Any] | None:
    return queries.load_status(requests_with_token(token))


PAGES = ("again", "ask", "plan", "reminders", "start")  # below the status page


@require_safe
def redirect_mangled(request: HttpRequest, link: str) -> HttpResponse:
    """Redirect a link with appended punctuation to its page; respond 404 if there is none. No token ends in "_"."""
    token, _, page = trim_path(link).partition("/")
    name = {"": "status", **{each: f"status-{each}" for each in PAGES}}.get(page)
    is_known = read_person_token(token) if page == "reminders" else _load(token)
    if name is None or not is_known:
        return not_found_page()
    response = redirect_permanently(request, reverse(name, args=[token]))
    for header, value in PRIVATE.items():
        response[header] = value
    return response


def not_found_page() -> HttpResponse:
    """Respond 404 to every token without a page alike: it may be invalid or replaced, its request deleted or erased."""
    return render_page("not_found", 404)


def server_error_page() -> HttpResponse:
    """Respond 500, without details of the error."""
    return render_page("failed", 500)


def render_page(
    name: str, status: int, view: Mapping[str, Any] | None = None, **further: object
) -> HttpResponse:
    """Render `statuspage/<name>.html` with the headers in `PRIVATE`; `view` has "reference" and "noun"."""
    site = catalogue.current().site
    context = {
        **further,
        "site": site,
        "view": view,
        "chat_url": chat_url(f"my {view['noun']} {view['reference']}" if view else "my order"),
        "style": page_assets.url_of("statuspage/status.css"),
        "copy_buttons": page_assets.url_of("shared/ui/copyButtons.ts"),
        "start_questions": page_assets.url_of("statuspage/startQuestions.ts"),
        "plan_page": page_assets.url_of("statuspage/planPage.ts"),
    }
    text = render_to_string(f"statuspage/{name}.html", context)
    return HttpResponse(text, status=status, headers=PRIVATE)
