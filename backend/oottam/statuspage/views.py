"""The status page, and links with what a messenger appended: no login, no cookie; every page works without its script."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.views.decorators.http import require_safe

from oottam.core.mangled_paths import redirect_permanently, trim_path
from oottam.requests.identity import read_person_token, requests_with_token
from oottam.statuspage import PAGES, queries
from oottam.statuspage.pages import PRIVATE, not_found_page, render_page


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the token's request; respond 404 to an invalid token."""
    view = _load(token)
    return render_page("status", 200, view=view) if view else redirect_mangled(request, token)


def _load(token: str) -> Mapping[str, Any] | None:
    return queries.load_status(requests_with_token(token))


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
