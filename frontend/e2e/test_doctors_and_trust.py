"""What a shop says of its doctors and of itself: filled in by the owner, published, and read by customers."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from hydration import open_hydrated
from mock_responses import mock_reply
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Page, expect
from running_shop import PASSWORD, add_staff, fill_empty, running_shop
from sample_desk import quiet_page
from shared_folders import SharedFolders
from steps import step
from waiting import wait_for

PHONE = {"width": 360, "height": 740}
PLANS = "/order/Meal/Weightlossweightgain"
# The sample shop's second doctor, with facts of a sample.
DOCTOR = "Dr. Arjun Mehta"
FACTS = {
    "Speciality": "Dietetics",
    "Registration number": "Sample Council 000",
    "Years of experience": "12",
    "Languages": "Tamil, English",
    "Fee": "First call free",
    "Times": "Mon to Fri, 5 pm to 8 pm",
}
SHOWN = [
    *("Registration", "Sample Council 000", "Experience", "12 years"),
    *("Languages", "Tamil, English", "Fee", "First call free"),
    *("Times", "Mon to Fri, 5 pm to 8 pm"),
]
STRIP = "Our kitchen and our customers"


def photo() -> FilePayload:
    out = io.BytesIO()
    Image.new("RGB", (900, 700), "#3a7d4c").save(out, "JPEG")
    return {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": out.getvalue()}


@pytest.fixture(scope="module")
def filled(
    browser: Browser, tmp_path_factory: pytest.TempPathFactory, shared_folders: SharedFolders
) -> Iterator[str]:
    """The base URL of a shop whose owner has filled in everything by forms, and published it."""
    var: Path = tmp_path_factory.mktemp("facts")
    shared_folders.copy("empty", fill_empty, var)
    add_staff(var)
    with running_shop(var) as address:
        with quiet_page(browser, viewport=PHONE, base_url=address) as owner:
            owner.goto("/backoffice/login/")
            owner.get_by_label("Name").fill("ravi")
            owner.get_by_label("Password", exact=True).fill(PASSWORD)
            owner.get_by_role("button", name="Log in").click()
            expect(owner.get_by_role("button", name="Log out")).to_be_attached()
            fill_in(owner)
            owner.goto("/backoffice/menu/differences/")
            speciality = f"The shop, doctors, names, {DOCTOR}, speciality: “Dietetics”"
            expect(owner.get_by_text(speciality)).to_be_visible()
            review = "Review by A sample review: “A sample: hot, and on time.” is new."
            expect(owner.get_by_text(review)).to_be_visible()
            expect(owner.get_by_text(f"Photo of {DOCTOR}: an own one.")).to_be_visible()
            owner.get_by_label("Your password").fill(PASSWORD)
            owner.get_by_role("button", name="Publish", exact=True).click()
            expect(owner.get_by_text("Version 1 is published.")).to_be_visible()
            wait_for(lambda: STRIP in owner.request.get("/order/").text(), "the strip on a page")
        yield address


def fill_in(owner: Page) -> None:
    """Facts and a photograph of a doctor, the FSSAI number, a review and the kitchen."""
    saved = owner.get_by_text("not live yet. Customers see it once published.")
    owner.goto("/backoffice/menu/plans/")
    for label, value in FACTS.items():
        owner.get_by_label(f"{label} 2").fill(value)
    owner.get_by_role("button", name="Save", exact=True).click()
    expect(saved).to_be_visible()
    photos = owner.get_by_role("region", name="Photos of the doctors")
    of_doctor = photos.get_by_role("group").filter(has_text=DOCTOR)
    of_doctor.get_by_text(DOCTOR).click()
    of_doctor.get_by_label("Photo", exact=True).set_input_files(photo())
    of_doctor.get_by_role("button", name="Use this photo").click()
    expect(saved).to_be_visible()
    expect(photos.get_by_text("no photo")).to_have_count(2)
    owner.goto("/backoffice/menu/shop/")
    owner.get_by_label("FSSAI number").fill("12345678901234")
    owner.get_by_text("More: public address").click()
    owner.get_by_label("Review 1", exact=True).fill("A sample: hot, and on time.")
    owner.get_by_label("Who wrote it, and where 1").fill("A sample review")
    owner.get_by_role("button", name="Save", exact=True).click()
    expect(saved).to_be_visible()
    owner.goto("/backoffice/menu/pictures/")
    kitchen = owner.get_by_role("region", name="Your kitchen")
    expect(kitchen.get_by_text("Not shown")).to_be_visible()
    kitchen.get_by_label("New picture").set_input_files(photo())
    kitchen.get_by_role("button", name="Use this picture").click()
    expect(saved).to_be_visible()


def test_facts_of_a_doctor_are_read_where_the_doctor_is_booked(
    browser: Browser, filled: str
) -> None:
    with quiet_page(browser, viewport=PHONE, base_url=filled) as page:
        open_hydrated(page, f"{filled}{PLANS}")
        page.get_by_role("button", name="View Doctors").first.click()
        cards = page.get_by_role("region", name="Weight Gain").get_by_role("listitem")
        with step("the facts stand by the doctor's name, with the photograph"):
            expect(cards.nth(1).locator("dt, dd")).to_have_text(SHOWN)
            expect(cards.nth(1).get_by_text("Dietetics")).to_be_visible()
            image = cards.nth(1).locator("img")
            image.scroll_into_view_if_needed()
            wait_for(lambda: image.evaluate("image => image.naturalWidth > 0"), "the photo")
        with step("of the others nothing is said"):
            expect(cards.nth(0)).to_have_text("KRDr. Kavitha RamanBook Appointment")
            expect(cards.nth(2).locator("dl, img")).to_have_count(0)
        with step("the dialog says fee and times, and books by the name alone"):
            sent = mock_reply(page, "/api/appointment")
            cards.nth(1).get_by_role("button").click()
            modal = page.get_by_role("dialog")
            expect(modal.get_by_role("heading")).to_have_text(f"Book Appointment with {DOCTOR}")
            expect(modal.get_by_text("First call free · Mon to Fri, 5 pm to 8 pm")).to_be_visible()
            expect_whole(page)
            for label in ("Name", "Phone", "Address"):
                modal.get_by_label(label, exact=True).fill("Asha 98400 00000")
            modal.get_by_label("Email").fill("asha@example.com")
            modal.locator("button[type=submit]").click()
            expect(modal.get_by_text("✅ Appointment booked successfully!")).to_be_visible()
            assert [request.post_data_json["doctorName"] for request in sent] == [DOCTOR]


def expect_whole(page: Page) -> None:
    """All of the open dialog is within the window without scrolling."""
    inside = page.get_by_role("dialog").evaluate(
        "dialog => [dialog.scrollHeight <= dialog.clientHeight,"
        " ...[...dialog.querySelectorAll('input, textarea, button, p')].map(each =>"
        " each.getBoundingClientRect().bottom <= innerHeight && each.scrollWidth <= each.clientWidth + 1)]"
    )
    assert len(inside) > 8
    assert all(inside)


def test_the_doctors_dialog_is_whole_on_a_phone(clock: None, page: Page, shop: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_hydrated(page, f"{shop}{PLANS}")
    page.get_by_role("button", name="View Doctors").first.click()
    page.get_by_role("button", name="Book Appointment").first.click()
    modal = page.get_by_role("dialog")
    with step("nothing of it is below the fold"):
        expect_whole(page)
        page.evaluate(
            "Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => undefined)"
        )
    with step("a message takes the place of what happens next, and moves nothing"):
        submit = modal.locator("button[type=submit]")
        modal.get_by_label("Name", exact=True).fill("Asha")
        for label in ("Phone", "Address"):
            modal.get_by_label(label, exact=True).fill("98400 00000")
        modal.get_by_label("Email").fill("asha@example.com")
        before = submit.bounding_box()
        page.route("**/api/appointment", lambda route: route.fulfill(status=200, body="{}"))
        submit.click()
        expect(modal.get_by_role("status")).to_have_text("✅ Appointment booked successfully!")
        assert submit.bounding_box() == before
    with step("with a keyboard open every field and the button can be reached"):
        page.clock.run_for(1500)
        expect(modal).to_have_count(0)
        page.get_by_role("button", name="Book Appointment").first.click()
        page.set_viewport_size({"width": 360, "height": 380})
        for label in ("Name", "Phone", "Address", "Email"):
            field = modal.get_by_label(label, exact=True)
            field.focus()
            field.scroll_into_view_if_needed()
            expect(field).to_be_in_viewport(ratio=1)
        submit.scroll_into_view_if_needed()
        expect(submit).to_be_in_viewport(ratio=1)


def test_the_strip_shows_what_the_shop_has_filled_in(browser: Browser, filled: str) -> None:
    with quiet_page(browser, viewport=PHONE, base_url=filled) as page:
        open_hydrated(page, f"{filled}/order/")
        strip = page.get_by_role("region", name=STRIP)
        strip.scroll_into_view_if_needed()
        with step("FSSAI number, kitchen, and a review with its source"):
            expect(strip.get_by_text("FSSAI Licence No. 12345678901234")).to_be_visible()
            expect(strip.get_by_role("figure")).to_have_text(
                "“A sample: hot, and on time.”A sample review"
            )
            kitchen = strip.get_by_role("img", name="Our kitchen")
            wait_for(lambda: kitchen.evaluate("image => image.naturalWidth > 0"), "the picture")
        with step("it stands behind the elements of the landing page, in their order"):
            order = page.locator("h2, h3, section[aria-label='Our kitchen and our customers']")
            texts = order.all_inner_texts()
            names = ["Affordable Pricing", "Birthday Celebrations", "Freshness Meets Nutrition"]
            places = [texts.index(name) for name in names]
            [at] = [at for at, text in enumerate(texts) if "FSSAI" in text]
            assert [*places, at] == sorted([*places, at])


def test_a_shop_that_has_filled_in_nothing_has_no_strip(page: Page, shop: str) -> None:
    open_hydrated(page, f"{shop}/order/")
    assert STRIP not in page.content()
