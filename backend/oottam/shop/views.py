"""Public pages of contract/shop's texts and of licences, without cookies or scripts."""

import json
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.catalogue import Catalogue
from oottam.core import staff_assets
from oottam.core.mangled_paths import redirect_permanently, trim_path


@require_safe
def text_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a text; redirect other spellings of a page's URL (case, trailing slash, punctuation) permanently."""
    texts = catalogue.current().texts
    slug = trim_path(name).lower()
    path = reverse("shop", args=[slug])
    if name != slug and (slug in texts or path == reverse("licences")):
        return redirect_permanently(request, path)
    text = texts.get(slug)
    if text is None:
        return not_found(request)
    site = catalogue.current().site
    text = text.fill(placeholder_values(catalogue.current()))
    context = {
        "text": text,
        "summary": next((part.lines[0] for part in text.parts if part.kind != "heading"), ""),
        "canonical": f"{site.origin}{path}" if site.origin else "",
    }
    return _revalidated(request, _render("text", 200, **context))


@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    """Show the licences of the packages and fonts sent to browsers, as recorded by the build."""
    file = settings.STOREFRONT / "licences.json"
    if not file.is_file():  # pages of an earlier release
        return not_found(request)
    packages = json.loads(file.read_text("utf-8"))
    return _revalidated(request, _render("licences", 200, packages=packages))


def _revalidated(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    page["Cache-Control"] = "no-cache"
    set_response_etag(page)
    not_modified = get_conditional_response(request, etag=page["ETag"], response=page)
    return not_modified or page


@require_safe
def not_found(request: HttpRequest) -> HttpResponse:
    """Return a 404 page, uncached, since the page may be added later."""
    page = _render("not_found", 404)
    page["Cache-Control"] = "no-store"
    return page


def not_sent() -> HttpResponse:
    """Tell that a storefront form, sent by the browser without its page's scripts, was not taken, and how to order."""
    page = _render("not_sent", 405)
    page["Allow"], page["Cache-Control"] = "GET, HEAD", "no-store"
    return page


def placeholder_values(current: Catalogue) -> dict[str, str]:
    """Return the texts' placeholder values; "" where site.json has none."""
    site = current.site
    return {
        "name": site.brand.name,
        "phone": site.contact.phone.replace(" ", "\N{NO-BREAK SPACE}"),
        "email": site.contact.email,
        "calls": site.hours.calls,
        "legal_name": site.legal.legal_name or "",
        "grievance_contact": site.legal.grievance_contact or "",
        "map_host": urlsplit(site.map_origin).netloc,
        "town": site.town.name,
        "radius": f"{current.free_delivery_km.normalize():f}",
        "health_kept": _format_period(settings.HEALTH_RETENTION_DAYS, "day"),
        "enquiries_kept": _format_period(settings.ENQUIRIES_RETENTION_MONTHS, "month"),
        "orders_kept": _format_period(settings.ORDERS_RETENTION_MONTHS, "month"),
    }


def _format_period(count: int, unit: str) -> str:
    """Format a retention period, to follow "for"; 0 means unlimited."""
    if not count:
        return "an unlimited time"
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _render(name: str, status: int, **extra: object) -> HttpResponse:
    site = catalogue.current().site
    context = {"site": site, "style": staff_assets.url_of("status.css"), **extra}
    return HttpResponse(render_to_string(f"shop/{name}.html", context), status=status)
