"""A later address applies from its day on, for its meals and weekdays; earlier and cut days keep theirs."""

from datetime import date
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.core.days import EVERY_DAY
from oottam.core.errors import DomainError
from oottam.delivery.models import Route, RoutePin
from oottam.delivery.progress import places_of_boxes, progress
from oottam.delivery.runs import runs_of
from oottam.delivery.services.ordering import move_stop, place_stop, set_hint
from oottam.kitchen.day import delivery_boxes, packed_boxes
from oottam.plans.services import action_runner
from oottam.plans.services.plan_actions import ChangeAddress, Undo
from oottam.privacy.erasure import erase
from oottam.requests.models import Kind
from oottam.schedule.domain.actions import Move, Pause
from oottam.schedule.models import MealPlan, PlanState, Serving, ServingState
from oottam.workflow.models import LaterAddress
from oottam.workflow.services.later_addresses import home_of, place_of
from tests.factories.accounts import make_staff_account
from tests.factories.plans import DINNER, LUNCH, Planner, at, day, on, sections

HOME = "12 Beach Road, Besant Nagar, Chennai 600 090"
OFFICE = "4 Tidel Park, Taramani, Chennai 600 113"
MONDAY_TO_FRIDAY = 0b0011111


@pytest.fixture
def owner(db: None) -> User:
    return make_staff_account("lakshmi", Role.OWNER)


def change(
    address: str = OFFICE,
    since: date | None = None,
    meals: tuple[int, ...] = (LUNCH,),
    weekdays: int = EVERY_DAY,
    **options: Any,
) -> ChangeAddress:
    place = place_of(address, "", "")
    return ChangeAddress(since or day(9), meals, weekdays, place, **options)


def labelled(number: int) -> dict[int, str]:
    """Return each meal's address on the labels of a day of December."""
    return {box.meal: box.address for box in packed_boxes(day(number))}


def carried(number: int, meal: int = LUNCH) -> list[str]:
    """Return the addresses of the meal's run."""
    return [box.address for box in delivery_boxes(day(number), meal)]


@pytest.mark.both_databases
def test_earlier_days_keep_their_address_and_later_ones_have_the_new(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change())
    expected = {7: HOME, 8: HOME, 9: OFFICE, 10: OFFICE, 12: OFFICE}
    assert {number: labelled(number)[LUNCH] for number in expected} == expected
    assert {number: carried(number) for number in expected} == {
        number: [address] for number, address in expected.items()
    }
    [box] = delivery_boxes(day(9), LUNCH)
    assert (box.pin, box.locality) == ("600113", "Taramani")


@pytest.mark.both_databases
def test_office_at_lunch_on_weekdays_and_home_otherwise(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    planner.do(plan, change(since=day(7), weekdays=MONDAY_TO_FRIDAY))
    assert labelled(11) == {LUNCH: OFFICE, DINNER: HOME}
    assert labelled(12) == {LUNCH: HOME, DINNER: HOME}  # a Saturday
    assert (carried(11), carried(11, DINNER), carried(12)) == ([OFFICE], [HOME], [HOME])


def test_last_first_day_applies_and_of_one_day_the_newest(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change("Third, Adyar, Chennai 600 020", day(11)))
    planner.do(plan, change(since=day(9)))
    planner.do(plan, change("Second, Adyar, Chennai 600 020", day(9)))
    assert [carried(number)[0].split(",")[0] for number in (8, 9, 10, 11, 12)] == [
        *("12 Beach Road", "Second", "Second", "Third", "Third"),
    ]


def test_moved_box_has_the_address_of_its_new_day(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change())
    planner.do(plan, Move(on(plan, 7), day(14)))
    assert carried(14) == [OFFICE]


@pytest.mark.both_databases
def test_route_follows_from_the_pin_code_of_the_day(planner: Planner) -> None:
    beach, tech = (Route.objects.create(name=name, position=at) for at, name in enumerate("BT"))
    RoutePin.objects.create(pin="600090", route=beach)
    RoutePin.objects.create(pin="600113", route=tech)
    plan = planner.lunches(6)
    planner.do(plan, change())
    routes = {number: [row.route for row in progress(day(number))] for number in (8, 9)}
    assert routes == {8: [beach.pk], 9: [tech.pk]}
    for number, route in ((8, beach), (9, tech)):
        run = runs_of(day(number), LUNCH).of_route(route.pk)
        assert run is not None
        assert run.boxes == 1
        assert [*places_of_boxes(day(number)).values()] == [(route.name, "")]


@pytest.mark.both_databases
def test_chosen_route_place_and_door_note_belong_to_one_address(planner: Planner) -> None:
    chosen, other = (Route.objects.create(name=name, position=at) for at, name in enumerate("CO"))
    plan, neighbour = (
        planner.lunches(6),
        planner.plan(phone="98400 99999", date=6, sections=sections("lunch")),
    )
    common: dict[str, Any] = {"meal": LUNCH, "actor": planner.actor, "now": planner.now}
    for each in (plan, neighbour):
        place_stop(day=day(8), stop=each.pk, route_id=chosen.pk, **common)
    set_hint(day=day(8), stop=plan.pk, hint="Ring twice", **common)
    planner.do(plan, change(door_note="Ask at the gate"))
    [unplaced] = runs_of(day(9), LUNCH).unplaced
    assert (unplaced.number, unplaced.hint) == (plan.pk, "Ask at the gate")
    place_stop(day=day(9), stop=plan.pk, route_id=other.pk, **common)
    place_stop(day=day(9), stop=neighbour.pk, route_id=other.pk, **common)
    move_stop(day=day(9), stop=neighbour.pk, to=0, **common)
    set_hint(day=day(9), stop=plan.pk, hint="Third floor", **common)
    [stop] = [each for each in runs_of(day(9), LUNCH).stops() if each.number == plan.pk]
    assert (stop.route, stop.hint) == (other.pk, "Third floor")
    [row] = progress(day(9))
    assert (row.route, row.stops) == (other.pk, 2)
    [stop] = [each for each in runs_of(day(8), LUNCH).stops() if each.number == plan.pk]
    assert (stop.route, stop.hint) == (chosen.pk, "Ring twice")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (
            change(since=day(1)),
            "The cut-off for Tue 1 Dec has passed: it can change from Sat 5 Dec.",
        ),
        (
            change(since=day(4)),
            "The cut-off for Fri 4 Dec has passed: it can change from Sat 5 Dec.",
        ),
        (change(meals=(DINNER,)), "Choose a meal."),
        (change(since=day(20)), "No box comes on these days."),
        (change(weekdays=0b1000000), "No box comes on these days."),
        (
            change("5 MG Road, Bengaluru 560001"),
            "PIN code 560001 is not one of our town: correct it, or tick that we deliver there.",
        ),
        (change(instead_of=99), "This address was changed or withdrawn since."),
        (change(door_note="x" * 201), "A door note can have at most 200 characters."),
    ],
)
def test_changes_that_are_refused(planner: Planner, action: ChangeAddress, said: str) -> None:
    plan = planner.lunches(6)
    with pytest.raises(DomainError) as refusal:
        planner.do(plan, action)
    assert str(refusal.value) == said
    assert not LaterAddress.objects.exists()


def test_address_without_text_and_with_a_wrong_pin_code_is_refused() -> None:
    for values, said in (
        ((" ", "", ""), "Enter the address."),
        (("x" * 2001, "", ""), "An address can have at most 2,000 characters."),
        ((OFFICE, "12", ""), "A PIN code has six digits, such as 600 090."),
        ((OFFICE, "", "x" * 101), "A locality can have at most 100 characters."),
    ):
        with pytest.raises(DomainError, match=said):
            place_of(*values)


def test_foreign_pin_code_is_taken_once_confirmed_or_of_a_route(planner: Planner) -> None:
    plan = planner.lunches(6)
    abroad = "5 MG Road, Bengaluru 560001"
    planner.do(plan, change(abroad, zone_ok=True))
    RoutePin.objects.create(pin="560002", route=Route.objects.create(name="B", position=1))
    planner.do(plan, change("6 MG Road, Bengaluru 560002", day(10)))
    assert carried(9) == [abroad]


def test_preview_stores_nothing_and_counts_the_boxes(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    action = change(meals=(LUNCH, DINNER), weekdays=MONDAY_TO_FRIDAY)
    outcome = action_runner.preview(
        plan_id=plan.pk, version=plan.version, action=action, now=planner.now
    )
    assert outcome.data["boxes"] == {"2": 3, "3": 3}
    assert not LaterAddress.objects.exists()


def test_paused_plan_gets_an_address_and_an_ended_or_cancelled_one_does_not(
    planner: Planner,
) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(7), None, [LUNCH]))
    planner.do(plan, change())
    assert LaterAddress.objects.get().meals == 0b111
    Serving.objects.filter(plan=plan).update(state=ServingState.CANCELLED)
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.ENDED)
    with pytest.raises(DomainError, match="No box comes"):
        planner.do(plan, change())
    MealPlan.objects.filter(pk=plan.pk).update(state=PlanState.CANCELLED)
    with pytest.raises(DomainError, match="cancelled"):
        planner.do(plan, change())


def test_event_keeps_its_venue(planner: Planner) -> None:
    plan = planner.plan(Kind.EVENT)
    with pytest.raises(DomainError, match="venue"):
        planner.do(plan, change(meals=(4,)))


def test_future_address_is_replaced_and_withdrawn_until_its_cut_off(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change())
    first = LaterAddress.objects.get()
    adyar = "9 Gandhi Nagar, Adyar, Chennai 600 020"
    outcome = planner.do(plan, change(adyar, day(10), instead_of=first.pk))
    assert (carried(9), carried(10)) == ([HOME], [adyar])
    assert outcome.change_id is not None
    planner.do(plan, Undo(outcome.change_id))
    assert (carried(9), carried(10)) == ([OFFICE], [OFFICE])
    begun = plan.changes.get(data__address=first.pk)
    with pytest.raises(DomainError, match="applies since Wed 9 Dec"):
        planner.do(plan, Undo(begun.pk), at("9 10:00"))
    planner.do(plan, Undo(begun.pk))
    assert carried(9) == [HOME]
    assert [
        (entry.data["address"], entry.data.get("scope"))
        for entry in AuditEntry.objects.filter(
            data__has_key="address", action__startswith="sch"
        ).order_by("pk")
    ] == [
        ({"was": "", "now": OFFICE}, "From Wed 9 Dec"),
        ({"was": OFFICE, "now": adyar}, "From Thu 10 Dec"),
        ({"was": adyar, "now": OFFICE}, None),
        ({"was": OFFICE, "now": ""}, None),
    ]


def test_further_order_goes_to_the_last_address_of_every_day(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change())
    planner.do(plan, change("At work, Adyar, Chennai 600 020", day(10), weekdays=1 << 3))
    assert home_of(plan.request).address == OFFICE


def test_erasure_empties_later_addresses(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, change(door_note="Ring twice"))
    erase(references=[plan.request.reference], actor=None, now=planner.now, reason="x", cancel=True)
    row = LaterAddress.objects.get()
    assert (row.address, row.pin, row.locality, row.door_note) == ("", "", "", "")
