"""Metadata for search engines, shared links and home screens (beyond the specification's screens)."""

from __future__ import annotations

import json
import re
from typing import Any
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import APIRequestContext, APIResponse, Page, expect
from routes import LISTED, UNLISTED

PUBLIC = "https://oottam.example.com"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"


def fetch(web: APIRequestContext, path: str) -> APIResponse:
    return web.get(path)


def attribute(html: str, tag: str) -> str:
    """The content or URL of the only head tag that starts with `tag`."""
    [found] = re.findall(rf'<{tag}[^>]*? (?:content|href)="([^"]*)"', html)
    return str(found)


def size(page: Page, picture: str) -> list[int]:
    """The width and height of a picture in pixels, loaded within the open page."""
    measured: list[int] = page.evaluate(
        "async (path) => { const image = new Image(); image.src = path; await image.decode();"
        " return [image.naturalWidth, image.naturalHeight]; }",
        picture,
    )
    return measured


def graph(html: str) -> list[dict[str, Any]]:
    [data] = re.findall(r'<script type="application/ld\+json">(.*?)</script>', html)
    read = json.loads(data)
    assert read["@context"] == "https://schema.org"
    return list(read["@graph"])


@pytest.mark.parametrize("path", LISTED)
def test_served_html_contains_page_metadata(web: APIRequestContext, path: str) -> None:
    html = fetch(web, path).text()
    [title] = re.findall("<title>([^<]+)</title>", html)
    assert title.endswith(" · Oottam")
    assert attribute(html, 'meta name="description"')
    assert attribute(html, 'link rel="canonical"') == PUBLIC + path
    assert attribute(html, 'meta property="og:url"') == PUBLIC + path
    assert attribute(html, 'meta property="og:title"') == title
    assert attribute(html, 'meta name="twitter:card"') == "summary_large_image"
    assert 'name="robots"' not in html
    assert graph(html)


@pytest.mark.parametrize("path", UNLISTED)
def test_forms_that_need_a_selection_are_noindex(web: APIRequestContext, path: str) -> None:
    html = fetch(web, path).text()
    assert attribute(html, 'meta name="robots"') == "noindex"
    assert attribute(html, 'link rel="canonical"') == PUBLIC + path
    assert "ld+json" not in html


@pytest.mark.parametrize("path", ["/order/nowhere", "/order/p", "/order/healthy-salads"])
def test_not_found_page_is_noindex(web: APIRequestContext, path: str) -> None:
    reply = fetch(web, path)
    assert reply.status == 404
    assert attribute(reply.text(), 'meta name="robots"') == "noindex"
    assert "canonical" not in reply.text()


def test_head_tags_update_on_navigation(page: Page, shop: str) -> None:
    page.goto(f"{shop}/order/birthday")
    page.get_by_role("link", name="Plan Your Party").click()
    expect(page).to_have_title("Birthday menus and how to book · Oottam")
    for tag, key in (("link[rel=canonical]", "href"), ('meta[property="og:url"]', "content")):
        expect(page.locator(tag)).to_have_count(1)
        expect(page.locator(tag)).to_have_attribute(key, f"{PUBLIC}/order/birthday/page")


def test_share_picture_is_1200_by_630(page: Page, shop: str, web: APIRequestContext) -> None:
    html = fetch(web, "/order/family").text()
    address = attribute(html, 'meta property="og:image"')
    assert address.startswith(f"{PUBLIC}/order/")
    picture = urlsplit(address).path
    assert fetch(web, picture).headers["content-type"] == "image/jpeg"
    page.goto(f"{shop}/order/family")
    assert size(page, picture) == [1200, 630]


def test_sitemap_lists_every_indexable_page(web: APIRequestContext) -> None:
    reply = fetch(web, "/order/sitemap.xml")
    assert reply.headers["content-type"].split(";")[0] in {"text/xml", "application/xml"}
    entries = ElementTree.fromstring(reply.body()).iterfind("s:url/s:loc", {"s": SITEMAP})
    listed = [entry.text or "" for entry in entries]
    assert sorted(listed) == sorted(PUBLIC + path for path in LISTED)
    for address in listed:
        assert fetch(web, urlsplit(address).path).status == 200


@pytest.mark.parametrize("path", ["/robots.txt", "/order/robots.txt"])
def test_robots_txt_disallows_the_back_office_and_names_the_sitemap(
    web: APIRequestContext, path: str
) -> None:
    reply = fetch(web, path)
    assert reply.status == 200
    assert reply.headers["content-type"].startswith("text/plain")
    assert reply.text() == (
        f"User-agent: *\nDisallow: /backoffice/\n\nSitemap: {PUBLIC}/order/sitemap.xml\n"
    )


def test_structured_data_passes_the_content_security_policy(page: Page, shop: str) -> None:
    # The page fixture fails on console noise, and a blocked script makes some.
    page.add_init_script(
        "window.blocked = [];"
        "addEventListener('securitypolicyviolation', (event) => blocked.push(event.violatedDirective))"
    )
    page.goto(f"{shop}/order/meal/VegMeal")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.locator('script[type="application/ld+json"]').count() == 1
    assert page.evaluate("blocked") == []


def test_every_page_links_existing_icons_and_manifest(
    page: Page, shop: str, web: APIRequestContext
) -> None:
    for path in (*LISTED, *UNLISTED, "/order/nowhere"):
        html = fetch(web, path).text()
        links = dict(
            re.findall(r'<link rel="(icon|apple-touch-icon|manifest)"[^>]*? href="([^"]+)"', html)
        )
        assert set(links) == {"icon", "apple-touch-icon", "manifest"}
    page.goto(f"{shop}/order/")
    for kind, address in links.items():
        assert address.startswith("/order/")
        assert fetch(web, address).status == 200
        assert kind == "manifest" or min(size(page, address)) > 0


def test_manifest_has_name_colour_and_existing_icons(
    page: Page, shop: str, web: APIRequestContext
) -> None:
    manifest = fetch(web, "/order/manifest.json").json()
    assert manifest["name"] == "Oottam"
    assert manifest["start_url"] == manifest["scope"] == "/order/"
    page.goto(f"{shop}/order/")
    theme = page.locator('meta[name="theme-color"]').get_attribute("content")
    assert manifest["theme_color"] == theme
    for icon in manifest["icons"]:
        assert fetch(web, icon["src"]).headers["content-type"] == "image/png"
        assert "x".join(map(str, size(page, icon["src"]))) == icon["sizes"]
