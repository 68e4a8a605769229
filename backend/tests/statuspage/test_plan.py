"""The customer's page of her plan previews each change, answers it by a receipt, and refuses what is impossible."""

import re
from typing import Any

import pytest
import time_machine
from django.db import DatabaseError, connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.catalogue import Catalogue
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import Undo
from oottam.requests.identity import token_of
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import (
    CustomerRules,
    MealPlan,
    PausePeriod,
    PlanChange,
    Serving,
    ServingState,
)
from tests.conftest import Send
from tests.factories.plans import (
    BREAKFAST,
    DINNER,
    FRIDAY,
    LUNCH,
    Planner,
    at,
    dates,
    day,
    make_combo_plan,
    on,
    sections,
    skip,
)
from tests.factories.requests import make_request
from tests.statuspage.test_status import visible_text

pytestmark = pytest.mark.django_db
MAX_PAGE_BYTES = 20_500
MAX_QUERIES = 12


@pytest.fixture(autouse=True)
def clock() -> Any:
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def plan(planner: Planner) -> MealPlan:
    """Lunches from Mon 7 to Fri 18 Dec, without Sundays: eleven."""
    return planner.lunches(11)


def address(plan: MealPlan) -> str:
    return f"/status/{token_of(plan.request_id)}/plan/"


def page(plan: MealPlan, query: str = "", status: int = 200) -> str:
    response = Client().get(address(plan) + query)
    assert response.status_code == status
    return response.content.decode()


def fields(html: str) -> dict[str, str]:
    """The hidden fields of the page's first form."""
    form = html.partition("<form")[2].partition("</form>")[0]
    return dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form))


def send(plan: MealPlan, html: str | None = None, sender: str = "127.0.0.1", **data: Any) -> Any:
    """Post a form of the page, by default of the page as it is now."""
    sent = {**fields(html or page(plan)), **data}
    return Client(enforce_csrf_checks=True).post(address(plan), sent, REMOTE_ADDR=sender)


def confirm(plan: MealPlan, **data: Any) -> Any:
    """Preview, then confirm; return the response to the latter."""
    previewed = send(plan, **data)
    assert previewed.status_code == 200, visible_text(previewed.content.decode())
    html = previewed.content.decode()
    form = html.partition('<form class="card"')[2].partition("</form>")[0]
    inputs: dict[str, list[str]] = {}
    for name, value in re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', form):
        inputs.setdefault(name, []).append(value)
    return Client(enforce_csrf_checks=True).post(address(plan), {**inputs, "confirm": "yes"})


def boxes(html: str) -> list[int]:
    """The boxes that can be ticked."""
    return [int(number) for number in re.findall(r'type="checkbox" name="box" value="(\d+)"', html)]


def test_page_shows_four_weeks_of_meals_with_their_dishes(
    plan: MealPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Catalogue, "amounts", lambda *_: "about 435 kcal, 14 g protein")
    html = page(plan)
    text = visible_text(html)
    assert "Your last box comes on Friday, 18 December 2026." in text
    assert "Mon 7 Dec until Sun 6 Dec, 6:00 pm Lunch Tue 8 Dec" in text
    assert "In each lunch box Dry Fruit Smoothie about 435 kcal, 14 g protein" in text
    assert len(boxes(html)) == 11


def test_skip_is_previewed_first_and_answered_by_a_receipt(plan: MealPlan) -> None:
    box = on(plan, 9)
    previewed = visible_text(send(plan, do="skip", box=box).content.decode())
    assert "Nothing has changed yet." in previewed
    assert "Lunch of Wed 9 Dec moves to Sat 19 Dec." in previewed
    assert "Lunch ends on Sat 19 Dec instead of Fri 18 Dec." in previewed
    assert PlanChange.objects.filter(by_customer=True).count() == 0
    response = confirm(plan, do="skip", box=box)
    assert response.status_code == 303
    shown = visible_text(Client().get(response["Location"]).content.decode())
    number = f"{plan.request.reference}/2"
    assert f"Done: skipped. Receipt {number}." in shown
    assert (
        f"Skipped {number}, by you, Fri 4 Dec, 10:00 am Lunch of Wed 9 Dec moves to Sat 19 Dec."
        in shown
    )
    assert "Wed 9 Dec Lunch skipped or paused" in shown
    assert "Undo until Tue 8 Dec, 6:00 pm" in shown
    assert dates(plan)[-1] == day(19)


def test_several_boxes_are_skipped_at_once(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=6, sections=sections("lunch", "dinner"))
    confirm(plan, do="skip", box=[on(plan, 8), on(plan, 9), on(plan, 9, 3)])
    assert dates(plan) == [day(7), day(10), day(11), day(12), day(14), day(15)]
    assert dates(plan, 3)[-1] == day(14)


def test_pause_start_again_and_undo(plan: MealPlan) -> None:
    confirm(plan, do="pause", first="2026-12-09", last="2026-12-11")
    assert dates(plan)[2] == day(12)
    html = page(plan)
    assert "Paused from Wed 9 Dec to Fri 11 Dec" in visible_text(html)
    period = PausePeriod.objects.get(plan=plan)
    confirm(plan, do="resume", pause=period.pk, on="2026-12-10")
    assert dates(plan)[2:4] == [day(10), day(11)]
    change = PlanChange.objects.get(plan=plan, action="resume")
    confirm(plan, do="undo", change=change.pk)
    assert dates(plan)[2] == day(12)
    assert "Resumed , undone" in visible_text(page(plan))


def test_paused_plan_starts_again(planner: Planner, plan: MealPlan) -> None:
    planner.do(plan, Pause(day(9), None, [LUNCH]))
    html = page(plan)
    assert "9 meals are paused and wait for you." in visible_text(html)
    confirm(plan, do="resume", on="2026-12-14")
    assert dates(plan)[2] == day(14)


def test_closed_days_and_the_desks_changes_have_receipts(planner: Planner, plan: MealPlan) -> None:
    planner.do(plan, skip(plan, [day(8)], [LUNCH]), reason="Her mother is ill")
    close_day(
        day=day(9), meal=0, reason="Wedding of the cook", actor=planner.actor, now=planner.now
    )
    html = page(plan)
    text = visible_text(html)
    assert "Wed 9 Dec Lunch our kitchen is closed" in text
    assert f"Skipped {plan.request.reference}/2, by us" in text
    assert "Day closed by us" in text
    for private in ("ill", "Wedding", "priya"):
        assert private not in text.split()
    assert "Undo" not in text


@pytest.mark.parametrize(
    ("sent", "status", "message"),
    [
        ({"do": "skip"}, 422, "Choose the meals to skip first."),
        ({"do": "skip", "box": "999999"}, 409, "The plan has no such box. Nothing was changed."),
        ({"do": "skip", "box": "x"}, 409, "The plan has no such box."),
        ({"do": "skip", "box": "9" * 40}, 409, "The plan has no such box."),
        ({"do": "pause", "first": "2026-12-09"}, 422, "Choose the last day without food."),
        (
            {"do": "pause", "first": "x", "last": "2026-12-09"},
            422,
            "Choose the first day without food.",
        ),
        (
            {"do": "pause", "first": "2026-12-09", "last": "2026-12-08"},
            409,
            "must come after the first",
        ),
        ({"do": "pause", "first": "2026-12-01", "last": "2026-12-09"}, 409, "has passed"),
        ({"do": "pause", "first": "0001-01-01", "last": "0001-01-02"}, 409, "has passed"),
        ({"do": "pause", "first": "2026-12-09", "last": "9999-12-31"}, 409, "30 days at most"),
        ({"do": "pause", "first": "2027-03-01", "last": "2027-03-02"}, 409, "no boxes to pause"),
        ({"do": "resume", "on": "2026-12-09"}, 409, "It is not paused."),
        ({"do": "resume", "on": "2026-12-09", "pause": "77"}, 409, "It is not paused."),
        ({"do": "resume"}, 422, "Choose the day on which your food starts again."),
        ({"do": "undo", "change": "77"}, 409, "We changed this for you."),
        ({"do": "cancel"}, 422, "Nothing was changed. Please choose again."),
        (
            {"do": "skip", "box": "1", "key": "short"},
            422,
            "Nothing was changed. Please choose again.",
        ),
    ],
)
@pytest.mark.parametrize("confirmed", [{}, {"confirm": "yes"}])
def test_bad_input_changes_nothing(
    plan: MealPlan, sent: dict[str, str], status: int, message: str, confirmed: dict[str, str]
) -> None:
    response = send(plan, **sent, **confirmed)
    assert response.status_code == status
    assert message in visible_text(response.content.decode())
    assert "Your days" in visible_text(response.content.decode())
    assert PlanChange.objects.filter(plan=plan).count() == 1


def test_box_of_another_plan_is_refused(planner: Planner, plan: MealPlan) -> None:
    other = planner.lunches(6)
    response = send(plan, do="skip", box=on(other, 9), confirm="yes")
    assert response.status_code == 409
    assert dates(other)[2] == day(9)
    skipped = PlanChange.objects.get(
        pk=planner.do(other, skip(other, [day(8)], [LUNCH])).change_id or 0
    )
    PlanChange.objects.filter(pk=skipped.pk).update(by_customer=True)
    assert send(plan, do="undo", change=skipped.pk, confirm="yes").status_code == 409
    assert dates(other)[1] == day(9)


def test_second_press_is_told_apart_from_a_change_by_others(
    planner: Planner, plan: MealPlan
) -> None:
    html = page(plan)
    sent: dict[str, Any] = {"do": "skip", "box": on(plan, 9), "confirm": "yes"}
    assert send(plan, html, **sent).status_code == 303
    again = send(plan, html, **sent)
    assert again.status_code == 409
    assert "You have done this already" in visible_text(again.content.decode())
    other_tab = {**sent, "key": "0" * 32}
    stale = send(plan, html, **other_tab)
    assert stale.status_code == 409
    assert "has changed since you opened this page" in visible_text(stale.content.decode())
    assert PlanChange.objects.filter(by_customer=True).count() == 1


def test_cut_off_between_preview_and_press(plan: MealPlan, clock: Any) -> None:
    clock.move_to(at("8 17:59"))
    html = page(plan)
    assert "Wed 9 Dec until Tue 8 Dec, 6:00 pm" in visible_text(html)
    box = on(plan, 9)
    assert send(plan, html, do="skip", box=box).status_code == 200
    clock.move_to(at("8 18:00"))
    response = send(plan, html, do="skip", box=box, confirm="yes")
    assert response.status_code == 409
    text = visible_text(response.content.decode())
    assert "The cut-off for lunch on Wed 9 Dec has passed" in text
    assert "Wed 9 Dec Lunch being prepared" in text


def test_today_and_past_days(plan: MealPlan, clock: Any) -> None:
    clock.move_to(at("8 00:01"))
    assert "Tue 8 Dec today Lunch comes today" in visible_text(page(plan))


@pytest.mark.parametrize("setting", ["ask", "no"])
def test_shop_may_keep_changes_to_itself(plan: MealPlan, setting: str) -> None:
    html = page(plan)
    CustomerRules.objects.create(changes=setting)
    shown = page(plan)
    assert "To change a day, please ask us." in visible_text(shown)
    assert "<form" not in shown.replace(
        '<form class="card" method="post" aria-labelledby="days">', ""
    )
    assert not boxes(shown)
    response = send(plan, html, do="skip", box=on(plan, 9), confirm="yes")
    assert response.status_code == 409


def test_later_weeks_are_a_link_away(planner: Planner) -> None:
    plan = planner.lunches(40)
    html = page(plan)
    assert "Earlier weeks" not in html
    [later] = re.findall(r'href="(\?from=[\d-]+)">Later weeks', html)
    assert "Mon 4 Jan" in visible_text(page(plan, later))
    for odd in ("?from=0001-01-01", "?from=9999-12-31", "?from=x", "?done=x"):
        assert "Mon 7 Dec" in visible_text(page(plan, odd))


def test_request_without_a_plan_leads_to_its_status_page(send: Send) -> None:
    request = make_request(send)
    response = Client().get(f"/status/{token_of(request.pk)}/plan/")
    assert (response.status_code, response["Location"]) == (303, f"/status/{token_of(request.pk)}")


def test_event_plan_is_shown_and_changed_by_the_desk(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    html = page(plan)
    assert "To change an event, please call us." in visible_text(html)
    assert send(plan, html, do="skip", box="1", key="0" * 32, version="1").status_code == 409


def test_box_that_was_not_delivered_says_what_comes_instead(plan: MealPlan) -> None:
    failed = Serving.objects.get(pk=on(plan, 9))
    Serving.objects.filter(pk=failed.pk).update(state=ServingState.FAILED)
    Serving.objects.create(
        plan=plan, meal=failed.meal, seq=98, state=ServingState.CANCELLED,
        box_contents=failed.box_contents, replacement_for=failed,
    )  # fmt: skip
    assert "could not be delivered: we call you" in visible_text(page(plan))
    Serving.objects.create(
        plan=plan, meal=failed.meal, seq=99, date=day(21), box_contents=failed.box_contents,
        replacement_for=failed,
    )  # fmt: skip
    assert "could not be delivered: another one on Mon 21 Dec" in visible_text(page(plan))


def test_get_changes_nothing(plan: MealPlan) -> None:
    before = PlanChange.objects.count()
    Client().get(address(plan) + f"?do=skip&confirm=yes&box={on(plan, 9)}")
    assert PlanChange.objects.count() == before


def test_page_shows_neither_address_nor_phone_nor_needs(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch"), fulfilment={"allergens": ["peanut"]})
    text = visible_text(page(plan)).lower()
    request = plan.request
    for private in ("beach road", "600 090", request.phone_normalised, request.email, "peanut"):
        assert private.lower() not in text, private


def test_page_stays_small_and_asks_little_of_the_database(planner: Planner) -> None:
    longest = planner.plan(Kind.VEG, date=40, sections=sections("breakfast", "lunch", "dinner"))
    combos = make_combo_plan(planner, week1=["Monday"], week3=["Friday"])
    short = planner.lunches(6)
    counts = []
    for plan in (longest, combos, short):
        for _ in range(2):
            confirm(plan, do="skip", box=boxes(page(plan))[0])
        with CaptureQueriesContext(connection) as queries:
            html = page(plan)
        counts.append(len(queries))
        assert len(html.encode()) <= MAX_PAGE_BYTES, len(html.encode())
    assert counts == [10, 11, 10]  # the recipes of alternatives
    assert max(counts) <= MAX_QUERIES


def test_page_of_a_plan_that_was_changed_a_hundred_times_stays_small(planner: Planner) -> None:
    plan = planner.plan(Kind.VEG, date=40, sections=sections("breakfast", "lunch", "dinner"))
    for _ in range(50):
        skipped = planner.do(
            plan, skip(plan, [day(8), day(9), day(10)], [BREAKFAST, LUNCH, DINNER])
        )
        assert skipped.change_id
        planner.do(plan, Undo(skipped.change_id))
    with CaptureQueriesContext(connection) as queries:
        response = Client(HTTP_ACCEPT_ENCODING="gzip").get(address(plan))
    assert response["Content-Encoding"] == "gzip"
    assert len(response.content) <= MAX_PAGE_BYTES
    assert len(queries) <= MAX_QUERIES


def test_broken_database_is_said_and_changes_nothing(
    plan: MealPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    from oottam.plans.services import customer_changes

    def broken(**_: Any) -> None:
        raise DatabaseError("disk I/O error")

    monkeypatch.setattr(customer_changes, "execute", broken)
    response = send(plan, do="skip", box=on(plan, 9), confirm="yes")
    assert response.status_code == 503
    assert "We could not save your change. Please try again in a moment." in visible_text(
        response.content.decode()
    )


def test_address_may_send_so_many_changes_an_hour(plan: MealPlan, settings: Any) -> None:
    settings.CAP_PER_ADDRESS = 1
    for box in (on(plan, 9), on(plan, 10)):
        response = send(plan, do="skip", box=box, confirm="yes", sender="192.0.2.7")
    assert response.status_code == 429
    assert response["Retry-After"]
    assert dates(plan)[2] == day(10)
