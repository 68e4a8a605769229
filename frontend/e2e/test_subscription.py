"""Selected-meals review and subscription form (specification, sections 2, 3, 4, 5, 7, 8 and 9)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from answers import REFUSED, UNREACHED, answer, stop_clock
from meal_choice import (
    CHOICE,
    REVIEW,
    expect_toast,
    item,
    let_time_run_out,
    open_review,
    timer_of,
    toast,
)
from ordering import body_of, hold, key_of
from playwright.sync_api import Page, expect

Rows = Callable[..., list[dict[str, Any]]]

CALL = "/customer-form"
SENT = "Selected menu was sent successfully!"
MISSING = "Please fill all required fields."
ASHA = {
    "First Name": "Asha",
    "Last Name": "Raman",
    "Phone": "98400 54321",
    "Email": "asha@example.com",
}


@pytest.fixture
def review(clock: None, page: Page, shop: str) -> Page:
    """The review screen with one breakfast and one dinner, on a clock that the test drives."""
    open_review(page, shop, "B1", "D8")
    return page


def fill(page: Page, duration: str = "Weekly", **changes: str) -> None:
    """Everything the form asks for; an empty text leaves a field as it is."""
    for label, value in {**ASHA, **{k.replace("_", " "): v for k, v in changes.items()}}.items():
        page.get_by_label(label).fill(value)
    if duration:
        page.get_by_label("Plan Duration").select_option(label=duration)


def submit(page: Page) -> None:
    page.get_by_role("button", name="Submit", exact=True).click()


def values(page: Page) -> dict[str, str]:
    labels = [*ASHA, "Plan Duration"]
    return {label: page.get_by_label(label).input_value() for label in labels}


def test_the_chosen_meals_are_shown_with_image_category_title_and_description(review: Page) -> None:
    cards = review.get_by_role("main").get_by_role("listitem")
    expect(cards).to_have_count(2)
    for card, chosen in zip(cards.all(), [item("B1"), item("D8")], strict=True):
        expect(card.locator("img, svg").first).to_be_visible()
        for text in (chosen["category"], chosen["title"], chosen["desc"]):
            expect(card.get_by_text(text, exact=True)).to_be_visible()


def test_free_delivery_within_5_km_stands_there_with_the_contact_phone(review: Page) -> None:
    main = review.get_by_role("main")
    expect(main).to_contain_text("Free delivery within 5 km")
    expect(main.get_by_role("link", name="+91 44 0000 0000")).to_be_visible()


def test_phone_is_tel_type_and_email_is_email_type(review: Page) -> None:
    expect(review.get_by_label("Phone")).to_have_attribute("type", "tel")
    expect(review.get_by_label("Email")).to_have_attribute("type", "email")


def test_with_none_selected_it_says_so(page: Page, shop: str) -> None:
    page.goto(shop + REVIEW)
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    expect(page.get_by_text("No meals selected.", exact=True)).to_be_visible()
    expect(page.get_by_role("form", name="Meal Subscription Form")).to_be_visible()


def test_a_reload_keeps_the_chosen_meals(review: Page) -> None:
    review.reload()
    expect(review.get_by_role("heading", name=item("D8")["title"])).to_be_visible()


def test_garbled_navigation_state_reads_as_none_selected(page: Page, shop: str) -> None:
    page.goto(shop + REVIEW)
    page.evaluate("history.replaceState({ usr: { selectedItems: [null, { id: 7 }] } }, '')")
    page.reload()
    expect(page.get_by_text("No meals selected.", exact=True)).to_be_visible()


def test_the_plan_name_is_read_only_and_joins_the_titles_by_commas(review: Page) -> None:
    plan = review.get_by_label("Plan Name")
    expect(plan).to_have_value("Podi Idli, Black Chana Sundal")
    expect(plan).not_to_be_editable()


def test_plan_durations_have_the_listed_labels_and_values_after_a_disabled_placeholder(
    review: Page,
) -> None:
    options = review.get_by_label("Plan Duration").locator("option")
    assert options.evaluate_all("all => all.map(o => [o.textContent, o.value, o.disabled])") == [
        ["-- Select Duration --", "", True],
        ["Weekly", "Weekly", False],
        ["Fortnightly", "Fortnightly", False],
        ["Monthly", "Monthly", False],
        ["3 Month - Quarterly", "3 Month", False],
        ["6 Month - Half Yearly", "6 Month", False],
        ["Annual Membership", "Annual", False],
    ]
    expect(review.get_by_label("Plan Duration")).to_have_value("")


def test_the_call_carries_exactly_the_listed_fields(review: Page) -> None:
    sent = answer(review, CALL)
    fill(review, duration="3 Month - Quarterly")
    submit(review)
    expect(toast(review, SENT)).to_be_visible()
    [request] = sent
    assert request.method == "POST"
    assert request.headers["content-type"] == "application/json"
    assert body_of(request) == {
        "firstName": "Asha",
        "lastName": "Raman",
        "phone": "98400 54321",
        "email": "asha@example.com",
        "planName": "Podi Idli, Black Chana Sundal",
        "planDuration": "3 Month",
        "selectedItems": [item("B1"), item("D8")],
    }


@pytest.mark.parametrize("missing", ["First Name", "Last Name", "Phone", "Email", "Plan Duration"])
def test_if_any_field_is_missing_a_toast_shows_and_nothing_is_sent(
    review: Page, missing: str
) -> None:
    sent = answer(review, CALL)
    fill(review, duration="" if missing == "Plan Duration" else "Monthly")
    if missing in ASHA:
        review.get_by_label(missing).fill("")
    typed = values(review)
    submit(review)
    expect_toast(review, MISSING, "top-left", "3s")
    assert values(review) == typed
    assert sent == []


def test_the_browser_checks_the_e_mail_format_once_nothing_is_missing(review: Page) -> None:
    sent = answer(review, CALL)
    fill(review, Email="asha")
    submit(review)
    expect(review.get_by_label("Email")).to_be_focused()
    expect(toast(review, MISSING)).to_have_count(0)
    assert sent == []


def test_while_sending_the_button_is_disabled(review: Page) -> None:
    waiting = hold(review, f"**{CALL}")
    fill(review)
    submit(review)
    expect(review.get_by_role("button", name="Submit", exact=True)).to_be_disabled()
    waiting[0].fulfill(status=200, body="{}")
    expect(toast(review, SENT)).to_be_visible()


def test_success_shows_a_toast_and_clears_the_form_and_the_selected_items(review: Page) -> None:
    answer(review, CALL)
    fill(review)
    submit(review)
    expect_toast(review, SENT, "top-right", "3s")
    assert set(values(review).values()) == {""}
    expect(review.get_by_label("Plan Name")).to_have_value("")
    expect(review.get_by_text("No meals selected.", exact=True)).to_be_visible()
    review.reload()
    expect(review.get_by_text("No meals selected.", exact=True)).to_be_visible()


def sent_toast(page: Page) -> None:
    """Sends the form and stops the toast's timer, so that only the test closes it."""
    answer(page, CALL)
    fill(page)
    submit(page)
    timer_of(toast(page, SENT)).evaluate("bar => bar.getAnimations().forEach(a => a.pause())")


def test_when_the_toast_s_time_is_over_the_custom_choice_opens(review: Page, shop: str) -> None:
    sent_toast(review)
    expect(review).to_have_url(shop + REVIEW)
    let_time_run_out(toast(review, SENT))
    expect(review).to_have_url(shop + CHOICE)


def test_when_the_toast_is_clicked_away_the_custom_choice_opens(review: Page, shop: str) -> None:
    sent_toast(review)
    toast(review, SENT).click(position={"x": 80, "y": 30})
    expect(review).to_have_url(shop + CHOICE)
    expect(toast(review, SENT)).to_have_count(0)


@pytest.mark.parametrize(("percent", "closes"), [(70, False), (90, True)])
def test_the_toast_is_dragged_away_at_80_percent(
    review: Page, shop: str, percent: int, closes: bool
) -> None:
    sent_toast(review)
    place = toast(review, SENT).bounding_box()
    assert place
    x, y = place["x"] + 40, place["y"] + place["height"] / 2
    review.mouse.move(x, y)
    review.mouse.down()
    review.mouse.move(x + place["width"] * percent / 100, y, steps=8)
    review.mouse.up()
    expect(toast(review, SENT)).to_have_count(0 if closes else 1)
    expect(review).to_have_url(shop + (CHOICE if closes else REVIEW))


def test_alt_t_focuses_the_toast_which_then_waits(review: Page) -> None:
    sent_toast(review)
    review.keyboard.press("Alt+t")
    expect(toast(review, SENT)).to_be_focused()
    assert timer_of(toast(review, SENT)).evaluate("b => b.style.animationPlayState") == "paused"


def test_whoever_has_left_is_not_brought_back_by_the_toast(review: Page, shop: str) -> None:
    sent_toast(review)
    review.get_by_role("banner").get_by_role("link", name="Meal Subscription").click()
    expect(review).to_have_url(shop + "/order/mealsubscription")
    let_time_run_out(toast(review, SENT))
    expect(toast(review, SENT)).to_have_count(0)
    expect(review).to_have_url(shop + "/order/mealsubscription")


def test_reduced_motion_does_not_shorten_a_toast(review: Page) -> None:
    review.emulate_media(reduced_motion="reduce")
    submit(review)
    expect_toast(review, MISSING, "top-left", "3s")


@pytest.mark.parametrize(
    ("status", "message", "noise"),
    [
        (500, "Failed to send. Please try again.", REFUSED),
        (None, "Network error. Try again later.", UNREACHED),
    ],
)
def test_after_a_failure_a_toast_shows_and_the_values_are_kept(
    review: Page, expected_console: list[str], status: int | None, message: str, noise: str
) -> None:
    expected_console.append(noise)
    answer(review, CALL, status)
    fill(review)
    typed = values(review)
    submit(review)
    expect_toast(review, message, "top-left", "3s")
    assert values(review) == typed
    expect(review.get_by_label("Plan Name")).to_have_value("Podi Idli, Black Chana Sundal")
    answer(review, CALL)
    submit(review)
    expect_toast(review, SENT, "top-right", "3s")


def test_without_an_answer_for_thirty_seconds_the_network_toast_shows_and_the_values_are_kept(
    review: Page,
) -> None:
    waiting = hold(review, f"**{CALL}")
    fill(review)
    typed = values(review)
    stop_clock(review)
    with review.expect_request(f"**{CALL}"):
        submit(review)
    review.clock.run_for(30_000)
    expect_toast(review, "Network error. Try again later.", "top-left", "3s")
    assert values(review) == typed
    sent = answer(review, CALL)
    submit(review)
    expect_toast(review, SENT, "top-right", "3s")
    assert key_of(sent[0]) == key_of(waiting[0].request)


def test_cancel_goes_to_the_custom_choice(review: Page, shop: str) -> None:
    review.get_by_role("button", name="Cancel").click()
    expect(review).to_have_url(shop + CHOICE)


def taken(page: Page, rows: Rows, email: str) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Sends the filled-in form to the real server; the stored subscription and its meals."""
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


def test_a_custom_choice_is_taken_by_the_server_and_stored_with_its_meals(
    review: Page, rows: Rows
) -> None:
    stored, meals = taken(review, rows, "custom-taken@example.com")
    assert stored == {"kind": "subscription", "plan_duration": "6 Month", "flags": 0}
    assert meals == [
        {"meal_id": "B1", "title": "Podi Idli", "category": "Breakfast"},
        {"meal_id": "D8", "title": "Black Chana Sundal", "category": "Dinner"},
    ]


def test_days_of_the_menu_tables_are_taken_by_the_server_and_stored_with_their_meals(
    page: Page, shop: str, rows: Rows
) -> None:
    page.goto(shop + "/order/mealsubscription")
    page.get_by_role("checkbox", name="Monday, Week 1 breakfast: ").check()
    page.get_by_role("checkbox", name="Tuesday, Week 2 dinner: ").check()
    page.get_by_role("button", name="Subscribe with these meals").click()
    expect(page.get_by_role("heading", name="Your Selected Meals")).to_be_visible()
    stored, meals = taken(page, rows, "tables-taken@example.com")
    assert stored == {"kind": "subscription", "plan_duration": "6 Month", "flags": 0}
    assert [meal["meal_id"] for meal in meals] == ["W1-B-Monday", "W2-D-Tuesday"]
    assert meals[0]["title"] == "Idli / Podi Idli + ABC Juice"
