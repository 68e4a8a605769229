"""Today: waiting work, meals, calls and money; each figure links to its list."""

import re
from collections.abc import Iterator
from datetime import time, timedelta
from typing import Any

import pytest
import time_machine
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from oottam.accounts.roles import Role
from oottam.billing.balances import outstanding
from oottam.billing.payments import record_payment
from oottam.delivery.models import DeliveryOutcome, Outcome, Route, RoutePin, Run
from oottam.delivery.progress import progress
from oottam.delivery.runs import runs_of
from oottam.kitchen.services import recipe_check
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeBox
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import KitchenAlias, KitchenItem, Meal, MealPlan, Serving, ServingState
from oottam.workflow.models import MealTime, PaymentMethod
from oottam.workflow.services.details import save_details
from oottam.workflow.services.transitions import follow_up
from tests.backoffice.request.request_page import text
from tests.factories.accounts import logged_in, make_staff_account
from tests.factories.plans import FRIDAY, LUNCH, Planner, at, day, sections
from tests.factories.requests import current

pytestmark = pytest.mark.django_db
FIRST = "/backoffice/"
PRICE = 163800  # of the example's order


@pytest.fixture(autouse=True)
def clock(db: None) -> Iterator[Any]:
    with time_machine.travel(FRIDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def owner(meena: User) -> Client:
    return logged_in(meena)


@pytest.fixture
def desk(priya: User) -> Client:
    return logged_in(priya)


def page(client: Client) -> str:
    answer = client.get(FIRST)
    assert answer.status_code == 200
    return answer.content.decode()


def at_moment(clock: Any, when: str) -> Client:
    """Return the owner's browser, logged in at that moment."""
    clock.move_to(at(when))
    return logged_in(User.objects.get(username="meena"))


def part(html: str, name: str) -> str:
    """Return the HTML of a section, by its heading's id."""
    [found] = re.findall(
        rf'<section class="today-part[^"]*" aria-labelledby="{name}">.*?</section>', html, re.DOTALL
    )
    return str(found)


def said(html: str, name: str) -> str:
    return text(part(html, name))


def lines(html: str, name: str) -> list[tuple[str, str, str]]:
    """Return a section's figures: number, label, link."""
    found = re.findall(
        r'<a href="([^"]+)" class="line(?: urgent)?"><strong>(.*?)</strong><span>(.*?)</span></a>',
        part(html, name),
        re.DOTALL,
    )
    return [(figure, text(words), to.replace("&amp;", "&")) for to, figure, words in found]


def sent(staff: Client, address: str) -> str:
    answer = staff.get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def tell(serving: Serving, by: User, outcome: Outcome, state: ServingState) -> None:
    Serving.objects.filter(pk=serving.pk).update(state=state)
    now = FRIDAY
    DeliveryOutcome.objects.create(
        serving=serving, key=f"k{serving.pk}", outcome=outcome, tapped_at=now, by=by, at=now
    )


def test_an_empty_shop_shows_first_steps(owner: Client) -> None:
    html = page(owner)
    for address in ("runs/routes/", "staff/", "kitchen/items/", "requests/new/"):
        assert f'href="/backoffice/{address}"' in part(html, "first-day")
    assert said(html, "waits") == "To do Nothing yet."
    assert "Nothing to cook today." in said(html, "meals-today")
    assert lines(html, "money") == [
        ("₹0", "received today", "/backoffice/requests/?paid=2026-12-04"),
        ("₹0", "due", "/backoffice/requests/?status=all&owes=1".replace("status=all&", "")),
    ]


def test_waiting_counts_link_to_lists_of_as_many(
    planner: Planner, owner: Client, meena: User
) -> None:
    old, _ = planner.asked(), planner.asked()
    Request.objects.filter(pk=old.pk).update(
        received_at=FRIDAY - timedelta(hours=30), customer_name="Kavitha"
    )
    follow_up(**current(old, meena, FRIDAY), on=FRIDAY.date())
    paused = planner.lunches(6)
    planner.do(paused, Pause(day(9), None, [LUNCH]))
    failed = Serving.objects.filter(plan=planner.lunches(6)).first()
    assert failed
    tell(failed, meena, Outcome.FAILED, ServingState.FAILED)
    html = page(owner)
    assert lines(html, "waits") == [
        ("1", "box not delivered: decide what happens next", "/backoffice/runs/failed/"),
        ("2", "new requests", "/backoffice/requests/?status=new&sort=waiting"),
        ("1", "to call: the day to follow up has come", "/backoffice/requests/?due=1"),
        ("1", "plan paused", "/backoffice/plans/?list=paused"),
    ]
    assert "Waiting longest: Kavitha 30 h" in said(html, "waits")
    for count, _, address in lines(html, "waits"):
        rows = re.findall(r'<li class="(?:request|plan-row|card)"', sent(owner, address))
        assert len(rows) == int(count), address


def test_a_due_follow_up_comes_before_plans(planner: Planner, owner: Client, meena: User) -> None:
    follow_up(**current(planner.asked(), meena, FRIDAY), on=FRIDAY.date())
    assert ("1", "to call: the day to follow up has come", "/backoffice/requests/?due=1") in lines(
        page(owner), "waits"
    )


def test_without_waiting_work_the_page_is_calm(planner: Planner, owner: Client) -> None:
    planner.lunches(6)
    assert said(page(owner), "waits") == (
        "To do All done. Every request is answered and every delivery recorded."
    )


def test_mails_that_cannot_be_sent_are_named(planner: Planner, owner: Client) -> None:
    planner.lunches(6)
    waiting = OutboxEntry.objects.filter(state=State.WAITING)
    waiting.update(attempts=1)
    assert "could not be sent" not in page(owner)
    waiting.update(attempts=2)
    assert f"{waiting.count()} mails could not be sent yet" in said(page(owner), "waits")


def test_dishes_without_a_recipe_and_recipes_to_check_are_named(
    planner: Planner, owner: Client, meena: User
) -> None:
    planner.lunches(6)
    item = KitchenItem.objects.create(key="moon cake", name="Moon Cake")
    KitchenAlias.objects.create(source="combo", dish="moon cake", item=item)
    said_now = said(page(owner), "recipes")
    assert "without a recipe" in said_now
    assert "nobody has said yet that they are what you cook." in said_now
    recipe_check.note(actor=meena, now=FRIDAY)
    assert "Check the recipes" not in page(owner)


def test_meals_show_boxes_and_progress(
    planner: Planner, owner: Client, meena: User, clock: Any
) -> None:
    plans = [planner.lunches(6) for _ in range(3)]
    owner = at_moment(clock, "7 10:00")
    html = page(owner)
    assert "3 Lunch to cook" in said(html, "meals-today")
    assert "Not out for delivery yet" in said(html, "meals-today")
    first, second, _ = (Serving.objects.get(plan=plan, date=day(7)) for plan in plans)
    tell(first, meena, Outcome.DELIVERED, ServingState.DELIVERED)
    tell(second, meena, Outcome.FAILED, ServingState.FAILED)
    html = page(owner)
    assert "1 delivered, 1 to go, 1 not delivered" in said(html, "meals-today")
    assert 'href="/backoffice/kitchen/2026-12-07/?meal=2"' in html
    assert 'href="/backoffice/runs/2026-12-07/lunch/"' in html
    assert "3 boxes to" in text(sent(owner, "/backoffice/runs/2026-12-07/lunch/"))


def test_runs_are_counted_as_on_their_page(
    planner: Planner, owner: Client, meena: User, clock: Any
) -> None:
    beach = Route.objects.create(name="Beach", position=1)
    RoutePin.objects.create(pin="600090", route=beach)
    planner.plan(fulfilment={"pin": "600090", "start_date": day(7)})
    planner.plan(fulfilment={"pin": "600090", "start_date": day(7), "address": "2 Beach Road"})
    planner.plan(fulfilment={"pin": "600001", "start_date": day(7), "address": "3 Fort"})
    owner = at_moment(clock, "7 10:00")
    for meal in Meal:
        found = runs_of(day(7), meal)
        counted = {
            row.route: (row.stops, row.open, row.failed)
            for row in progress(day(7))
            if row.meal == meal
        }
        shown: dict[int | None, tuple[int, int, int]] = {
            run.route: (len(run.stops), run.open_stops, run.failed_stops)
            for run in found.runs
            if run.stops
        }
        if found.unplaced:
            shown[None] = (len(found.unplaced), len(found.unplaced), 0)
        assert counted == shown
    html = page(owner)
    assert "No route 1 stop" in said(html, "meals-today")
    assert "Beach 2 stops · no rider" in said(html, "meals-today")
    Run.objects.create(date=day(7), meal=Meal.BREAKFAST, route=beach, rider=meena)
    assert "Beach 2 stops · meena" in said(page(owner), "meals-today")


def test_tomorrow_comes_first_once_today_is_delivered(
    planner: Planner, owner: Client, meena: User, clock: Any
) -> None:
    planner.lunches(6)
    owner = at_moment(clock, "7 19:00")
    assert page(owner).index("Today's meals") < page(owner).index("Tomorrow, Tuesday")
    tell(Serving.objects.get(date=day(7)), meena, Outcome.DELIVERED, ServingState.DELIVERED)
    html = page(owner)
    assert html.index("Tomorrow, Tuesday") < html.index("Today's meals")
    assert "1 Lunch final" in said(html, "meals-tomorrow")
    assert "All delivered" in said(html, "meals-today")


def test_before_the_cut_off_tomorrow_can_change(
    planner: Planner, owner: Client, clock: Any
) -> None:
    planner.lunches(6)
    owner = at_moment(clock, "7 10:00")
    assert "1 Lunch so far; can change until 7 Dec, 6:00 pm" in said(page(owner), "meals-tomorrow")


def test_a_closed_day_says_why(planner: Planner, owner: Client, meena: User) -> None:
    close_day(day=day(5), meal=0, reason="Feast", actor=meena, now=FRIDAY)
    html = page(owner)
    assert "Closed: Feast" in said(html, "meals-tomorrow")
    assert "Nothing to cook" not in said(html, "meals-tomorrow")


def test_ending_plans_offer_a_call_and_a_reorder(
    planner: Planner, owner: Client, clock: Any
) -> None:
    plan = planner.lunches(6)
    owner = at_moment(clock, "11 07:00")
    html = part(page(owner), "call")
    assert text(html).startswith("Ending this week 1 plan ends this week : call to renew.")
    assert "Asha Raman Last box tomorrow Call Asha Raman" in text(html)
    assert 'href="tel:+919840012345"' in html
    assert f'href="/backoffice/requests/new/again/{plan.request.reference}/"' in html
    listed = sent(owner, "/backoffice/plans/?list=call")
    assert listed.count('class="plan-row"') == 1
    owner = at_moment(clock, "13 07:00")
    assert "Asha Raman Ended Sat 12 Dec" in said(page(owner), "call")


def test_customers_who_reordered_are_not_to_be_called(
    planner: Planner, owner: Client, clock: Any
) -> None:
    planner.lunches(6)
    Request.objects.update(received_at=FRIDAY - timedelta(days=1))
    planner.lunches(6)
    owner = at_moment(clock, "11 07:00")
    # Of two of one person the later one counts as asking for more.
    assert "Ending this week 1 plan ends this week : call to renew." in said(page(owner), "call")
    planner.asked()
    Request.objects.filter(status="new").update(received_at=at("11 06:00"))
    assert "Nobody to call" in said(page(owner), "call")
    assert sent(owner, "/backoffice/plans/?list=call").count('class="plan-row"') == 0
    assert sent(owner, "/backoffice/plans/?list=ending").count('class="plan-row"') == 2


def test_events_are_not_to_be_called(planner: Planner, owner: Client, clock: Any) -> None:
    planner.plan(Kind.EVENT)
    owner = at_moment(clock, "11 07:00")
    html = page(owner)
    assert "Nobody to call" in said(html, "call")
    assert "Tomorrow 7:00 pm" in said(html, "agreed")
    assert 'href="/backoffice/calendar/?month=2026-12&amp;view=list#day-2026-12-12"' in html


def test_money_equals_the_requests_sums(planner: Planner, owner: Client, meena: User) -> None:
    first, second = planner.lunches(6), planner.lunches(6)
    told = current(first.request, meena, FRIDAY)
    record_payment(**told, paise=500_00, method=PaymentMethod.UPI, paid_on=FRIDAY.date())
    html = page(owner)
    owed = outstanding()
    assert owed.requests == 2
    came, left = lines(html, "money")
    assert came == ("₹500", "received today ₹500 UPI", "/backoffice/requests/?paid=2026-12-04")
    assert left[1:] == ("due from 2 requests", "/backoffice/requests/?owes=1")
    paid = sent(owner, came[2])
    assert paid.count('class="request"') == 1
    assert "Paid on Friday, 4 December 2026 : ₹500 by UPI." in text(paid)
    owing = sent(owner, left[2])
    assert owing.count('class="request"') == 2
    assert f"{left[0]} due from 2 requests" in text(owing)
    assert "Booked in 30 days" in html
    assert second.request.reference in owing


def test_the_desk_sees_the_balance_but_no_revenue(
    planner: Planner, desk: Client, meena: User
) -> None:
    plan = planner.lunches(6)
    told = current(plan.request, meena, FRIDAY)
    record_payment(**told, paise=1_00, method=PaymentMethod.CASH, paid_on=FRIDAY.date())
    html = page(desk)
    [owed] = lines(html, "money")
    assert owed[1:] == ("due from 1 request", "/backoffice/requests/?owes=1")
    assert "Agreed in" not in html
    assert "received" not in html
    assert ": ₹1 by" not in text(sent(desk, "/backoffice/requests/?paid=2026-12-04"))


def test_a_desk_user_who_also_rides_begins_with_today() -> None:
    both = logged_in(make_staff_account("ravi", Role.RIDER, Role.DESK))
    assert both.get(FIRST).status_code == 200
    cook = logged_in(make_staff_account("kavi", Role.RIDER, Role.KITCHEN))
    assert cook.get(FIRST)["Location"] == "/backoffice/kitchen/"


def test_days_are_those_of_india(planner: Planner, owner: Client, clock: Any) -> None:
    planner.lunches(6)
    owner = at_moment(clock, "7 00:01")
    html = page(owner)
    assert "<h1>Monday, 7 December</h1>" in html
    assert "1 Lunch to cook" in said(html, "meals-today")


def test_three_of_each_kind_take_no_more_queries_than_one(
    planner: Planner, owner: Client, clock: Any
) -> None:
    planner.lunches(6)
    planner.asked()
    page(owner)

    def asked(owner: Client) -> int:
        with CaptureQueriesContext(connection) as queries:
            page(owner)
        return len(queries)

    owner = at_moment(clock, "11 07:00")
    page(owner)
    one = asked(owner)
    for _ in range(2):
        planner.lunches(6)
        planner.asked()
    assert MealPlan.objects.count() == 3
    assert asked(owner) == one == 22


def test_one_time_for_several_meals_waits_until_each_is_settled(
    planner: Planner, owner: Client
) -> None:
    meals = sections("breakfast", "dinner")
    plans = [planner.plan(sections=meals) for _ in range(3)]
    planner.lunches(6)
    MealTime.objects.filter(request__in=[each.request_id for each in plans]).update(
        is_settled=False
    )
    MealPlan.objects.filter(pk=plans[2].pk).update(state="ended")
    line, listed = (
        "plans? with one delivery time for several meals: ask the customer",
        "/backoffice/plans/?list=times",
    )
    assert re.search(f"2 {line}", text(owner.get(FIRST).content.decode()))
    shown = owner.get(listed).content.decode()
    references = [each.request.reference for each in plans]
    assert re.findall(r'class="reference" href="/backoffice/requests/(OT-\w{7})/#facts"', shown) == references[1::-1]  # fmt: skip
    own = {1: time(8), 3: time(20)}
    save_details(**current(plans[0].request, planner.actor, FRIDAY), meal_times=own)
    save_details(**current(plans[1].request, planner.actor, FRIDAY), meal_times={1: time(8)})
    assert re.search(f"1 {line}", text(owner.get(FIRST).content.decode()))
    save_details(**current(plans[1].request, planner.actor, FRIDAY), meal_times={3: time(20)})
    assert not re.search(line, text(owner.get(FIRST).content.decode()))


def test_an_event_without_dishes_waits_and_links_to_its_form(planner: Planner) -> None:
    client = logged_in(make_staff_account("anu", Role.DESK))
    plan = planner.confirm(planner.asked(Kind.EVENT))
    shown = text(client.get(FIRST).content.decode())
    assert "1 event without dishes: choose them" in shown
    listed = client.get("/backoffice/plans/?list=dishes").content.decode()
    assert plan.request.reference in listed
    page = client.get(f"/backoffice/requests/{plan.request.reference}/").content.decode()
    [where] = re.findall(r'<a class="button" href="([^"]*)">Choose dishes</a>', page)
    form = client.get(where).content.decode()
    assert "portions for all guests together" in text(form)
    assert "<h1>Choose dishes</h1>" in form
    planner.do(
        plan,
        ChangeBox([OrderedDish("veg", "Idli")], serving_ids=[Serving.objects.get(plan=plan).pk]),
    )
    assert "without dishes" not in text(client.get(FIRST).content.decode())
