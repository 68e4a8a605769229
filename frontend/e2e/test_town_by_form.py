"""A cafe in Coimbatore made in the back office alone: once it is published, nothing is of the shipped cafe's town."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from own_cafe import ORDER, wait_for_mails
from playwright.sync_api import Browser, Page, Playwright, expect
from routes import BARE, ROUTES
from running_shop import PASSWORD, add_staff, fill_empty, running_shop
from sample_desk import quiet_page
from shared_folders import SharedFolders
from steps import step
from waiting import wait_for

# Not the praise of the shipped food, which the owner changes sentence by sentence.
SHIPPED_TOWN = re.compile(r"Chennai|Besant Nagar|\bOottam\b|ஊட்டம்|\b5 km|An exclusive protein")
ASSET = re.compile(r"/order/assets/[\w./-]+\.js")
GREEN = "#0b6b3a"
SHOP = "/backoffice/menu/shop/"
DETAILS = {
    "Name": "Kovai Kitchen",
    "Name in its own script": "கோவை சமையல்",
    "One line beneath the name": "Millets and greens from the Noyyal valley.",
    "Town": "Coimbatore",
    "Delivery is free up to, in km": "10",
    "First three digits of the PIN codes": "641",
    "A quarter, as an example in forms": "Peelamedu",
    "Phone, as it is shown": "+91 422 000 0000",
    "Number for chats": "914220000000",
    "Where you are": "Coimbatore: Peelamedu",
    "Address of the site": "https://order.kovai.example",
    "What the map shows": "Peelamedu, Coimbatore",
    "Address of the map": "https://www.google.com/maps?q=Peelamedu,+Coimbatore&output=embed",
    "From the header": "Hi Kovai, I would like to place an order.",
    "From the veg menu": "Hi Kovai, I would like to order a veg meal.",
    "From the non-veg menu": "Hi Kovai, I would like to order a non-veg meal.",
    "From the meal tray": "Hi Kovai, I would like to order a meal tray.",
    "Accent: buttons": GREEN,
}


@pytest.fixture(scope="module")
def var(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The OOTTAM_VAR folder of the cafe's server."""
    return tmp_path_factory.mktemp("kovai-form")


@pytest.fixture(scope="module")
def kovai(var: Path, shared_folders: SharedFolders) -> Iterator[str]:
    """The cafe's base URL; it begins as the shipped one."""
    shared_folders.copy("empty", fill_empty, var)
    add_staff(var)
    with running_shop(var) as address:
        yield address


@pytest.fixture
def phone(browser: Browser, kovai: str) -> Iterator[Page]:
    """The owner's phone, logged in."""
    with quiet_page(browser, viewport={"width": 360, "height": 780}, base_url=kovai) as page:
        page.goto("/backoffice/login/")
        page.get_by_label("Name").fill("ravi")
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Log in").click()
        expect(page.get_by_role("button", name="Log out")).to_be_attached()
        yield page


def test_a_cafe_of_another_town_is_made_by_forms_alone(
    phone: Page, playwright: Playwright, kovai: str, var: Path
) -> None:
    saved = phone.get_by_text("Saved, not live yet. Customers see it once published.")
    with step("the shop's details"):
        phone.goto(SHOP)
        phone.get_by_text("More: public address").click()
        for label, value in DETAILS.items():
            phone.get_by_label(label, exact=True).fill(value)
        phone.get_by_role("button", name="Remove network 5").click()
        phone.get_by_role("button", name="Move link 2 up").click()
        phone.get_by_role("button", name="Save", exact=True).click()
        expect(saved).to_be_visible()
        expect(phone.get_by_label("Label 1")).to_have_value("Order Now")
        expect(phone.get_by_label("Network 5")).to_have_count(0)
    with step("a page's words, and the terms"):
        phone.goto("/backoffice/menu/words/landing/")
        phone.get_by_label("Top heading", exact=True).fill("Millets for {town}")
        phone.get_by_role("button", name="Save", exact=True).click()
        expect(saved).to_be_visible()
        phone.goto("/backoffice/menu/legal/")
        terms = phone.get_by_label("Terms", exact=True)
        terms.fill(f"{terms.input_value()}\n\n## Cats\n\nAre welcome in {{town}}.\n")
        phone.get_by_role("button", name="Save", exact=True).click()
        expect(saved).to_be_visible()
    with step("publishing"):
        phone.goto("/backoffice/menu/differences/")
        protected = phone.locator("section", has_text="Look twice")
        expect(protected.get_by_text("Are welcome in {town}.")).to_be_visible()
        expect(protected.get_by_text("Millets")).to_have_count(0)
        phone.get_by_label("Your password").fill(PASSWORD)
        phone.get_by_role("button", name="Publish", exact=True).click()
        expect(phone.get_by_text("Version 1 is published.")).to_be_visible()
    with step("it is live within seconds"):
        web = playwright.request.new_context(base_url=kovai)
        wait_for(lambda: "Kovai Kitchen" in web.get("/order/").text(), "the name on a page")
    with step("no page, file or mail is of the shipped cafe's town"):
        paths = (*ROUTES, *BARE, "/order/nowhere", "/shop/terms", "/shop/privacy")
        pages = {path: web.get(path).text() for path in (*paths, "/order/manifest.json")}
        reply = web.post("/vegmeal-form.php", data=ORDER).json()
        assert reply["status"] == "success", reply
        pages["status"] = web.get(reply["statusPath"]).text()
        files = {each for text in pages.values() for each in ASSET.findall(text)}
        assert len(files) > 10
        pages |= {file: web.get(file).text() for file in files}
        web.dispose()
        pages |= {f"mail {at}": mail for at, mail in enumerate(wait_for_mails(var))}
        assert {name: SHIPPED_TOWN.findall(text) for name, text in pages.items()} == {
            name: [] for name in pages
        }
        assert "Millets for Coimbatore" in pages["/order/"]
        assert "Are welcome in Coimbatore." in pages["/shop/terms"]
        assert "within 10 km" in pages["/order/meal/VegMeal"]
