"""A cafe in Coimbatore, begun by `make new-cafe`: nothing that customers see or read is of the shipped cafe."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hydration import open_hydrated
from own_cafe import ORDER, SHIPPED_WORDS, served, wait_for_mails
from playwright.sync_api import Browser, Page, Playwright, expect
from routes import BARE, LISTED, ROUTES
from running_shop import ROOT
from sample_desk import quiet_page
from shared_folders import SharedFolders

GREEN, BLUE, GROUND = "#0b6b3a", "#14506e", "#fffdf5"


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Kovai Kitchen: the starter's, own colours, and four of the veg categories."""
    folder = tmp_path_factory.mktemp("kovai") / "own"
    starter = [sys.executable, "-m", "oottam.catalogue.starter", str(folder), "--km", "10"]
    subprocess.run([*starter, "--name", "Kovai Kitchen", "--town", "Coimbatore"], check=True)
    site = json.loads((folder / "site.json").read_text("utf-8"))
    site["brand"]["tagline"] = "Millets and greens from the Noyyal valley."
    site["colours"] = {"accent": GREEN, "brand": BLUE, "ground": GROUND}
    (folder / "site.json").write_text(json.dumps(site), "utf-8")
    veg = json.loads((ROOT / "contract/catalogue/veg.json").read_text("utf-8"))
    veg["categories"] = veg["categories"][:4]
    (folder / "catalogue").mkdir()
    (folder / "catalogue/veg.json").write_text(json.dumps(veg), "utf-8")
    return folder


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OOTTAM_VAR folder of the cafe's server."""
    return tmp_path_factory.mktemp("kovai-var")


@pytest.fixture(scope="module")
def kovai(own: Path, var: Path, shared_folders: SharedFolders) -> Iterator[str]:
    """The cafe's base URL."""
    with served(own, var, shared_folders) as address:
        yield address


@pytest.fixture
def screen(browser: Browser) -> Iterator[Page]:
    with quiet_page(browser, viewport={"width": 390, "height": 844}) as page:
        yield page


def test_no_page_title_description_or_data_is_of_the_shipped_cafe(
    playwright: Playwright, kovai: str
) -> None:
    web = playwright.request.new_context(base_url=kovai)
    paths = (*ROUTES, *BARE, "/order/nowhere", "/shop/terms", "/shop/privacy")
    pages = {path: web.get(path).text() for path in (*paths, "/order/manifest.json")}
    web.dispose()
    assert {path: SHIPPED_WORDS.findall(text) for path, text in pages.items()} == {
        path: [] for path in pages
    }
    assert "<title>Healthy meals and event catering in Coimbatore · Kovai" in pages["/order/"]
    assert '"addressLocality":"Coimbatore"' in pages["/order/"]
    assert "4 categories, smoothies to rice bowls" in pages["/order/"]
    assert "Choose from 4 categories of veg dishes" in pages["/order/meal/VegMeal"]
    for path in ("/order/", "/order/meal/VegMeal", "/order/meal/MealTrayForm", "/shop/terms"):
        assert "within 10 km" in pages[path], path
    assert "Millets and greens from the Noyyal valley." in pages["/order/mealsubscription"]


def test_no_module_is_of_the_shipped_cafe(kovai: str, var: Path) -> None:
    del kovai
    code = [
        file
        for file in (ROOT / "frontend/dist/site/assets").glob("*.js")
        if file.parent.name == "assets"
    ]
    modules = [*(var / "rendered/current/site").rglob("*.js"), *code]
    assert len(modules) > 30
    for module in modules:
        assert SHIPPED_WORDS.findall(module.read_text("utf-8")) == [], module


def test_status_page_and_mails_are_the_cafes(playwright: Playwright, kovai: str, var: Path) -> None:
    web = playwright.request.new_context(base_url=kovai)
    reply = web.post("/vegmeal-form.php", data=ORDER).json()
    assert reply["status"] == "success", reply
    status = web.get(reply["statusPath"]).text()
    web.dispose()
    assert "Kovai Kitchen" in status
    mails = [status, *wait_for_mails(var)]
    assert [SHIPPED_WORDS.findall(text) for text in mails] == [[], [], []]


def test_colours_are_the_cafes_and_client_navigation_has_its_words(
    screen: Page, kovai: str
) -> None:
    open_hydrated(screen, f"{kovai}/order/")
    button = screen.get_by_role("link", name="Order meals")
    expect(button).to_have_css("background-color", "rgb(11, 107, 58)")
    expect(screen.locator("body")).to_have_css("background-color", "rgb(255, 253, 245)")
    icon = screen.locator('link[type="image/svg+xml"]').evaluate("link => link.href")
    assert 'fill="#0c3244"' in screen.request.get(icon).text()
    theme = screen.locator('meta[name="theme-color"]')
    expect(theme).to_have_attribute("content", GROUND)
    screen.get_by_role("link", name="Enquire").click()
    expect(screen).to_have_title(
        "Corporate catering and office meals in Coimbatore · Kovai Kitchen"
    )
    expect(screen.get_by_text("with meals, custom plans and corporate snacking")).to_be_visible()
    screen.get_by_role("link", name="Book Your Event").click()
    expect(screen.get_by_role("heading", name="Book food for your office")).to_be_visible()


def test_every_listed_page_hydrates(screen: Page, kovai: str) -> None:
    for path in LISTED:
        open_hydrated(screen, f"{kovai}{path}")


def test_manifest_has_the_ground_colour(playwright: Playwright, kovai: str) -> None:
    web = playwright.request.new_context(base_url=kovai)
    manifest = web.get("/order/manifest.json").json()
    web.dispose()
    assert (manifest["theme_color"], manifest["background_color"]) == (GROUND, GROUND)
