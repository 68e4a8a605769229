"""On the page of her plan a customer chooses dishes and addresses for the boxes of a day, previewed and with a receipt."""

import re
from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.catalogue import Catalogue
from oottam.menu.models import SoldOut
from oottam.requests.models import Kind
from oottam.schedule.models import (
    CustomerRules,
    FormerRecipe,
    KitchenItem,
    MealPlan,
    PlanChange,
)
from oottam.workflow.models import BoxAddress
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.plans import BREAKFAST, FRIDAY, LUNCH, Planner, at, day, on, sections, skip
from tests.plans.test_box_choices import WEEK, breakfasts, contents, goes_to, office
from tests.statuspage.test_plan import (
    MAX_PAGE_BYTES,
    MAX_QUERIES,
    address,
    confirm,
    fields,
    page,
    send,
)
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db
MONDAY = "?on=2026-12-07"


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def planner(send: Send) -> Planner:
    return Planner(send, make_staff_account("priya", Role.DESK))


def links(html: str) -> list[str]:
    """The days on which there is something to choose."""
    return re.findall(r'href="\?on=([\d-]+)"', html)


def options(html: str) -> dict[str, str]:
    """The values of the radio buttons by their words."""
    rows = re.findall(r'type="radio" name="[\w-]+" value="(\w+)"[^>]*> <span>([^<]+)', html)
    return {words.strip(): value for value, words in rows}


def chosen(html: str) -> list[str]:
    return re.findall(r"checked> <span>([^<]+?)(?: <|<)", html)


def test_days_with_a_choice_lead_to_their_dishes(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Catalogue, "amounts", lambda *_: "about 435 kcal, 14 g protein")
    plan = breakfasts(planner)
    html = page(plan)
    # Of "Boiled Eggs / Sprouts Salad" on Tuesday she eats one.
    assert links(html) == ["2026-12-07", "2026-12-11", "2026-12-12"]
    assert 'aria-label="Choose for Mon 7 Dec">Choose</a>' in html
    shown = page(plan, MONDAY)
    text = visible_text(shown)
    assert "Mon 7 Dec You can choose until Sun 6 Dec, 6:00 pm." in text
    assert "Breakfast: what comes Idli / Podi Idli Idli about 435 kcal, 14 g protein" in text
    assert [*options(shown)] == ["Idli", "Podi Idli", "the kitchen chooses"]
    assert chosen(shown) == ["the kitchen chooses"]
    assert "where it goes" not in text


def test_dish_is_previewed_chosen_and_undone(planner: Planner) -> None:
    plan = breakfasts(planner)
    sent: dict[str, Any] = {
        "do": "dishes",
        "box": on(plan, 7, BREAKFAST),
        "dish_1": options(page(plan, MONDAY))["Podi Idli"],
    }
    sentence = "Breakfast of Mon 7 Dec: Podi Idli instead of Idli / Podi Idli."
    previewed = visible_text(send(plan, **sent).content.decode())
    assert f"{sentence} Choose Leave it as it is" in previewed
    assert PlanChange.objects.filter(by_customer=True).count() == 0
    response = confirm(plan, **sent)
    shown = visible_text(Client().get(response["Location"]).content.decode())
    assert f"Done: box changed. Receipt {plan.request.reference}/2. {sentence}" in shown
    assert "Undo until Sun 6 Dec, 6:00 pm" in shown
    assert "Mon 7 Dec until Sun 6 Dec, 6:00 pm Choose Breakfast Podi Idli" in shown
    assert chosen(page(plan, MONDAY)) == ["Podi Idli"]
    change = PlanChange.objects.get(by_customer=True)
    confirm(plan, do="undo", change=change.pk)
    assert contents(plan, 7)[0][0] == "Idli / Podi Idli"


def test_box_with_two_choices_takes_both_at_once(planner: Planner) -> None:
    plan = breakfasts(planner)
    found = options(page(plan, "?on=2026-12-11"))
    confirm(
        plan,
        do="dishes",
        box=on(plan, 11, BREAKFAST),
        dish_1=found["Paneer Sandwich"],
        dish_2=found["Peanut Milk"],
    )
    assert [name for name, *_ in contents(plan, 11)] == ["Paneer Sandwich", "Peanut Milk"]
    assert PlanChange.objects.filter(by_customer=True).count() == 1


def test_what_harms_her_is_neither_offered_nor_said(planner: Planner) -> None:
    plan = breakfasts(planner, allergens=["peanut"])
    assert "2026-12-11" in links(page(plan))
    text = visible_text(page(plan, "?on=2026-12-11"))
    assert "Paneer Sandwich" in text
    assert "Milk" not in text


@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ({"do": "dishes"}, 422, "Choose a dish first."),
        ({"do": "dishes", "dish_1": "x"}, 422, "Please choose again."),
        ({"do": "dishes", "dish_1": "0"}, 422, "Please choose again."),
        ({"do": "dishes", "dish_x": "kitchen"}, 409, "This dish cannot be chosen for this box."),
        ({"do": "dishes", "dish_1": "999999"}, 409, "This dish cannot be chosen for this box."),
        ({"do": "dishes", "dish_2": "kitchen"}, 409, "This dish cannot be chosen for this box."),
        ({"do": "dishes", "dish_1": "kitchen"}, 409, "This is what comes already."),
        ({"do": "dishes", "dish_1": "kitchen", "box": "77"}, 409, "The plan has no such box."),
        ({"do": "dishes", "dish_1": "kitchen", "box": "x"}, 409, "The plan has no such box."),
        ({"do": "address"}, 422, "Please choose again."),
        ({"do": "address", "address": "0"}, 422, "Please choose again."),
        ({"do": "address", "address": "usual"}, 409, "The box goes there already."),
        ({"do": "address", "address": "77"}, 409, "We have no such address of you any more."),
    ],
)
@pytest.mark.parametrize("confirmed", [{}, {"confirm": "yes"}])
def test_bad_input_changes_nothing(
    planner: Planner, sent: dict[str, Any], status: int, message: str, confirmed: dict[str, str]
) -> None:
    plan = breakfasts(planner)
    response = send(plan, **{"box": on(plan, 7, BREAKFAST), **sent, **confirmed})
    assert response.status_code == status
    text = visible_text(response.content.decode())
    assert message in text
    assert "Your days" in text
    assert PlanChange.objects.filter(plan=plan).count() == 1


def test_box_of_another_customer_is_refused(planner: Planner) -> None:
    plan, other = breakfasts(planner), breakfasts(planner)
    item = options(page(other, MONDAY))["Podi Idli"]
    response = send(plan, do="dishes", box=on(other, 7, BREAKFAST), confirm="yes", dish_1=item)
    assert response.status_code == 409
    assert contents(other, 7)[0][0] == "Idli / Podi Idli"


def test_second_press_and_stale_version_store_nothing(planner: Planner) -> None:
    plan = breakfasts(planner)
    html = page(plan, MONDAY)
    sent: dict[str, Any] = {
        "do": "dishes",
        "box": on(plan, 7, BREAKFAST),
        "dish_1": options(html)["Podi Idli"],
        "confirm": "yes",
    }
    assert send(plan, html, **sent).status_code == 303
    again = send(plan, html, **sent)
    assert again.status_code == 409
    assert "You have done this already" in visible_text(again.content.decode())
    stale = send(plan, html, **{**sent, "key": "0" * 32})
    assert stale.status_code == 409
    assert "has changed since you opened this page" in visible_text(stale.content.decode())
    assert PlanChange.objects.filter(by_customer=True).count() == 1


def test_cut_off_between_preview_and_press(planner: Planner, clock: Any) -> None:
    plan = breakfasts(planner)
    clock.move_to(at("6 17:59"))
    html = page(plan, MONDAY)
    sent: dict[str, Any] = {
        "do": "dishes",
        "box": on(plan, 7, BREAKFAST),
        "dish_1": options(html)["Podi Idli"],
    }
    assert send(plan, html, **sent).status_code == 200
    clock.move_to(at("6 18:00"))
    response = send(plan, html, **sent, confirm="yes")
    assert response.status_code == 409
    assert "The cut-off for breakfast on Mon 7 Dec has passed" in visible_text(
        response.content.decode()
    )
    assert links(page(plan)) == ["2026-12-11", "2026-12-12"]
    assert "What comes" in visible_text(page(plan, MONDAY))  # the days, as nothing can be chosen


def test_address_is_chosen_for_a_day_and_never_shown(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert not links(page(plan))
    place = office(planner, plan)
    html = page(plan)
    assert links(html) == [f"2026-12-{number:02}" for number in range(7, 13)]
    assert "Wed 9 Dec until Tue 8 Dec, 6:00 pm Choose Lunch to your other address" in (
        visible_text(html)
    )
    shown = page(plan, "?on=2026-12-09")
    assert options(shown) == {"your usual address": "usual", "your other address": str(place)}
    assert chosen(shown) == ["your other address"]
    sent: dict[str, Any] = {"do": "address", "box": on(plan, 9), "address": "usual"}
    previewed = visible_text(send(plan, **sent).content.decode())
    assert "Lunch of Wed 9 Dec goes to the usual address. Send it there" in previewed
    response = confirm(plan, **sent)
    receipt = visible_text(Client().get(response["Location"]).content.decode())
    assert "Done: address changed." in receipt
    assert "Undo until Tue 8 Dec, 6:00 pm" in receipt
    assert "Wed 9 Dec until Tue 8 Dec, 6:00 pm Choose Lunch Thu 10 Dec" in receipt
    assert goes_to(9).startswith("12 Beach Road")
    for text in (html, shown, previewed, receipt):
        for private in ("beach road", "tidel", "600 113", "taramani", "besant"):
            assert private not in text.lower()
    confirm(plan, do="undo", change=PlanChange.objects.get(by_customer=True).pk)
    assert not BoxAddress.objects.exists()
    assert goes_to(9).startswith("4 Tidel Park")


def test_several_other_addresses_are_told_apart_by_their_days(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=6, sections=sections("lunch", "dinner"))
    office(planner, plan, weekdays=0b11)
    office(planner, plan, "8 Gandhi Road, Adyar, Chennai 600 020", weekdays=0b100000)
    assert [*options(page(plan, "?on=2026-12-09"))] == [
        "your usual address",
        "your other address (lunch, Mon, Tue)",
        "your other address (lunch, Sat)",
    ]


@pytest.mark.parametrize("setting", ["ask", "no"])
def test_shop_may_keep_choices_to_itself(planner: Planner, setting: str) -> None:
    plan = breakfasts(planner)
    office(planner, plan, meals=(BREAKFAST,))
    html = page(plan, MONDAY)
    CustomerRules.objects.create(changes=setting)
    assert not links(page(plan))
    assert "What comes" in visible_text(page(plan, MONDAY))
    for sent in (
        {"do": "dishes", "dish_1": options(html)["Podi Idli"]},
        {"do": "address", "address": "usual"},
    ):
        response = send(plan, html, box=on(plan, 7, BREAKFAST), confirm="yes", **sent)
        assert response.status_code == 409
    assert PlanChange.objects.filter(by_customer=True).count() == 0


@pytest.mark.parametrize("odd", ["?on=x", "?on=0001-01-01", "?on=9999-12-31", "?on=2026-12-08"])
def test_day_without_a_choice_shows_the_plan(planner: Planner, odd: str) -> None:
    assert "What comes" in visible_text(page(breakfasts(planner), odd))


def test_desk_changes_in_between_make_the_choice_stale(planner: Planner) -> None:
    plan = breakfasts(planner)
    html = page(plan, MONDAY)
    planner.do(plan, skip(plan, [day(12)], [BREAKFAST]))
    response = send(
        plan, html, do="dishes", box=on(plan, 7, BREAKFAST), confirm="yes",
        dish_1=options(html)["Podi Idli"],
    )  # fmt: skip
    assert response.status_code == 409
    assert contents(plan, 7)[0][0] == "Idli / Podi Idli"


def make_the_most_rows(planner: Planner) -> MealPlan:
    """A plan of all meals of four weeks, with four addresses, changed recipes and dishes that are sold out."""
    weeks = {
        f"week{week}": dict.fromkeys(("breakfast", "lunch", "dinner"), WEEK) for week in range(1, 5)
    }
    plan = planner.plan(Kind.COMBO, selectedItems=weeks, fulfilment={"diet": "any"})
    for number in range(3):
        office(planner, plan, f"{number} Tidel Park, Chennai 600 113", weekdays=1 << number)
    for item in KitchenItem.objects.filter(name__in=("Idli", "Podi Idli", "Paneer Sandwich")):
        FormerRecipe.objects.create(
            item=item,
            until=day(10),
            values={
                "portion": "",
                "mark": "veg",
                "codes": [],
                "is_complete": True,
                "has_tags": True,
            },
        )
    SoldOut.objects.create(dish_name="Idli", until=None, since=planner.now)
    return plan


def test_no_page_asks_more_than_twelve_queries(planner: Planner) -> None:
    plan = make_the_most_rows(planner)
    confirm(plan, do="address", box=on(plan, 9), address="usual")
    confirm(plan, do="skip", box=on(plan, 12))
    for query in ("", MONDAY):
        with CaptureQueriesContext(connection) as queries:
            html = page(plan, query)
        assert len(queries) <= MAX_QUERIES, query
    assert len(html.encode()) <= MAX_PAGE_BYTES


def test_choices_add_little_to_the_page(planner: Planner) -> None:
    plain = planner.plan(Kind.VEG, date=40, sections=sections("breakfast", "lunch", "dinner"))
    office(planner, plain, meals=(LUNCH,), weekdays=0b1)
    html = page(plain)
    assert len(links(html)) == 24
    assert len(html.encode()) <= MAX_PAGE_BYTES, len(html.encode())


def test_get_changes_nothing(planner: Planner) -> None:
    plan = breakfasts(planner)
    item = options(page(plan, MONDAY))["Podi Idli"]
    Client().get(
        f"{address(plan)}{MONDAY}&do=dishes&confirm=yes&dish_1={item}&box={on(plan, 7, BREAKFAST)}"
    )
    assert PlanChange.objects.filter(by_customer=True).count() == 0
    assert "version" in fields(page(plan, MONDAY))
