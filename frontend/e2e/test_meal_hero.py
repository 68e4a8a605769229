"""The hero's slides on the meal subscription page (specification, sections 2, 4 and 9)."""

from __future__ import annotations

import pytest
from mock_responses import stop_clock
from playwright.sync_api import Locator, Page, expect
from steps import step

HOME = "/order/mealsubscription"
BEAT_MS = 3000


@pytest.fixture
def moving(clock: None, page: Page, shop: str) -> Page:
    """The page on a stopped mock clock."""
    page.goto(shop + HOME)
    expect(page.get_by_role("button", name="Pause slides")).to_be_visible()
    stop_clock(page)
    page.reload()
    expect_running(page, True)
    return page


def hero(page: Page) -> Locator:
    return page.get_by_role("region", name="From our kitchen", exact=True)


def slide(page: Page, number: int) -> Locator:
    return page.get_by_role("group", name=f"Slide {number} of 3")


def expect_running(page: Page, running: bool) -> None:
    """Wait until the slides have started or stopped: they are a live region only while stopped."""
    expect(hero(page).locator("[aria-live]")).to_have_attribute(
        "aria-live", "off" if running else "polite"
    )


def expect_at(page: Page, number: int) -> None:
    dot = page.get_by_role("button", name=f"Slide {number} of 3")
    expect(dot).to_have_attribute("aria-current", "true")


@pytest.mark.spec("2.5", "2.6", "9.10")
def test_hero_content(page: Page, shop: str) -> None:
    page.goto(shop + HOME)
    with step("Beyond Just a Cafe is followed by the tagline"):
        heading = page.get_by_role("heading", level=1)
        expect(heading).to_have_text("Beyond Just a Cafe")
        expect(heading.locator("+ p")).to_contain_text("exclusive protein experience")
    with step("the first slide is preloaded"):
        preload = page.locator("head link[rel=preload][as=image]")
        first = slide(page, 1).locator("source[type='image/avif']")
        assert preload.first.get_attribute("imagesrcset") == first.get_attribute("srcset")
    with step("the transition takes 1200 ms"):
        duration = "slide => getComputedStyle(slide).transitionDuration.split(', ')[0]"
        assert slide(page, 1).evaluate(duration) == "1.2s"
    with step("three slides come one at a time with dots and arrows, infinite in both directions"):
        expect(hero(page).locator("[aria-roledescription=slide]")).to_have_count(3)
        expect(hero(page).locator("ol").get_by_role("button")).to_have_count(3)
        expect_at(page, 1)
        for way, number in (("Next", 2), ("Previous", 1), ("Previous", 3), ("Next", 1)):
            hero(page).get_by_role("button", name=f"{way} slide").click()
            expect_at(page, number)
    for width in (500, 800, 1100):
        with step(f"one slide stands at a width of {width}"):
            page.set_viewport_size({"width": width, "height": 800})
            carousel, shown = hero(page).bounding_box(), slide(page, 1).bounding_box()
            assert carousel
            assert shown
            assert shown["width"] == pytest.approx(carousel["width"], abs=1)


@pytest.mark.spec("2.5", "4.2", "9.10")
def test_slides_advance_and_pause(moving: Page) -> None:
    def expect_paused_at(number: int) -> None:
        expect_running(moving, False)
        moving.clock.run_for(3 * BEAT_MS)
        expect_at(moving, number)

    def expect_advance_to(number: int) -> None:
        expect_running(moving, True)
        moving.clock.run_for(BEAT_MS)
        expect_at(moving, number)

    with step("the slides come by themselves every 3000 ms and begin again"):
        moving.clock.run_for(BEAT_MS - 50)
        expect_at(moving, 1)
        moving.clock.run_for(50)
        expect_at(moving, 2)
        expect_advance_to(3)
        expect_advance_to(1)
    with step("the slides wait while the keyboard is inside"):
        dot = moving.get_by_role("button", name="Slide 3 of 3")
        dot.focus()
        expect_paused_at(1)
        dot.blur()
        expect_advance_to(2)
    with step("the slides wait while a mouse hovers over them"):
        slide(moving, 2).hover()
        expect_paused_at(2)
        moving.mouse.move(0, 0)
        expect_advance_to(3)
    with step("the pause button stops the slides"):
        moving.get_by_role("button", name="Pause slides").click()
        moving.mouse.move(0, 0)
        expect_paused_at(3)
        moving.get_by_role("button", name="Play slides").click()
        moving.mouse.move(0, 0)
        expect_advance_to(1)
    with step("with reduced motion nothing moves by itself"):
        moving.emulate_media(reduced_motion="reduce")
        # The page receives the change with the next frame, after this call returns.
        expect_running(moving, False)
        expect(moving.get_by_role("button", name="Pause slides")).to_be_hidden()
        expect_paused_at(1)
