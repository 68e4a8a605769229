"""The snippets of docs/make-it-your-cafe.md produce a cafe with its own pages and prices; later changes go live."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hydration import open_hydrated
from own_cafe import served
from PIL import Image
from playwright.sync_api import Browser, Locator, Page, Playwright, expect
from running_shop import PASSWORD, ROOT, manage
from sample_desk import log_in
from shared_folders import SharedFolders
from sqlcipher3 import dbapi2 as sqlite
from waiting import expect_soon, wait_for

GUIDE = (ROOT / "docs/make-it-your-cafe.md").read_text("utf-8")
SNIPPETS = re.findall(r"```json\n(.*?)\n```", GUIDE, re.DOTALL)
ORDER = {
    "name": "Meena",
    "lastname": "",
    "phone": "98400 12345",
    "email": "meena@example.com",
    "selectedItemCount": 2,
    "date": 6,
    "sections": {"breakfast": True, "lunch": False, "dinner": False},
    "timing": "08:30",
    "address": "12 Beach Road, Besant Nagar",
    "selectedItems": [
        {"name": "Thinai Pongal", "discountedCost": 720},
        {"name": "Berry Smoothie", "discountedCost": 1794},
    ],
    "finalAmount": 2514,
}


def copy_edited(own: Path, name: str, *changes: tuple[str, str]) -> None:
    """Copy a shipped file into the cafe's folder and edit it as the guide describes."""
    text = (ROOT / "contract" / name).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    (own / name).parent.mkdir(parents=True, exist_ok=True)
    (own / name).write_text(text, "utf-8")


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of Thinai Kitchen."""
    dish, sentence, recipe, no_menu = SNIPPETS
    folder = tmp_path_factory.mktemp("thinai")
    copy_edited(
        folder,
        "site.json",
        ('"name": "Oottam"', '"name": "Thinai Kitchen"'),
        ('"Dr. Leela Thomas"', '"Dr. Leela Thomas", "Dr. Meena Iyer"'),
    )
    copy_edited(
        folder,
        "catalogue/veg.json",
        ('"items": [', f'"items": [\n{dish}'),
        ('"week": 266', '"week": 299'),
    )
    copy_edited(
        folder,
        "catalogue/descriptions.json",
        ('"descriptions": {', f'"descriptions": {{\n{sentence}'),
    )
    copy_edited(folder, "kitchen/recipes.json", ('"recipes": [', f'"recipes": [\n{recipe}'))
    (folder / "catalogue/nonveg.json").write_text(no_menu, "utf-8")
    (folder / "pictures/dishes").mkdir(parents=True)
    Image.new("RGB", (1600, 1200), "#c08a3e").save(folder / "pictures/dishes/thinai-pongal.jpg")
    Image.new("RGBA", (600, 600), "#b45a14").save(folder / "pictures/icon.png")
    return folder


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OOTTAM_VAR folder of the cafe's server."""
    return tmp_path_factory.mktemp("thinai-var")


@pytest.fixture(scope="module")
def thinai(own: Path, var: Path, shared_folders: SharedFolders) -> Iterator[str]:
    """The cafe's base URL."""
    with served(own, var, shared_folders) as address:
        yield address


def test_folder_is_valid(own: Path) -> None:
    check = [sys.executable, "-m", "oottam.catalogue", str(own)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "backend")}
    output = subprocess.run(
        check, check=True, capture_output=True, text=True, env=environment
    ).stdout
    assert "92 dishes veg, 0 dishes nonveg, 46 dishes tray; 4 doctors.\n" in output


def test_no_page_or_module_names_the_shipped_cafe(thinai: str, var: Path) -> None:
    """Except for the greetings, which this cafe has not changed."""
    site = var / "rendered/current/site"
    pages = [*site.rglob("*.html"), *site.rglob("*.js")]
    assert len(pages) > 30
    for page in pages:
        text = page.read_text("utf-8").replace("Hi%20Oottam", "").replace("Hi Oottam", "")
        assert "Thinai Kitchen" in text or page.suffix == ".js"
        assert not re.search(r"\bOottam\b", text), page


def test_pages_show_the_dish_picture_price_and_doctor(browser: Browser, thinai: str) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{thinai}/order/meal/VegMeal")
    expect(page).to_have_title("Veg meals by the day · Thinai Kitchen")
    dish = page.get_by_role("listitem").filter(has_text="Thinai Pongal").first
    expect(dish).to_contain_text("₹120 per day")
    picture = dish.locator("img")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("complete", value=True)
    assert "thinai-pongal-" in picture.evaluate("image => image.currentSrc")
    assert picture.evaluate("image => image.naturalWidth") > 0
    smoothie = page.get_by_role("listitem").filter(has_text="Berry Smoothie").first
    expect(smoothie).to_contain_text("₹299 per day")
    page.goto(f"{thinai}/order/Meal/Weightlossweightgain")
    page.get_by_role("button", name="View Doctors").first.click()
    expect(page.get_by_role("heading", name="Dr. Meena Iyer")).to_be_visible()
    page.close()


def test_removed_menu_is_offered_nowhere(browser: Browser, thinai: str) -> None:
    page = browser.new_page()
    assert "/meal/NonVegMeal<" not in page.request.get(f"{thinai}/order/sitemap.xml").text()
    page.goto(f"{thinai}/order/")
    expect(page.get_by_role("link", name="Meal tray").first).to_be_visible()
    expect(page.get_by_role("link", name="Non-veg meals")).to_have_count(0)
    page.goto(f"{thinai}/order/meal/NonVegMeal")
    expect(page.get_by_text("We have nothing on this menu at present.")).to_be_visible()
    page.close()


def test_order_is_stored_at_the_cafes_price(playwright: Playwright, thinai: str, var: Path) -> None:
    assert charged(playwright, thinai, var) == [
        ("Thinai Pongal", 72_000),
        ("Berry Smoothie", 179_400),
    ]


def charged(
    playwright: Playwright, shop: str, var: Path, order: Any = ORDER
) -> list[tuple[str, int]]:
    """Submit the order; return its lines with their prices in paise."""
    web = playwright.request.new_context(base_url=shop)
    reply = web.post("/vegmeal-form.php", data=order).json()
    web.dispose()
    assert reply["status"] == "success", reply
    with closing(sqlite.connect(var / "oottam.sqlite3")) as connection:
        return connection.execute(
            "select dish_name, charged_paise from orders_orderline where order_id = "
            "(select max(order_id) from orders_orderline) order by position"
        ).fetchall()


@pytest.mark.slow
def test_changed_content_is_live_after_one_command(
    browser: Browser,
    playwright: Playwright,
    own: Path,
    shared_folders: SharedFolders,
    tmp_path: Path,
) -> None:
    """No restart is needed. An open page keeps the menu that it was loaded with."""
    folder, var = tmp_path / "own", tmp_path / "var"
    shutil.copytree(own, folder)
    var.mkdir()
    with served(folder, var, shared_folders) as shop:
        page, new = browser.new_page(), browser.new_page()
        open_hydrated(page, f"{shop}/order/")
        replace(folder / "catalogue/veg.json", '"week": 299', '"week": 310')
        replace(folder / "catalogue/veg.json", "Thinai Pongal", "Samai Pongal")
        replace(folder / "kitchen/recipes.json", "Thinai Pongal", "Samai Pongal")
        replace(folder / "site.json", "Thinai Kitchen", "Samai Kitchen")
        Image.new("RGB", (900, 900), "#204080").save(folder / "pictures/dishes/thinai-pongal.jpg")
        manage(var, "render")
        wait_for_title(new, f"{shop}/order/meal/VegMeal", "Veg meals by the day · Samai Kitchen")
        dish = new.get_by_role("listitem").filter(has_text="Samai Pongal").first
        expect(dish).to_contain_text("₹120 per day")
        smoothie = new.get_by_role("listitem").filter(has_text="Berry Smoothie").first
        expect(smoothie).to_contain_text("₹310 per day")
        page.get_by_role("link", name="Veg meals").first.click()
        former = page.get_by_role("listitem").filter(has_text="Thinai Pongal").first
        expect(former).to_be_visible()
        pictures = [each.locator("img").get_attribute("src") for each in (dish, former)]
        assert pictures[0] != pictures[1]
        for picture in pictures:
            assert page.request.get(f"{shop}{picture}").ok
        order = {**ORDER, "selectedItems": [{"name": "Samai Pongal"}, {"name": "Berry Smoothie"}]}
        assert charged(playwright, shop, var, order) == [
            ("Samai Pongal", 6 * 12_000),
            ("Berry Smoothie", 6 * 31_000),
        ]
        wait_for_mail(var, "Samai Kitchen")
        manage(var, "staff_account", "asha", "--role", "owner", typed=f"{PASSWORD}\n")
        search = phone_order_search(new, shop)
        for name, price in (("Samai Pongal", "₹120"), ("Berry Smoothie", "₹310")):
            search.fill(name)
            expect(new.get_by_role("option", name=name)).to_contain_text(price)
        for each in (page, new):
            each.close()


def phone_order_search(page: Page, shop: str) -> Locator:
    """The search for dishes on the desk's page for a veg order by phone."""
    page.goto(f"{shop}/backoffice/login/?next=/backoffice/requests/new/veg/")
    log_in(page, "asha")
    page.wait_for_url(f"{shop}/backoffice/requests/new/veg/")
    return page.get_by_role("combobox", name="Find a dish")


def replace(file: Path, before: str, after: str) -> None:
    text = file.read_text("utf-8")
    assert before in text
    file.write_text(text.replace(before, after), "utf-8")


def wait_for_mail(var: Path, sender: str) -> None:
    [mail] = wait_for(lambda: [*(var / "mail").glob("*.customer.eml")], "a mail")
    assert sender in mail.read_text("utf-8")


def wait_for_title(page: Page, address: str, title: str) -> None:
    def title_at_address() -> str:
        page.goto(address)
        return page.title()

    expect_soon(page, title_at_address, title)
