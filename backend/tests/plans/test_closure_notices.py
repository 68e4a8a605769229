"""Customers are notified of a closed day once, and again when it is reopened."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.core.errors import DomainError
from oottam.outbox import queue, worker
from oottam.outbox.models import OutboxEntry, State
from oottam.plans.services import closure_notices, closure_recipients
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.closure_notices import AlreadyOpenedError, mail_all, open_chat
from oottam.plans.services.closure_recipients import (
    Recipient,
    openings_to_notify,
    recipients_of,
    standing_closings,
)
from oottam.plans.services.reopening import open_day
from oottam.privacy.erasure import erase
from oottam.requests.models import Request
from oottam.schedule.domain.actions import Move, Pause
from oottam.schedule.models import ChangeNotice, MealPlan, PlanChange
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services.transitions import cancel
from tests.factories.accounts import make_staff_account
from tests.factories.plans import DINNER, LUNCH, Planner, day, on, sections, skip
from tests.factories.requests import at_once, current
from tests.outbox.conftest import Clock

pytestmark = pytest.mark.django_db
NAMES = ("Bala", "Chitra", "Divya", "Esha", "Farida")
QUARTER = timedelta(minutes=15)


def close(planner: Planner, number: int = 10, meal: int = 0) -> PlanChange:
    found = close_day(
        day=day(number), meal=meal, reason="Holiday", actor=planner.actor, now=planner.now
    )
    assert found.change_id is not None
    return PlanChange.objects.get(pk=found.change_id)


def reopen(
    planner: Planner, number: int = 10, meal: int = 0, after: timedelta = QUARTER
) -> PlanChange:
    open_day(day=day(number), meal=meal, actor=planner.actor, now=planner.now + after)
    return PlanChange.objects.filter(plan=None, action="undo")[0]


def mail_all_recipients(
    planner: Planner, change: PlanChange, after: timedelta = timedelta(0)
) -> int:
    return mail_all(change=change, actor=planner.actor, now=planner.now + after)


def open_whatsapp(planner: Planner, change: PlanChange, plan: MealPlan, **options: Any) -> Message:
    given = {"actor": planner.actor, "now": planner.now, **options}
    return open_chat(change=change, plan_id=plan.pk, **given)


def mails() -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(message_id__isnull=False).order_by("pk"))


def send(planner: Planner, after: timedelta = QUARTER) -> None:
    """Send all mails due by then."""
    clock = Clock()
    clock.now = planner.now + after
    while worker.send_due(clock, clock):
        pass


def plan_for(planner: Planner, number: int) -> MealPlan:
    """Plan six lunches for another customer."""
    named: dict[str, Any] = {
        "name": NAMES[number],
        "phone": f"98400 1234{number}",
        "email": f"guest{number}@example.com",
    }
    return planner.plan(date=6, sections=sections("lunch"), **named)


def names(found: list[Recipient]) -> list[list[str]]:
    return [[request.reference for request in each.requests.values()] for each in found]


def test_recipients_list_each_customer_with_the_new_days(
    planner: Planner,
) -> None:
    both = planner.plan(date=6, sections=sections("lunch", "dinner"))
    plan_for(planner, 1)
    planner.lunches(6, start=day(14))  # has no serving on that day
    [first, second] = recipients_of(close(planner))
    assert (first.first, second.first.email) == (both.request, "guest1@example.com")
    assert [(box.meal, box.day) for box in first.boxes[both.pk]] == [
        (LUNCH, day(14)),
        (DINNER, day(14)),
    ]
    assert not first.is_notified


def test_notices_are_queued_for_all_and_held_for_15_minutes(planner: Planner) -> None:
    plan = planner.lunches(6)
    plan_for(planner, 1)
    change = close(planner)
    assert mail_all_recipients(planner, change) == 2
    due = planner.now + QUARTER
    assert [(mail.due_at, mail.state) for mail in mails()] == [(due, State.WAITING)] * 2
    message = Message.objects.get(request=plan.request)
    assert (message.template, message.channel, message.held_until, message.by) == (
        Template.CLOSED_DAY, Channel.MAIL, due, planner.actor,
    )  # fmt: skip
    reference = plan.request.reference
    assert message.subject == "we are closed on Thursday, 10 December 2026"
    assert message.text == (
        "Hello Asha Raman,\n\n"
        "We are closed on Thursday, 10 December 2026.\n\n"
        f"Your lunch comes on Monday, 14 December 2026 instead (order {reference}).\n\n"
        "No box is lost, and your other days stay as they are. If this does not suit you, just reply to "
        "this message, or call us on +91 44 0000 0000.\n\n"
        "Oottam, +91 44 0000 0000"
    )
    assert all(each.is_notified for each in recipients_of(change))
    entry = AuditEntry.objects.filter(reference=reference, action="message.send").get()
    assert entry.data == {"template": "closed-day", "channel": "mail"}


def test_notifying_twice_sends_one_mail_per_customer(planner: Planner) -> None:
    planner.lunches(6)
    change = close(planner)
    assert [mail_all_recipients(planner, change), mail_all_recipients(planner, change)] == [1, 0]
    assert len(mails()) == ChangeNotice.objects.count() == 1


def test_notice_names_the_single_closed_meal(planner: Planner) -> None:
    planner.plan(date=6, sections=sections("lunch", "dinner"))
    change = close(planner, meal=DINNER)
    mail_all_recipients(planner, change)
    message = Message.objects.get()
    assert message.subject == "no dinner on Thursday, 10 December 2026"
    assert "There is no dinner on Thursday, 10 December 2026." in message.text
    assert "lunch" not in message.text


def test_customer_with_two_plans_gets_one_notice(planner: Planner) -> None:
    first, second = planner.lunches(6), planner.lunches(6)
    change = close(planner)
    assert len(recipients_of(change)) == 1
    assert mail_all_recipients(planner, change) == 1
    [message] = Message.objects.all()
    for plan in (first, second):
        moved = "Your lunch comes on Monday, 14 December 2026 instead"
        assert f"{moved} (order {plan.request.reference})." in message.text
    assert ChangeNotice.objects.filter(message=message).count() == 2


def test_customers_without_email_get_whatsapp_and_unreachable_ones_are_listed(
    planner: Planner,
) -> None:
    no_mail, nothing = planner.lunches(6), plan_for(planner, 1)
    Request.objects.filter(pk=no_mail.request_id).update(email="")
    Request.objects.filter(pk=nothing.request_id).update(email="", phone_normalised="")
    change = close(planner)
    assert mail_all_recipients(planner, change) == 0
    message = open_whatsapp(planner, change, no_mail)
    assert (message.channel, message.subject, message.held_until) == (Channel.WHATSAPP, "", None)
    with pytest.raises(DomainError, match="no phone number that works"):
        open_whatsapp(planner, change, nothing)
    assert [each.is_notified for each in recipients_of(change)] == [True, False]


def test_customers_without_contact_details_are_not_grouped(planner: Planner) -> None:
    for number in (1, 2):
        plan_for(planner, number)
    Request.objects.update(email="", phone_normalised="")
    assert len(recipients_of(close(planner))) == 2


def test_whatsapp_notice_opens_once_and_names_the_colleague(planner: Planner) -> None:
    plan, meena = planner.lunches(6), make_staff_account("meena", Role.DESK)
    change = close(planner)
    message = open_whatsapp(planner, change, plan)
    assert open_whatsapp(planner, change, plan) == message  # a double tap
    with pytest.raises(AlreadyOpenedError) as opened:
        open_whatsapp(planner, change, plan, actor=meena)
    assert str(opened.value) == "priya has opened it at 10:00 am."
    assert open_whatsapp(planner, change, plan, actor=meena, again=True) == message
    assert Message.objects.count() == ChangeNotice.objects.count() == 1
    assert mail_all_recipients(planner, change) == 0  # already notified


def test_mailed_customer_can_also_be_notified_by_whatsapp(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    mail_all_recipients(planner, change)
    assert (
        open_whatsapp(planner, change, plan).text
        == Message.objects.filter(channel="mail").get().text
    )


def test_notice_tells_the_current_day_of_a_serving(planner: Planner) -> None:
    moved, paused, gone = (plan_for(planner, number) for number in (1, 2, 3))
    change = close(planner)
    planner.do(moved, Move(on(moved, 14), day(16)))
    planner.do(paused, Pause(day(14), None, [LUNCH]))
    cancel(**current(gone.request, planner.actor, planner.now), reason="Off")
    mail_all_recipients(planner, change)
    texts = {each.request_id: each.text for each in Message.objects.all()}
    assert "lunch comes on Wednesday, 16 December 2026 instead" in texts[moved.request_id]
    assert "lunch is on hold with your paused meals" in texts[paused.request_id]
    assert gone.request_id not in texts


def test_reopening_withdraws_unsent_notices(planner: Planner) -> None:
    planner.lunches(6)
    change = close(planner)
    mail_all_recipients(planner, change)
    opening = reopen(planner, after=timedelta(minutes=14))
    assert mails() == []
    assert Message.objects.get().withdrawn_at == planner.now + timedelta(minutes=14)
    assert (recipients_of(opening), openings_to_notify(day(4))) == ([], [])
    entry = AuditEntry.objects.filter(action="schedule.open").get()
    assert entry.data == {"meal": 0, "stay": 0, "withdrawn": 1}
    change.refresh_from_db()
    with pytest.raises(DomainError, match="That day is open again"):
        mail_all_recipients(planner, change)
    with pytest.raises(DomainError, match="That day is open again"):
        open_whatsapp(planner, change, MealPlan.objects.get())


def test_reopening_notifies_customers_who_got_the_closing_notice(planner: Planner) -> None:
    mailed, chatted, unaware = (plan_for(planner, number) for number in (1, 2, 3))
    Request.objects.filter(pk__in=[chatted.request_id, unaware.request_id]).update(email="")
    change = close(planner)
    mail_all_recipients(planner, change)
    open_whatsapp(planner, change, chatted)
    send(planner)
    opening = reopen(planner)
    assert sorted(names(recipients_of(opening))) == sorted(
        [[mailed.request.reference], [chatted.request.reference]]
    )
    assert openings_to_notify(day(4)) == [opening]
    assert openings_to_notify(day(11)) == []
    assert mail_all_recipients(planner, opening, QUARTER) == 1
    message = Message.objects.get(template=Template.OPEN_DAY)
    assert message.subject == "we are open on Thursday, 10 December 2026"
    assert "We are open on Thursday, 10 December 2026 after all." in message.text
    assert (
        f"Your lunch comes on that day as planned (order {mailed.request.reference})."
        in message.text
    )
    assert open_whatsapp(planner, opening, chatted).template == Template.OPEN_DAY
    with pytest.raises(DomainError, match="have been changed since"):
        open_whatsapp(planner, opening, unaware)


def test_reopening_does_not_notify_customers_whose_servings_stay(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    open_whatsapp(planner, change, plan)
    planner.do(plan, skip(plan, [day(14)], [LUNCH]))
    assert recipients_of(reopen(planner)) == []


def test_leased_mail_counts_once_it_is_sent(planner: Planner) -> None:
    plan_for(planner, 1)
    change = close(planner)
    mail_all_recipients(planner, change)
    now = planner.now + QUARTER
    [leased] = [each for each in queue.claim(now) if each.message_id]
    opening = reopen(planner)
    assert Message.objects.get().withdrawn_at == now
    assert recipients_of(opening) == []  # not yet read
    queue.settle_sent([leased], now)
    assert len(recipients_of(opening)) == 1


def test_mail_leased_by_a_killed_worker_is_not_sent_after_reopening(
    planner: Planner,
) -> None:
    plan_for(planner, 1)
    mail_all_recipients(planner, close(planner))
    now = planner.now + QUARTER
    queue.claim(now)  # and the worker dies
    reopen(planner)
    send(planner, QUARTER + queue.LEASE)
    [mail] = mails()
    assert (mail.state, mail.last_error) == (
        State.FAILED, "It was withdrawn, or its text has been erased.",
    )  # fmt: skip


def test_closing_again_withdraws_the_reopening_notice(planner: Planner) -> None:
    plan = plan_for(planner, 1)
    change = close(planner)
    open_whatsapp(planner, change, plan)
    opening = reopen(planner)
    assert mail_all_recipients(planner, opening, QUARTER) == 1
    second_closing = close(planner)
    assert mails() == []
    assert recipients_of(opening)[0].boxes == {}
    assert mail_all_recipients(planner, second_closing) == 1


def test_closing_another_meal_keeps_the_reopening_notice(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    change = close(planner, meal=LUNCH)
    open_whatsapp(planner, change, plan)
    mail_all_recipients(planner, reopen(planner, meal=LUNCH), QUARTER)
    close(planner, meal=DINNER)
    assert len(mails()) == 1


def test_cancelling_the_order_withdraws_its_notice(planner: Planner) -> None:
    first, second = planner.lunches(6), planner.lunches(6)
    change = close(planner)
    mail_all_recipients(planner, change)
    keeps = Message.objects.get().request
    cancel(**current(keeps, planner.actor, planner.now), reason="Off")
    assert mails() == []
    # The customer's other plan gets a new notice.
    assert mail_all_recipients(planner, change) == 1
    left = ({first.request_id, second.request_id} - {keeps.pk}).pop()
    assert Message.objects.get(withdrawn_at=None).request_id == left


def test_erased_customer_is_not_a_recipient(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    mail_all_recipients(planner, change)
    erase(
        references=[plan.request.reference],
        actor=None,
        now=planner.now,
        reason="Asked",
        cancel=True,
    )
    assert recipients_of(change) == []
    assert Message.objects.get().text == ""
    send(planner)
    assert [mail.state for mail in mails() if mail.state == State.SENT] == []


def test_many_notices_are_queued_in_batches(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closure_notices, "MAX_AT_ONCE", 2)
    for number in range(5):
        plan_for(planner, number)
    change = close(planner)
    assert mail_all_recipients(planner, change) == 5
    assert len(mails()) == 5


def test_interrupted_mailing_continues_with_the_remaining_customers(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closure_notices, "MAX_AT_ONCE", 1)
    for number in range(3):
        plan_for(planner, number)
    change = close(planner)
    written = list[int]()
    add = queue.add_messages

    def once(*given: Any, **named: Any) -> None:
        if written:
            raise OSError("the disk is full")
        written.append(1)
        add(*given, **named)

    with monkeypatch.context() as patched:
        patched.setattr(queue, "add_messages", once)
        with pytest.raises(OSError, match="the disk is full"):
            mail_all_recipients(planner, change)
    assert len(mails()) == 1
    assert mail_all_recipients(planner, change) == 2
    assert len(mails()) == ChangeNotice.objects.count() == Message.objects.count() == 3


def test_closing_is_found_by_its_day_and_number(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    assert standing_closings(day(10)) == {(day(10), 0): change.pk}
    assert standing_closings(day(11)) == {}
    assert closure_recipients.find_change(change.pk) == change
    planned = PlanChange.objects.get(plan=plan)
    assert closure_recipients.find_change(planned.pk) is None
    reopen(planner)
    assert standing_closings(day(10)) == {}


@pytest.mark.django_db(transaction=True)
def test_concurrent_mailings_send_one_notice_per_customer(planner: Planner) -> None:
    plan, second = plan_for(planner, 1), plan_for(planner, 2)
    Request.objects.filter(pk=second.request_id).update(email="")
    change, meena = close(planner), make_staff_account("meena", Role.DESK)
    by: list[User] = [planner.actor, meena]
    telling: list[Callable[[], object]] = [
        partial(mail_all, change=PlanChange.objects.get(pk=change.pk), actor=actor, now=planner.now)
        for actor in by
    ]
    opening = [
        partial(open_whatsapp, planner, PlanChange.objects.get(pk=change.pk), second, actor=actor)
        for actor in by
    ]
    found = at_once(*telling, *opening)
    assert sorted(each for each in found if isinstance(each, int)) == [0, 1]
    assert found.count(AlreadyOpenedError) == 1
    assert [mail.reference for mail in mails()] == [plan.request.reference]
    assert ChangeNotice.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_reopening_during_a_mailing_leaves_no_wrong_notice(planner: Planner) -> None:
    for number in range(3):
        plan_for(planner, number)
    change = close(planner)
    telling = partial(mail_all, change=change, actor=planner.actor, now=planner.now)
    opening = partial(open_day, day=day(10), meal=0, actor=planner.actor, now=planner.now)
    at_once(telling, opening)
    assert mails() == []
