"""The pages: what contract/shop says, in the look of the status page. No cookie, no script."""

import json
from http import HTTPStatus
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, set_response_etag
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.catalogue import Site
from oottam.core import staff_assets


@require_safe
def show(request: HttpRequest, name: str) -> HttpResponse:
    """The text of this name; from another spelling of its address a redirect, as the storefront does it."""
    known = name.rstrip("/").lower()
    text = catalogue.current().texts.get(known)
    if text is None:
        return missing(request)
    address = reverse("shop", args=[known])
    if name != known:
        query = request.META.get("QUERY_STRING", "")
        location = f"{address}?{query}" if query else address
        headers = {"Location": location, "Cache-Control": "no-cache"}
        return HttpResponse(status=HTTPStatus.PERMANENT_REDIRECT, headers=headers)
    site = catalogue.current().site
    text = text.fill(placeholder_values(site))
    shown = {
        "text": text,
        "summary": next((part.lines[0] for part in text.parts if part.kind != "heading"), ""),
        "canonical": f"{site.origin}{address}" if site.origin else "",
    }
    return _revalidated(request, _page("text", 200, **shown))


@require_safe
def licences(request: HttpRequest) -> HttpResponse:
    """The licences of packages and fonts that the pages carry to a browser, as the build noted them."""
    noted = settings.STOREFRONT / "licences.json"
    if not noted.is_file():  # pages of an earlier release
        return missing(request)
    packages = json.loads(noted.read_text("utf-8"))
    return _revalidated(request, _page("licences", 200, packages=packages))


def _revalidated(request: HttpRequest, page: HttpResponse) -> HttpResponse:
    page["Cache-Control"] = "no-cache"
    set_response_etag(page)
    answer = get_conditional_response(request, etag=page["ETag"], response=page)
    return answer or page


@require_safe
def missing(request: HttpRequest) -> HttpResponse:
    """There is no such page; no cache may keep that, as it may come to be."""
    page = _page("missing", 404)
    page["Cache-Control"] = "no-store"
    return page


def placeholder_values(site: Site) -> dict[str, str]:
    """What each placeholder of the texts stands for; "" where site.json has nothing."""
    return {
        "name": site.brand.name,
        "phone": site.contact.phone.replace(" ", "\N{NO-BREAK SPACE}"),
        "email": site.contact.email,
        "calls": site.hours.calls,
        "legal_name": site.legal.legal_name or "",
        "grievance_contact": site.legal.grievance_contact or "",
        "map_host": urlsplit(site.map_origin).netloc,
        "health_kept": _time(settings.HEALTH_RETENTION_DAYS, "day"),
        "enquiries_kept": _time(settings.ENQUIRIES_RETENTION_MONTHS, "month"),
        "orders_kept": _time(settings.ORDERS_RETENTION_MONTHS, "month"),
    }


def _time(count: int, unit: str) -> str:
    """How long something is kept, after "for"; a setting of 0 means for ever."""
    if not count:
        return "an unlimited time"
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def _page(name: str, status: int, **shown: object) -> HttpResponse:
    site = catalogue.current().site
    shown = {"site": site, "style": staff_assets.url_of("status.css"), **shown}
    return HttpResponse(render_to_string(f"shop/{name}.html", shown), status=status)
