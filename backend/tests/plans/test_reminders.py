"""Customers are reminded once before their plan ends and on the evening before it starts, and never against their wish."""

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from oottam import catalogue
from oottam.outbox import queue, worker
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services import reminders
from oottam.plans.services.plan_actions import ChangeDays
from oottam.privacy.erasure import erase
from oottam.requests.identity import person_digests, person_token, token_of
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import CustomerRules, MealPlan, PlanReminder
from oottam.workflow.models import Message, ReorderLink, Template
from oottam.workflow.services import reminder_rules
from oottam.workflow.services.transitions import cancel
from tests.factories.plans import LUNCH, Planner, at, day, sections, skip
from tests.factories.requests import at_once
from tests.outbox.conftest import Clock

pytestmark = pytest.mark.django_db
ORIGIN = "https://shop.example"
EVENING = at("6 18:30")  # before the first box of Mon 7 Dec
MORNING = at("9 09:00")  # three days before the last one, Sat 12 Dec
NOTHING: list[tuple[str, str]] = []


@pytest.fixture(autouse=True)
def _origin(monkeypatch: pytest.MonkeyPatch) -> None:
    known = catalogue.current()
    site = replace(known.site, origin=ORIGIN)
    monkeypatch.setattr(catalogue, "current", lambda: replace(known, site=site))


def sent(moment: Any) -> list[tuple[str, str]]:
    """Queue what is due; return the template and reference of each new message."""
    before = set(Message.objects.values_list("pk", flat=True))
    count = reminders.send(moment, pause=lambda _: None)
    new = Message.objects.exclude(pk__in=before).order_by("pk")
    assert len(new) == count
    return [(each.template, each.request.reference) for each in new.select_related("request")]


def other_person(plan: MealPlan) -> MealPlan:
    """Give the plan's request another phone number and address."""
    number = Request.objects.count()
    Request.objects.filter(pk=plan.request_id).update(
        email=f"bala{number}@example.com", phone_normalised=f"+9198400{number:05}"
    )
    return MealPlan.objects.select_related("request").get(pk=plan.pk)


def opt_out_link(request: Request) -> str:
    digests = person_digests(phone_normalised=request.phone_normalised, email=request.email)
    return f"{ORIGIN}/status/{person_token(digests)}/reminders/"


def renewal(plan: MealPlan) -> list[tuple[str, str]]:
    return [(Template.RENEWAL, plan.request.reference)]


def start(plan: MealPlan) -> list[tuple[str, str]]:
    return [(Template.START, plan.request.reference)]


def test_plan_that_ends_in_three_days_is_offered_again(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert sent(MORNING) == renewal(plan)
    message = Message.objects.get(template=Template.RENEWAL)
    reference, token = plan.request.reference, token_of(plan.request_id)
    assert message.subject == "your order ends on Sat 12 Dec"
    assert message.text == (
        "Hello Asha Raman,\n\n"
        f"Your order {reference} ends on Sat 12 Dec.\n\n"
        "Would you like it again? This page shows it at today's prices and dishes:\n"
        f"{ORIGIN}/status/{token}/again/\n\n"
        "Nothing is ordered until you send it there. If it should be different, reply to this mail, or call us on "
        "+91 44 0000 0000.\n\n"
        "Oottam, +91 44 0000 0000\n\n"
        "This is a reminder: we send one before a plan ends, and one on the evening before it starts. "
        "For no more reminders, open this page and press its button:\n"
        f"{opt_out_link(plan.request)}"
    )
    assert (message.by, message.channel, message.at) == (None, "mail", MORNING)
    assert OutboxEntry.objects.get(message_id=message.pk).due_at == MORNING


def test_plan_that_starts_tomorrow_is_told_in_the_evening(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert sent(EVENING) == start(plan)
    message = Message.objects.get(template=Template.START)
    page = f"{ORIGIN}/status/{token_of(plan.request_id)}"
    assert message.subject == "your order starts tomorrow, Mon 7 Dec"
    assert (
        f"Your order {plan.request.reference} starts tomorrow, Mon 7 Dec.\n"
        f"Lunch, about 12:30 pm\nTrack your order: {page}\n\n"
    ) in message.text
    assert message.text.endswith(opt_out_link(plan.request))


@pytest.mark.parametrize(
    ("moments", "last"),
    [
        (["8 19:59", "9 08:59", "9 20:00", "9 23:59"], "9 09:00"),
        (["9 00:00", "9 03:00"], "9 19:59"),
        (["12 09:00", "12 12:00", "13 09:00"], "10 12:00"),
    ],
)
def test_renewal_is_sent_from_9_to_20_h_three_to_one_days_before_the_last(
    planner: Planner, moments: list[str], last: str
) -> None:
    plan = planner.lunches(6)
    assert [sent(at(moment)) for moment in moments] == [[]] * len(moments)
    assert sent(at(last)) == renewal(plan)


@pytest.mark.parametrize("moment", ["5 19:00", "6 09:00", "6 18:29", "6 20:00", "7 00:00", "7 09:00", "7 19:00"])  # fmt: skip
def test_start_is_told_on_its_evening_or_never(planner: Planner, moment: str) -> None:
    planner.lunches(6)
    assert sent(at(moment)) == NOTHING


def test_midnight_is_that_of_india(planner: Planner) -> None:
    """At 19:30 UTC of the 5th it is the 6th in India, one hour after midnight."""
    plan = planner.lunches(6, start=day(8))
    assert sent(at("6 01:00")) == sent(at("6 19:00")) == NOTHING
    assert sent(at("7 19:59")) == start(plan)


def test_each_reminder_is_sent_once(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert sent(EVENING) == start(plan)
    for moment in ("6 19:00", "9 09:00", "9 09:01", "10 09:00", "11 19:00"):
        sent(at(moment))
    templates = Message.objects.order_by("pk").values_list("template", flat=True)
    assert list(templates) == [Template.START, Template.RENEWAL]
    # A crash before the day was marked.
    apps.get_model("schedule", "ScheduleState").objects.update(
        starts_sent_on=None, renewals_sent_on=None
    )
    assert sent(at("9 10:00")) == NOTHING
    assert PlanReminder.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_servers_remind_once(planner: Planner) -> None:
    plans = [planner.lunches(6), other_person(planner.lunches(6))]
    counted = at_once(*[lambda: reminders.send(MORNING, pause=lambda _: None)] * 2)
    assert sum(map(int, map(str, counted))) == len(plans)
    assert Message.objects.filter(template=Template.RENEWAL).count() == len(plans)


def test_crash_between_two_customers_repeats_no_mail(planner: Planner) -> None:
    first = planner.lunches(6)
    second = other_person(planner.lunches(6))

    def crash(_: float) -> None:
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"):
        reminders.send(MORNING, pause=crash)
    assert PlanReminder.objects.get().plan == first
    assert sent(MORNING + timedelta(minutes=1)) == renewal(second)


def test_crash_within_a_mail_leaves_nothing(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = planner.lunches(6)
    with monkeypatch.context() as patch:
        patch.setattr(queue, "add_message", lambda **_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            reminders.send(MORNING)
    assert not Message.objects.filter(template=Template.RENEWAL).exists()
    assert sent(MORNING) == renewal(plan)


def test_person_gets_one_reminder_a_day(planner: Planner) -> None:
    """The start has the evening of the 9th, the other plan's renewal waits for the 10th; both are one person's."""
    ending = planner.lunches(6)
    starting = planner.lunches(6, start=day(10))
    Request.objects.filter(pk=starting.request_id).update(email="Asha@Example.com")
    assert sent(MORNING) == NOTHING  # a later open request: perhaps she has renewed by phone
    Request.objects.filter(pk=starting.request_id).update(
        received_at=ending.request.received_at - timedelta(days=1)
    )
    assert sent(MORNING) == NOTHING
    assert sent(at("9 19:00")) == start(starting)
    assert sent(at("9 19:01")) == NOTHING
    assert sent(at("10 09:00")) == renewal(ending)


def test_reminder_of_the_same_day_keeps_another_back(planner: Planner) -> None:
    first = planner.lunches(6)
    second = planner.lunches(6)
    Request.objects.filter(pk=first.request_id).update(status="completed")
    assert sent(MORNING) == renewal(second)
    Request.objects.filter(pk=first.request_id).update(status="active")
    Request.objects.filter(pk=second.request_id).update(status="completed")
    apps.get_model("schedule", "ScheduleState").objects.update(renewals_sent_on=None)
    assert sent(at("9 12:00")) == NOTHING
    assert sent(at("10 12:00")) == renewal(first)


def test_plans_of_one_person_that_start_together_are_one_mail(planner: Planner) -> None:
    plans = [planner.lunches(6), planner.plan(date=6, sections=sections("dinner"))]
    other = other_person(planner.lunches(6))
    assert sent(EVENING) == start(plans[0]) + start(other)
    text = Message.objects.filter(template=Template.START)[0].text
    assert all(f"{plan.request.reference} starts tomorrow" in text for plan in plans)
    assert "Lunch, about 12:30 pm" in text
    assert "Dinner, about 12:30 pm" in text
    assert PlanReminder.objects.filter(kind="start").count() == 3


def test_mail_names_no_plan_of_another_address(planner: Planner) -> None:
    """A family's phone number, or one that a stranger mistyped."""
    plans = [planner.lunches(6), planner.lunches(6)]
    Request.objects.filter(pk=plans[1].request_id).update(email="bala@example.com")
    assert sent(EVENING) == start(plans[0]) + start(plans[1])
    for plan, other in (plans, plans[::-1]):
        text = Message.objects.get(template=Template.START, request=plan.request_id).text
        assert other.request.reference not in text


def test_customer_without_an_address_gets_none(planner: Planner) -> None:
    plan = planner.lunches(6)
    Request.objects.filter(pk=plan.request_id).update(email="")
    assert sent(EVENING) == sent(MORNING) == NOTHING


def test_shop_without_an_origin_sends_none(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There would be no link to opt out."""
    planner.lunches(6)
    known = catalogue.current()
    bare = replace(known, site=replace(known.site, origin=""))
    monkeypatch.setattr(catalogue, "current", lambda: bare)
    assert sent(EVENING) == sent(MORNING) == NOTHING


@pytest.mark.parametrize(("name", "moment"), [("mails_start", EVENING), ("mails_renewal", MORNING)])
def test_owner_switches_each_kind(planner: Planner, name: str, moment: Any) -> None:
    planner.lunches(6)
    CustomerRules.objects.get_or_create(pk=1)
    CustomerRules.objects.update(**{name: False})
    assert sent(moment) == NOTHING
    CustomerRules.objects.update(**{name: True})
    assert len(sent(moment + timedelta(minutes=1))) == 1


def test_opt_out_is_for_ever_by_phone_and_by_address(planner: Planner) -> None:
    plan = planner.lunches(6)
    request = plan.request
    digests = person_digests(phone_normalised=request.phone_normalised, email=request.email)
    reminder_rules.opt_out(digests, planner.now)
    reminder_rules.opt_out(digests, planner.now)
    assert sent(EVENING) == sent(MORNING) == NOTHING
    Request.objects.filter(pk=request.pk).update(email="new@example.com")
    assert sent(at("10 09:00")) == NOTHING
    Request.objects.filter(pk=request.pk).update(
        email=request.email.upper(), phone_normalised="+919999999999"
    )
    assert sent(at("11 09:00")) == NOTHING


def test_opt_out_outlives_the_erasure(planner: Planner) -> None:
    plan = planner.lunches(6)
    request = plan.request
    digests = person_digests(phone_normalised=request.phone_normalised, email=request.email)
    reminder_rules.opt_out(digests, planner.now)
    erase(
        references=[request.reference], actor=planner.actor, now=planner.now, reason="Asked",
        cancel=True,
    )  # fmt: skip
    assert sent(EVENING) == sent(MORNING) == NOTHING
    again = planner.lunches(6)
    assert again.request.email == request.email
    assert sent(EVENING) == sent(MORNING) == NOTHING
    assert reminder_rules.has_opted_out(digests)


def test_erased_customer_gets_none(planner: Planner) -> None:
    plan = planner.lunches(6)
    assert sent(EVENING) == start(plan)
    erase(
        references=[plan.request.reference], actor=planner.actor, now=planner.now, reason="Asked",
        cancel=True,
    )  # fmt: skip
    assert sent(MORNING) == NOTHING
    assert Message.objects.get(template=Template.START).text == ""


def test_cancelled_plan_gets_none(planner: Planner) -> None:
    plan = planner.lunches(6)
    cancel(**planner.current(plan.request), reason="Asked")
    assert sent(EVENING) == sent(MORNING) == NOTHING


def test_paused_plan_has_no_last_day(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Pause(day(10), None, [LUNCH]))
    assert sent(MORNING) == sent(at("10 09:00")) == NOTHING


def test_renewal_follows_the_present_last_day_and_comes_once(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(8)], [LUNCH]))  # the last box is on Mon 14 Dec
    assert sent(MORNING) == sent(at("10 09:00")) == NOTHING
    assert sent(at("11 09:00")) == renewal(plan)
    planner.do(plan, ChangeDays(LUNCH, 12), now=at("11 10:00"))
    for number in range(12, 22):
        assert sent(at(f"{number} 09:00")) == NOTHING


def test_moved_start_is_told_on_the_evening_before_the_present_one(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(7), day(8)], [LUNCH]))
    assert sent(EVENING) == sent(at("7 19:00")) == NOTHING
    assert sent(at("8 19:00")) == start(plan)


@pytest.mark.parametrize("days", [1, 2, 5])
def test_short_plan_has_no_renewal(planner: Planner, days: int) -> None:
    planner.plan(Kind.SUBSCRIPTION, fulfilment={"days": days})
    for number in range(4, 13):
        assert sent(at(f"{number} 09:00")) == NOTHING


def test_event_has_no_reminder(planner: Planner) -> None:
    planner.plan(Kind.EVENT)
    for number in range(9, 13):
        assert sent(at(f"{number} 09:00")) == sent(at(f"{number} 19:00")) == NOTHING


def test_who_has_ordered_again_needs_no_renewal(planner: Planner) -> None:
    plan = planner.lunches(6)
    again = planner.asked()
    ReorderLink.objects.create(request=again, of=plan.request)
    Request.objects.filter(pk=again.pk).update(status="completed")
    assert sent(MORNING) == NOTHING


def test_renewals_of_the_day_are_marked_and_not_looked_for_again(planner: Planner) -> None:
    sent(MORNING)
    with CaptureQueriesContext(connection) as queries:
        assert sent(MORNING + timedelta(minutes=1)) == NOTHING
    own = [query for query in queries if "handling_message" not in query["sql"]]
    assert len(own) == 2  # the rules, and the marks


def test_queries_of_a_reminder_do_not_grow_with_the_plans(planner: Planner) -> None:
    counts: list[tuple[int, int]] = []
    for moment in (at("6 18:30"), at("13 18:30")):
        for _ in range(1 if not counts else 2):
            other_person(planner.lunches(6, start=timezone.localdate(moment) + timedelta(days=1)))
        with CaptureQueriesContext(connection) as queries:
            count = reminders.send(moment, pause=lambda _: None)
        counts.append((count, len(queries)))
    (one, of_one), (two, of_two) = counts
    assert (one, two) == (1, 2)
    assert of_two - of_one <= 16  # of the second customer's own transaction


def deliver(moment: Any) -> None:
    clock = Clock()
    clock.now = moment
    while worker.send_due(clock, clock):
        pass


@pytest.mark.parametrize(("moment", "is_sent"), [("6 19:59", True), ("6 20:00", False), ("7 09:00", False)])  # fmt: skip
def test_mail_that_was_delayed_is_not_sent_late(
    planner: Planner, moment: str, is_sent: bool
) -> None:
    planner.lunches(6)
    sent(EVENING)
    deliver(at(moment))
    entry = OutboxEntry.objects.get(message_id__isnull=False)
    assert entry.state == (State.SENT if is_sent else State.FAILED)
    assert entry.last_error == (
        "" if is_sent else "A reminder is sent on its own day, from 9 am to 8 pm, or not at all."
    )


def test_mail_is_not_sent_once_the_customer_has_opted_out(planner: Planner) -> None:
    plan = planner.lunches(6)
    sent(EVENING)
    reminder_rules.opt_out(
        person_digests(phone_normalised=plan.request.phone_normalised, email=""), EVENING
    )
    deliver(EVENING)
    assert OutboxEntry.objects.get(message_id__isnull=False).last_error == (
        "The customer wants no reminders."
    )


@pytest.mark.parametrize("has_plans", [True, False])
def test_update_switches_the_mails_off_where_there_are_plans(
    planner: Planner, has_plans: bool
) -> None:
    from importlib import import_module

    if has_plans:
        planner.lunches(6)
    migration = import_module("oottam.schedule.migrations.0020_no_mails_unasked")
    migration.switch_off(apps, None)
    rules = CustomerRules.objects.first() or CustomerRules()
    names = ("mails_renewal", "mails_start", "mails_desk_change", "mails_failed_box")
    assert {getattr(rules, name) for name in names} == {not has_plans}
    assert rules.max_pauses == 3
