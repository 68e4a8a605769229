"""The page itself: no account, no cookie, no script."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.common import staff_assets
from oottam.requests.status_tokens import request_of
from oottam.statuspage import queries

# Nobody but who has the address sees it: no cache, no search engine, no site that is gone to from here.
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
    name = "status" if shown else "missing"
    site = catalogue.current().site
    text = render_to_string(
        f"statuspage/{name}.html",
        {"shown": shown, "site": site, "style": staff_assets.address("status.css")},
    )
    return HttpResponse(text, status=200 if shown else 404, headers=PRIVATE)
