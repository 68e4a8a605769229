"""Actions on a plan: previewed, executed with a reason, refused beside a field or for a stale page."""

import re
from typing import Any

import pytest
from django.test import Client

from oottam import catalogue
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Forfeit, Pause
from oottam.schedule.models import (
    BoxLine,
    KitchenItem,
    Meal,
    MealPlan,
    PlanChange,
    PlanState,
    Serving,
    ServingState,
)
from tests.backoffice.plans.plan_page import (
    JSON,
    address,
    form,
    page,
    post,
    preview,
    refused,
    saved,
)
from tests.backoffice.request.request_page import section, text, value
from tests.factories.plans import DINNER, LUNCH, Planner, dates, day, held, on, sections, skip


def html(client: Client, plan: MealPlan, action: str, query: str = "") -> str:
    return str(client.get(address(plan, action) + query).content.decode())


def test_a_preview_describes_only_the_meals_concerned(planner: Planner, staff: Client) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    shown = html(staff, plan, "skip", f"?servings={on(plan, 9)}")
    assert [sentence.split()[0] for sentence in preview(shown)] == ["Lunch", "Lunch"]


def test_a_skip_is_previewed_before_it_is_executed(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    shown = html(staff, plan, "skip", f"?servings={on(plan, 9)}&servings={on(plan, 11)}")
    assert preview(shown) == [
        "Lunch of Wed 9 Dec moves to Mon 14 Dec.",
        "Lunch of Fri 11 Dec moves to Tue 15 Dec.",
        "Lunch ends on Tue 15 Dec instead of Sat 12 Dec.",
    ]
    assert dates(plan)[-1] == day(12)
    assert PlanChange.objects.count() == 1  # that it was planned


def test_a_skip_is_saved_with_its_reason_and_offers_undo(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    shown = saved(staff, plan, "skip", servings=[on(plan, 9)], reason="a wedding")
    assert dates(plan)[-1] == day(14)
    assert PlanChange.objects.filter(reason="The customer asked: a wedding").exists()
    head = text(shown.partition("request-page")[0])
    assert " Skipped. " in head
    assert "Lunch of Wed 9 Dec moves to Mon 14 Dec. Undo" in head
    [number] = re.findall(r'<input type="hidden" name="change" value="(\d+)">', shown)
    undone = saved(staff, plan, "undo", change=number)
    assert dates(plan)[-1] == day(12)
    assert "Skipped undone priya, 4 Dec, 10:00 am ; undone by priya, 4 Dec, 10:00 am" in section(
        undone, "changes"
    )


def test_boxes_of_different_meals_and_days_are_skipped_and_no_others(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    saved(staff, plan, "skip", servings=[on(plan, 9), on(plan, 10, DINNER)])
    assert dates(plan, LUNCH) == [day(number) for number in (7, 8, 10, 11, 12, 14)]
    assert dates(plan, DINNER) == [day(number) for number in (7, 8, 9, 11, 12, 14)]


def test_a_skip_needs_a_reason(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    assert refused(staff, plan, "skip", servings=[on(plan, 9)], common="") == [
        "Other reason: Please choose a reason."
    ]
    assert dates(plan)[-1] == day(12)


def test_a_form_without_boxes_links_to_the_timeline(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    for action in ("skip", "move", "box", "forfeit", "replace"):
        assert "Select boxes first Select the boxes on the plan first." in form(staff, plan, action)
        assert "Select boxes first." in refused(staff, plan, action)
    assert "Choose what to undo" in form(staff, plan, "undo")


@pytest.mark.parametrize("number", ["999999", "0", "x", "9" * 30])
def test_a_box_of_another_plan_is_refused(planner: Planner, staff: Client, number: str) -> None:
    plan = planner.lunches(6)
    [said] = refused(staff, plan, "skip", servings=[number])
    assert said in ("The plan has no such box.", "These boxes do not exist.")


def test_a_box_past_its_cut_off_is_charged_and_replaced_not_skipped(
    planner: Planner, staff: Client, later: Any
) -> None:
    plan = planner.lunches(6)
    later("7 19:00")
    assert "it can be charged as delivered and replaced, but no longer moved" in form(
        staff, plan, "skip", f"?servings={on(plan, 8)}"
    )
    shown = html(staff, plan, "forfeit", f"?servings={on(plan, 8)}")
    assert preview(shown)[0] == "Lunch of Tue 8 Dec is charged as delivered."
    assert "The cut-off has passed: to change it, make another change." in shown
    assert "it can be undone" not in shown
    saved(staff, plan, "forfeit", servings=[on(plan, 8)], replace="on")
    assert Serving.objects.get(replacement_for=on(plan, 8)).date == day(14)
    sheet = staff.get("/backoffice/kitchen/2026-12-08/").content.decode()
    assert "removed: The customer asked" in text(sheet)


def test_a_page_that_was_opened_before_0_7_0_still_replaces(
    planner: Planner, staff: Client, later: Any
) -> None:
    """Its field says "make up"."""
    plan = planner.lunches(6)
    later("7 19:00")
    saved(staff, plan, "forfeit", servings=[on(plan, 8)], make_up="on")
    assert Serving.objects.filter(replacement_for=on(plan, 8)).exists()


def test_a_charged_box_can_be_replaced_later(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(6)
    later("7 19:00")
    saved(staff, plan, "forfeit", servings=[on(plan, 8)])
    shown = html(staff, plan, "replace", f"?servings={on(plan, 8)}")
    assert preview(shown) == [
        "One more lunch on Mon 14 Dec.",
        "Lunch ends on Mon 14 Dec instead of Sat 12 Dec.",
    ]
    saved(staff, plan, "replace", servings=[on(plan, 8)])
    assert Serving.objects.get(replacement_for=on(plan, 8)).date == day(14)


def test_a_pause_proposes_the_first_open_day_and_every_meal(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(date=15, sections=sections("lunch", "dinner"))
    shown = html(staff, plan, "pause")
    assert 'name="first" value="2026-12-05"' in shown
    assert preview(shown) == [
        "15 lunches of 7 to 23 Dec are on hold until the plan is resumed.",
        "15 dinners of 7 to 23 Dec are on hold until the plan is resumed.",
        "Lunch has no last day until the plan is resumed.",
        "Dinner has no last day until the plan is resumed.",
    ]


def test_a_pause_without_end_is_resumed(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(15)
    saved(staff, plan, "pause", first="2026-12-17", last="", meals=["2"])
    assert (held(plan), plan.state) == (6, PlanState.PAUSED)
    later("20 10:00")
    shown = html(staff, plan, "resume")
    assert 'name="on" value="2026-12-21"' in shown
    assert "Lunch ends on Sat 26 Dec." in text(shown)
    saved(staff, plan, "resume", on="2026-12-28")
    assert (held(plan), plan.state) == (0, PlanState.RUNNING)
    assert dates(plan)[-1] == day(2, 1)


def test_a_pause_until_a_day_previews_where_its_boxes_move(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    answer = post(
        staff, plan, "pause", do="preview", first="2026-12-08", last="2026-12-09", meals=["2"]
    )
    assert preview(answer.content.decode())[:2] == [
        "Lunch of Tue 8 Dec moves to Mon 14 Dec.",
        "Lunch of Wed 9 Dec moves to Tue 15 Dec.",
    ]


def test_an_invalid_pause_is_refused_beside_its_field(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"first": "2026-12-09", "last": "2026-12-08", "meals": ["2"]}
    assert refused(staff, plan, "pause", **sent) == [
        "Last day off: The last day off must come after the first."
    ]
    assert refused(staff, plan, "pause", **{**sent, "first": "2026-12-04"}) == [
        "First day off: The cut-off for Fri 4 Dec has passed: it can be paused from Sat 5 Dec."
    ]
    assert refused(staff, plan, "pause", first="2026-12-09", meals=["3"]) == [
        "Meals: Select a valid choice. 3 is not one of the available choices."
    ]


def test_a_box_is_moved_to_a_day(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    assert "What will change" not in form(staff, plan, "move", f"?servings={on(plan, 9)}")
    answer = post(staff, plan, "move", do="preview", servings=[on(plan, 9)], to="2026-12-13")
    assert preview(answer.content.decode()) == [
        "Lunch of Wed 9 Dec moves to Sun 13 Dec.",
        "Lunch ends on Sun 13 Dec instead of Sat 12 Dec.",
    ]
    saved(staff, plan, "move", servings=[on(plan, 9)], to="2026-12-13")
    assert day(13) in dates(plan)
    assert refused(staff, plan, "move", servings=[on(plan, 8)], to="2026-12-13") == [
        "New day: There is already a lunch on Sun 13 Dec."
    ]
    both = [on(plan, 8), on(plan, 10)]
    assert refused(staff, plan, "move", servings=both, to="2026-12-20") == [
        "One box at a time, please."
    ]


def test_a_held_box_is_moved_to_a_day(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    box = Serving.objects.filter(plan=plan, state=ServingState.HELD).values_list("pk", flat=True)[0]
    assert "One lunch on hold" in form(staff, plan, "move", f"?servings={box}")
    saved(staff, plan, "move", servings=[box], to="2026-12-19")
    assert dates(plan) == [day(7), day(8), day(9), day(19)]


def test_undo_previews_what_returns_or_says_that_nothing_does(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    change = PlanChange.objects.first()
    assert change is not None
    shown = html(staff, plan, "undo", f"?change={change.pk}")
    assert preview(shown) == [
        "Lunch of Mon 14 Dec moves to Wed 9 Dec.",
        "Lunch ends on Sat 12 Dec instead of Mon 14 Dec.",
    ]
    saved(staff, plan, "undo", change=change.pk, common="")
    assert "There is nothing left to undo." in form(staff, plan, "undo", f"?change={change.pk}")


@pytest.mark.parametrize("doing", ["preview", "save"])
def test_a_form_of_an_older_page_changes_nothing(
    planner: Planner, staff: Client, doing: str
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    answer = post(
        staff, plan, "skip", version=1, do=doing, servings=[on(plan, 10)], common="Travelling"
    )
    assert answer.status_code == 409
    shown = text(answer.content.decode())
    assert "Changed by someone else" in shown
    assert "priya skipped boxes" in shown
    assert f'href="{address(plan)}"' in answer.content.decode()
    assert dates(plan)[-1] == day(14)


def test_a_stale_form_can_be_posted_again_beside_a_colleague_s_change(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    begun = plan.version
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    typed = {"servings": [on(plan, 10)], "common": "Travelling", "reason": "Back on Friday"}
    page = post(staff, plan, "skip", version=begun, do="save", **typed).content.decode()
    assert "Lunch: Wed 9 Dec → Mon 14 Dec" in text(page)
    assert preview(page)[0] == "Lunch of Thu 10 Dec moves to Tue 15 Dec."
    assert value(page, "skip-reason") == "Back on Friday"
    assert re.search(r'value="Travelling"[^>]* checked', page)
    version = int(re.findall(r'name="version" value="(\d+)"', page)[0])
    assert post(staff, plan, "skip", version=version, do="save", **typed).status_code == 302


def test_a_box_changed_by_two_colleagues_shows_the_dishes_of_both(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    box = {"servings": [on(plan, 9)], "reach": "these", "quantity": ["1"]}
    sent = {**box, "version": plan.version, "do": "save", "common": "Travelling"}
    names = [dish.name for dish in catalogue.current().menus["veg"].dishes[:2]]
    assert post(staff, plan, "box", **sent, dish=[names[0]]).status_code == 302
    answer = post(staff, plan, "box", **sent, dish=[names[1]])
    page = answer.content.decode()
    assert answer.status_code == 409
    assert f"Now in the box: 1 × {names[0]}." in text(page)
    assert f'name="dish" value="{names[1]}"' in page


def test_a_cancelled_plan_accepts_no_action(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    MealPlan.objects.update(state=PlanState.CANCELLED)
    assert refused(staff, plan, "days", meal="2", days="8") == [
        "It is cancelled: it can no longer be changed."
    ]


def test_an_event_cannot_be_skipped(planner: Planner, staff: Client) -> None:
    plan = planner.plan(Kind.EVENT)
    assert refused(staff, plan, "skip", servings=[on(plan, 12, Meal.EVENT)]) == [
        "An event has one day: move it, or cancel it."
    ]


# What lies in a box


def lines(plan: MealPlan, number: int, meal: int = LUNCH) -> list[tuple[str, int]]:
    serving = Serving.objects.get(pk=on(plan, number, meal))
    found = BoxLine.objects.filter(box_contents=serving.box_contents_id).order_by("position")
    return [(line.ordered_name, line.quantity) for line in found]


def test_the_box_form_begins_with_the_dishes_of_the_first_box(
    planner: Planner, staff: Client
) -> None:
    plan = planner.lunches(6)
    shown = html(staff, plan, "box", f"?servings={on(plan, 9)}")
    assert re.findall(r'name="dish" value="([^"]*)"', shown) == ["Dry Fruit Smoothie", "", ""]
    assert '<option value="Boiled Eggs">' in shown


def test_one_box_can_get_other_dishes(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {
        "servings": [on(plan, 9)],
        "reach": "these",
        "dish": ["dry fruit  smoothie", "", "Boiled Eggs"],
        "quantity": ["2", "1", ""],
    }
    answer = post(staff, plan, "box", do="preview", **sent)
    assert preview(answer.content.decode())[0] == "Lunch of Wed 9 Dec gets different dishes."
    saved(staff, plan, "box", **sent)
    assert lines(plan, 9) == [("Dry Fruit Smoothie", 2), ("Boiled Eggs", 1)]
    assert lines(plan, 8) == [("Dry Fruit Smoothie", 1)]


def test_every_later_box_of_the_meal_can_get_other_dishes(planner: Planner, staff: Client) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    sent = {"servings": [on(plan, 9)], "reach": "since", "dish": ["Boiled Eggs"], "quantity": ["1"]}
    saved(staff, plan, "box", **sent)
    assert [lines(plan, number)[0][0] for number in (8, 9, 12)] == [
        "Dry Fruit Smoothie",
        "Boiled Eggs",
        "Boiled Eggs",
    ]
    assert lines(plan, 12, DINNER) == [("Dry Fruit Smoothie", 1)]


def test_an_event_gets_its_first_dishes_with_quantities(planner: Planner, staff: Client) -> None:
    plan = planner.plan(Kind.EVENT)
    servings = [on(plan, 12, Meal.EVENT)]
    assert "Which boxes" not in form(staff, plan, "box", f"?servings={servings[0]}")
    sent = {"servings": servings, "dish": ["Boiled Eggs"], "quantity": ["40"]}
    saved(staff, plan, "box", **sent)
    assert lines(plan, 12, Meal.EVENT) == [("Boiled Eggs", 40)]


def test_a_missing_reason_is_requested_beside_its_field_and_input_stays(
    planner: Planner, staff: Client
) -> None:
    plan = planner.plan(Kind.EVENT)
    sent = {"servings": [on(plan, 12, Meal.EVENT)], "dish": ["Boiled Eggs"], "quantity": ["40"]}
    looked = post(staff, plan, "box", do="preview", **sent).content.decode()
    sent |= {"seen": re.findall(r'name="seen" value="(\w+)"', looked)[0], "clash": "on"}
    sent |= {"clash_reason": "Her aunt asked", "not_known": "on"}
    shown = post(staff, plan, "box", do="save", **sent).content.decode()
    assert '<a href="#box-reason">' in shown
    assert 'id="box-reason_error">Please choose a reason.' in shown
    assert 'name="dish" value="Boiled Eggs"' in shown
    wrong = {**sent, "dish": ["Boiled Egs"], "reason": "Agreed by phone"}
    shown = post(staff, plan, "box", do="save", **wrong).content.decode()
    assert preview(shown) == []
    assert re.search(
        r'name="reason"[^>]*>\s*Agreed by phone|name="reason" value="Agreed by phone"', shown
    )
    assert 'name="clash_reason" value="Her aunt asked"' in shown
    assert 'value="save"' not in shown


@pytest.mark.parametrize(
    ("dish", "quantity", "said"),
    [
        (
            "Butter Chikken",
            "1",
            "No such dish. Choose one from the list, or tick that it is new.",
        ),
        ("Boiled Eggs", "x", "Enter a number, such as 2."),
        ("Boiled Eggs", "0", "From 1 to 10,000."),
        ("Boiled Eggs", "٣", "Enter a number, such as 2."),
        ("a\0b", "1", "This is not a dish name."),
        ("", "1", "A box needs at least one dish."),
    ],
)
def test_an_invalid_dish_is_refused_beside_its_line(
    planner: Planner, staff: Client, dish: str, quantity: str, said: str
) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "reach": "these", "dish": [dish], "quantity": [quantity]}
    assert refused(staff, plan, "box", **sent) == [said]
    assert lines(plan, 9) == [("Dry Fruit Smoothie", 1)]


def test_a_new_dish_is_accepted_once_marked_as_new(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "reach": "these", "dish": ["Grandmother's Payasam"]}
    saved(staff, plan, "box", **sent, quantity=["1"], new="on")
    assert lines(plan, 9) == [("Grandmother's Payasam", 1)]
    assert KitchenItem.objects.filter(key="grandmother's payasam").exists()


def test_adding_lines_preserves_the_input(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "reach": "these", "dish": ["Boiled Eggs"], "quantity": ["3"]}
    shown = post(staff, plan, "box", do="more", **sent).content.decode()
    assert re.findall(r'name="dish" value="([^"]*)"', shown) == ["Boiled Eggs", *[""] * 7]


# As the strip asks


def test_the_timeline_gets_a_preview_as_json(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "do": "preview", "headers": JSON}
    answer = post(staff, plan, "skip", **sent)
    assert (answer.status_code, answer.json()) == (  # type: ignore[attr-defined]
        200,
        {
            "moved": [
                {
                    "box": on(plan, 9),
                    "meal": LUNCH,
                    "from": "2026-12-09",
                    "to": "2026-12-14",
                    "state": ServingState.PLANNED,
                }
            ],
            "sentences": [
                "Lunch of Wed 9 Dec moves to Mon 14 Dec.",
                "Lunch ends on Mon 14 Dec instead of Sat 12 Dec.",
            ],
            "told": False,
        },
    )


def test_the_timeline_gets_the_address_of_the_result(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "do": "save", "reason": "Asked", "headers": JSON}
    answer = post(staff, plan, "skip", **sent)
    change = PlanChange.objects.first()
    assert change is not None
    found = answer.json()  # type: ignore[attr-defined]
    assert found == {"address": f"{address(plan)}?done={change.pk}"}
    assert "Lunch of Wed 9 Dec moves to Mon 14 Dec." in text(
        page(staff, plan, f"?done={change.pk}").partition("request-page")[0]
    )


def test_the_timeline_gets_refusals_and_conflicts_as_json(planner: Planner, staff: Client) -> None:
    plan = planner.lunches(6)
    sent = {"servings": [on(plan, 9)], "do": "save", "headers": JSON}
    answer = post(staff, plan, "skip", **sent)
    assert (answer.status_code, answer.json()) == (  # type: ignore[attr-defined]
        422,
        {"message": "Please choose a reason.", "errors": {"reason": "Please choose a reason."}},
    )
    old = post(staff, plan, "skip", version=7, **sent)
    assert old.status_code == 409
    assert "has been changed since" in old.json()["message"]  # type: ignore[attr-defined]


def test_a_late_undo_is_refused_with_a_message(planner: Planner, staff: Client, later: Any) -> None:
    plan = planner.lunches(6)
    later("7 19:00")
    planner.do(plan, Forfeit(on(plan, 8)), planner.now.replace(day=7, hour=19))
    change = PlanChange.objects.first()
    assert change is not None
    later("9 10:00")
    assert refused(staff, plan, "undo", change=change.pk)[0].startswith("It is too late to undo")
