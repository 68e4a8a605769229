"""The page itself: no account, no cookie, and no script but the one that copies what a UPI app asks for."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.core import staff_assets
from oottam.requests.status_tokens import request_of
from oottam.statuspage import queries

# Private to holders of the address: no cache, no search engine, no referrer.
PRIVATE = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """The request that the token stands for; any other token gets a page that says so."""
    found = request_of(token)
    shown = queries.find(found) if found else None
    return page("status", 200, shown=shown) if shown else missing()


def missing() -> HttpResponse:
    """The token stands for no request that there is."""
    return page("missing", 404)


def failure() -> HttpResponse:
    """When something fails that nobody expected."""
    return page("failed", 500)


def page(name: str, status: int, **shown: object) -> HttpResponse:
    """One of our templates, with the headers that keep it to its reader."""
    site = catalogue.current().site
    shown = {
        "site": site,
        "style": staff_assets.address("status.css"),
        "copy_buttons": staff_assets.address("copyButtons.ts"),
        **shown,
    }
    text = render_to_string(f"statuspage/{name}.html", shown)
    return HttpResponse(text, status=status, headers=PRIVATE)
