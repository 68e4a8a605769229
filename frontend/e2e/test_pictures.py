"""Pictures of the built shop: formats, loading order and reserved space."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from hydration import open_hydrated
from layout_checks import pictures
from playwright.sync_api import Page, Response
from waiting import wait_until_pictures_loaded

WITH_A_FIRST_PICTURE = (
    "/order/",
    "/order/birthday",
    "/order/corporate/page",
    "/order/mealsubscription",
)


def open_complete(page: Page, address: str) -> None:
    """Open the page and wait for its scripts and the pictures within the window."""
    open_hydrated(page, address)
    wait_until_pictures_loaded(page)


def picture_replies(page: Page) -> list[Response]:
    """Collect picture responses from now on."""
    replies: list[Response] = []
    page.on(
        "response",
        lambda reply: replies.append(reply) if reply.request.resource_type == "image" else None,
    )
    return replies


def test_avif_is_served_and_cached_permanently(page: Page, shop: str) -> None:
    replies = picture_replies(page)
    open_complete(page, f"{shop}/order/meal/VegMeal")
    shown = [reply for reply in replies if "/assets/" in reply.url and ".svg" not in reply.url]
    assert shown
    for reply in shown:
        assert reply.url.endswith(".avif")
        assert reply.status == 200
        assert reply.headers["content-type"] == "image/avif"
        assert reply.headers["cache-control"] == "max-age=31536000, immutable"


def test_browsers_without_avif_get_webp(page: Page, shop: str) -> None:
    page.goto(f"{shop}/order/meal/VegMeal")
    for picture in pictures(page):
        for address in [candidate.split()[0] for candidate in picture["srcset"].split(", ")]:
            reply = page.request.get(shop + address)
            assert reply.status == 200
            assert reply.headers["content-type"] == "image/webp"


@pytest.mark.parametrize("path", WITH_A_FIRST_PICTURE)
def test_first_picture_is_preloaded_and_fetched_once(page: Page, shop: str, path: str) -> None:
    replies = picture_replies(page)
    open_complete(page, shop + path)
    served = page.request.get(shop + path).text()
    [preload] = re.findall(r'<link rel="preload" as="image"[^>]*>', served)
    assert 'type="image/avif"' in preload
    assert 'fetchpriority="high"' in preload.lower()
    [first] = [picture for picture in pictures(page) if picture.get("fetchpriority") == "high"]
    assert urlsplit(first["shown"]).path in preload
    assert [reply.url for reply in replies].count(first["shown"]) == 1


class TestWithoutPictures:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [r"Failed to load resource"]

    @pytest.mark.parametrize("path", ["/order/", "/order/meal/VegMeal"])
    def test_placeholders_keep_size_and_colour(self, page: Page, shop: str, path: str) -> None:
        places = "(images) => images.map((i) => [i.offsetTop, i.offsetWidth, i.offsetHeight])"
        open_complete(page, shop + path)
        before = page.locator("img").evaluate_all(places)
        page.route("**/*.avif", lambda route: route.abort())
        open_complete(page, shop + path)
        assert page.locator("img").evaluate_all(places) == before
        colours = page.locator("img").evaluate_all(
            "(images) => images.map((image) => getComputedStyle(image).backgroundColor)"
        )
        assert "rgba(0, 0, 0, 0)" not in colours
        assert len(set(colours)) > 1


def test_landing_page_is_at_most_105_kib_without_pictures(page: Page, shop: str) -> None:
    sent: list[Response] = []
    page.on("response", lambda reply: sent.append(reply))  # noqa: PLW0108 - Playwright requires a Python function
    open_complete(page, f"{shop}/order/")
    counted = [
        reply
        for reply in sent
        if reply.request.resource_type in {"document", "stylesheet", "script"}
        and reply.url.startswith(shop)
    ]
    assert {reply.headers.get("content-encoding") for reply in counted} == {"br"}
    assert sum(reply.request.sizes()["responseBodySize"] for reply in counted) <= 105 * 1024
