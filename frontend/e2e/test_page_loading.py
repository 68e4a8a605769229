"""Resource priorities of a page's first view (measured by `make lighthouse`, enforced here)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any
from urllib.request import urlopen

import pytest
from hydration import hold_scripts, is_hydrated, open_hydrated, open_without_scripts
from mock_responses import hold_long_timers
from ordering import BLANK_PAGE
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect
from routes import EVERY_ROUTE

# Lighthouse's phone.
PHONE = {"width": 412, "height": 823}
DENSITY = 1.75
# Style sheets of the shell, the shared parts, the screen, and the toasts where used.
MOST_SHEETS = 4


@dataclass
class Asked:
    """The page's requests: file name without folder and hash, resource type, initial priority."""

    files: list[tuple[str, str, str]] = field(default_factory=list)

    def of(self, kind: str) -> list[tuple[str, str]]:
        return [(name, priority) for name, its_kind, priority in self.files if its_kind == kind]


@pytest.fixture(scope="module")
def phone(browser: Browser) -> Iterator[BrowserContext]:
    """A context shared by the tests: its route disables the cache between page loads."""
    context = browser.new_context(viewport=PHONE, device_scale_factor=DENSITY, is_mobile=True)
    context.route(re.compile(r"^https?://(?!127\.0\.0\.1)"), lambda route: route.abort())
    yield context
    context.close()


@pytest.fixture(scope="module")
def phone_page(phone: BrowserContext) -> Page:
    page = phone.new_page()
    hold_long_timers(page)  # after three seconds the code is requested in any case
    return page


@pytest.fixture
def asked(phone_page: Page, shop: str) -> Iterator[Asked]:
    """Record the phone page's requests from now on."""
    phone_page.goto(shop + BLANK_PAGE)  # The previous test's page may still send requests.
    asked = Asked()
    session = phone_page.context.new_cdp_session(phone_page)

    def on_request(event: dict[str, Any]) -> None:
        name = event["request"]["url"].rsplit("/", 1)[-1]
        plain = re.sub(r"-[\w-]{8}(?=\.)|-[\w-]{6}(?=-\d+\.)", "", name)
        asked.files.append((plain, event["type"], event["request"]["initialPriority"]))

    session.on("Network.requestWillBeSent", on_request)
    session.send("Network.enable")
    yield asked
    session.detach()


def was_painted_before(page: Page, chunk: str) -> bool:
    """Whether the page was painted before this chunk was requested."""
    found: bool = page.evaluate(
        "(chunk) => {"
        " const painted = performance.getEntriesByName('first-contentful-paint')[0].startTime;"
        " const files = performance.getEntriesByType('resource')"
        "   .filter(({ name }) => name.endsWith('.js') && name.includes(`/assets/${chunk}-`));"
        " return files.length > 0 && files.every(({ startTime }) => startTime >= painted);"
        "}",
        chunk,
    )
    return found


def test_landing_page_preloads_two_style_sheets_one_picture_and_two_fonts(
    phone_page: Page, asked: Asked, shop: str
) -> None:
    open_hydrated(phone_page, f"{shop}/order/")
    assert [name for name, _ in asked.of("Stylesheet")] == ["base.css", "Landing.css"]
    urgent = {
        (name, kind) for name, kind, priority in asked.files if priority in {"High", "VeryHigh"}
    }
    assert {(name, kind) for name, kind in urgent if kind in {"Image", "Font"}} == {
        ("hero-1024.avif", "Image"),
        ("figtree-latin-wght-normal.woff2", "Font"),
        ("young-serif-latin-400-normal.woff2", "Font"),
    }
    assert "Script" not in {kind for _, kind in urgent}


@EVERY_ROUTE
def test_page_is_painted_before_its_code_is_requested(
    phone_page: Page, asked: Asked, shop: str, path: str
) -> None:
    phone_page.goto(shop + path, wait_until="load")
    assert is_hydrated(phone_page), "the page is loaded, and does not answer yet"
    assert was_painted_before(phone_page, "base")
    assert was_painted_before(phone_page, "hydrate")
    assert 2 <= len(asked.of("Stylesheet")) <= MOST_SHEETS
    # At most one picture is preloaded; pictures below the fold wait for the layout.
    served = urlopen(shop + path).read().decode()
    assert len(re.findall(r"<img [^>]*fetchPriority=\"high\"", served)) <= 1
    assert served.count('as="image"') <= 1


def test_presses_before_hydration_are_replayed(page: Page, shop: str) -> None:
    code_arrives = hold_scripts(page)
    page.goto(f"{shop}/order/meal/VegMeal", wait_until="domcontentloaded")
    page.get_by_role("main").get_by_role("checkbox").first.check()
    page.get_by_label("Categories").get_by_role("button", name="Protein Shakes").click()
    shakes = page.get_by_role("heading", level=2, name="Protein Shakes")
    expect(shakes).to_be_hidden()
    code_arrives()
    expect(shakes).to_be_visible()
    expect(page.get_by_role("region", name="Order Summary").locator("dd").first).to_have_text("1")


def test_form_sent_before_any_code_says_that_nothing_was_sent_and_back_keeps_the_input(
    page: Page, shop: str, expected_console: list[str], posted_pages: list[str]
) -> None:
    expected_console.append("status of 405")
    posted_pages.append("/order/birthday")
    code_arrives = open_without_scripts(page, f"{shop}/order/birthday")
    page.get_by_label("Email").fill("meena@example.com")
    page.get_by_label("Phone").fill("98401 23456")
    page.get_by_label("Event Type").select_option("Birthday Celebrations")
    page.get_by_label("Name").fill("Meena")
    page.get_by_label("Name").press("Enter")
    expect(page.get_by_role("heading", name="Nothing was sent")).to_be_visible()
    assert page.url == f"{shop}/order/birthday"
    expect(page.get_by_role("link", name="Chat with us")).to_be_visible()
    page.go_back(wait_until="commit")
    code_arrives()
    expect(page.get_by_label("Name")).to_have_value("Meena")


def test_browser_older_than_the_floor_is_told_what_works(phone: BrowserContext, shop: str) -> None:
    page, features = phone.new_page(), "(scrollbar-gutter:stable) or selector(:has(*))"
    changed: dict[str, int] = {}

    def lack_features(route: Route) -> None:
        response = route.fetch()
        body = response.text()
        changed[route.request.url] = body.count(features)
        route.fulfill(response=response, body=body.replace(features, "(unknown:yes)"))

    page.route("**/*.css", lack_features)
    page.goto(f"{shop}/order/")
    assert sum(changed.values()) == 3, "the note, the header and its list"
    notice = page.locator("[data-old-browser]")
    expect(notice).to_contain_text("This browser is too old to order here.")
    expect(notice.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
    expect(notice.get_by_role("link", name="Chat with us")).to_be_visible()
    menu = page.get_by_role("navigation", name="Main")
    for name in ("View Menu", "Family Gatherings", "Meal Subscription"):
        expect(menu.get_by_role("link", name=name)).to_be_visible()
    expect(page.get_by_role("banner").get_by_role("button")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert not is_hydrated(page)
    expect(page.locator("[data-stalled]")).to_have_count(0)
    page.close()


def test_load_event_waits_for_hydration(page: Page, shop: str) -> None:
    code_arrives = hold_scripts(page)
    page.goto(f"{shop}/order/meal/VegMeal", wait_until="domcontentloaded")
    expect(page.get_by_role("main").locator("img").first).to_have_js_property(
        "complete", value=True
    )
    assert page.evaluate("document.readyState") == "interactive"
    code_arrives()
    page.wait_for_load_state("load")
    expect(page.locator("body > iframe")).to_have_count(0)


def test_page_loads_when_its_code_fails(phone: BrowserContext, shop: str) -> None:
    page = phone.new_page()
    page.route("**/base-*.js", lambda route: route.abort())
    page.goto(f"{shop}/order/meal/VegMeal", wait_until="load")
    assert not is_hydrated(page)
    page.close()


def test_hovered_link_prefetches_its_code(page: Page, shop: str) -> None:
    open_hydrated(page, f"{shop}/order/")
    link = page.get_by_role("contentinfo").get_by_role("link", name="Family Gatherings")
    with page.expect_request(re.compile("/assets/FamilyPage-[^/]*[.]js$")):
        link.evaluate("link => link.focus({ preventScroll: true })")
