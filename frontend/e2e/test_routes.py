"""All routes of the built storefront (specification, section 2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from accessibility import PHONE
from hydration import open_hydrated, wait_until_hydrated
from layout_checks import pictures
from layout_shift import shifts, watch_layout
from ordering import BLANK_PAGE
from playwright.sync_api import (
    APIRequestContext,
    APIResponse,
    ConsoleMessage,
    Page,
    Request,
    expect,
)
from routes import BARE, EVERY_ROUTE, ROUTES
from waiting import wait_until, wait_until_pictures_loaded

SITE = Path(__file__).resolve().parents[1] / "dist/site"
MAP = "https://www.google.com/maps"
# Texts lighter than a middle grey, which are unreadable on white paper.
PALE = """() => [...document.querySelectorAll("main *")]
  .filter((element) => element.checkVisibility({ visibilityProperty: true }) &&
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim()))
  .filter((element) => {
    const [red, green, blue] = getComputedStyle(element).color.match(/[\\d.]+/g).map(Number);
    return 0.3 * red + 0.6 * green + 0.1 * blue > 120;
  })
  .map((element) => element.textContent.trim())"""


@dataclass
class Log:
    """A page's console messages of every level, and its requests."""

    console: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)


@pytest.fixture
def log(page: Page) -> Log:
    kept = Log()

    def on_console(message: ConsoleMessage) -> None:
        kept.console.append(message.text)

    def on_request(request: Request) -> None:
        kept.requests.append(request)

    page.on("console", on_console)
    page.on("request", on_request)
    return kept


@pytest.fixture
def watched(page: Page) -> None:
    """Record layout shifts on the next page load."""
    watch_layout(page)


def scroll_to_end(page: Page) -> None:
    """Scroll through the page so that lazy resources load."""
    page.evaluate(
        "async () => {"
        " for (let top = 0; top < document.body.scrollHeight; top += innerHeight) {"
        "  scrollTo({ top, behavior: 'instant' });"
        "  await new Promise(requestAnimationFrame);"
        " }"
        "}"
    )
    wait_until_pictures_loaded(page)


def fetch(web: APIRequestContext, path: str) -> APIResponse:
    return web.get(path, max_redirects=0)


@pytest.mark.spec("2.1")
def test_there_are_22_routes(web: APIRequestContext) -> None:
    """Each route of the specification is a page of its own; no other page is built."""
    built = {urlsplit(path).path for path in ROUTES if fetch(web, path).status == 200}
    assert len(built) == 22
    pages = {file.relative_to(SITE).parent.as_posix() for file in SITE.rglob("index.html")}
    assert {f"/order/{page}".removesuffix(".") for page in pages} == built


@pytest.mark.spec("2.1", "6.1", "7.1")
@EVERY_ROUTE
def test_route_shows_one_heading_and_requests_static_files_only(
    page: Page, shop: str, watched: None, log: Log, path: str
) -> None:
    """The layout neither shifts nor scrolls sideways, from 320 to 1920 pixels; in print it is dark on white."""
    moved: dict[str, list[dict[str, Any]]] = {}
    too_wide: dict[int, int] = {}

    def note_horizontal_overflow(*widths: int) -> None:
        for width in widths:
            page.set_viewport_size({"width": width, "height": 800})
            too_wide[width] = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )

    answer = page.goto(shop + path)
    assert answer
    assert (answer.status, answer.request.redirected_from) == (200, None)
    expect(page.get_by_role("heading", level=1)).to_have_count(1)
    expect(page.get_by_role("banner")).to_be_visible()
    expect(page.get_by_role("contentinfo")).to_be_visible()
    moved["on a desktop"] = shifts(page)
    expect_valid_pictures(page)
    scroll_to_end(page)
    expect(page.locator("h1")).to_have_count(1)
    moved["on a desktop, to the end"] = shifts(page)
    assert log.console == []
    own = [request for request in log.requests if request.url.startswith(shop)]
    assert {request.method for request in log.requests} == {"GET"}
    assert {request.url for request in log.requests if request not in own} <= {map_address(page)}
    files = {urlsplit(request.url).path for request in own} - {path}
    assert [file for file in files if not re.match(r"/order/(assets/|[\w.-]+$)", file)] == []
    note_horizontal_overflow(1280, 1920, 960, 768)
    page.goto(shop + BLANK_PAGE)
    page.set_viewport_size(PHONE)
    open_hydrated(page, shop + path)
    moved["on a phone"] = shifts(page)  # content from storage is rendered one frame later
    scroll_to_end(page)
    moved["on a phone, to the end"] = shifts(page)
    note_horizontal_overflow(390, 320)
    page.set_viewport_size({"width": 794, "height": 1123})
    page.emulate_media(media="print")
    assert page.evaluate(PALE) == []
    assert {when: shift for when, shift in moved.items() if shift} == {}
    assert {width: over for width, over in too_wide.items() if over} == {}


def expect_valid_pictures(page: Page) -> None:
    """Each has its size, alternative text and two formats, and is lazy below the fold."""
    for picture in pictures(page):
        assert int(picture["width"]) > 0
        assert int(picture["height"]) > 0
        assert "alt" in picture
        assert picture["offered"] == "image/avif"
        assert ".webp " in picture["srcset"]
        # Just below the fold counts as visible: other windows may be taller.
        assert picture.get("loading") == "lazy" or picture["below"] < 800, picture["src"]


def map_address(page: Page) -> str:
    address = page.locator("iframe").get_attribute("src")
    assert address
    assert address.startswith(MAP)
    return address


def test_titles_descriptions_and_canonical_urls_are_unique(
    web: APIRequestContext,
) -> None:
    heads = [fetch(web, path).text().partition("</head>")[0] for path in ROUTES]
    for tag in (
        r"<title>([^<]+)</title>",
        r'<meta name="description" content="([^"]+)"',
        r'<link rel="canonical" href="([^"]+)"',
    ):
        found = [re.findall(tag, head) for head in heads]
        assert [len(texts) for texts in found] == [1] * 22
        assert len({texts[0] for texts in found}) == 22
    assert [urlsplit(texts[0]).path for texts in found] == list(ROUTES)


@pytest.mark.parametrize("path", ROUTES)
def test_routes_ignore_case_trailing_slash_and_punctuation(
    web: APIRequestContext, path: str
) -> None:
    variants = {path.upper(), path.lower(), path.rstrip("/") + "/", path.rstrip("/").upper() + "/"}
    chats = {f"{path}).", f"{path.lower()},", f"{path}%20"}
    for variant in (variants | chats) - {path}:
        answer = fetch(web, variant)
        assert (answer.status, answer.headers["location"]) == (308, path)


@pytest.mark.parametrize("path", ROUTES)
def test_internal_links_lead_to_routes_and_existing_fragments(
    web: APIRequestContext, path: str
) -> None:
    html = fetch(web, path).text()
    links = {urlsplit(link) for link in re.findall(r'<a [^>]*?href="([^"]+)"', html)}
    assert {link.path for link in links if link.path.startswith("/order")} <= set(ROUTES)
    marked = {link for link in links if link.fragment}
    pages = {link.path: fetch(web, link.path).text() if link.path else html for link in marked}
    assert [link for link in marked if f'id="{link.fragment}"' not in pages[link.path]] == []


@pytest.mark.spec("2.1")
def test_path_change_scrolls_instantly_to_the_top(page: Page, shop: str) -> None:
    open_hydrated(page, shop + "/order/")
    page.evaluate("window.stops = []; addEventListener('scroll', () => stops.push(scrollY))")
    for name in ("Family Gatherings", "Meal tray", "Weekly & monthly combos"):
        link = page.get_by_role("contentinfo").get_by_role("link", name=name)
        link.scroll_into_view_if_needed()
        wait_until(page, "() => scrollY > 0 && stops.at(-1) === scrollY")
        page.evaluate("stops.length = 0")
        link.click()
        wait_until(page, "() => stops.at(-1) === 0")
        # Instantly: no intermediate scroll position occurs.
        assert page.evaluate("stops") == [0]


class TestNotFoundPage:
    @pytest.fixture
    def expected_console(self) -> list[str]:
        return [r"status of 404"]

    @pytest.mark.spec("2.1")
    @pytest.mark.parametrize(
        "path",
        [
            BARE[0],
            *(
                pytest.param(path, marks=pytest.mark.slow)
                for path in (*BARE[1:], "/order/p/", "/order/JUSFRIEZ")
            ),
        ],
    )
    def test_header_and_footer_are_hidden_on_three_paths(
        self, page: Page, shop: str, path: str
    ) -> None:
        answer = page.goto(shop + path)
        assert answer
        assert answer.status == 404
        expect(page.get_by_role("heading", level=1)).to_have_text("Nothing on this plate")
        wait_until_hydrated(page)
        expect(page.get_by_role("banner")).to_have_count(0)
        expect(page.get_by_role("contentinfo")).to_have_count(0)
        page.get_by_role("main").get_by_role("link", name="Plan an event").click()
        expect(page).to_have_url(shop + "/order/")
        expect(page.get_by_role("banner")).to_be_visible()

    @pytest.mark.spec("2.1")
    @pytest.mark.parametrize(
        "path",
        [
            "/order/nowhere",
            *(
                pytest.param(path, marks=pytest.mark.slow)
                for path in ("/order/jusfriezz", "/order/healthy-salads/more", "/order/px")
            ),
        ],
    )
    def test_other_unknown_paths_show_header_footer_and_links(
        self, page: Page, shop: str, path: str
    ) -> None:
        answer = page.goto(shop + path)
        assert answer
        assert answer.status == 404
        expect(page.get_by_role("heading", level=1)).to_have_text("Nothing on this plate")
        wait_until_hydrated(page)
        expect(page.get_by_role("banner")).to_be_visible()
        expect(page.get_by_role("contentinfo")).to_be_visible()
        page.get_by_role("main").get_by_role("link", name="Order meals").click()
        expect(page).to_have_url(shop + "/order/mealsubscription")
