"""Who confirms, completes or cancels by mistake takes it back for 15 minutes, as if it had never been."""

from collections.abc import Callable
from datetime import date, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User

from oottam.accounts.roles import Role
from oottam.audit.models import AuditEntry
from oottam.billing.balances import balance as money
from oottam.billing.balances import overpaid
from oottam.billing.payments import record_payment
from oottam.billing.refunds import record_refund
from oottam.core.errors import DomainError, StaleError
from oottam.kitchen.services.cutoff import take_due_snapshots
from oottam.outbox import queue
from oottam.outbox.models import OutboxEntry
from oottam.plans.domain.actions import Pause, Skip
from oottam.plans.models import AcceptedDish, Meal, MealPlan, PausePeriod, PlanChange, Serving
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.day_closing import activate_due
from oottam.requests.models import Kind, Request
from oottam.workflow.models import (
    AppointmentSlot,
    Channel,
    Credit,
    Debt,
    Message,
    PaymentMethod,
    RetainedAmount,
    Template,
)
from oottam.workflow.services import messages
from oottam.workflow.services.appointments import book
from oottam.workflow.services.details import save_details
from oottam.workflow.services.notes import add_note
from oottam.workflow.services.resend import send_now
from oottam.workflow.services.transitions import cancel, complete, confirm, follow_up, reopen
from oottam.workflow.services.undo_transition import undo
from tests.conftest import Send
from tests.factories.accounts import make_staff_account
from tests.factories.plans import LUNCH, Planner, at, dates, day
from tests.factories.requests import MONDAY, current, make_confirmable, make_request, read_again

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
CHARGED = 163800


@pytest.fixture
def priya() -> User:
    """At the desk."""
    return make_staff_account("priya", Role.DESK)


@pytest.fixture
def arjun() -> User:
    """A colleague of hers."""
    return make_staff_account("arjun", Role.DESK)


@pytest.fixture
def meena() -> User:
    """The owner."""
    return make_staff_account("meena")


@pytest.fixture
def planner(send: Send, priya: User) -> Planner:
    return Planner(send, priya)


def after(minutes: float, since: datetime = MONDAY) -> datetime:
    return since + minutes * MINUTE


def refused(request: Request, actor: User, now: datetime) -> str:
    with pytest.raises(DomainError) as why:
        undo(**current(request, actor, now))
    return str(why.value)


def write(
    request: Request,
    actor: User,
    now: datetime,
    template: Template = Template.CONFIRMATION,
    channel: Channel = Channel.MAIL,
) -> Message:
    return messages.send(
        **current(request, actor, now),
        template=template,
        channel=channel,
        subject="About your order",
        text="Hello Asha,\n\nit is confirmed.",
    )


def standing(plan: MealPlan) -> list[tuple[Any, ...]]:
    rows = Serving.objects.filter(plan=plan).order_by("meal", "seq")
    return list(rows.values_list("meal", "seq", "date", "state", "box_contents", "is_exception"))


def test_what_was_confirmed_is_new_again_and_owes_nothing(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    plan = MealPlan.objects.get(request=request)
    assert read_again(request).assignee == priya
    assert Debt.objects.get().paise == CHARGED
    undo(**current(request, priya, after(14)))
    request = read_again(request)
    assert (request.status, request.assignee, request.closed_at) == ("new", None, None)
    assert not dates(plan, Meal.BREAKFAST)
    assert not Serving.objects.filter(plan=plan, state__in=(1, 2, 3, 6)).exists()
    assert not Debt.objects.exists()
    assert sum(request.bookings.values_list("paise", flat=True)) == 0
    entry = AuditEntry.objects.filter(action="request.take-back").get()
    assert (entry.actor, entry.data["status"]) == (priya, {"was": "confirmed", "now": "new"})


def test_what_was_taken_back_is_confirmed_as_if_for_the_first_time(planner: Planner) -> None:
    plan = planner.lunches(6)
    before = [row[:4] for row in standing(plan)]
    undo(**current(plan.request, planner.actor, after(5, planner.now)))
    save_details(**current(plan.request, planner.actor, planner.now), start_date=day(8))
    planner.confirm(plan.request)
    assert dates(plan)[0] == day(8)
    undo(**current(plan.request, planner.actor, after(6, planner.now)))
    save_details(**current(plan.request, planner.actor, planner.now), start_date=day(7))
    planner.confirm(plan.request)
    assert [row[:4] for row in standing(plan)] == before


def test_what_was_agreed_over_a_clash_is_asked_for_again(planner: Planner) -> None:
    plan = planner.lunches(6)
    item = Serving.objects.filter(plan=plan)[0].box_contents.lines.all()[0].item
    AcceptedDish.objects.create(
        plan=plan, item=item, clashes="milk", by=planner.actor, at=planner.now
    )
    undo(**current(plan.request, planner.actor, after(5, planner.now)))
    assert not AcceptedDish.objects.exists()


def test_what_was_cancelled_has_each_box_and_pause_as_before(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, Skip([day(9)], [LUNCH]))
    planner.do(plan, Pause(day(11), None, [LUNCH]))
    request, monday = plan.request, at("7 10:00")  # today's box counts for the kitchen
    follow_up(**current(request, planner.actor), on=day(20))
    before = standing(plan)
    cancel(**current(request, planner.actor, monday), reason="Mistaken")
    assert standing(plan) != before
    undo(**current(request, planner.actor, after(10, monday)))
    assert standing(plan) == before
    assert PausePeriod.objects.filter(plan=plan, undone_at=None).count() == 2
    plan.refresh_from_db()
    assert (plan.state, PlanChange.objects.get(action="cancel").undone_by) == (
        "paused",
        planner.actor,
    )
    request = read_again(request)
    assert (request.status, request.closed_at) == ("confirmed", None)
    assert request.follow_up_on == day(20)


def test_what_was_opened_and_confirmed_again_goes_back_to_the_boxes_that_had_come(
    planner: Planner, meena: User
) -> None:
    plan = planner.lunches(6)
    request, friday = plan.request, at("8 10:00")
    Serving.objects.filter(plan=plan, date=day(7)).update(state=2)
    cancel(**current(request, planner.actor, friday), reason="Ill")
    reopen(**current(request, meena, friday), reason="Well")
    save_details(**current(request, meena, friday), start_date=day(14))
    before = standing(plan)
    planner.now = friday
    planner.confirm(request)
    assert standing(plan) != before
    undo(**current(request, planner.actor, after(1, friday)))
    assert standing(plan) == before
    plan.refresh_from_db()
    assert plan.state == "cancelled"


def test_a_plan_whose_last_box_came_today_is_not_over_for_it(planner: Planner) -> None:
    plan = planner.lunches(6)
    Serving.objects.filter(plan=plan).update(state=2)
    cancel(**current(plan.request, planner.actor), reason="Mistaken")
    undo(**current(plan.request, planner.actor))
    plan.refresh_from_db()
    assert plan.state == "running"


def test_the_money_of_what_was_cancelled_is_as_before(send: Send, priya: User, meena: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    record_payment(
        **current(request, priya), paise=100_000, method=PaymentMethod.UPI, paid_on=MONDAY.date()
    )
    cancel(**current(request, priya), reason="Mistaken", give_back=60_000)
    assert (Credit.objects.get().paise, RetainedAmount.objects.get().paise) == (60_000, 40_000)
    undo(**current(request, priya, after(3)))
    assert not RetainedAmount.objects.exists()
    assert not Credit.objects.exists()
    assert Debt.objects.get().paise == CHARGED - 100_000
    assert sum(request.bookings.values_list("paise", flat=True)) == CHARGED
    # Of an earlier cancelling the shop keeps what it kept.
    cancel(**current(request, priya, after(4)), reason="Off", give_back=70_000)
    reopen(**current(request, meena, after(5)), reason="On")
    cancel(**current(request, priya, after(6)), reason="Mistaken", give_back=0)
    undo(**current(request, priya, after(7)))
    assert RetainedAmount.objects.get().paise == 30_000
    assert overpaid(read_again(request), money(read_again(request))) == 0


def test_what_was_completed_is_confirmed_again_with_its_appointment(
    send: Send, priya: User
) -> None:
    request = make_confirmable(make_request(send, Kind.APPOINTMENT), priya)
    confirm(**current(request, priya))
    slot, later = AppointmentSlot.objects.get(), MONDAY + timedelta(days=2)
    complete(**current(request, priya, later))
    undo(**current(request, priya, after(1, later)))
    slot.refresh_from_db()
    assert (read_again(request).status, slot.state) == ("confirmed", "agreed")


def test_a_doctors_time_that_is_anothers_by_now_is_not_taken_away(send: Send, priya: User) -> None:
    request, other = (
        make_confirmable(make_request(send, Kind.APPOINTMENT), priya),
        make_request(send, Kind.APPOINTMENT),
    )
    cancel(**current(request, priya), reason="Mistaken")
    slot = AppointmentSlot.objects.get()
    book(
        **current(other, priya), doctor=slot.doctor, starts_at=slot.starts_at, minutes=slot.minutes
    )
    assert refused(request, priya, after(1)) == "The doctor is booked at that time."
    assert read_again(request).status == "cancelled"


def test_notes_and_payments_since_stay(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    add_note(**current(request, priya, after(1)), text="Likes it mild")
    record_payment(
        **current(request, priya, after(2)),
        paise=500,
        method=PaymentMethod.UPI,
        paid_on=MONDAY.date(),
    )
    undo(**current(request, priya, after(3)))
    assert (request.notes.count(), request.payments.count()) == (1, 1)


def _confirmed(request: Request, actor: User) -> None:
    confirm(**current(request, actor))


def _cancelled(request: Request, actor: User) -> None:
    cancel(**current(request, actor), reason="Mistaken")


@pytest.mark.parametrize(
    ("step", "instead"),
    [(_confirmed, "cancel it instead"), (_cancelled, "the owner can reopen it")],
)
def test_after_a_quarter_of_an_hour_nobody_takes_it_back(
    send: Send, priya: User, meena: User, step: Callable[..., None], instead: str
) -> None:
    request = make_confirmable(make_request(send), priya)
    step(request, priya)
    for person in (priya, meena):
        assert refused(request, person, after(15)) == f"The 15 minutes are over: {instead}."


def test_a_colleague_does_not_take_it_back_but_the_owner_does(
    send: Send, priya: User, arjun: User, meena: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    assert refused(request, arjun, after(1)) == (
        "Only the owner, or the colleague who did it, can undo it."
    )
    undo(**current(request, meena, after(2)))
    assert read_again(request).status == "new"


def test_what_is_not_the_last_step_or_was_taken_back_is_nothing_to_take_back(
    send: Send, priya: User, meena: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    assert refused(request, priya, MONDAY) == "There is nothing to undo."
    confirm(**current(request, priya))
    with pytest.raises(StaleError):
        undo(**{**current(request, priya), "version": 1})
    undo(**current(request, priya))
    assert refused(request, priya, MONDAY) == "There is nothing to undo."
    cancel(**current(request, priya), reason="Off")
    reopen(**current(request, meena), reason="On")
    assert refused(request, priya, MONDAY) == "There is nothing to undo."


def test_money_given_back_since_is_undone_first(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    record_payment(
        **current(request, priya), paise=500, method=PaymentMethod.CASH, paid_on=MONDAY.date()
    )
    cancel(**current(request, priya), reason="Mistaken")
    given: dict[str, Any] = {"method": PaymentMethod.CASH, "given_on": MONDAY.date()}
    record_refund(**current(request, priya, after(1)), paise=500, **given)
    assert refused(request, priya, after(2)) == ("A refund was recorded since: undo that first.")


def test_what_a_cut_off_has_used_is_not_taken_back(planner: Planner) -> None:
    """The kitchen counts on tomorrow's box from 18:00 on, or does not count on it."""
    came, went = planner.lunches(6), planner.lunches(6)
    priya, before, later = planner.actor, at("6 17:55"), at("6 18:05")
    undo(**current(came.request, priya, planner.now))
    confirm(**current(came.request, priya, before))
    cancel(**current(went.request, priya, before), reason="Mistaken")
    kept = standing(came), standing(went)
    take_due_snapshots(later)
    assert refused(came.request, priya, later) == (
        "It is too late to undo this: the cut-off for Mon 7 Dec has passed."
    )
    assert refused(went.request, priya, later) == (
        "The box of Mon 7 Dec cannot go back: the cut-off for Mon 7 Dec has passed."
    )
    activate_due(later)
    assert refused(came.request, priya, later) == ("The cut-off has passed: cancel it instead.")
    assert (standing(came), standing(went)) == kept


def test_boxes_that_were_changed_since_or_whose_day_was_closed_stay(
    planner: Planner, meena: User
) -> None:
    skipped, off = planner.lunches(6), planner.lunches(6)
    planner.do(skipped, Skip([day(9)], [LUNCH]), after(1, planner.now))
    assert refused(skipped.request, planner.actor, after(2, planner.now)) == (
        "The box of Mon 14 Dec has changed again since: undo that first."
    )
    cancel(**current(off.request, planner.actor, planner.now), reason="Mistaken")
    close_day(day=day(8), meal=0, reason="Rain", actor=meena, now=planner.now)
    assert refused(off.request, planner.actor, after(2, planner.now)) == (
        "The box of Tue 8 Dec cannot go back: the kitchen is closed on Tue 8 Dec."
    )


def test_a_mail_waits_for_taking_back_which_withdraws_it(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    made = write(request, priya, after(4))
    assert (made.held_until, OutboxEntry.objects.get().due_at) == (after(15), after(15))
    assert not queue.has_due(after(14))
    undo(**current(request, priya, after(14)))
    made.refresh_from_db()
    assert (made.withdrawn_at, OutboxEntry.objects.count()) == (after(14), 0)
    assert not send_now(reference=request.reference, message=made.pk, actor=priya, now=after(14.5))
    # It is as before: a question is asked at once.
    assert write(request, priya, after(14.6), Template.QUESTION).held_until is None


def test_a_mail_that_nobody_takes_back_goes_when_the_time_is_over(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    write(request, priya, after(4))
    assert [each.reference for each in queue.claim(after(15))] == [request.reference]
    assert write(request, priya, after(16)).held_until is None


def test_sent_now_it_goes_at_once_and_nothing_is_taken_back_any_more(
    send: Send, priya: User, meena: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    told: dict[str, Any] = {"reference": request.reference, "actor": priya}
    made = write(request, priya, after(1))
    assert send_now(**told, message=made.pk, now=after(2))
    assert not send_now(**told, message=made.pk, now=after(2))
    assert not send_now(**{**told, "reference": "OT-XXXXXXX"}, message=made.pk, now=after(2))
    assert queue.has_due(after(2))
    gone = "The customer has already been told: it can no longer be undone."
    assert refused(request, priya, after(3)) == gone
    assert refused(request, meena, after(3)) == gone
    assert write(request, priya, after(4)).held_until is None
    assert AuditEntry.objects.filter(action="mail.now", actor=priya).count() == 1


def test_words_for_whatsapp_have_gone(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    write(request, priya, after(-1), Template.QUESTION, Channel.WHATSAPP)  # was before
    confirm(**current(request, priya))
    write(request, priya, after(1), channel=Channel.WHATSAPP)
    assert refused(request, priya, after(3)).startswith("The customer has already been told")


def test_cancelling_withdraws_the_confirmation_that_waits(
    send: Send, priya: User, meena: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    write(request, priya, after(1))
    cancel(**current(request, priya, after(5)), reason="Off")
    assert not OutboxEntry.objects.exists()
    write(request, priya, after(6), Template.CANCELLED)
    assert OutboxEntry.objects.get().due_at == after(20)
    reopen(**current(request, meena, after(7)), reason="On")
    assert Message.objects.filter(withdrawn_at=None).count() == 0


def test_what_time_has_completed_is_nobodys_mistake(planner: Planner, meena: User) -> None:
    request = planner.lunches(6).request
    with_server: dict[str, Any] = {"status": {"was": "active", "now": "completed"}}
    Request.objects.filter(pk=request.pk).update(status="completed")
    AuditEntry.objects.create(
        at=planner.now, action="request.complete", reference=request.reference, data=with_server
    )
    assert refused(request, meena, planner.now) == "There is nothing to undo."
    assert write(request, meena, after(1, planner.now)).held_until is None


def test_who_was_erased_is_not_brought_back(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    cancel(**current(request, meena), reason="Off")
    Request.objects.filter(pk=request.pk).update(erased_at=MONDAY)
    assert refused(request, meena, after(1)) == (
        "The customer's data has been erased: nothing can be changed any more."
    )


def test_days_of_the_test_are_before_all_plans() -> None:
    assert MONDAY.date() < date(2026, 11, 30)
