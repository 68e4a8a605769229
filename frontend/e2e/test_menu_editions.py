"""Pages of one edition of the menu beside those of the next: prices, selections, and files that are gone."""

from __future__ import annotations

import re

import pytest
from combos import FORM, PICKER, box, proceed
from hydration import open_hydrated, wait_until_hydrated
from ordering import BLANK_PAGE, VEG, Visitor, popup
from playwright.sync_api import Locator, Page, Request, Route, expect
from published_menu import Files, dish, remove_dish, render, serve
from running_shop import ROOT
from steps import step

from oottam.rendering.renderer import Rendered


def later_menu(files: Files) -> None:
    """Berry Smoothie is dearer, Dry Fruit Smoothie is gone, and combos cost more."""
    dish(files, "veg", "Berry Smoothie")["prices"]["week"] = 280
    remove_dish(files, "veg", "Dry Fruit Smoothie")
    files["rules.json"]["combos"]["itemPrice"] = 400


@pytest.fixture(scope="module")
def sixth() -> Rendered:
    return render(6)


@pytest.fixture(scope="module")
def seventh() -> Rendered:
    return render(7, {"Apple Cinnamon Oats": "today"}, later_menu)


def toasts(page: Page) -> Locator:
    return page.locator(".Toastify__toast")


def mock_reply(page: Page, call: str) -> list[dict[str, str]]:
    """Accept orders of this call; the returned list collects the requests' headers."""
    sent: list[dict[str, str]] = []

    def answer(route: Route) -> None:
        sent.append(route.request.headers)
        route.fulfill(json={"status": "success", "message": "Thank you!"})

    page.route(f"**{call}", answer)
    return sent


def test_an_edition_that_changed_nothing_differs_from_the_build_in_its_number_alone() -> None:
    site = ROOT / "frontend/dist/site"
    for name, text in render(5).site.items():
        built = (site / name).read_text("utf-8")
        assert text == built.replace('"edition":0', '"edition":5'), name


def test_an_order_names_the_edition_of_its_page(page: Page, shop: str, seventh: Rendered) -> None:
    visitor = Visitor(page, shop, VEG)
    for rendered, edition in ((None, "0"), (seventh, "7")):
        if rendered:
            page.goto(shop + BLANK_PAGE)  # The former edition's page may still load its files.
            serve(page, rendered)
        sent = mock_reply(page, VEG.call)
        visitor.open_form("Berry Smoothie")
        visitor.fill()
        visitor.submit()
        expect(popup(page, "Thank you!")).to_be_visible()
        assert [headers["menu-edition"] for headers in sent] == [edition]
        page.unroute(f"**{VEG.call}")


def test_ticks_are_held_against_the_next_edition(
    page: Page, shop: str, sixth: Rendered, seventh: Rendered
) -> None:
    visitor = Visitor(page, shop, VEG)
    serve(page, sixth)
    visitor.open_menu()
    visitor.tick("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.choose_category("Protein Oats")
    visitor.tick("Apple Cinnamon Oats")
    summary = page.get_by_role("region", name="Order Summary")
    with step("one toast names what is gone, sold out and dearer"):
        serve(page, seventh, former=sixth)
        page.reload()
        expect(toasts(page)).to_have_count(1)
        expect(toasts(page).locator("p")).to_have_text(
            "Dry Fruit Smoothie is no longer on the menu. Apple Cinnamon Oats is sold out today."
            " We took them out of your selection. Berry Smoothie costs ₹280 now, it was ₹266."
        )
        expect(toasts(page)).to_have_role("status")
        expect(summary).to_contain_text("Total Items1Total₹280")
    with step("what is sold out today may be wanted later, and stays ticked"):
        toasts(page).get_by_role("button", name="Undo").click()
        expect(toasts(page)).to_have_count(0)
        expect(summary).to_contain_text("Total Items2")
        visitor.choose_category("Protein Oats")
        expect(visitor.box("Apple Cinnamon Oats")).to_be_checked()
    with step("it is said once, and the stored selection is as it was specified"):
        page.reload()
        expect(summary).to_contain_text("Total Items2")
        expect(toasts(page)).to_have_count(0)
        stored = visitor.stored()
        assert stored[VEG.storage_key].keys() == {"selectedItems", "totalCost"}
        names = [each["name"] for each in stored[VEG.storage_key]["selectedItems"]]
        assert names == ["Berry Smoothie", "Apple Cinnamon Oats"]
        assert stored["oottam.menuSeen.veg"] == {"edition": 7, "soldOut": ["apple-cinnamon-oats"]}
    with step("it can be taken out again by its row, and then no longer be ticked"):
        visitor.choose_category("Protein Oats")
        visitor.box("Apple Cinnamon Oats").uncheck()
        expect(visitor.box("Apple Cinnamon Oats")).to_be_disabled()


def test_the_form_is_held_against_the_next_edition(
    page: Page, shop: str, sixth: Rendered, seventh: Rendered
) -> None:
    visitor = Visitor(page, shop, VEG)
    serve(page, sixth)
    visitor.go_to_form("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.fill(Address="4 Hill Road")
    sent = mock_reply(page, VEG.call)
    serve(page, seventh, former=sixth)
    page.reload()
    expect(toasts(page)).to_contain_text("Berry Smoothie costs ₹280 now, it was ₹266.")
    expect(page.get_by_label("Address")).to_have_value("4 Hill Road")
    expect(page.get_by_text("₹1,680.00").first).to_be_visible()
    visitor.submit()
    expect(popup(page, "Thank you!")).to_be_visible()
    assert [headers["menu-edition"] for headers in sent] == ["7"]


def test_combos_are_ordered_at_the_amount_that_is_shown(
    page: Page, shop: str, sixth: Rendered, seventh: Rendered
) -> None:
    """The form shows the amount that the picker handed over, also after a reload."""
    serve(page, sixth)
    page.goto(shop + PICKER)
    box(page, "Select All Breakfast").first.check()
    proceed(page).click()
    page.wait_for_url(shop + FORM)
    serve(page, seventh, former=sixth)
    page.reload()
    sent = mock_reply(page, "/weekmonth-form.php")
    for label, value in {
        "First Name": "Meena",
        "Last Name": "Krishnan",
        "Phone": "98400 12345",
        "Email": "meena@example.com",
        "Delivery Time": "08:30",
        "Address": "12 Beach Road",
    }.items():
        page.get_by_label(label).fill(value)
    expect(page.get_by_text("₹2,250").first).to_be_visible()
    page.get_by_role("button", name="Submit Order").click()
    expect(page.get_by_text("Order Submitted Successfully!")).to_be_visible()
    assert [headers["menu-edition"] for headers in sent] == ["6"]


class TestFilesThatAreGone:
    """The shop was published anew, and a page that is still open asks for a file of the former one."""

    @pytest.fixture
    def expected_console(self) -> list[str]:
        return ["404", "Failed to fetch dynamically imported module", "error loading dynamically"]

    @staticmethod
    def loads(page: Page) -> list[str]:
        """Collect the addresses of pages that are loaded from now on."""
        found: list[str] = []

        def on_request(request: Request) -> None:
            if request.is_navigation_request() and request.frame == page.main_frame:
                found.append(request.url)

        page.on("request", on_request)
        return found

    def test_the_next_screen_opens_by_one_reload(
        self, page: Page, shop: str, sixth: Rendered, seventh: Rendered
    ) -> None:
        serve(page, sixth)
        open_hydrated(page, f"{shop}/order/")
        loads = self.loads(page)
        serve(page, seventh)
        page.get_by_role("contentinfo").get_by_role("link", name="Veg meals", exact=True).click()
        expect(page.get_by_role("heading", name="Veg Meals")).to_be_visible()
        wait_until_hydrated(page)
        expect(page.get_by_text("₹280").first).to_be_visible()
        assert loads == [shop + VEG.selection]

    def test_a_failure_after_the_reload_shows_the_notice(
        self, page: Page, shop: str, sixth: Rendered
    ) -> None:
        """As when a server goes on naming files that it does not have."""
        serve(page, sixth)
        open_hydrated(page, f"{shop}/order/")
        serve(page, sixth, version="another build")
        page.route(re.compile(r"/assets/content-"), lambda route: route.fulfill(status=404))
        page.get_by_role("contentinfo").get_by_role("link", name="Veg meals", exact=True).click()
        expect(page.get_by_role("heading", name="Veg Meals")).to_be_visible()
        wait_until_hydrated(page)
        loads = self.loads(page)
        page.get_by_role("contentinfo").get_by_role("link", name="Meal tray", exact=True).click()
        expect(page.get_by_role("heading", name="This page did not load")).to_be_visible()
        assert loads == []
