"""Selected-meals review and subscription form (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from meal_choice import (
    CHOICE,
    REVIEW,
    box,
    expect_toast,
    item,
    open_review,
    run_out_timer,
    timer_of,
    toast,
)
from mock_responses import REFUSED, UNREACHED, held_request, mock_reply, stop_clock
from ordering import body_of, hold, key_of
from playwright.sync_api import Page, expect
from steps import step
from waiting import wait_until

Rows = Callable[..., list[dict[str, Any]]]

CALL = "/customer-form"
SENT = "Selected menu was sent successfully!"
UNREACHED_TOAST = "Network error. Try again later."
MISSING = "Please fill all required fields."
ASHA = {
    "First Name": "Asha",
    "Last Name": "Raman",
    "Phone": "98400 54321",
    "Email": "asha@example.com",
}


@pytest.fixture
def review(clock: None, page: Page, shop: str) -> Page:
    """The review screen with one breakfast and one dinner, on a mock clock."""
    open_review(page, shop, "B1", "D8")
    return page


def fill(page: Page, duration: str = "Weekly", **changes: str) -> None:
    """Fill in all required fields; an empty value skips its field."""
    for label, value in {**ASHA, **{k.replace("_", " "): v for k, v in changes.items()}}.items():
        page.get_by_label(label).fill(value)
    if duration:
        page.get_by_label("Plan Duration").select_option(label=duration)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit", exact=True).click()


def values(page: Page) -> dict[str, str]:
    labels = [*ASHA, "Plan Duration"]
    return {label: page.get_by_label(label).input_value() for label in labels}


@pytest.mark.spec("1.3", "2.13", "3.3", "5.2", "9.3")
def test_review_initial_state(review: Page) -> None:
    main = review.get_by_role("main")
    with step("the chosen meals are shown with image, category, title and description"):
        cards = main.get_by_role("listitem")
        expect(cards).to_have_count(2)
        for card, chosen in zip(cards.all(), [item("B1"), item("D8")], strict=True):
            expect(card.locator("img, svg").first).to_be_visible()
            for text in (chosen["category"], chosen["title"], chosen["desc"]):
                expect(card.get_by_text(text, exact=True)).to_be_visible()
    with step("free delivery within 5 km stands there with the contact phone"):
        expect(main).to_contain_text("Free delivery within 5 km")
        expect(main.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()
    with step("phone is tel type and email is email type"):
        expect(review.get_by_label("Phone")).to_have_attribute("type", "tel")
        expect(review.get_by_label("Email")).to_have_attribute("type", "email")
    with step("the plan name is read-only and joins the titles by commas"):
        plan = review.get_by_label("Plan Name")
        expect(plan).to_have_value("Podi Idli, Black Chana Sundal")
        expect(plan).not_to_be_editable()
    with step("plan durations have the listed labels and values after a disabled placeholder"):
        options = review.get_by_label("Plan Duration").locator("option")
        listed = options.evaluate_all("all => all.map(o => [o.textContent, o.value, o.disabled])")
        assert listed == [
            ["-- Select Duration --", "", True],
            ["Weekly", "Weekly", False],
            ["Fortnightly", "Fortnightly", False],
            ["Monthly", "Monthly", False],
            ["3 Month - Quarterly", "3 Month", False],
            ["6 Month - Half Yearly", "6 Month", False],
            ["Annual Membership", "Annual", False],
        ]
        expect(review.get_by_label("Plan Duration")).to_have_value("")
    with step("a reload keeps the chosen meals"):
        review.reload()
        expect(review.get_by_role("heading", name=item("D8")["title"])).to_be_visible()
    with step("cancel goes to the custom choice"):
        review.get_by_role("button", name="Cancel").click()
        expect(review).to_have_url(re.compile(f"{CHOICE}$"))


@pytest.mark.spec("2.13")
def test_meals_are_grouped(page: Page, shop: str) -> None:
    headings = page.get_by_role("main").get_by_role("heading", level=2)
    cards = page.get_by_role("main").get_by_role("list")
    with step("those of the customer's own plan by meal, whatever was chosen first"):
        open_review(page, shop, "L2", "B1", "L4")
        expect(headings).to_have_text(
            ["Breakfast 1 meal", "Lunch 2 meals", "Meal Subscription Form"]
        )
        titles = [[item("B1")["title"]], [item("L2")["title"], item("L4")["title"]]]
        for group, expected in zip(cards.all(), titles, strict=True):
            expect(group.get_by_role("heading", level=3)).to_have_text(expected)
    with step("the days of the weekly menu by week and meal"):
        page.goto(shop + "/order/mealsubscription")
        for name in ("Select All (Week 1)", "Tuesday, Week 3 dinner: "):
            page.get_by_role("checkbox", name=name).check()
        page.get_by_role("button", name="Subscribe with these meals").click()
        expect(headings).to_have_text(
            [
                *(f"Week 1, {meal} 6 meals" for meal in ("Breakfast", "Lunch", "Dinner")),
                "Week 3, Dinner 1 meal",
                "Meal Subscription Form",
            ]
        )


@pytest.mark.spec("2.13")
def test_empty_review_shows_a_notice(page: Page, shop: str) -> None:
    page.goto(shop + REVIEW)
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    expect(page.get_by_text("No meals selected.", exact=True)).to_be_visible()
    expect(page.get_by_role("form", name="Meal Subscription Form")).to_be_visible()
    with step("garbled navigation state reads as none selected"):
        page.evaluate("history.replaceState({ usr: { selectedItems: [null, { id: 7 }] } }, '')")
        page.reload()
        expect(page.get_by_text("No meals selected.", exact=True)).to_be_visible()


def test_form_opened_directly_offers_the_meals_and_can_be_sent(
    clock: None, page: Page, shop: str, rows: Rows
) -> None:
    page.goto(shop + REVIEW)
    form = page.get_by_role("form", name="Meal Subscription Form")
    choose = form.get_by_role("link", name="Choose your meals first")
    with step("the notice is beside the button"):
        expect(choose.locator("..")).to_have_text("No meals yet. Choose your meals first")
        notice, button = choose.bounding_box(), form.get_by_role("button").first.bounding_box()
        assert notice
        assert button
        assert 0 <= button["y"] - notice["y"] - notice["height"] < 60
    with step("the link leads to the meals, and back with the meals to what was typed"):
        fill(page)
        typed = values(page)
        choose.click()
        expect(page).to_have_url(re.compile(f"{CHOICE}$"))
        box(page, "B1").check()
        page.get_by_role("button", name="Submit Selection").click()
        expect(page.get_by_label("Plan Name")).to_have_value("Podi Idli")
        assert values(page) == typed
        expect(choose).to_have_count(0)
    with step("without meals it is stored and flagged"):
        page.goto(shop + "/order/")
        page.goto(shop + REVIEW)
        stored, meals = submit_and_read(page, rows, "no-meals@example.com")
        assert (stored["flags"], meals) == (1, [])
        expect(choose).to_have_count(0)


@pytest.mark.spec("5.2", "8.2", "9.8")
def test_invalid_fields_prevent_submission_and_keep_values(review: Page) -> None:
    sent = mock_reply(review, CALL)
    fill(review, duration="")
    expect_missing(review, "Plan Duration")
    review.get_by_label("Plan Duration").select_option(label="Monthly")
    for label, value in ASHA.items():
        review.get_by_label(label).fill("")
        expect_missing(review, label)
        review.get_by_label(label).fill(value)
    with step("the browser checks the e-mail format once nothing is missing"):
        review.get_by_label("Email").fill("asha")
        submit(review)
        expect(review.get_by_label("Email")).to_be_focused()
        assert review.get_by_label("Email").evaluate("box => box.validity.typeMismatch")
        expect(toast(review, MISSING)).to_have_count(0)
    assert sent == []


def expect_missing(page: Page, label: str) -> None:
    with step(f"without {label} a toast shows, what was typed is kept and nothing is sent"):
        typed = values(page)
        submit(page)
        expect_toast(page, MISSING, "top-left", "3s")
        assert values(page) == typed
        run_out_timer(toast(page, MISSING))
        expect(toast(page, MISSING)).to_have_count(0)


@pytest.mark.spec("1.2", "3.3", "4.3", "7.3", "8.2", "9.8")
def test_success_shows_toast_and_clears_form_and_selection(review: Page) -> None:
    waiting = hold(review, f"**{CALL}")
    fill(review, duration="3 Month - Quarterly")
    with step("while sending the button is disabled"):
        submit(review)
        expect(review.get_by_role("button", name="Submit", exact=True)).to_be_disabled()
        held_request(review, waiting).fulfill(status=200, body="{}")
    with step("the call carries exactly the listed fields"):
        expect(toast(review, SENT)).to_be_visible()
        [route] = waiting
        assert route.request.method == "POST"
        assert route.request.headers["content-type"] == "application/json"
        assert body_of(route.request) == {
            "firstName": "Asha",
            "lastName": "Raman",
            "phone": "98400 54321",
            "email": "asha@example.com",
            "planName": "Podi Idli, Black Chana Sundal",
            "planDuration": "3 Month",
            "selectedItems": [item("B1"), item("D8")],
        }
    with step("the form and the selected items are cleared, also after a reload"):
        expect_toast(review, SENT, "top-right", "3s")
        assert set(values(review).values()) == {""}
        expect(review.get_by_label("Plan Name")).to_have_value("")
        expect(review.get_by_text("No meals selected.", exact=True)).to_be_visible()
        review.reload()
        expect(review.get_by_text("No meals selected.", exact=True)).to_be_visible()


def submit_and_see_toast(page: Page) -> None:
    """Submit the form; the toast stays until the test ends its timer."""
    mock_reply(page, CALL)
    fill(page)
    submit(page)
    expect(toast(page, SENT)).to_be_visible()


@pytest.mark.spec("2.13", "4.3", "8.2")
def test_custom_choice_opens_after_toast_timeout(review: Page, shop: str) -> None:
    submit_and_see_toast(review)
    expect(review).to_have_url(shop + REVIEW)
    run_out_timer(toast(review, SENT))
    expect(review).to_have_url(shop + CHOICE)


@pytest.mark.spec("4.3")
def test_custom_choice_opens_after_toast_is_dismissed(review: Page, shop: str) -> None:
    submit_and_see_toast(review)
    toast(review, SENT).click(position={"x": 80, "y": 30})
    expect(review).to_have_url(shop + CHOICE)
    expect(toast(review, SENT)).to_have_count(0)


@pytest.mark.spec("4.3", "9.9")
def test_toast_is_dismissed_by_an_80_percent_drag_and_pauses_while_focused(
    review: Page, shop: str
) -> None:
    submit_and_see_toast(review)
    with step("Alt+T focuses the toast, which then waits"):
        review.keyboard.press("Alt+t")
        expect(toast(review, SENT)).to_be_focused()
        assert timer_of(toast(review, SENT)).evaluate("b => b.style.animationPlayState") == "paused"
    with step("dragged by 70 percent it goes back and stays"):
        place = toast(review, SENT).bounding_box()
        assert place
        drag(review, 70)
        wait_until(
            review,
            "([toast, x]) => toast.getBoundingClientRect().x === x",
            [toast(review, SENT).element_handle(), place["x"]],
        )
        expect(review).to_have_url(shop + REVIEW)
    with step("dragged by 90 percent it closes, and the custom choice opens"):
        drag(review, 90)
        expect(toast(review, SENT)).to_have_count(0)
        expect(review).to_have_url(shop + CHOICE)


def drag(page: Page, percent: int) -> None:
    place = toast(page, SENT).bounding_box()
    assert place
    x, y = place["x"] + 40, place["y"] + place["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + place["width"] * percent / 100, y, steps=8)
    page.mouse.up()


def test_esc_closes_focused_toast_and_restores_focus(review: Page, shop: str) -> None:
    submit(review)
    field = review.get_by_label("First Name")
    missing = toast(review, "Please fill all required fields.")
    with step("Esc elsewhere leaves the toast where it is"):
        field.focus()
        review.keyboard.press("Escape")
        timer_of(missing).evaluate("bar => bar.getAnimations().forEach(a => a.pause())")
        expect(missing).to_be_visible()
    with step("in the toast it closes it"):
        review.keyboard.press("Alt+t")
        expect(missing).to_be_focused()
        review.keyboard.press("Escape")
        expect(missing).to_have_count(0)
        expect(field).to_be_focused()
    with step("so does its close button, and where nothing had the focus the page takes it"):
        field.evaluate("field => field.blur()")
        submit(review)
        review.evaluate("document.activeElement.blur()")
        review.keyboard.press("Alt+t")
        missing.get_by_role("button").focus()
        review.keyboard.press("Enter")
        expect(missing).to_have_count(0)
        expect(review.locator("main")).to_be_focused()


def test_toast_does_not_redirect_after_leaving(review: Page, shop: str) -> None:
    submit_and_see_toast(review)
    review.get_by_role("banner").get_by_role("link", name="Meal Subscription").click()
    expect(review).to_have_url(shop + "/order/mealsubscription")
    run_out_timer(toast(review, SENT))
    expect(toast(review, SENT)).to_have_count(0)
    expect(review).to_have_url(shop + "/order/mealsubscription")


def test_reduced_motion_keeps_toast_duration(review: Page) -> None:
    review.emulate_media(reduced_motion="reduce")
    submit(review)
    expect_toast(review, MISSING, "top-left", "3s")


@pytest.mark.spec("4.3", "7.3", "8.2")
def test_failure_shows_toast_and_keeps_values(review: Page, expected_console: list[str]) -> None:
    expected_console += [REFUSED, UNREACHED]
    fill(review)
    typed = values(review)
    stop_clock(review)
    waiting = hold(review, f"**{CALL}")
    with step("without an answer for thirty seconds the network toast shows"):
        with review.expect_request(f"**{CALL}"):
            submit(review)
        review.clock.run_for(30_000)
        expect_failed(review, UNREACHED_TOAST, typed)
    for status, message in ((500, "Failed to send. Please try again."), (None, UNREACHED_TOAST)):
        with step(f"after {status or 'no connection'} its toast shows"):
            mock_reply(review, CALL, status)
            submit(review)
            expect_failed(review, message, typed)
    with step("sent again it is the same request"):
        sent = mock_reply(review, CALL)
        submit(review)
        expect_toast(review, SENT, "top-right", "3s")
        assert key_of(sent[0]) == key_of(waiting[0].request)


def expect_failed(page: Page, message: str, typed: dict[str, str]) -> None:
    expect_toast(page, message, "top-left", "3s")
    assert values(page) == typed
    expect(page.get_by_label("Plan Name")).to_have_value("Podi Idli, Black Chana Sundal")
    run_out_timer(toast(page, message))
    expect(toast(page, message)).to_have_count(0)


def submit_and_read(
    page: Page, rows: Rows, email: str
) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Submit the form to the real server; return the stored subscription and its meals."""
    fill(page, duration="6 Month - Half Yearly", Email=email)
    with page.expect_response(f"**{CALL}") as replied:
        submit(page)
    assert replied.value.json()["status"] == "success"
    expect(toast(page, SENT)).to_be_visible()
    [stored] = rows(
        "select request_id, kind, plan_duration,"
        " (select count(*) from requests_requestflag f where f.request_id = r.id) flags"
        " from requests_request r"
        " join enquiries_subscription s on s.request_id = r.id where email = ?",
        email,
    )
    meals = rows(
        "select meal_id, title, category from enquiries_subscriptionmeal"
        " where subscription_id = ? order by position",
        stored.pop("request_id"),
    )
    return stored, meals


@pytest.mark.spec("1.2")
def test_custom_choice_is_stored_with_its_meals(review: Page, rows: Rows) -> None:
    stored, meals = submit_and_read(review, rows, "custom-taken@example.com")
    assert stored == {"kind": "subscription", "plan_duration": "6 Month", "flags": 0}
    assert meals == [
        {"meal_id": "B1", "title": "Podi Idli", "category": "Breakfast"},
        {"meal_id": "D8", "title": "Black Chana Sundal", "category": "Dinner"},
    ]


@pytest.mark.spec("1.2")
def test_menu_table_days_are_stored_with_their_meals(page: Page, shop: str, rows: Rows) -> None:
    page.goto(shop + "/order/mealsubscription")
    page.get_by_role("checkbox", name="Monday, Week 1 breakfast: ").check()
    page.get_by_role("checkbox", name="Tuesday, Week 2 dinner: ").check()
    page.get_by_role("button", name="Subscribe with these meals").click()
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    stored, meals = submit_and_read(page, rows, "tables-taken@example.com")
    assert stored == {"kind": "subscription", "plan_duration": "6 Month", "flags": 0}
    assert [meal["meal_id"] for meal in meals] == ["W1-B-Monday", "W2-D-Tuesday"]
    assert meals[0]["title"] == "Idli / Podi Idli + ABC Juice"
