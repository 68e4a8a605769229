"""Public pages of contract/shop's texts, of licences, and of the menu to print, without cookies or scripts."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response, set_response_etag
from django.utils.text import get_text_list
from django.views.decorators.http import require_safe

from oottam import catalogue
from oottam.catalogue import Catalogue
from oottam.core import page_assets
from oottam.core.mangled_paths import redirect_permanently, trim_path
from oottam.core.money import format_rupees

NO_PRICES: Mapping[str, int] = {}


@require_safe
def text_page(request: HttpRequest, name: str) -> HttpResponse:
    """Show a text; redirect other spellings of a page's URL (case, trailing slash, punctuation) permanently."""
    texts = catalogue.current().texts
    slug = trim_path(name).lower()
    path = reverse("shop", args=[slug])
    if name != slug and (slug in texts or path in (reverse("licences"), reverse("shop-menu"))):
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


_menu_of: tuple[Catalogue, bytes] | None = None
MENU_TITLES = {"veg": "Veg meals", "nonveg": "Non-veg meals", "tray": "Meal tray"}


@require_safe
def menu(request: HttpRequest) -> HttpResponse:
    """Show every dish with its portion, energy and allergens, to read, and to print for the wall.

    Rendered once for each catalogue, as it takes 40 ms.
    """
    global _menu_of  # noqa: PLW0603 - replaced with the catalogue
    current = catalogue.current()
    if _menu_of is not None and _menu_of[0] is current:
        return _revalidated(request, HttpResponse(_menu_of[1]))
    page = _render(
        "menu", 200, sections=list(_sections(current)), tier=current.rules.day_orders.tiers[1]
    )
    _menu_of = current, page.content
    return _revalidated(request, page)


def _sections(current: Catalogue) -> Iterator[tuple[str, list[tuple[str, list[dict[str, Any]]]]]]:
    """Yield each menu with its dishes by category, then what only the weekly menu and the custom choice have."""
    shown = set[str]()
    for kind, menu_of_kind in current.menus.items():
        categories = [
            (title, [_dish(current, dish.name, dish.mark, dish.prices) for dish in dishes])
            for title, dishes in groupby(menu_of_kind.dishes, lambda dish: dish.category)
        ]
        shown |= menu_of_kind.by_name.keys()
        yield MENU_TITLES[kind], categories
    others = [name for name in current.dish_names() if name not in shown]
    yield "Meal plans", [("", [_dish(current, name) for name in others])]


def _dish(
    current: Catalogue, name: str, mark: str = "", prices: Mapping[str, int] = NO_PRICES
) -> dict[str, Any]:
    """Return what the page says of a dish; `prices` in paise by tier."""
    held = current.facts.get("dishes", {}).get(name, {})
    price = prices.get(current.rules.day_orders.tiers[0].id)
    return {
        "name": name,
        "mark": mark,
        "details": [text for text in (held.get("portion", ""), current.amounts(name)) if text],
        "allergens": _describe_allergens(held.get("allergens"), current.facts.get("allergens", {})),
        "price": format_rupees(price) if price else "on request" if mark else "",
    }


def _describe_allergens(codes: Iterable[str] | None, words: Mapping[str, str]) -> str:
    if codes is None:
        return "Allergens not known: please ask us."
    named = [words.get(code, code) for code in codes]
    return (
        f"Contains {get_text_list(named, 'and')}."
        if named
        else "None of the allergens that we ask about."
    )


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
    context = {"site": site, "style": page_assets.url_of("statuspage/status.css"), **extra}
    return HttpResponse(render_to_string(f"shop/{name}.html", context), status=status)
