"""Customers are told of a closed day once, and told again where it is open after all."""

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
from oottam.plans.domain.actions import Move, Pause, Skip
from oottam.plans.models import ChangeNotice, MealPlan, PlanChange
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
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services.transitions import cancel
from tests.factories.accounts import make_staff_account
from tests.factories.plans import DINNER, LUNCH, Planner, day, on, sections
from tests.factories.requests import at_once, current
from tests.outbox.conftest import Clock

pytestmark = pytest.mark.django_db
NAMES = ("Bala", "Chitra", "Divya", "Esha", "Farida")
QUARTER = timedelta(minutes=15)


def close(planner: Planner, number: int = 10, meal: int = 0) -> PlanChange:
    found = close_day(
        day=day(number), meal=meal, reason="Holiday", actor=planner.actor, now=planner.now
    )
    assert found.change is not None
    return PlanChange.objects.get(pk=found.change)


def reopen(
    planner: Planner, number: int = 10, meal: int = 0, after: timedelta = QUARTER
) -> PlanChange:
    open_day(day=day(number), meal=meal, actor=planner.actor, now=planner.now + after)
    return PlanChange.objects.filter(plan=None, action="undo")[0]


def mail_everybody(planner: Planner, change: PlanChange, after: timedelta = timedelta(0)) -> int:
    return mail_all(change=change, actor=planner.actor, now=planner.now + after)


def chat(planner: Planner, change: PlanChange, plan: MealPlan, **how: Any) -> Message:
    given = {"actor": planner.actor, "now": planner.now, **how}
    return open_chat(change=change, plan=plan.pk, **given)


def mails() -> list[OutboxEntry]:
    return list(OutboxEntry.objects.filter(message_id__isnull=False).order_by("pk"))


def send(planner: Planner, after: timedelta = QUARTER) -> None:
    """All that is due by then."""
    clock = Clock()
    clock.now = planner.now + after
    while worker.send_due(clock, clock):
        pass


def other(planner: Planner, number: int) -> MealPlan:
    """Six lunches of somebody else."""
    named: dict[str, Any] = {
        "name": NAMES[number],
        "phone": f"98400 1234{number}",
        "email": f"guest{number}@example.com",
    }
    return planner.plan(date=6, sections=sections("lunch"), **named)


def names(found: list[Recipient]) -> list[list[str]]:
    return [[request.reference for request in each.requests.values()] for each in found]


def test_each_customer_stands_there_with_the_days_on_which_boxes_come_now(
    planner: Planner,
) -> None:
    both = planner.plan(date=6, sections=sections("lunch", "dinner"))
    other(planner, 1)
    planner.lunches(6, start=day(14))  # has nothing on that day
    [first, second] = recipients_of(close(planner))
    assert (first.first, second.first.email) == (both.request, "guest1@example.com")
    assert [(box.meal, box.day) for box in first.boxes[both.pk]] == [
        (LUNCH, day(14)),
        (DINNER, day(14)),
    ]
    assert not first.is_notified


def test_mails_go_to_all_at_once_and_wait_a_quarter_of_an_hour(planner: Planner) -> None:
    plan = planner.lunches(6)
    other(planner, 1)
    change = close(planner)
    assert mail_everybody(planner, change) == 2
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


def test_told_twice_nobody_gets_two(planner: Planner) -> None:
    planner.lunches(6)
    change = close(planner)
    assert [mail_everybody(planner, change), mail_everybody(planner, change)] == [1, 0]
    assert len(mails()) == ChangeNotice.objects.count() == 1


def test_one_meal_that_is_closed_is_called_by_its_name(planner: Planner) -> None:
    planner.plan(date=6, sections=sections("lunch", "dinner"))
    change = close(planner, meal=DINNER)
    mail_everybody(planner, change)
    message = Message.objects.get()
    assert message.subject == "no dinner on Thursday, 10 December 2026"
    assert "There is no dinner on Thursday, 10 December 2026." in message.text
    assert "lunch" not in message.text


def test_a_customer_with_two_plans_gets_one_letter_about_both(planner: Planner) -> None:
    first, second = planner.lunches(6), planner.lunches(6)
    change = close(planner)
    assert len(recipients_of(change)) == 1
    assert mail_everybody(planner, change) == 1
    [message] = Message.objects.all()
    for plan in (first, second):
        moved = "Your lunch comes on Monday, 14 December 2026 instead"
        assert f"{moved} (order {plan.request.reference})." in message.text
    assert ChangeNotice.objects.filter(message=message).count() == 2


def test_customers_without_email_get_whatsapp_and_those_with_neither_are_listed(
    planner: Planner,
) -> None:
    no_mail, nothing = planner.lunches(6), other(planner, 1)
    Request.objects.filter(pk=no_mail.request_id).update(email="")
    Request.objects.filter(pk=nothing.request_id).update(email="", phone_normalised="")
    change = close(planner)
    assert mail_everybody(planner, change) == 0
    message = chat(planner, change, no_mail)
    assert (message.channel, message.subject, message.held_until) == (Channel.WHATSAPP, "", None)
    with pytest.raises(DomainError, match="no phone number that works"):
        chat(planner, change, nothing)
    assert [each.is_notified for each in recipients_of(change)] == [True, False]


def test_two_customers_without_number_and_address_are_not_one(planner: Planner) -> None:
    for number in (1, 2):
        other(planner, number)
    Request.objects.update(email="", phone_normalised="")
    assert len(recipients_of(close(planner))) == 2


def test_whatsapp_is_opened_once_and_says_to_others_by_whom(planner: Planner) -> None:
    plan, meena = planner.lunches(6), make_staff_account("meena", Role.DESK)
    change = close(planner)
    message = chat(planner, change, plan)
    assert chat(planner, change, plan) == message  # a double tap
    with pytest.raises(AlreadyOpenedError) as opened:
        chat(planner, change, plan, actor=meena)
    assert str(opened.value) == "priya has opened it at 10 am."
    assert chat(planner, change, plan, actor=meena, again=True) == message
    assert Message.objects.count() == ChangeNotice.objects.count() == 1
    assert mail_everybody(planner, change) == 0  # is told already


def test_who_is_mailed_can_be_told_by_whatsapp_too(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    mail_everybody(planner, change)
    assert chat(planner, change, plan).text == Message.objects.filter(channel="mail").get().text


def test_a_letter_tells_where_a_box_is_by_now(planner: Planner) -> None:
    moved, paused, gone = (other(planner, number) for number in (1, 2, 3))
    change = close(planner)
    planner.do(moved, Move(on(moved, 14), day(16)))
    planner.do(paused, Pause(day(14), None, [LUNCH]))
    cancel(**current(gone.request, planner.actor, planner.now), reason="Off")
    mail_everybody(planner, change)
    texts = {each.request_id: each.text for each in Message.objects.all()}
    assert "lunch comes on Wednesday, 16 December 2026 instead" in texts[moved.request_id]
    assert "lunch is on hold with your paused meals" in texts[paused.request_id]
    assert gone.request_id not in texts


def test_opening_the_day_recalls_what_was_not_sent(planner: Planner) -> None:
    planner.lunches(6)
    change = close(planner)
    mail_everybody(planner, change)
    opening = reopen(planner, after=timedelta(minutes=14))
    assert mails() == []
    assert Message.objects.get().withdrawn_at == planner.now + timedelta(minutes=14)
    assert (recipients_of(opening), openings_to_notify(day(4))) == ([], [])
    entry = AuditEntry.objects.filter(action="schedule.open").get()
    assert entry.data == {"meal": 0, "stay": 0, "withdrawn": 1}
    change.refresh_from_db()
    with pytest.raises(DomainError, match="That day is open again"):
        mail_everybody(planner, change)
    with pytest.raises(DomainError, match="That day is open again"):
        chat(planner, change, MealPlan.objects.get())


def test_who_has_read_it_is_told_again_with_the_box_that_is_back(planner: Planner) -> None:
    mailed, chatted, unaware = (other(planner, number) for number in (1, 2, 3))
    Request.objects.filter(pk__in=[chatted.request_id, unaware.request_id]).update(email="")
    change = close(planner)
    mail_everybody(planner, change)
    chat(planner, change, chatted)
    send(planner)
    opening = reopen(planner)
    assert sorted(names(recipients_of(opening))) == sorted(
        [[mailed.request.reference], [chatted.request.reference]]
    )
    assert openings_to_notify(day(4)) == [opening]
    assert openings_to_notify(day(11)) == []
    assert mail_everybody(planner, opening, QUARTER) == 1
    message = Message.objects.get(template=Template.OPEN_DAY)
    assert message.subject == "we are open on Thursday, 10 December 2026"
    assert "We are open on Thursday, 10 December 2026 after all." in message.text
    assert (
        f"Your lunch comes on that day as planned (order {mailed.request.reference})."
        in message.text
    )
    assert chat(planner, opening, chatted).template == Template.OPEN_DAY
    with pytest.raises(DomainError, match="have been changed since"):
        chat(planner, opening, unaware)


def test_who_was_told_and_whose_box_stays_where_it_is_has_nothing_new(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    chat(planner, change, plan)
    planner.do(plan, Skip([day(14)], [LUNCH]))
    assert recipients_of(reopen(planner)) == []


def test_a_mail_that_a_worker_has_is_sent_or_not_and_counts_accordingly(planner: Planner) -> None:
    other(planner, 1)
    change = close(planner)
    mail_everybody(planner, change)
    now = planner.now + QUARTER
    [leased] = [each for each in queue.claim(now) if each.message_id]
    opening = reopen(planner)
    assert Message.objects.get().withdrawn_at == now
    assert recipients_of(opening) == []  # not yet read
    queue.settle_sent(leased, now)
    assert len(recipients_of(opening)) == 1


def test_a_mail_that_a_killed_worker_had_is_not_sent_once_the_day_is_open(
    planner: Planner,
) -> None:
    other(planner, 1)
    mail_everybody(planner, close(planner))
    now = planner.now + QUARTER
    queue.claim(now)  # and dies
    reopen(planner)
    send(planner, QUARTER + queue.LEASE)
    [mail] = mails()
    assert (mail.state, mail.last_error) == (
        State.FAILED, "It was withdrawn, or its text has been erased.",
    )  # fmt: skip


def test_closing_the_day_once_more_recalls_that_it_is_open(planner: Planner) -> None:
    plan = other(planner, 1)
    change = close(planner)
    chat(planner, change, plan)
    opening = reopen(planner)
    assert mail_everybody(planner, opening, QUARTER) == 1
    again = close(planner)
    assert mails() == []
    assert recipients_of(opening)[0].boxes == {}
    assert mail_everybody(planner, again) == 1


def test_closing_another_meal_leaves_that_one_open(planner: Planner) -> None:
    plan = planner.plan(date=6, sections=sections("lunch", "dinner"))
    change = close(planner, meal=LUNCH)
    chat(planner, change, plan)
    mail_everybody(planner, reopen(planner, meal=LUNCH), QUARTER)
    close(planner, meal=DINNER)
    assert len(mails()) == 1


def test_cancelling_the_order_withdraws_its_letter(planner: Planner) -> None:
    first, second = planner.lunches(6), planner.lunches(6)
    change = close(planner)
    mail_everybody(planner, change)
    keeps = Message.objects.get().request
    cancel(**current(keeps, planner.actor, planner.now), reason="Off")
    assert mails() == []
    # The other plan of the customer is told of anew.
    assert mail_everybody(planner, change) == 1
    left = ({first.request_id, second.request_id} - {keeps.pk}).pop()
    assert Message.objects.get(withdrawn_at=None).request_id == left


def test_an_erased_customer_is_nobody_to_tell(planner: Planner) -> None:
    plan = planner.lunches(6)
    change = close(planner)
    mail_everybody(planner, change)
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


def test_many_are_mailed_in_parts(planner: Planner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(closure_notices, "MAX_AT_ONCE", 2)
    for number in range(5):
        other(planner, number)
    change = close(planner)
    assert mail_everybody(planner, change) == 5
    assert len(mails()) == 5


def test_what_was_interrupted_goes_on_with_the_others(
    planner: Planner, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(closure_notices, "MAX_AT_ONCE", 1)
    for number in range(3):
        other(planner, number)
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
            mail_everybody(planner, change)
    assert len(mails()) == 1
    assert mail_everybody(planner, change) == 2
    assert len(mails()) == ChangeNotice.objects.count() == Message.objects.count() == 3


def test_a_closing_is_found_by_its_day_and_number(planner: Planner) -> None:
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
def test_told_by_several_desks_at_once_each_gets_one(planner: Planner) -> None:
    plan, second = other(planner, 1), other(planner, 2)
    Request.objects.filter(pk=second.request_id).update(email="")
    change, meena = close(planner), make_staff_account("meena", Role.DESK)
    by: list[User] = [planner.actor, meena]
    telling: list[Callable[[], object]] = [
        partial(mail_all, change=PlanChange.objects.get(pk=change.pk), actor=actor, now=planner.now)
        for actor in by
    ]
    opening = [
        partial(chat, planner, PlanChange.objects.get(pk=change.pk), second, actor=actor)
        for actor in by
    ]
    found = at_once(*telling, *opening)
    assert sorted(each for each in found if isinstance(each, int)) == [0, 1]
    assert found.count(AlreadyOpenedError) == 1
    assert [mail.reference for mail in mails()] == [plan.request.reference]
    assert ChangeNotice.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_opened_while_mails_are_written_nobody_is_told_something_wrong(planner: Planner) -> None:
    for number in range(3):
        other(planner, number)
    change = close(planner)
    telling = partial(mail_all, change=change, actor=planner.actor, now=planner.now)
    opening = partial(open_day, day=day(10), meal=0, actor=planner.actor, now=planner.now)
    at_once(telling, opening)
    assert mails() == []
