"""The meal subscription page, home of the meal area (specification, sections 2, 3, 4 and 9)."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect
from waiting import wait_until

HOME = "/order/mealsubscription"
REVIEW = "/order/Meal/CustomerChoice/sumbit"
BEAT_MS = 3000
WEEK = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]


@pytest.fixture
def home(page: Page, shop: str) -> Page:
    page.goto(shop + HOME)
    return page


@pytest.fixture
def moving(clock: None, page: Page, shop: str) -> Page:
    """The page with a clock that moves only when told to."""
    page.goto(shop + HOME)
    expect(page.get_by_role("button", name="Pause slides")).to_be_visible()
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))
    page.reload()
    expect_running(page, True)
    return page


def slide(page: Page, number: int) -> Locator:
    return page.get_by_role("group", name=f"Slide {number} of 3")


def expect_running(page: Page, running: bool) -> None:
    """Waits until the page has taken in what starts or stops the slides: they are live only while they stand."""
    window = section(page, "From our kitchen").locator("[aria-live]")
    expect(window).to_have_attribute("aria-live", "off" if running else "polite")


def dot(page: Page, number: int) -> Locator:
    return page.get_by_role("button", name=f"Slide {number} of 3")


def section(page: Page, name: str) -> Locator:
    return page.get_by_role("region", name=name, exact=True)


def expect_at_the_top(page: Page) -> None:
    """The first heading stands where a page begins; a scrolled window would show it higher or not at all."""
    expect(page.get_by_role("heading", level=1)).to_be_in_viewport()
    wait_until(page, "window.scrollY === 0")


class TestHero:
    def test_beyond_just_a_cafe_is_followed_by_the_tagline(self, home: Page) -> None:
        heading = home.get_by_role("heading", level=1)
        expect(heading).to_have_text("Beyond Just a Cafe")
        expect(heading.locator("+ p")).to_contain_text("exclusive protein experience")

    def test_three_slides_come_one_at_a_time_with_dots_and_arrows(self, home: Page) -> None:
        carousel = section(home, "From our kitchen")
        expect(carousel.locator("[aria-roledescription=slide]")).to_have_count(3)
        expect(carousel.locator("ol").get_by_role("button")).to_have_count(3)
        expect(dot(home, 1)).to_have_attribute("aria-current", "true")
        carousel.get_by_role("button", name="Next slide").click()
        expect(dot(home, 2)).to_have_attribute("aria-current", "true")
        carousel.get_by_role("button", name="Previous slide").click()
        expect(dot(home, 1)).to_have_attribute("aria-current", "true")

    def test_the_carousel_is_infinite_in_both_directions(self, home: Page) -> None:
        home.get_by_role("button", name="Previous slide").click()
        expect(dot(home, 3)).to_have_attribute("aria-current", "true")
        home.get_by_role("button", name="Next slide").click()
        expect(dot(home, 1)).to_have_attribute("aria-current", "true")

    def test_the_transition_takes_1200_ms(self, home: Page) -> None:
        duration = "slide => getComputedStyle(slide).transitionDuration.split(', ')[0]"
        assert slide(home, 1).evaluate(duration) == "1.2s"

    def test_the_slides_come_by_themselves_every_3000_ms_and_begin_again(
        self, moving: Page
    ) -> None:
        moving.clock.run_for(BEAT_MS - 50)
        expect(dot(moving, 1)).to_have_attribute("aria-current", "true")
        moving.clock.run_for(50)
        for number in (2, 3, 1):
            expect(dot(moving, number)).to_have_attribute("aria-current", "true")
            moving.clock.run_for(BEAT_MS)

    @pytest.mark.parametrize("width", [500, 800, 1100])
    def test_one_slide_stands_at_all_widths(self, home: Page, width: int) -> None:
        home.set_viewport_size({"width": width, "height": 800})
        carousel = section(home, "From our kitchen").bounding_box()
        shown = slide(home, 1).bounding_box()
        assert carousel
        assert shown
        assert shown["width"] == pytest.approx(carousel["width"], abs=1)

    def test_the_pause_button_stops_the_slides(self, moving: Page) -> None:
        moving.get_by_role("button", name="Pause slides").click()
        moving.mouse.move(0, 0)
        expect_running(moving, False)
        moving.clock.run_for(3 * BEAT_MS)
        expect(dot(moving, 1)).to_have_attribute("aria-current", "true")
        moving.get_by_role("button", name="Play slides").click()
        moving.mouse.move(0, 0)
        expect_running(moving, True)
        moving.clock.run_for(BEAT_MS)
        expect(dot(moving, 2)).to_have_attribute("aria-current", "true")

    def test_the_slides_wait_while_a_mouse_hovers_over_them(self, moving: Page) -> None:
        slide(moving, 1).hover()
        expect_running(moving, False)
        moving.clock.run_for(3 * BEAT_MS)
        expect(dot(moving, 1)).to_have_attribute("aria-current", "true")
        moving.mouse.move(0, 0)
        expect_running(moving, True)
        moving.clock.run_for(BEAT_MS)
        expect(dot(moving, 2)).to_have_attribute("aria-current", "true")

    def test_the_slides_wait_while_the_keyboard_is_inside(self, moving: Page) -> None:
        dot(moving, 3).focus()
        expect_running(moving, False)
        moving.clock.run_for(3 * BEAT_MS)
        expect(dot(moving, 1)).to_have_attribute("aria-current", "true")

    def test_with_reduced_motion_nothing_moves_by_itself(self, moving: Page) -> None:
        moving.emulate_media(reduced_motion="reduce")
        # The browser tells the page of the change with its next frame, not with this call.
        expect_running(moving, False)
        expect(moving.get_by_role("button", name="Pause slides")).to_be_hidden()
        moving.clock.run_for(3 * BEAT_MS)
        expect(dot(moving, 1)).to_have_attribute("aria-current", "true")

    def test_the_first_slide_is_preloaded(self, home: Page) -> None:
        preload = home.locator("head link[rel=preload][as=image]")
        first = slide(home, 1).locator("source[type='image/avif']")
        assert preload.first.get_attribute("imagesrcset") == first.get_attribute("srcset")


class TestOrderNow:
    def test_four_meal_categories_stand_there_with_their_buttons(self, home: Page) -> None:
        cards = section(home, "Order Now").get_by_role("listitem")
        expect(cards.get_by_role("heading")).to_have_text(
            [
                "Individual items",
                "Weekly & Monthly Combos",
                "Meal Tray",
                "Weight Loss & Weight Gain",
            ]
        )
        actions = [
            card.get_by_role("button").or_(card.get_by_role("link")).inner_text()
            for card in cards.all()
        ]
        assert actions == ["Choose Items", "View Combos", "Order Tray", "Begin Journey"]

    @pytest.mark.parametrize(
        ("button", "path"),
        [
            ("View Combos", "/order/Meal/Weeklyandmonthlycombos"),
            ("Order Tray", "/order/meal/MealTrayPage"),
            ("Begin Journey", "/order/Meal/Weightlossweightgain"),
        ],
    )
    def test_cards_2_to_4_navigate_and_the_page_is_at_its_top(
        self, home: Page, shop: str, button: str, path: str
    ) -> None:
        home.get_by_role("link", name=button).click()
        expect(home).to_have_url(shop + path)
        expect_at_the_top(home)

    @pytest.mark.parametrize(
        ("choice", "path"),
        [("Vegetarian", "/order/meal/VegMeal"), ("Non-Vegetarian", "/order/meal/NonVegMeal")],
    )
    def test_individual_items_ask_for_a_preference_first(
        self, home: Page, shop: str, choice: str, path: str
    ) -> None:
        home.get_by_role("button", name="Choose Items").click()
        modal = home.get_by_role("dialog", name="Choose Your Preference")
        expect(modal).to_be_visible()
        expect(home).to_have_url(shop + HOME)
        modal.get_by_role("button", name=choice, exact=True).click()
        expect(home).to_have_url(shop + path)
        expect(modal).to_be_hidden()
        expect_at_the_top(home)

    def test_the_card_of_individual_items_has_a_button_and_no_link_of_its_own(
        self, home: Page
    ) -> None:
        card = section(home, "Order Now").get_by_role("listitem").first
        expect(card.get_by_role("button", name="Choose Items")).to_be_visible()
        expect(card.get_by_role("link")).to_have_count(0)

    @pytest.mark.parametrize("way", ["View Combos", "Order Tray", "Begin Journey", "Vegetarian"])
    def test_the_page_is_asked_to_scroll_smoothly_to_its_top(self, home: Page, way: str) -> None:
        home.evaluate(
            "window.asked = []; const scroll = window.scrollTo;"
            "window.scrollTo = (...to) => { asked.push(to[0]); scroll.apply(window, to) }"
        )
        if way == "Vegetarian":
            home.get_by_role("button", name="Choose Items").click()
            home.get_by_role("button", name=way, exact=True).click()
        else:
            home.get_by_role("link", name=way).click()
        expect(home).not_to_have_url(re.compile(HOME))
        assert {"top": 0, "behavior": "smooth"} in home.evaluate("asked")

    def test_the_preference_modal_has_a_close_button(self, home: Page, shop: str) -> None:
        home.get_by_role("button", name="Choose Items").click()
        modal = home.get_by_role("dialog", name="Choose Your Preference")
        modal.get_by_role("button", name="Close").click()
        expect(modal).to_be_hidden()
        expect(home).to_have_url(shop + HOME)
        expect(home.get_by_role("button", name="Choose Items")).to_be_focused()

    def test_build_your_own_plan_leads_to_the_custom_choice(self, home: Page, shop: str) -> None:
        section(home, "Order Now").get_by_role("link", name="Build your own plan").click()
        expect(home).to_have_url(f"{shop}/order/Meal/CustomerChoice")


class TestSections:
    def test_the_gallery_shows_ten_featured_recipes(self, home: Page) -> None:
        expect(section(home, "Featured Recipes").get_by_role("figure")).to_have_count(10)

    @pytest.mark.parametrize(
        ("title", "path"),
        [
            ("A tray of your own", "/order/meal/MealTrayPage"),
            ("Weight loss, weight gain", "/order/Meal/Weightlossweightgain"),
        ],
    )
    def test_the_meal_tray_and_weight_loss_images_come_with_a_way_there(
        self, home: Page, shop: str, title: str, path: str
    ) -> None:
        spotlight = home.locator("section").filter(
            has=home.get_by_role("heading", name=title, level=2)
        )
        image = spotlight.locator("img")
        expect(image).to_have_attribute("alt", re.compile("."))
        image.scroll_into_view_if_needed()
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 0
        spotlight.get_by_role("link").click()
        expect(home).to_have_url(shop + path)

    def test_six_plan_durations_say_what_they_hold_for(self, home: Page) -> None:
        durations = section(home, "Plan Duration")
        expect(durations.get_by_role("heading", level=3)).to_have_text(
            [
                "Weekly",
                "Fortnightly",
                "Monthly",
                "3 Month - Quarterly",
                "6 Month - Half Yearly",
                "Annual Membership",
            ]
        )
        expect(
            durations.get_by_text("All above plans can be availed on this duration.", exact=True)
        ).to_have_count(6)

    def test_corporate_meal_plans_lead_to_the_corporate_page(self, home: Page, shop: str) -> None:
        section(home, "Corporate Meal Plans").get_by_role("link").click()
        expect(home).to_have_url(f"{shop}/order/corporate")


class TestMenuTables:
    def card(self, page: Page, week: int = 1) -> Locator:
        return section(page, f"Week {week}")

    def day(self, page: Page, name: str, week: int = 1, meal: str = "breakfast") -> Locator:
        return page.get_by_role("checkbox", name=re.compile(f"^{name}, Week {week} {meal}: "))

    def subscribe(self, page: Page) -> Locator:
        return page.get_by_role("button", name="Subscribe with these meals")

    def show_week_4(self, page: Page) -> None:
        page.get_by_role("button", name="Show week 4").click()

    def test_weeks_1_to_3_are_shown_and_a_button_below_shows_week_4(self, home: Page) -> None:
        cards = home.get_by_role("region", name=re.compile(r"^Week \d$"))
        expect(cards).to_have_count(3)
        self.show_week_4(home)
        expect(cards).to_have_count(4)
        expect(self.card(home, 4).get_by_role("heading", name="Week 4")).to_be_focused()
        expect(home.get_by_role("button", name="Show week 4")).to_have_count(0)

    def test_coming_back_finds_week_4_open_with_its_ticks(self, home: Page, shop: str) -> None:
        self.show_week_4(home)
        home.get_by_role("link", name="Oottam, start page").first.click()
        expect(home).to_have_url(f"{shop}/order/")
        home.go_back()
        self.day(home, "Friday", week=4).check()
        expect(home.get_by_text("1 meal ticked")).to_be_visible()
        self.subscribe(home).click()
        assert home.evaluate("history.state.usr.selectedItems[0].id") == "W4-B-Friday"
        home.go_back()
        expect(self.day(home, "Friday", week=4)).to_be_checked()

    def test_coming_back_on_a_phone_finds_the_ticked_week_in_view(self, home: Page) -> None:
        home.set_viewport_size({"width": 390, "height": 844})
        self.show_week_4(home)
        self.day(home, "Friday", week=4).check()
        self.subscribe(home).click()
        expect(home.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
        home.go_back()
        expect(self.day(home, "Friday", week=4)).to_be_in_viewport()

    def test_each_week_has_a_card_with_a_table_for_each_meal(self, home: Page) -> None:
        self.show_week_4(home)
        for week in range(1, 5):
            tables = self.card(home, week).get_by_role("table")
            expect(tables).to_have_count(3)
            for table in tables.all():
                expect(table.get_by_role("columnheader")).to_have_text(
                    ["S.no", "Day", "Item", "Protein", "Select Day"]
                )
                expect(table.get_by_role("rowheader")).to_have_text(WEEK)
                expect(table.get_by_role("checkbox")).to_have_count(6)

    def test_a_table_s_select_all_is_checked_when_the_selected_days_equal_the_number_of_days(
        self, home: Page
    ) -> None:
        everything = self.card(home).get_by_role("checkbox", name="Select All Breakfast")
        for name in WEEK:
            expect(everything).not_to_be_checked()
            self.day(home, name).check()
        expect(everything).to_be_checked()
        self.day(home, "Friday").uncheck()
        expect(everything).to_be_checked(indeterminate=True)

    def test_a_table_s_select_all_selects_its_six_days_or_none(self, home: Page) -> None:
        everything = self.card(home, 2).get_by_role("checkbox", name="Select All Dinner")
        ticked = (
            self.card(home, 2)
            .get_by_role("table", name="Dinner")
            .get_by_role("checkbox", checked=True)
        )
        everything.check()
        expect(ticked).to_have_count(6)
        everything.uncheck()
        expect(ticked).to_have_count(0)

    def test_the_week_box_is_checked_when_all_three_meals_are_full(self, home: Page) -> None:
        week = home.get_by_role("checkbox", name="Select All (Week 3)")
        for meal in ("Breakfast", "Lunch", "Dinner"):
            expect(week).not_to_be_checked()
            self.card(home, 3).get_by_role("checkbox", name=f"Select All {meal}").check()
        expect(week).to_be_checked()

    def test_the_week_box_selects_the_whole_week_or_none(self, home: Page) -> None:
        self.show_week_4(home)
        week = home.get_by_role("checkbox", name="Select All (Week 4)")
        ticked = self.card(home, 4).get_by_role("table").get_by_role("checkbox", checked=True)
        week.check()
        expect(ticked).to_have_count(18)
        week.uncheck()
        expect(ticked).to_have_count(0)

    def test_with_no_day_ticked_the_button_is_disabled(self, home: Page) -> None:
        expect(self.subscribe(home)).to_be_disabled()
        expect(home.get_by_text("Tick a day to begin.")).to_be_visible()
        self.day(home, "Monday").check()
        expect(self.subscribe(home)).to_be_enabled()

    def test_the_bar_keeps_to_the_foot_of_the_window_only_once_a_day_is_ticked(
        self, home: Page
    ) -> None:
        self.card(home).scroll_into_view_if_needed()
        expect(self.subscribe(home)).not_to_be_in_viewport()
        self.day(home, "Monday").check()
        expect(self.subscribe(home)).to_be_in_viewport()

    def test_ticked_days_go_to_the_review_as_selected_items(self, home: Page, shop: str) -> None:
        self.day(home, "Monday").check()
        self.day(home, "Tuesday", week=2, meal="dinner").check()
        self.subscribe(home).click()
        expect(home).to_have_url(shop + REVIEW)
        first, second = home.evaluate("history.state.usr.selectedItems")
        assert first == {
            "id": "W1-B-Monday",
            "image": "idli-sambar",
            "title": "Idli / Podi Idli + ABC Juice",
            "desc": "Week 1, Monday · 9g protein",
            "category": "Breakfast",
        }
        assert second["id"] == "W2-D-Tuesday"
        assert second["category"] == "Dinner"
        expect(home.get_by_text("Idli / Podi Idli + ABC Juice").first).to_be_visible()

    def test_coming_back_from_the_review_finds_the_ticks_as_they_were(self, home: Page) -> None:
        self.day(home, "Monday").check()
        self.subscribe(home).click()
        expect(home.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
        home.go_back()
        expect(self.day(home, "Monday")).to_be_checked()

    def test_a_press_anywhere_on_a_day_ticks_it(self, home: Page) -> None:
        self.card(home).get_by_text("Overnight Oats").first.click()
        expect(self.day(home, "Tuesday")).to_be_checked()


@pytest.mark.parametrize("width", [320, 390, 768, 1280, 1920])
@pytest.mark.parametrize("path", [HOME, "/order/Meal/Weeklyandmonthlycombos"])
def test_no_width_makes_the_page_scroll_sideways(
    page: Page, shop: str, path: str, width: int
) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(shop + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= width
