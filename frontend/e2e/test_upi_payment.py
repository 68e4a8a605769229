"""UPI payment of a balance: on the customer's status page, and from the desk."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from typing import Any

import pytest
from accessibility import expect_accessible
from layout_checks import small_targets
from PIL import Image
from playwright.sync_api import Browser, Page, expect
from running_shop import ROOT, running_shop
from sample_desk import PHONE, at_the_desk, log_in, press
from shared_folders import SharedFolders
from steps import step


@pytest.fixture(scope="module")
def upi_shop(
    tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The base URL of the sample shop with a UPI ID set."""
    own, folder = tmp_path_factory.mktemp("own"), tmp_path_factory.mktemp("upi")
    site = (ROOT / "contract/site.json").read_text("utf-8")
    assert '"upiId": null' in site
    site = site.replace('"upiId": null', '"upiId": "oottam.kitchen@okaxis"')
    (own / "site.json").write_text(site, "utf-8")
    shared_folders.copy_sample(folder)
    with pytest.MonkeyPatch.context() as changed:
        changed.setenv("OOTTAM_CONTRACT", str(own))
        with running_shop(folder) as address:
            yield address


def open_request_with_balance(page: Page) -> None:
    """Log in and open a request with a balance due."""
    log_in(page, "priya")
    page.goto("/backoffice/requests/?status=active&kind=veg&owes=1")
    page.locator("main a[href*='/requests/OT-']").first.click()
    page.wait_for_url(re.compile(r"/OT-\w{7}/$"))


def status_page_url(page: Page) -> str:
    """The URL of the request's status page, linked from the desk's page."""
    open_request_with_balance(page)
    address = page.get_by_role("link", name="Customer's page").get_attribute("href")
    assert address
    return address


def expect_code_black_on_white(page: Page) -> None:
    """Assert a white margin and a black first module in every colour scheme."""
    code = page.locator("svg.upi-code")
    assert code.evaluate("it => it.getBoundingClientRect().width") >= 150
    modules = code.evaluate("it => it.viewBox.baseVal.width")
    with Image.open(BytesIO(code.screenshot())) as image:
        points, module = image.convert("RGB"), image.width / modules
        margin, corner = (points.getpixel((int(at * module),) * 2) for at in (2, 4.5))
    assert (margin, corner) == ((255, 255, 255), (0, 0, 0))


def copy_text(page: Page, name: str, confirmation: str) -> str:
    """Press a copy button; return the clipboard's text."""
    press(page.get_by_role("button", name=name))
    expect(page.get_by_role("status").filter(has_text=confirmation)).to_be_visible()
    return str(page.evaluate("navigator.clipboard.readText()"))


def test_customer_pays_by_code_text_or_link(
    browser: Browser, browser_context_args: dict[str, Any], upi_shop: str
) -> None:
    with at_the_desk(browser, browser_context_args, upi_shop) as page:
        address = status_page_url(page)
        reference = page.url.rstrip("/").rpartition("/")[2]
    given = {**browser_context_args, "base_url": upi_shop, "viewport": PHONE}
    context = browser.new_context(**given, permissions=["clipboard-read", "clipboard-write"])
    page, noise = context.new_page(), list[str]()
    page.on("console", lambda confirmation: noise.append(confirmation.text))
    page.on("pageerror", lambda error: noise.append(str(error)))
    page.goto(address)
    amount = page.get_by_text(re.compile("^Pay ₹")).inner_text().split()[1]
    with step("the code is open, and each part beside it is copied by the keyboard"):
        expect(page.get_by_role("img", name=f"QR code that pays {amount} by UPI")).to_be_visible()
        expect_code_black_on_white(page)
        assert copy_text(page, "Copy the UPI ID", "UPI ID copied.") == "oottam.kitchen@okaxis"
        plain = amount.removeprefix("₹").replace(",", "").removesuffix(".00")
        assert copy_text(page, "Copy the amount", "Amount copied.") == plain
        assert copy_text(page, "Copy the note", "Note copied.") == reference
    with step("the link comes after them, and then what to do when an app refuses it"):
        link = page.get_by_role("link", name=f"Pay {amount} by UPI")
        assert (link.get_attribute("href") or "").endswith(f"&tn={reference}")
        confirmation = f"If your app refuses it, pay to this ID and write {reference} as the note."
        expect(page.get_by_text(confirmation)).to_be_visible()
    with step("it fits a phone and a desktop, and axe finds nothing"):
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        assert small_targets(page) == []
        expect_accessible(page, "paying by UPI")
    with step("forced and dark colours leave the code as it is"):
        page.emulate_media(forced_colors="active", color_scheme="dark")
        expect_code_black_on_white(page)
        page.emulate_media(forced_colors="none", color_scheme="light")
    with step("on paper the code and the texts are left, and nothing to press"):
        page.emulate_media(media="print")
        expect(page.locator("svg.upi-code")).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
        expect(link).to_be_hidden()
        page.emulate_media(media="screen")
    with step("where the browser does not let it copy, the text is selected"):
        page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
        page.get_by_role("button", name="Copy the UPI ID").click()
        expect(page.get_by_role("status")).to_contain_text("copy it yourself")
        assert page.evaluate("String(getSelection())") == "oottam.kitchen@okaxis"
    context.close()
    assert noise == []


def test_desk_copies_details_and_customer_needs_no_javascript(
    browser: Browser, browser_context_args: dict[str, Any], upi_shop: str
) -> None:
    allowed = {**browser_context_args, "permissions": ["clipboard-read", "clipboard-write"]}
    with at_the_desk(browser, allowed, upi_shop) as page:
        address = status_page_url(page)
        reference = page.url.rstrip("/").rpartition("/")[2]
        expect_code_black_on_white(page)
        text = copy_text(page, "Copy this sentence", "Sentence copied.")
        assert re.fullmatch(
            r"Please pay ₹[\d,.]+ by UPI to oottam\.kitchen@okaxis and write "
            f"{reference} as the note.",
            text,
        )
        expect_accessible(page, "paying by UPI at the desk")
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        page.goto(f"{page.url}?write=payment")
        expect(
            page.get_by_text("A mail that mentions oottam.kitchen@okaxis includes")
        ).to_be_visible()
    given = {**browser_context_args, "base_url": upi_shop, "java_script_enabled": False}
    context = browser.new_context(**given)
    with step("without a script the customer sees all of it, but for the buttons"):
        page = context.new_page()
        page.goto(address)
        expect(page.get_by_text("oottam.kitchen@okaxis")).to_be_visible()
        expect(page.locator("svg.upi-code")).to_be_visible()
        expect(page.get_by_role("button")).to_have_count(0)
    context.close()
