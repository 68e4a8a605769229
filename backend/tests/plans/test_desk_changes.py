"""Customers are told what the desk changed: once, after 15 quiet minutes, and only what differs in the end."""

from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client

from oottam import catalogue
from oottam.kitchen.services import choices
from oottam.kitchen.services.dishes import find_or_create_item
from oottam.outbox.models import OutboxEntry
from oottam.plans.services import change_receipts, customer_changes, customer_text, desk_changes
from oottam.plans.services.action_runner import Action
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.plan_actions import ChangeAddress, ChangeBox, ChangeDays, Undo
from oottam.plans.services.repository import load, load_calendar
from oottam.privacy.erasure import erase
from oottam.requests.identity import token_of
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Move, Pause
from oottam.schedule.domain.dish_names import OrderedDish
from oottam.schedule.models import CustomerRules, MealPlan, PlanChange
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services import messages
from oottam.workflow.services.details import save_details
from oottam.workflow.services.event_details import save_event
from oottam.workflow.services.later_addresses import place_of
from oottam.workflow.services.transitions import cancel
from oottam.workflow.services.undo_transition import undo as undo_transition
from tests.factories.plans import LUNCH, Planner, at, day, on, skip
from tests.factories.requests import at_once

pytestmark = pytest.mark.django_db
ORIGIN = "https://shop.example"
RICE = "Dry Fruit Smoothie"
QUARTER = timedelta(minutes=15)
NOON = at("4 12:00")


@pytest.fixture(autouse=True)
def _origin(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    site = replace(known.site, origin=ORIGIN)
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))


@pytest.fixture
def plan(planner: Planner) -> MealPlan:
    """A plan of lunches, Mon 7 to Sat 12 Dec, confirmed at 10 am and told since."""
    made = planner.lunches(6)
    assert mailed(NOON - timedelta(hours=1)) == []
    planner.now = NOON
    return made


def mailed(moment: datetime) -> list[str]:
    """Queue what is due; return the sentences of the new mail."""
    before = set(Message.objects.values_list("pk", flat=True))
    count = desk_changes.notify(moment)
    new = Message.objects.filter(template=Template.DESK_CHANGE).exclude(pk__in=before)
    assert len(new) == count
    return [line for message in new for line in message.text.split("\n\n")[2].split("\n")]


def do(planner: Planner, plan: MealPlan, action: Action, minutes: int = 0) -> int:
    """Let the desk act so many minutes after noon; return the change's primary key."""
    change = planner.do(plan, action, now=NOON + timedelta(minutes=minutes)).change_id
    assert change
    return change


def do_herself(plan: MealPlan, action: Action, minutes: int) -> None:
    plan = MealPlan.objects.select_related("request").get(pk=plan.pk)
    customer_changes.execute(
        plan=plan, version=plan.version, action=action, now=NOON + timedelta(minutes=minutes),
        key="k", sender="",
    )  # fmt: skip


def test_change_is_told_after_15_minutes(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    assert mailed(NOON + QUARTER - timedelta(seconds=1)) == []
    assert desk_changes.notify(NOON + QUARTER) == 1
    message = Message.objects.get(template=Template.DESK_CHANGE)
    reference, token = plan.request.reference, token_of(plan.request_id)
    assert message.subject == f"we have changed your order {reference}"
    assert message.text == (
        "Hello Asha Raman,\n\n"
        f"We have changed your order {reference}:\n\n"
        "Lunch of Wed 9 Dec moves to Mon 14 Dec.\n"
        "Lunch ends on Mon 14 Dec instead of Sat 12 Dec.\n\n"
        f"All days: {ORIGIN}/status/{token}/plan/\n\n"
        "If this does not suit you, reply to this mail, or call us on +91 44 0000 0000.\n\n"
        "Oottam, +91 44 0000 0000"
    )
    assert (message.by, message.channel) == (None, "mail")
    assert OutboxEntry.objects.filter(message_id=message.pk).count() == 1
    assert mailed(NOON + 2 * QUARTER) == []


def test_plan_whose_mail_cannot_be_written_keeps_no_other_from_its_mail(
    planner: Planner, plan: MealPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = planner.lunches(6)
    assert mailed(NOON - timedelta(hours=1)) == []
    for each in (plan, other):
        do(planner, each, skip(each, [day(9)], [LUNCH]))
    known = customer_text.plan_page

    def broken(request: Request) -> str:
        return str(1 / 0) if request.pk == plan.request_id else known(request)

    with monkeypatch.context() as patch:
        patch.setattr(desk_changes, "plan_page", broken)
        with pytest.raises(ZeroDivisionError):
            desk_changes.notify(NOON + QUARTER)
    assert Message.objects.get(template=Template.DESK_CHANGE).request_id == other.request_id
    assert mailed(NOON + QUARTER)  # the other one, once it can be written


def test_five_changes_are_one_mail(planner: Planner, plan: MealPlan) -> None:
    for minutes, number in enumerate((7, 8, 9, 10, 11)):
        do(planner, plan, skip(plan, [day(number)], [LUNCH]), 3 * minutes)
    assert mailed(NOON + QUARTER) == []  # the last one was at 12:12
    assert mailed(NOON + timedelta(minutes=27)) == [
        "5 lunches of 7 to 11 Dec move to 14 to 18 Dec.",
        "Lunch ends on Fri 18 Dec instead of Sat 12 Dec.",
    ]


def test_what_is_undone_meanwhile_is_not_told(planner: Planner, plan: MealPlan) -> None:
    change = do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    do(planner, plan, Undo(change), 10)
    assert mailed(NOON + 2 * QUARTER) == []
    assert PlanChange.objects.filter(plan=plan, told_at=None).count() == 0


def test_undo_of_what_was_told_is_told(planner: Planner, plan: MealPlan) -> None:
    change = do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    mailed(NOON + QUARTER)
    do(planner, plan, Undo(change), 20)
    assert mailed(NOON + timedelta(minutes=35)) == [
        "Lunch of Mon 14 Dec moves to Wed 9 Dec.",
        "Lunch ends on Sat 12 Dec instead of Mon 14 Dec.",
    ]


def test_box_that_moves_twice_is_told_once(planner: Planner, plan: MealPlan) -> None:
    box = on(plan, 12)
    do(planner, plan, Move(box, day(15)))
    do(planner, plan, Move(box, day(16)), 5)
    assert mailed(NOON + timedelta(minutes=20)) == [
        "Lunch of Sat 12 Dec moves to Wed 16 Dec.",
        "Lunch ends on Wed 16 Dec instead of Sat 12 Dec.",
    ]


def test_dishes_and_days_are_told(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, ChangeBox([OrderedDish("tray", "Phulka")], [on(plan, 9)]))
    do(planner, plan, ChangeDays(LUNCH, 7), 1)
    assert mailed(NOON + timedelta(minutes=16)) == [
        "Lunch of Wed 9 Dec gets different dishes.",
        "One more lunch on Mon 14 Dec.",
        "Lunch ends on Mon 14 Dec instead of Sat 12 Dec.",
    ]


def test_pause_without_an_end_is_told(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, Pause(day(11), None, [LUNCH]))
    assert mailed(NOON + QUARTER) == [
        "Lunch of Fri 11 Dec is on hold until the plan is resumed.",
        "Lunch of Sat 12 Dec is on hold until the plan is resumed.",
        "Lunch ends on Thu 10 Dec instead of Sat 12 Dec.",
    ]


def test_other_address_is_told_without_naming_it(planner: Planner, plan: MealPlan) -> None:
    place = place_of("4 Rose Street, Adyar, Chennai 600 020", "600020", "Adyar")
    change = do(planner, plan, ChangeAddress(day(9), [LUNCH], 0b1111111, place, zone_ok=True))
    assert mailed(NOON + QUARTER) == ["From Wed 9 Dec: to another address."]
    do(planner, plan, Undo(change), 20)
    assert mailed(NOON + timedelta(minutes=35)) == [
        "From Wed 9 Dec: not to the other address any more."
    ]
    change = do(planner, plan, ChangeAddress(day(9), [LUNCH], 0b1111111, place, zone_ok=True), 40)
    do(planner, plan, Undo(change), 41)
    assert mailed(NOON + timedelta(minutes=56)) == []


def test_another_delivery_time_is_told_and_has_a_receipt(planner: Planner, plan: MealPlan) -> None:
    save_details(**planner.current(plan.request), meal_times={LUNCH: time(13, 30)})
    save_details(**planner.current(plan.request), door_note="Ring twice")  # theirs to know already
    assert mailed(NOON + QUARTER) == ["Lunch comes at about 1:30 pm instead of 12:30 pm."]
    calendar = load_calendar(NOON)
    [first, *_] = change_receipts.receipts(plan, load(plan, calendar))
    assert first.sentences == ["Lunch comes at about 1:30 pm instead of 12:30 pm."]
    assert first.undo_until is None


def rice(planner: Planner, instead: str, now: datetime) -> None:
    """Let the kitchen cook another dish in place of the rice on Wed 9 Dec."""
    named: dict[str, Any] = {
        "day": day(9),
        "meal": LUNCH,
        "item": _item(RICE),
        "actor": planner.actor,
        "now": now,
    }
    choices.substitute(**named, instead=_item(instead), reason="Not at the market")


def _item(name: str) -> int:
    return find_or_create_item(name, "veg").pk


def test_replaced_dish_is_told_once_and_what_comes_after_it(
    planner: Planner, plan: MealPlan
) -> None:
    rice(planner, "Mochai Curry", NOON)
    assert mailed(NOON + QUARTER) == [f"Lunch of Wed 9 Dec: Mochai Curry instead of {RICE}."]
    html = Client().get(f"/status/{token_of(plan.request_id)}/plan/").content.decode()
    assert f"Mochai Curry instead of {RICE}" in html.split("receipts")[0]
    rice(planner, "Dal", NOON + QUARTER)
    assert mailed(NOON + 2 * QUARTER) == ["Lunch of Wed 9 Dec: Dal instead of Mochai Curry."]
    choices.undo_substitution(
        day=day(9), meal=LUNCH, item=_item(RICE), actor=planner.actor, now=NOON + 2 * QUARTER
    )
    assert mailed(NOON + 3 * QUARTER) == [f"Lunch of Wed 9 Dec: {RICE} instead of Dal."]


def test_replacement_that_was_undone_before_it_was_told_is_not_told(
    planner: Planner, plan: MealPlan
) -> None:
    rice(planner, "Mochai Curry", NOON)
    choices.undo_substitution(
        day=day(9),
        meal=LUNCH,
        item=_item(RICE),
        actor=planner.actor,
        now=NOON + timedelta(minutes=5),
    )
    assert mailed(NOON + QUARTER) == []
    rice(planner, "Mochai Curry", NOON + timedelta(minutes=20))
    rice(planner, "Dal", NOON + timedelta(minutes=25))
    assert mailed(NOON + timedelta(minutes=40)) == [f"Lunch of Wed 9 Dec: Dal instead of {RICE}."]


def test_what_she_did_herself_is_not_told_again(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    do_herself(plan, skip(plan, [day(14)], [LUNCH]), 5)  # the box that the desk has moved there
    assert mailed(NOON + QUARTER) == []


def test_what_the_desk_changes_after_her_is_told(planner: Planner, plan: MealPlan) -> None:
    """The desk moves a box and she moves it on; back where it was, it is news to her."""
    box = on(plan, 12)
    do(planner, plan, Move(box, day(14)))
    do_herself(plan, skip(plan, [day(14)], [LUNCH]), 5)
    do(planner, plan, Move(box, day(12)), 6)
    assert mailed(NOON + timedelta(minutes=21)) == [
        "Lunch of Tue 15 Dec moves to Sat 12 Dec.",
        "Lunch ends on Sat 12 Dec instead of Tue 15 Dec.",
    ]


def test_closed_day_has_its_own_mail(planner: Planner, plan: MealPlan) -> None:
    close_day(day=day(10), meal=0, reason="Holiday", actor=planner.actor, now=NOON)
    assert mailed(NOON + QUARTER) == []


def test_confirming_is_told_by_the_desk(planner: Planner) -> None:
    planner.now = NOON
    plan = planner.lunches(6)
    assert mailed(NOON + QUARTER) == []
    assert PlanChange.objects.get(plan=plan).told_at == NOON + QUARTER


@pytest.mark.parametrize("is_undone", [False, True])
def test_cancelling_is_told_by_the_desk(planner: Planner, plan: MealPlan, is_undone: bool) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    cancel(**planner.current(plan.request), reason="Asked")
    if is_undone:
        planner.now += timedelta(minutes=1)
        undo_transition(**planner.current(plan.request))
    assert len(mailed(NOON + timedelta(minutes=16))) == (2 if is_undone else 0)


@pytest.mark.parametrize(
    ("template", "channel", "is_enough"),
    [
        (Template.QUESTION, Channel.MAIL, False),
        (Template.ANSWER, Channel.WHATSAPP, False),
        (Template.CONFIRMATION, Channel.MAIL, True),
        (Template.PAYMENT, Channel.MAIL, False),
    ],
)
def test_confirmation_takes_its_place(
    planner: Planner, plan: MealPlan, template: Template, channel: Channel, is_enough: bool
) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    planner.now = NOON + timedelta(minutes=3)
    messages.send(
        template=template, channel=channel, subject="Wednesday", text="We moved it.",
        **planner.current(plan.request),
    )  # fmt: skip
    assert bool(mailed(NOON + QUARTER)) == (not is_enough)


def test_message_before_the_last_change_does_not(planner: Planner, plan: MealPlan) -> None:
    messages.send(
        template=Template.QUESTION, channel=Channel.MAIL, subject="Wednesday", text="All right?",
        **planner.current(plan.request),
    )  # fmt: skip
    do(planner, plan, skip(plan, [day(9)], [LUNCH]), 1)
    assert len(mailed(NOON + timedelta(minutes=16))) == 2


def test_what_happens_while_it_is_off_is_never_told(planner: Planner, plan: MealPlan) -> None:
    rules, _ = CustomerRules.objects.update_or_create(pk=1, defaults={"mails_desk_change": False})
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    assert mailed(NOON + QUARTER) == []
    rules.mails_desk_change = True
    rules.save()
    assert mailed(NOON + 2 * QUARTER) == []


def test_customer_without_an_address_and_an_erased_one_get_none(
    planner: Planner, plan: MealPlan
) -> None:
    other = planner.lunches(6)
    Request.objects.filter(pk=other.request_id).update(email="")
    for each in (plan, other):
        do(planner, each, skip(each, [day(9)], [LUNCH]))
    erase(
        references=[plan.request.reference], actor=planner.actor, now=NOON, reason="Asked", cancel=True,
    )  # fmt: skip
    assert mailed(NOON + QUARTER) == []


def test_server_that_was_off_for_a_day_tells_nothing_old(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    assert mailed(NOON + timedelta(days=1, seconds=1)) == []


def test_event_on_another_day_is_told(planner: Planner) -> None:
    event = planner.plan(Kind.EVENT)
    mailed(NOON)
    planner.now = NOON
    save_event(
        **planner.current(event.request), date=day(13), time=time(19), guests=20, venue="At home",
        diet="any", allergens=[],
    )  # fmt: skip
    assert mailed(NOON + QUARTER) == ["Event of Sat 12 Dec moves to Sun 13 Dec."]


@pytest.mark.django_db(transaction=True)
def test_two_servers_tell_once(planner: Planner, plan: MealPlan) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    counted: list[Any] = at_once(*[lambda: desk_changes.notify(NOON + QUARTER)] * 2)
    assert sorted(counted) == [0, 1]


def test_crash_leaves_the_changes_untold(
    planner: Planner, plan: MealPlan, monkeypatch: pytest.MonkeyPatch
) -> None:
    do(planner, plan, skip(plan, [day(9)], [LUNCH]))
    with monkeypatch.context() as patch:
        patch.setattr("oottam.outbox.queue.add_message", lambda **_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            desk_changes.notify(NOON + QUARTER)
    assert len(mailed(NOON + QUARTER)) == 2
