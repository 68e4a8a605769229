"""Status page view: no login, no cookie, and one script, which copies the UPI payment details."""

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.core import staff_assets
from oottam.requests.status_tokens import request_id_of
from oottam.statuspage import queries

# The address is a secret: no caching, no indexing, no referrer.
PRIVATE = {
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}


@require_safe
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the token's request; respond 404 to an invalid token."""
    request_id = request_id_of(token)
    view = queries.load_status(request_id) if request_id else None
    return render_page("status", 200, view=view) if view else not_found_page()


def not_found_page() -> HttpResponse:
    """Respond 404: the token is invalid, or its request deleted or erased."""
    return render_page("not_found", 404)


def server_error_page() -> HttpResponse:
    """Respond 500, without details of the error."""
    return render_page("failed", 500)


def render_page(name: str, status: int, **context: object) -> HttpResponse:
    """Render `statuspage/<name>.html` with the headers in `PRIVATE`."""
    site = catalogue.current().site
    context = {
        "site": site,
        "style": staff_assets.url_of("status.css"),
        "copy_buttons": staff_assets.url_of("copyButtons.ts"),
        **context,
    }
    text = render_to_string(f"statuspage/{name}.html", context)
    return HttpResponse(text, status=status, headers=PRIVATE)
