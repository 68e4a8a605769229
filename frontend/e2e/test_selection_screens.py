"""The three screens where dishes are ticked (specification, section 2), and how long a selection is kept (section 3)."""

from __future__ import annotations

import pytest
from ordering import EVERY_KIND, NONVEG, TRAY, VEG, Kind, Visitor, body_of, hold, of, popup
from playwright.sync_api import FloatRect, Locator, Page, expect
from waiting import wait_until

PHONE = {"width": 390, "height": 844}
CATEGORIES = {
    VEG: [
        "Protein Smoothies",
        "Immunity Boosters",
        "Protein Shakes",
        "Hi Protein Salads",
        "Smoothie Bowls",
        "Protein Oats",
        "Cut Fruit Bowls",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps",
        "Indian Protein",
        "Nut Milk",
    ],
    NONVEG: [
        "Hi Protein Salads",
        "All Things Eggs",
        "Protein Pancakes",
        "Protein Sandwiches",
        "Protein Millet Pasta",
        "Rice Bowls",
        "Protein Wraps & Rolls",
    ],
    TRAY: [
        "Indian Bread",
        "Main Course",
        "Salads",
        "Rice Bowls",
        "Sundals",
        "Boiled Items",
        "Juices",
    ],
}


@pytest.fixture
def kind() -> Kind:
    return VEG


@pytest.fixture
def visitor(page: Page, shop: str, kind: Kind) -> Visitor:
    return Visitor(page, shop, kind)


@EVERY_KIND
def test_the_sidebar_lists_the_categories_and_each_shows_its_own_dishes(visitor: Visitor) -> None:
    visitor.open_menu()
    titles = CATEGORIES[visitor.kind]
    sidebar = visitor.page.get_by_role("navigation", name="Categories")
    expect(sidebar.get_by_role("listitem")).to_have_text(titles)
    visitor.choose_category(titles[-1])
    expect(visitor.page.get_by_role("region", name=titles[-1])).to_be_visible()
    expect(visitor.box(visitor.kind.dishes[0])).to_have_count(0)


@of(NONVEG)
def test_the_order_summary_appears_with_the_first_tick_and_goes_with_the_last(
    visitor: Visitor,
) -> None:
    visitor.open_menu()
    summary = visitor.page.get_by_role("region", name="Order Summary")
    expect(summary).to_have_count(0)
    visitor.tick(visitor.kind.dishes[0])
    expect(summary).to_contain_text("Total Items1")
    visitor.box(visitor.kind.dishes[0]).uncheck()
    expect(summary).to_have_count(0)


@pytest.mark.parametrize(
    ("kind", "total"),
    [(VEG, "₹539"), (NONVEG, "₹497"), (TRAY, "₹135")],
    ids=["veg", "nonveg", "tray"],
)
def test_the_total_is_the_sum_of_week_prices(visitor: Visitor, total: str) -> None:
    visitor.open_menu()
    visitor.tick()
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_contain_text(
        f"Total{total}"
    )


@of(TRAY)
def test_each_dish_row_shows_image_name_and_a_checkbox_called_like_the_dish(
    visitor: Visitor,
) -> None:
    visitor.open_menu()
    rows = (
        visitor.page.get_by_role("main")
        .get_by_role("listitem")
        .filter(has=visitor.page.get_by_role("checkbox"))
    )
    assert rows.count() >= len(visitor.kind.dishes)
    for row in rows.all():
        expect(row.locator("img").or_(row.locator("svg[aria-hidden=true]")).first).to_be_visible()
        name = row.locator("label > span").nth(1).locator("span > span").first.inner_text()
        expect(row.get_by_role("checkbox")).to_have_accessible_name(name)


def test_a_category_says_how_many_of_its_dishes_are_ticked(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.tick("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.choose_category("Nut Milk")
    button = visitor.page.get_by_role("button", name="Protein Smoothies")
    expect(button).to_have_accessible_name("Protein Smoothies 2 ticked")


def test_the_whole_row_is_the_checkboxs_label(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.page.get_by_text("₹266").click()
    expect(visitor.box("Berry Smoothie")).to_be_checked()


def test_dishes_are_ticked_with_the_keyboard(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.box("Dry Fruit Smoothie").focus()
    visitor.page.keyboard.press("Space")
    visitor.page.keyboard.press("Tab")  # To the picture, which opens larger.
    visitor.page.keyboard.press("Tab")
    visitor.page.keyboard.press("Space")
    expect(visitor.box("Dry Fruit Smoothie")).to_be_checked()
    expect(visitor.box("Berry Smoothie")).to_be_checked()


def test_a_row_says_its_price_per_day_and_meal_and_its_mark(visitor: Visitor) -> None:
    visitor.open_menu()
    expect(visitor.box("Berry Smoothie")).to_have_accessible_description(
        "Vegetarian ₹266 per day, per meal"
    )


def test_egg_is_marked_non_vegetarian(page: Page, shop: str) -> None:
    visitor = Visitor(page, shop, NONVEG)
    visitor.open_menu()
    visitor.choose_category("All Things Eggs")
    expect(visitor.box("Boiled Eggs")).to_have_accessible_description(
        "Non-vegetarian ₹70 per day, per meal"
    )


def test_a_dish_is_removed_from_the_summary(visitor: Visitor) -> None:
    visitor.open_menu()
    visitor.tick("Dry Fruit Smoothie", "Berry Smoothie")
    visitor.page.get_by_role("button", name="Remove Berry Smoothie").click()
    expect(visitor.box("Berry Smoothie")).not_to_be_checked()
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_contain_text("Total Items1")


def test_a_tick_before_the_pages_code_has_arrived_counts(visitor: Visitor) -> None:
    held = hold(visitor.page, "**/*.js")
    visitor.page.goto(visitor.shop + VEG.selection, wait_until="commit")
    visitor.tick("Berry Smoothie")
    visitor.page.route("**/*.js", lambda route: route.continue_())
    for route in held:
        route.continue_()
    expect(visitor.page.get_by_role("region", name="Order Summary")).to_contain_text("Total Items1")


@of(VEG)
def test_free_delivery_the_phone_and_beyond_just_a_cafe_stand_on_the_page(visitor: Visitor) -> None:
    visitor.open_menu()
    main = visitor.page.get_by_role("main")
    expect(main.get_by_text("Free delivery within 5 km")).to_be_visible()
    expect(main.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
    expect(main.get_by_role("heading", name="Beyond Just a Cafe")).to_be_visible()


@pytest.mark.parametrize(
    ("kind", "greeting"),
    [
        (VEG, "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20veg%20meal."),
        (NONVEG, "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20non-veg%20meal."),
        (TRAY, "Hi%20Oottam%2C%20I%20would%20like%20to%20order%20a%20meal%20tray."),
    ],
    ids=["veg", "nonveg", "tray"],
)
def test_the_floating_button_opens_a_chat_with_the_kinds_greeting(
    visitor: Visitor, greeting: str
) -> None:
    visitor.open_menu()
    chat = visitor.page.get_by_role("link", name="Chat about this order")
    expect(chat).to_have_attribute("href", f"https://wa.me/914400000000?text={greeting}")
    expect(chat).to_have_attribute("target", "_blank")
    expect(chat).to_have_attribute("rel", "noopener")


@of(NONVEG)
def test_any_letter_case_of_the_path_leads_to_the_screen(visitor: Visitor) -> None:
    visitor.page.goto(
        visitor.shop + "/order" + visitor.kind.selection.removeprefix("/order").upper()
    )
    expect(visitor.box(visitor.kind.dishes[0])).to_be_visible()


class TestOnPhones:
    @pytest.fixture(autouse=True)
    def phone(self, page: Page) -> None:
        page.set_viewport_size(PHONE)

    @pytest.fixture
    def toggle(self, visitor: Visitor) -> Locator:
        visitor.open_menu()
        return visitor.page.get_by_role("navigation", name="Categories").locator("[aria-expanded]")

    def test_the_page_does_not_scroll_while_the_dropdown_is_open(
        self, visitor: Visitor, toggle
    ) -> None:
        toggle.click()
        visitor.page.mouse.move(10, 800)
        before = visitor.page.evaluate("scrollY")
        visitor.page.mouse.wheel(0, 600)
        visitor.page.evaluate(
            "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
        )
        assert visitor.page.evaluate("scrollY") == before
        assert visitor.page.evaluate("getComputedStyle(document.body).overflow") == "hidden"
        visitor.page.keyboard.press("Escape")
        assert visitor.page.evaluate("getComputedStyle(document.body).overflow") == "visible"
        visitor.page.mouse.wheel(0, 600)
        wait_until(visitor.page, "before => scrollY > before", before)

    def test_choosing_in_the_dropdown_shows_the_category_and_closes_it(
        self, visitor: Visitor, toggle
    ) -> None:
        toggle.click()
        visitor.choose_category("Nut Milk")
        expect(toggle).to_have_attribute("aria-expanded", "false")
        expect(toggle).to_contain_text("Nut Milk")
        expect(visitor.box("Almond Milk")).to_be_visible()

    def test_a_press_outside_closes_the_dropdown(self, visitor: Visitor, toggle: Locator) -> None:
        toggle.click()
        visitor.page.mouse.click(380, 830)
        expect(toggle).to_have_attribute("aria-expanded", "false")

    def test_every_category_of_the_open_dropdown_can_be_reached(
        self, visitor: Visitor, toggle
    ) -> None:
        visitor.page.set_viewport_size({"width": 320, "height": 480})
        toggle.click()
        visitor.choose_category("Nut Milk")
        expect(toggle).to_contain_text("Nut Milk")

    def test_neither_the_order_bar_nor_the_chat_button_keeps_a_dish_from_being_ticked(
        self, visitor: Visitor, toggle: Locator
    ) -> None:
        visitor.page.set_viewport_size({"width": 320, "height": 568})
        boxes = visitor.page.get_by_role("checkbox").all()
        for box in boxes:
            box.check()
        summary = visitor.page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text(f"Total Items{len(boxes)}")

    def test_the_order_bar_unfolds_to_the_ticked_dishes(
        self, visitor: Visitor, toggle: Locator
    ) -> None:
        visitor.tick("Dry Fruit Smoothie")
        remove = visitor.page.get_by_role("button", name="Remove Dry Fruit Smoothie")
        expect(remove).to_be_hidden()
        visitor.page.get_by_role("button", name="Show dishes").click()
        remove.click()
        expect(visitor.box("Dry Fruit Smoothie")).not_to_be_checked()

    def test_nothing_scrolls_sideways(self, visitor: Visitor, toggle: Locator) -> None:
        def expect_to_fit() -> None:
            for width in (320, 390, 768):
                visitor.page.set_viewport_size({"width": width, "height": 800})
                assert visitor.page.evaluate("document.documentElement.scrollWidth") <= width

        visitor.tick("Dry Fruit Smoothie")
        expect_to_fit()
        visitor.proceed()
        expect(visitor.submit_button).to_be_visible()
        visitor.page.get_by_label("Select Days").fill("29")
        expect_to_fit()


class TestKeeping:
    @EVERY_KIND
    def test_ticks_are_stored_with_the_total_of_week_prices_and_nothing_personal(
        self, visitor: Visitor
    ) -> None:
        visitor.come_to_form()
        visitor.fill()
        [stored] = visitor.stored().values()
        assert list(stored) == ["selectedItems", "totalCost"]
        assert [dish["name"] for dish in stored["selectedItems"]] == list(visitor.kind.dishes)
        assert stored["totalCost"] == {VEG: 539, NONVEG: 497, TRAY: 135}[visitor.kind]
        assert "Meena" not in str(stored)

    @of(TRAY)
    def test_a_reload_keeps_the_selection_on_both_screens(self, visitor: Visitor) -> None:
        visitor.open_menu()
        visitor.tick()
        visitor.page.reload()
        expect(visitor.box(visitor.kind.dishes[0])).to_be_checked()
        visitor.proceed()
        expect(visitor.submit_button).to_be_visible()
        visitor.page.reload()
        expect(visitor.page.get_by_label("Selected Item Count")).to_have_value(
            str(len(visitor.kind.dishes))
        )

    @EVERY_KIND
    def test_a_reloaded_form_never_flashes_the_empty_notice(self, visitor: Visitor) -> None:
        html = visitor.page.request.get(visitor.shop + visitor.kind.form).text()
        assert "items first" not in html
        assert "Redirecting" not in html

    @EVERY_KIND
    def test_leaving_the_menu_for_another_page_drops_the_selection(self, visitor: Visitor) -> None:
        visitor.open_menu()
        visitor.tick()
        visitor.page.get_by_role("link", name="Meal Subscription").first.click()
        expect(visitor.page).not_to_have_url(visitor.shop + visitor.kind.selection)
        assert visitor.stored() == {}
        visitor.page.go_back()
        expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()

    @of(VEG)
    def test_leaving_the_form_for_the_menu_drops_the_selection(self, visitor: Visitor) -> None:
        visitor.come_to_form()
        visitor.page.go_back()
        expect(visitor.box(visitor.kind.dishes[0])).not_to_be_checked()
        assert visitor.stored() == {}

    @of(NONVEG)
    def test_leaving_the_form_for_another_page_drops_the_selection(self, visitor: Visitor) -> None:
        visitor.open_form()
        visitor.page.get_by_role("link", name="Meal Subscription").first.click()
        expect(visitor.page).not_to_have_url(visitor.shop + visitor.kind.form)
        assert visitor.stored() == {}

    def test_a_second_tab_that_opens_another_page_leaves_the_first_ones_order_alone(
        self, page: Page, shop: str
    ) -> None:
        visitor = Visitor(page, shop, TRAY)
        visitor.open_form()
        second = page.context.new_page()
        second.goto(shop + "/order/birthday")
        second.get_by_role("link", name="Meal Subscription").first.click()
        expect(second.get_by_role("heading", name="Order Now")).to_be_visible()
        assert [len(order["selectedItems"]) for order in visitor.stored().values()] == [4]
        page.reload()
        expect(page.get_by_label("Selected Item Count")).to_have_value("4")

    def test_a_second_tab_with_other_dishes_does_not_change_what_the_first_ones_form_sends(
        self, visitor: Visitor
    ) -> None:
        visitor.answer_with({"status": "success", "message": "Taken."})
        visitor.open_form("Dry Fruit Smoothie")
        second = Visitor(visitor.page.context.new_page(), visitor.shop, VEG)
        second.open_menu()
        expect(second.box("Dry Fruit Smoothie")).to_be_checked()
        second.box("Dry Fruit Smoothie").uncheck()
        second.tick("Berry Smoothie")
        visitor.fill()
        visitor.submit()
        expect(popup(visitor.page, "Taken.").first).to_be_visible()
        [request] = visitor.sent
        assert [dish["name"] for dish in body_of(request)["selectedItems"]] == [
            "Dry Fruit Smoothie"
        ]

    def test_each_kind_keeps_its_own_selection_under_its_own_key(
        self, page: Page, shop: str
    ) -> None:
        keys = set()
        for kind in (VEG, NONVEG, TRAY):
            visitor = Visitor(page, shop, kind)
            visitor.open_menu()
            visitor.tick()
            keys |= visitor.stored().keys()
        assert len(keys) == 3

    @pytest.mark.parametrize(
        "value", ["{", "null", '{"selectedItems":[{"id":"no-such-dish"}],"totalCost":9}']
    )
    def test_garbled_or_stale_storage_reads_as_nothing_selected(
        self, visitor: Visitor, value: str
    ) -> None:
        visitor.open_menu()
        visitor.tick()
        [key] = visitor.stored()
        visitor.page.evaluate("([key, value]) => localStorage.setItem(key, value)", [key, value])
        visitor.page.reload()
        expect(visitor.box("Dry Fruit Smoothie")).to_be_visible()
        expect(visitor.page.get_by_role("region", name="Order Summary")).to_have_count(0)

    def test_blocked_storage_does_not_stop_an_order(self, visitor: Visitor) -> None:
        visitor.page.add_init_script(
            "Object.defineProperty(window, 'localStorage', { get() { throw new Error('blocked'); } })"
        )
        visitor.come_to_form()
        expect(visitor.page.get_by_label("Selected Item Count")).to_have_value("2")


class TestBringingBack:
    def leave(self, visitor: Visitor) -> None:
        visitor.page.get_by_role("link", name="Meal Subscription").first.click()
        expect(visitor.page).not_to_have_url(visitor.shop + visitor.kind.selection)

    def offer(self, visitor: Visitor) -> Locator:
        return visitor.page.get_by_role("button", name="Bring back your")

    @of(TRAY)
    def test_the_next_visit_in_this_tab_offers_what_leaving_took(self, visitor: Visitor) -> None:
        visitor.open_menu()
        expect(self.offer(visitor)).to_have_count(0)
        visitor.tick()
        self.leave(visitor)
        assert visitor.stored() == {}
        visitor.page.go_back()
        dishes = visitor.kind.dishes
        expect(self.offer(visitor)).to_have_text(f"Bring back your {len(dishes)} dishes")
        expect(visitor.box(dishes[0])).not_to_be_checked()
        self.offer(visitor).click()
        for dish in dishes:
            expect(visitor.box(dish)).to_be_checked()
        expect(self.offer(visitor)).to_have_count(0)
        [stored] = visitor.stored().values()
        assert len(stored["selectedItems"]) == len(dishes)

    def test_back_from_the_tray_form_the_dishes_are_offered(self, page: Page, shop: str) -> None:
        visitor = Visitor(page, shop, TRAY)
        visitor.come_to_form()
        page.go_back()
        expect(self.offer(visitor)).to_have_text("Bring back your 4 dishes")

    def test_one_dish_is_one_and_a_reload_or_a_no_forgets_it(self, visitor: Visitor) -> None:
        visitor.open_menu()
        visitor.tick("Berry Smoothie")
        self.leave(visitor)
        visitor.page.go_back()
        expect(self.offer(visitor)).to_have_text("Bring back your dish")
        visitor.page.get_by_role("button", name="No, start afresh").click()
        expect(self.offer(visitor)).to_have_count(0)
        expect(visitor.page.get_by_role("heading", level=2).first).to_be_focused()
        visitor.tick("Berry Smoothie")
        self.leave(visitor)
        visitor.page.go_back()
        expect(self.offer(visitor)).to_be_visible()
        visitor.page.reload()
        expect(visitor.box("Berry Smoothie")).to_be_visible()
        expect(self.offer(visitor)).to_have_count(0)

    @pytest.mark.parametrize(("status", "offers"), [("success", 0), ("error", 1)])
    def test_what_was_ordered_is_not_offered_again_and_what_was_refused_is(
        self, visitor: Visitor, status: str, offers: int
    ) -> None:
        visitor.answer_with({"status": status, "message": "So it is."})
        visitor.open_form()
        visitor.fill()
        visitor.submit()
        visitor.expect_at(VEG.selection)
        expect(visitor.box("Berry Smoothie")).not_to_be_checked()
        expect(self.offer(visitor)).to_have_count(offers)


class TestRemoving:
    def test_the_focus_moves_to_the_next_dishs_button_then_to_the_heading(
        self, visitor: Visitor
    ) -> None:
        visitor.open_menu()
        visitor.tick("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
        remove = {
            dish: visitor.page.get_by_role("button", name=f"Remove {dish}")
            for dish in ("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
        }
        remove["Berry Smoothie"].press("Enter")
        expect(remove["Chikoo Date Smoothie"]).to_be_focused()
        visitor.page.keyboard.press("Enter")
        expect(remove["Dry Fruit Smoothie"]).to_be_focused()
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("heading", name="Protein Smoothies")).to_be_focused()

    def test_the_forms_table_does_the_same_and_keeps_what_an_order_needs(
        self, visitor: Visitor
    ) -> None:
        visitor.open_form("Dry Fruit Smoothie", "Berry Smoothie", "Chikoo Date Smoothie")
        visitor.page.get_by_role("button", name="Remove Dry Fruit Smoothie").press("Enter")
        expect(visitor.page.get_by_role("button", name="Remove Berry Smoothie")).to_be_focused()
        visitor.page.keyboard.press("Enter")
        expect(visitor.page.get_by_role("heading", name="Order Summary")).to_be_focused()


class TestTelling:
    def test_the_totals_live_region_is_there_from_the_start_and_speaks_after_a_tick(
        self, visitor: Visitor
    ) -> None:
        html = visitor.page.request.get(visitor.shop + VEG.selection).text()
        assert 'role="status"' in html
        visitor.open_menu()
        said = visitor.page.get_by_role("main").get_by_role("status").last
        expect(said).to_have_text("")
        visitor.tick("Dry Fruit Smoothie")
        expect(said).to_have_text("1 dish, ₹273")
        visitor.tick("Berry Smoothie")
        expect(said).to_have_text("2 dishes, ₹539")
        visitor.page.reload()
        expect(visitor.box("Berry Smoothie")).to_be_checked()
        expect(said).to_have_text("")
        expect(visitor.page.locator("section[aria-labelledby] [aria-live] dd")).to_have_count(0)

    def test_a_dish_without_a_price_alone_reads_price_on_request(self, visitor: Visitor) -> None:
        visitor.open_menu()
        visitor.choose_category("Protein Oats")
        visitor.tick("Ragi Porridge")
        summary = visitor.page.get_by_role("region", name="Order Summary")
        expect(summary).to_contain_text("TotalPrice on request")
        expect(summary).not_to_contain_text("₹0")
        visitor.choose_category("Protein Smoothies")
        visitor.tick("Berry Smoothie")
        expect(summary).to_contain_text("Total₹266")
        expect(summary.get_by_role("listitem").first).to_contain_text("on request")

    def test_a_row_says_the_price_of_longer_plans_and_the_summary_the_week_price(
        self, visitor: Visitor
    ) -> None:
        visitor.open_menu()
        row = visitor.page.get_by_role("listitem").filter(has=visitor.box("Dry Fruit Smoothie"))
        expect(row).to_contain_text("₹254 from 15 days")
        visitor.tick("Dry Fruit Smoothie")
        expect(visitor.page.get_by_role("region", name="Order Summary")).not_to_contain_text("254")


def test_the_chat_button_covers_no_control_and_keeps_its_side(visitor: Visitor) -> None:
    visitor.open_menu_with(9)
    for width in (320, 390, 768, 1024, 1152, 1280, 1920):
        visitor.page.set_viewport_size({"width": width, "height": 664})
        expect_chat_button_clear(visitor.page, width)


PLACES = (
    "all => all.map(each => each.getBoundingClientRect().toJSON()).filter(box => box.width > 0)"
)


def expect_chat_button_clear(page: Page, width: int) -> None:
    chat = page.get_by_role("link", name="Chat about this order")
    # On phones the dishes pass below the strip that it shares with the categories, as below the header.
    controls = "label, nav button, section button" if width >= 768 else "nav button, section button"
    for scroll in (0, 260, 520, 900):
        page.evaluate("scroll => scrollTo(0, scroll)", scroll)
        place = chat.bounding_box()
        assert place
        assert place["x"] + place["width"] / 2 > width / 2
        assert place["y"] + place["height"] <= 664
        shown = page.get_by_role("main").locator(controls).evaluate_all(PLACES)
        assert [box for box in shown if _overlap(box, place)] == []


def _overlap(one: FloatRect, other: FloatRect) -> bool:
    return (
        one["x"] + one["width"] > other["x"] + 1
        and other["x"] + other["width"] > one["x"] + 1
        and one["y"] + one["height"] > other["y"] + 1
        and other["y"] + other["height"] > one["y"] + 1
    )
