"""The kitchen sheet and its buttons."""

import re
from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.schedule.domain.calendar import INDIA
from oottam.schedule.models import (
    AcceptedDish,
    Choice,
    ClosedDay,
    CookedDish,
    Meal,
    Serving,
    Substitution,
)
from oottam.workflow.models import FulfilmentDetails, MealTime
from tests.factories.accounts import logged_in, make_cook, make_desk_client, make_staff_account
from tests.factories.kitchen import (
    BEFORE,
    EGGS_OR_SPROUTS,
    LUNCH,
    MONDAY,
    SUNDAY_EVENING,
    Boxes,
    make_dish,
    make_eggs_or_sprouts,
    number,
)

pytestmark = pytest.mark.django_db
Later = Callable[[datetime], Client]
PAGE = f"/backoffice/kitchen/{MONDAY}/"
JSON = {"Accept": "application/json"}


def text(client: Client, address: str = PAGE, **asked: Any) -> str:
    """Return the visible text."""
    answer = client.get(address, asked)
    assert answer.status_code == 200
    return words(answer.content.decode().partition("<main")[2])


def words(html: str) -> str:
    return (
        re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))
        .replace(" ,", ",")
        .replace(" .", ".")
        .replace(" :", ":")
    )


def press(client: Client, name: str, *numbers: int, **headers: Any) -> Any:
    """Press a button of the sheet."""
    sent = {"dish": ":".join(map(str, numbers))}
    return client.post(f"{PAGE}{name}", sent, headers=headers or None)


@pytest.mark.parametrize(
    ("moment", "opens"),
    [
        ("2026-12-06T21:00:00+05:30", "2026-12-07/?meal=1"),
        ("2026-12-07T00:10:00+05:30", "2026-12-07/?meal=1"),
        ("2026-12-07T08:00:00+05:30", "2026-12-07/?meal=1"),
        ("2026-12-07T08:01:00+05:30", "2026-12-07/?meal=4"),
        ("2026-12-07T10:31:00+05:30", "2026-12-07/?meal=2"),
        ("2026-12-07T13:00:00+05:30", "2026-12-07/?meal=2"),
        ("2026-12-07T13:01:00+05:30", "2026-12-07/?meal=3"),
        ("2026-12-07T18:30:00+05:30", "2026-12-07/?meal=3"),
        ("2026-12-07T20:01:00+05:30", "2026-12-09/?meal=2"),
    ],
)
@pytest.mark.both_databases
def test_the_sheet_opens_on_the_meal_with_the_next_last_delivery(
    later: Later, boxes: Boxes, moment: str, opens: str
) -> None:
    for meal, times in ((1, ["07:30", "08:00"]), (2, ["13:00", "12:00"]), (3, ["20:00"])):
        for at in times:
            plan = boxes.add(["Rice"], meal=meal)
            MealTime.objects.create(request=plan.request, meal=meal, time=at, is_settled=True)
    boxes.event(["Rice"], time="10:30")
    boxes.add(["Rice"], on=MONDAY + timedelta(days=2))
    client = later(datetime.fromisoformat(moment))
    assert client.get("/backoffice/kitchen/")["Location"] == f"/backoffice/kitchen/{opens}"


def test_a_delivered_or_timeless_meal_is_not_next_after_its_end(later: Later, boxes: Boxes) -> None:
    boxes.add(["Rice"], meal=1)
    boxes.add(["Rice"], meal=2, state=2)
    boxes.add(["Rice"], meal=3)
    FulfilmentDetails.objects.update(delivery_time=None)
    for hour, meal in ((10, 1), (11, 1), (12, 3), (23, 3)):
        client = later(datetime.combine(MONDAY, time(hour), INDIA))
        assert client.get("/backoffice/kitchen/")["Location"] == f"{PAGE}?meal={meal}"


def test_the_sheet_opens_on_today_without_upcoming_boxes(meena: Client) -> None:
    assert meena.get("/backoffice/kitchen/")["Location"] == "/backoffice/kitchen/2026-12-06/"


def test_input_is_shown_as_text_on_the_sheet(meena: Client, boxes: Boxes) -> None:
    for name, grams in (("<i>Dal</i>", {"milk": 5.0}), ("<i>Rice</i>", {}), ("<i>Ghee</i>", {})):
        make_dish(name, known=name != "<i>Ghee</i>", grams=grams)
    make_dish("<i>Egg</i>", "nonveg")
    boxes.add(
        ["<i>Dal</i>", "<i>Rice</i>", "<i>Ghee</i>", "<i>Dal</i> / <i>Rice</i>"],
        name="<i>Asha</i>",
        note="<i>no salt</i>",
        allergens=["milk"],
    )
    boxes.add(["<i>Egg</i> / <i>Rice</i> / <i>Dal</i>"])
    boxes.add(["<i>Egg</i> / <i>Rice</i> / <i>Dal</i>"], diet="any", number=2)
    boxes.add([], name="<i>Ravi</i>")
    boxes.add(["<i>Egg</i>"], name="<i>Mani</i>")
    html = meena.get(PAGE).content.decode()
    read = words(html)
    assert "<i>" not in html
    for told in (
        "&lt;i&gt;Asha&lt;/i&gt;: Milk &lt;i&gt;Dal&lt;/i&gt; has milk",
        "Not known: &lt;i&gt;Ghee&lt;/i&gt;",
        "None found in the recipe of &lt;i&gt;Rice&lt;/i&gt;",
        "&lt;i&gt;no salt&lt;/i&gt;",
        "&lt;i&gt;Ravi&lt;/i&gt;",
        "&lt;i&gt;Egg&lt;/i&gt; for",
        "Until you choose: 1 &lt;i&gt;Rice&lt;/i&gt;",
        "&lt;i&gt;Egg&lt;/i&gt; 2 &lt;i&gt;Egg&lt;/i&gt; + 1 &lt;i&gt;Rice&lt;/i&gt;",
    ):
        assert told in read


def test_a_day_without_boxes_says_so(meena: Client) -> None:
    assert "Nothing to cook on Monday 7 December" in text(meena)
    assert "Boxes appear here once the desk confirms them." in text(meena)


def test_an_invalid_day_has_no_sheet(meena: Client) -> None:
    assert meena.get("/backoffice/kitchen/2026-02-30/").status_code == 404


def test_the_sheet_links_to_the_days_before_and_after(meena: Client) -> None:
    page = meena.get(PAGE).content.decode()
    assert 'href="/backoffice/kitchen/2026-12-06/" rel="prev"' in page
    assert 'href="/backoffice/kitchen/2026-12-08/" rel="next"' in page


@pytest.mark.parametrize("end", ["0001-01-01", "9999-12-31"])
def test_the_first_and_last_day_of_the_calendar_have_sheets(meena: Client, end: str) -> None:
    assert meena.get(f"/backoffice/kitchen/{end}/").status_code == 200


def test_totals_show_boxes_portions_and_people(meena: Client, boxes: Boxes) -> None:
    make_dish("Sambar")
    boxes.add([("Sambar", 2)], number=3)
    boxes.add(["Sambar"], diet="any", free_days=1)
    shown = text(meena)
    assert "Lunch, Monday 7 December 2026 4 boxes, 1 of them free" in shown
    assert "Cooked: Sambar Sambar 4 boxes · 6 vegetarian 7 portions, recipe of Sambar" in shown


def test_before_the_cut_off_the_sheet_says_until_when_it_can_change(
    meena: Client, boxes: Boxes
) -> None:
    boxes.add(["Rice"])
    assert "Not final: open until Sun 6 Dec, 6:00 pm" in text(meena)


def test_after_the_cut_off_the_sheet_says_since_when_it_is_final_and_what_changed(
    later: Later, boxes: Boxes
) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any", number=2)
    meena = later(SUNDAY_EVENING + timedelta(seconds=20))
    assert "Not final: being finalised" in text(meena)
    take_due_snapshots(SUNDAY_EVENING)
    assert "Final since Sun 6 Dec, 6:00 pm" in text(meena)
    assert "Changed since the cut-off" not in text(meena)
    press(meena, "choose", LUNCH, number(EGGS_OR_SPROUTS), number("Sprouts Salad"))
    shown = text(meena)
    assert "Boiled Eggs 2 0 −2" in shown
    assert "Sprouts Salad 0 2 +2" in shown


def test_one_tap_chooses_an_alternative_and_another_undoes_it(meena: Client, boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any", number=25)
    boxes.add([EGGS_OR_SPROUTS], diet="veg", number=9)
    shown = text(meena)
    assert (
        "34 ordered, 9 by vegetarians. Until you choose: 25 Boiled Eggs + 9 Sprouts Salad." in shown
    )
    assert "Boiled Eggs 25 Boiled Eggs + 9 Sprouts Salad Sprouts Salad for all 34" in shown
    eggs = number(EGGS_OR_SPROUTS)
    answer = press(meena, "choose", LUNCH, eggs, number("Boiled Eggs"))
    assert answer["Location"] == f"{PAGE}?meal=2#meal-2"
    shown = text(meena)
    assert "To choose" not in shown
    assert (
        f"{EGGS_OR_SPROUTS}: Boiled Eggs, that is 25 Boiled Eggs + 9 Sprouts Salad meena" in shown
    )
    press(meena, "unchoose", LUNCH, eggs)
    assert not Choice.objects.exists()
    assert "To choose" in text(meena)


def test_a_cooked_mark_shows_actor_and_time_and_can_be_undone(meena: Client, boxes: Boxes) -> None:
    make_dish("Rice")
    boxes.add(["Rice"])
    rice = number("Rice")
    press(meena, "cook", LUNCH, rice)
    assert "1 box · meena, 6 Dec, 10:00 am" in text(meena)
    assert 'aria-pressed="true"' in meena.get(PAGE).content.decode()
    press(meena, "uncook", LUNCH, rice)
    assert not CookedDish.objects.exists()
    assert 'aria-pressed="false"' in meena.get(PAGE).content.decode()


def test_a_dish_is_replaced_with_a_reason_and_restored(meena: Client, boxes: Boxes) -> None:
    make_dish("Rice")
    make_dish("Paneer")
    boxes.add(["Rice"], number=3)
    rice = number("Rice")
    form = f"{PAGE}replace/2/"
    assert "Replace a dish, lunch" in text(meena, form)
    sent = {"item": rice, "instead": " paneer ", "meal": "2", "reason": "Sold out"}
    answer = meena.post(form, sent)
    assert answer["Location"] == f"{PAGE}?meal=2#meal-2"
    shown = text(meena)
    assert "instead of 3 Rice" in shown
    assert "Rice is replaced by Paneer: 3 portions. Sold out meena" in shown
    press(meena, "put-back", LUNCH, rice)
    assert not Substitution.objects.exists()


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("Moon", "No such dish. Choose one from the list."),
        ("", "This field is required."),
        (EGGS_OR_SPROUTS, "No such dish. Choose one from the list."),
        ("Rice", "A dish cannot replace itself."),
    ],
)
def test_a_dish_is_replaced_only_by_another_real_dish(
    meena: Client, boxes: Boxes, typed: str, sentence: str
) -> None:
    make_eggs_or_sprouts()
    boxes.add(["Rice"])
    sent = {"item": number("Rice"), "instead": typed, "meal": "2"}
    answer = meena.post(f"{PAGE}replace/2/", sent)
    assert answer.status_code == 422
    assert sentence in words(answer.content.decode())
    assert not Substitution.objects.exists()


def test_a_domain_error_is_shown_above_the_form(later: Later, boxes: Boxes) -> None:
    boxes.add(["Rice"])
    make_dish("Paneer")
    meena = later(SUNDAY_EVENING + timedelta(days=5))
    sent = {"item": number("Rice"), "instead": "Paneer", "meal": "2", "reason": ""}
    answer = meena.post(f"{PAGE}replace/2/", sent)
    assert answer.status_code == 422
    assert "That day has passed: its sheet can no longer be changed." in words(
        answer.content.decode()
    )


@pytest.mark.parametrize("meal", [0, 5, 10**30])
def test_an_unknown_meal_has_no_form(meena: Client, meal: int) -> None:
    assert meena.get(f"{PAGE}replace/{meal}/").status_code == 404


def test_due_dishes_and_whole_alternatives_can_be_replaced(meena: Client, boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS, "Rice"], diet="any")
    page = meena.get(f"{PAGE}replace/2/").content.decode()
    offered = re.findall(r'<option value="\d+">([^<]+)</option>', page.partition("</select>")[0])
    assert offered == ["Boiled Eggs", EGGS_OR_SPROUTS, "Rice"]
    assert "Nothing to replace" in text(meena, f"{PAGE}replace/3/")


@pytest.mark.parametrize("name", ["choose", "unchoose", "put-back", "cook", "uncook"])
@pytest.mark.parametrize("sent", ["", "2", "x:1", "2:1:1:1", "-1:5", "2:0", "9:9:9", "2:٣"])
def test_an_invalid_post_is_refused_with_a_message(meena: Client, name: str, sent: str) -> None:
    answer = meena.post(f"{PAGE}{name}", {"dish": sent}, follow=True)
    assert answer.status_code == 200
    assert "Please use the buttons on the sheet." in words(answer.content.decode())
    refused = meena.post(f"{PAGE}{name}", {"dish": sent}, headers=JSON)
    assert (refused.status_code, refused.json()) == (
        422, {"message": "Please use the buttons on the sheet."},
    )  # fmt: skip


def test_a_past_day_is_read_only(later: Later, boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    boxes.add([EGGS_OR_SPROUTS], diet="any")
    meena = later(SUNDAY_EVENING + timedelta(days=3))
    page = meena.get(PAGE).content.decode()
    assert 'form="taps"' not in page
    assert "Never finalised" in page
    answer = press(meena, "cook", LUNCH, number("Boiled Eggs"), **JSON)
    assert answer.json() == {"message": "That day has passed: its sheet can no longer be changed."}
    Serving.objects.all().update(state=4)
    assert "There were no boxes on this day." in text(meena)


def test_the_island_gets_changes_and_204_without_any(meena: Client, boxes: Boxes) -> None:
    make_dish("Rice")
    boxes.add(["Rice"])
    page = meena.get(PAGE).content.decode()
    [seen] = re.findall(r'data-kitchen-board="([0-9a-f]+)"', page)
    same = meena.get(PAGE, {"seen": seen}, headers=JSON)
    assert (same.status_code, same.content) == (204, b"")
    other = logged_in(make_staff_account("ravi", Role.KITCHEN))
    told = press(other, "cook", LUNCH, number("Rice"), **JSON)
    assert "1 box · ravi, 6 Dec" in words(told.json()["board"])
    new = meena.get(PAGE, {"seen": seen}, headers=JSON)
    assert (new.status_code, new.json()) == (200, told.json())
    assert meena.get(PAGE, {"seen": new.json()["seen"]}, headers=JSON).status_code == 204
    # The board is the page's own.
    assert new.json()["board"].strip() in meena.get(PAGE).content.decode()


def test_the_island_gets_the_passing_of_the_cut_off(
    meena: Client, later: Later, boxes: Boxes
) -> None:
    boxes.add(["Rice"])
    seen = meena.get(PAGE, headers=JSON).json()["seen"]
    assert later(SUNDAY_EVENING).get(PAGE, {"seen": seen}, headers=JSON).status_code == 200


def test_open_choices_come_first_and_cooked_dishes_are_folded(meena: Client, boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    for name in ("Curd Rice", "Tulsi Tea", "Moon Tea"):
        make_dish(name, known=True, grams={"milk": 5})
    find_or_create_item("Moon Tea / Tulsi Tea")
    boxes.add([EGGS_OR_SPROUTS, "Moon Tea / Tulsi Tea", "Curd Rice"], diet="any", name="Asha")
    boxes.add(["Curd Rice"], allergens=["milk"], name="Uma")
    boxes.add([], name="Ravi")
    press(meena, "choose", LUNCH, number(EGGS_OR_SPROUTS), number("Boiled Eggs"))
    press(meena, "cook", LUNCH, number("Curd Rice"))
    page = meena.get(PAGE).content.decode()
    order = re.findall(r"<h3[^>]*>([\w ]+)|<summary>(?!Sold out)([\w ]+)", page)
    assert [heading.strip() or fold.strip() for heading, fold in order] == [
        "To choose", "Undecided", "Allergies and diets", "To cook", "Cooked", "Decided",
    ]  # fmt: skip
    cooked = page.partition('<details class="fold" id="cooked-2">')[2].partition("</details>")[0]
    assert "Cooked 1 Cooked: Curd Rice" in words(f"{cooked}>")
    assert "<details open" not in page
    assert page.count('id="cook-2-') == 3


def test_dishes_are_grouped_by_station_where_any_has_one(meena: Client, boxes: Boxes) -> None:
    boxes.add(["Puttu", "Rice"])
    assert "To cook 0 of 2 cooked Cooked: Puttu" in text(meena)
    boxes.add(["Sprouts Salad", "Phulka", "Pepper Rasam", "Keerai Kootu"])
    read = text(meena)
    at = [
        read.index(said)
        for said in (
            "Cold 1 Cooked: Sprouts Salad",
            "Griddle 1 Cooked: Phulka",
            "Pots 2 Cooked: Keerai Kootu",
            "Cooked: Pepper Rasam",
            "Other 2 Cooked: Puttu",
            "Cooked: Rice",
        )
    ]
    assert at == sorted(at)
    press(meena, "cook", LUNCH, number("Phulka"))
    assert "Griddle" not in text(meena)
    for name in ("Sprouts Salad", "Pepper Rasam", "Keerai Kootu", "Puttu", "Rice"):
        press(meena, "cook", LUNCH, number(name))
    assert "6 of 6 cooked All cooked." in text(meena)


def test_the_screen_shows_the_requested_meal_or_the_next_to_cook(
    meena: Client, boxes: Boxes
) -> None:
    make_dish("Rice")
    for meal in (Meal.BREAKFAST, Meal.LUNCH, Meal.DINNER):
        boxes.add(["Rice"], meal=meal)

    def here(**asked: Any) -> list[str]:
        page = meena.get(PAGE, asked).content.decode()
        return re.findall(r'class="meal here" id="meal-(\d)"', page)

    assert here() == ["1"]
    press(meena, "cook", Meal.BREAKFAST, number("Rice"))
    assert here() == ["2"]
    assert here(meal="3") == ["3"]
    assert here(meal="4") == here(meal="x") == ["2"]


def test_clashing_allergies_are_red_and_no_dish_is_called_safe(meena: Client, boxes: Boxes) -> None:
    make_dish("Curd Rice", known=True, grams={"milk": 50})
    make_dish("Rice", known=True)
    make_dish("Puttu Roll")
    boxes.add(["Curd Rice", "Rice", "Puttu Roll"], allergens=["milk"], name="Asha")
    shown = text(meena)
    assert "Asha: Milk Curd Rice has milk" in shown
    assert "Not known: Puttu Roll" in shown
    assert "None found in the recipe of Rice" in shown
    page = meena.get(PAGE).content.decode()
    assert '<li class="clash">' in page
    assert "safe" not in page.partition("<main")[2].lower()


def test_notes_undecided_events_and_missing_dishes_name_their_people(
    meena: Client, boxes: Boxes
) -> None:
    make_dish("Chicken", "nonveg")
    make_dish("Rice")
    boxes.add(["Rice"], note="No onions", name="Asha")
    boxes.add([], name="Ravi")
    boxes.add(["Chicken"], name="Uma")
    boxes.event([("Rice", 40)])
    shown = text(meena)
    assert "Asha: No onions" in shown
    assert "3 boxes, 1 undecided" in shown
    assert re.search(r"The dishes for these boxes are not set yet\. OT-\w+ Ravi", shown)
    assert re.search(r"No suitable dish Chicken for OT-\w+ Uma, vegetarian", shown)
    assert re.search(r"Events OT-\w+ Asha Raman: 7:00 pm, 40 guests At home 40 Rice", shown)


def test_a_closed_day_says_why(meena: Client, boxes: Boxes) -> None:
    boxes.event(["Rice"])
    by = make_staff_account("boss")
    for meal, reason in ((0, "Pongal"), (Meal.EVENT, "Gas")):
        ClosedDay.objects.create(date=MONDAY, meal=meal, reason=reason, by=by, at=SUNDAY_EVENING)
    shown = text(meena)
    assert "Closed: Pongal. Nothing is cooked for plans." in shown
    assert "Closed: Gas" in shown


def test_only_the_desk_gets_links_to_plans_and_no_one_reads_phone_numbers(
    meena: Client, boxes: Boxes
) -> None:
    plan = boxes.add(["Rice"], note="Mild")
    plan.request.phone = plan.request.phone_normalised = "+915840012345"
    plan.request.save()
    address = f"/backoffice/plans/{plan.request.reference}/"
    for client, led_on in ((meena, False), (make_desk_client("mani"), True)):
        page = client.get(PAGE).content.decode()
        assert (address in page) == led_on
        assert "5840012345" not in page


def test_the_sheet_runs_eleven_queries_for_one_box_and_for_many(
    meena: Client, boxes: Boxes
) -> None:
    make_eggs_or_sprouts()
    take_due_snapshots(SUNDAY_EVENING)
    for _ in range(3):
        boxes.add([EGGS_OR_SPROUTS], diet="any", allergens=["milk"], note="Mild")
        boxes.add(["Boiled Eggs"])
        boxes.event(["Rice"])
        with CaptureQueriesContext(connection) as asked:
            meena.get(PAGE)
        assert len(asked) == 11


@pytest.mark.both_databases
def test_a_decision_over_a_clash_needs_acceptance_and_reason(meena: Client, boxes: Boxes) -> None:
    make_eggs_or_sprouts()
    make_dish("Boiled Eggs", "nonveg", known=True, grams={"egg": 50})
    make_dish("Sprouts Salad")
    boxes.add([EGGS_OR_SPROUTS], diet="any", allergens=["egg"], name="Devi")
    boxes.add([EGGS_OR_SPROUTS], diet="any", name="Ravi")
    shown = text(meena)
    assert shown.count("Check 1 box first") == 2  # of the salad it is not known
    chosen = {"dish": f"{LUNCH:d}:{number(EGGS_OR_SPROUTS)}:{number('Boiled Eggs')}"}
    assert "Tick that it was agreed" in text_of(meena.post(f"{PAGE}choose", chosen, follow=True))
    where = f"{PAGE}choose/{LUNCH:d}/{number(EGGS_OR_SPROUTS)}/?option={number('Boiled Eggs')}"
    html = meena.get(where).content.decode()
    assert "Devi: Eggs Boiled Eggs has eggs" in words(html)
    assert "Ravi" not in words(html)
    sent = {"chosen": number("Boiled Eggs"), "seen": seen(html), "clash": "on"}
    assert "Please choose a reason." in text_of(meena.post(where, sent), 422)
    assert meena.post(where, {**sent, "clash_reason": "She knows"}).status_code == 302
    assert Choice.objects.get().chosen.name == "Boiled Eggs"
    entry = AuditEntry.objects.get(action="food.accept")
    assert (entry.day, entry.reason, entry.data["clashes"]) == (
        MONDAY, "She knows", [["Boiled Eggs", ["egg"]]],
    )  # fmt: skip


@pytest.mark.both_databases
def test_a_replacement_is_checked_for_clashes_too(meena: Client, boxes: Boxes) -> None:
    make_dish("Rice", known=True)
    make_dish("Paneer", known=True, grams={"milk": 50})
    boxes.add(["Rice"], allergens=["milk"], name="Devi")
    where = f"{PAGE}replace/{LUNCH:d}/"
    sent = {"item": number("Rice"), "instead": "Paneer", "meal": "0", "reason": "Sold out"}
    html = meena.post(where, sent).content.decode()
    assert "Paneer has milk" in words(html)
    assert not Substitution.objects.exists()
    ticks = {"clash": "on", "clash_reason": "She agreed", "seen": seen(html)}
    assert meena.post(where, {**sent, **ticks, "seen": "of-before"}).status_code == 422
    assert meena.post(where, {**sent, **ticks}).status_code == 302
    assert AuditEntry.objects.get(action="food.accept").reason == "She agreed"
    assert "Paneer has milk" in text(meena)


@pytest.mark.both_databases
def test_a_vegetarian_left_without_a_dish_is_named_before_a_replacement(
    meena: Client, boxes: Boxes
) -> None:
    make_dish("Rice", known=True)
    make_dish("Chicken", "nonveg", known=True)
    boxes.add(["Rice"], diet="veg", name="Devi")
    boxes.add(["Rice"], diet="any", name="Ravi")
    where = f"{PAGE}replace/{LUNCH:d}/"
    sent = {"item": number("Rice"), "instead": "Chicken", "meal": "0"}
    html = meena.post(where, sent).content.decode()
    assert "One customer gets no replacement for this dish. Tick to confirm." in words(html)
    assert "Devi: Rice, vegetarian" in words(html)
    assert "Ravi" not in words(html)
    assert not Substitution.objects.exists()
    ticks = {"left_out": "on", "seen": seen(html)}
    assert meena.post(where, {**sent, **ticks, "seen": "of-before"}).status_code == 422
    assert meena.post(where, {**sent, **ticks}).status_code == 302
    assert AuditEntry.objects.get(action="food.accept").data == {"left_out": "Rice"}
    assert "Rice for OT" in text(meena)
    assert "would get nothing" not in words(meena.post(where, sent).content.decode())


def test_an_agreed_clash_is_marked_and_not_asked_again(meena: Client, boxes: Boxes) -> None:
    eggs = make_dish("Boiled Eggs", "nonveg", known=True, grams={"egg": 50})
    make_dish("Rice", known=True)
    plan = boxes.add(["Boiled Eggs", "Rice"], diet="any", allergens=["egg"])
    AcceptedDish.objects.create(
        plan=plan, item=eggs, clashes="egg", by=make_cook("ravi"), at=BEFORE
    )
    assert "Boiled Eggs has eggs, as was agreed" in text(meena)
    assert "Clashes in 1 box, as was agreed" in text(meena)
    boxes.add(["Boiled Eggs"], diet="any", allergens=["egg"])
    assert "Clashes in 2 boxes, 1 of them as was agreed" in text(meena)
    sent = {"item": number("Rice"), "instead": "Boiled Eggs", "meal": "0"}
    assert meena.post(f"{PAGE}replace/{LUNCH:d}/", sent).status_code == 302


def text_of(answer: Any, status: int = 200) -> str:
    assert answer.status_code == status
    return words(answer.content.decode())


def seen(html: str) -> str:
    return str(re.findall(r'name="seen" value="(\w+)"', html)[0])
