"""Confirming, completing and cancelling can be undone for 15 minutes without a trace in plans and money."""

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
from oottam.plans.services.closed_days import close_day
from oottam.plans.services.day_closing import activate_due
from oottam.requests.models import Kind, Request
from oottam.schedule.domain.actions import Pause
from oottam.schedule.models import AcceptedDish, Meal, MealPlan, PausePeriod, PlanChange, Serving
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
from tests.factories.plans import LUNCH, Planner, at, dates, day, skip
from tests.factories.requests import TEN_AM, current, make_confirmable, make_request, read_again

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
CHARGED = 163800


@pytest.fixture
def arjun() -> User:
    """Another desk account."""
    return make_staff_account("arjun", Role.DESK)


def after(minutes: float, since: datetime = TEN_AM) -> datetime:
    return since + minutes * MINUTE


def refusal(request: Request, actor: User, now: datetime) -> str:
    with pytest.raises(DomainError) as why:
        undo(**current(request, actor, now))
    return str(why.value)


def send_message(
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


def servings_of(plan: MealPlan) -> list[tuple[Any, ...]]:
    rows = Serving.objects.filter(plan=plan).order_by("meal", "seq")
    return list(rows.values_list("meal", "seq", "date", "state", "box_contents", "is_exception"))


def test_undone_confirmation_is_new_and_owes_nothing(send: Send, priya: User) -> None:
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
    assert sum(request.ledger_entries.values_list("paise", flat=True)) == 0
    entry = AuditEntry.objects.filter(action="request.take-back").get()
    assert (entry.actor, entry.data["status"]) == (priya, {"was": "confirmed", "now": "new"})


def test_request_is_confirmed_afresh_after_undo(planner: Planner) -> None:
    plan = planner.lunches(6)
    before = [row[:4] for row in servings_of(plan)]
    undo(**current(plan.request, planner.actor, after(5, planner.now)))
    save_details(**current(plan.request, planner.actor, planner.now), start_date=day(8))
    planner.confirm(plan.request)
    assert dates(plan)[0] == day(8)
    undo(**current(plan.request, planner.actor, after(6, planner.now)))
    save_details(**current(plan.request, planner.actor, planner.now), start_date=day(7))
    planner.confirm(plan.request)
    assert [row[:4] for row in servings_of(plan)] == before


def test_undo_removes_accepted_clashes(planner: Planner) -> None:
    plan = planner.lunches(6)
    item = Serving.objects.filter(plan=plan)[0].box_contents.lines.all()[0].item
    AcceptedDish.objects.create(
        plan=plan, item=item, clashes="milk", by=planner.actor, at=planner.now
    )
    undo(**current(plan.request, planner.actor, after(5, planner.now)))
    assert not AcceptedDish.objects.exists()


def test_undone_cancellation_restores_servings_and_pauses(planner: Planner) -> None:
    plan = planner.lunches(6)
    planner.do(plan, skip(plan, [day(9)], [LUNCH]))
    planner.do(plan, Pause(day(11), None, [LUNCH]))
    request, monday = plan.request, at("7 10:00")  # today's box counts for the kitchen
    follow_up(**current(request, planner.actor), on=day(20))
    before = servings_of(plan)
    cancel(**current(request, planner.actor, monday), reason="Mistaken")
    assert servings_of(plan) != before
    undo(**current(request, planner.actor, after(10, monday)))
    assert servings_of(plan) == before
    assert PausePeriod.objects.filter(plan=plan, undone_at=None).count() == 2
    plan.refresh_from_db()
    assert (plan.state, PlanChange.objects.get(action="cancel").undone_by) == (
        "paused",
        planner.actor,
    )
    request = read_again(request)
    assert (request.status, request.closed_at) == ("confirmed", None)
    assert request.follow_up_on == day(20)


def test_undone_reconfirmation_restores_the_delivered_servings(
    planner: Planner, meena: User
) -> None:
    plan = planner.lunches(6)
    request, friday = plan.request, at("8 10:00")
    Serving.objects.filter(plan=plan, date=day(7)).update(state=2)
    cancel(**current(request, planner.actor, friday), reason="Ill")
    reopen(**current(request, meena, friday), reason="Well")
    save_details(**current(request, meena, friday), start_date=day(14))
    before = servings_of(plan)
    planner.now = friday
    planner.confirm(request)
    assert servings_of(plan) != before
    undo(**current(request, planner.actor, after(1, friday)))
    assert servings_of(plan) == before
    plan.refresh_from_db()
    assert plan.state == "cancelled"


def test_undone_cancellation_keeps_a_plan_running_after_its_last_serving(planner: Planner) -> None:
    plan = planner.lunches(6)
    Serving.objects.filter(plan=plan).update(state=2)
    cancel(**current(plan.request, planner.actor), reason="Mistaken")
    undo(**current(plan.request, planner.actor))
    plan.refresh_from_db()
    assert plan.state == "running"


def test_undone_cancellation_restores_the_balance(send: Send, priya: User, meena: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    record_payment(
        **current(request, priya), paise=100_000, method=PaymentMethod.UPI, paid_on=TEN_AM.date()
    )
    cancel(**current(request, priya), reason="Mistaken", give_back=60_000)
    assert (Credit.objects.get().paise, RetainedAmount.objects.get().paise) == (60_000, 40_000)
    undo(**current(request, priya, after(3)))
    assert not RetainedAmount.objects.exists()
    assert not Credit.objects.exists()
    assert Debt.objects.get().paise == CHARGED - 100_000
    assert sum(request.ledger_entries.values_list("paise", flat=True)) == CHARGED
    # The amount retained by an earlier cancellation stays.
    cancel(**current(request, priya, after(4)), reason="Off", give_back=70_000)
    reopen(**current(request, meena, after(5)), reason="On")
    cancel(**current(request, priya, after(6)), reason="Mistaken", give_back=0)
    undo(**current(request, priya, after(7)))
    assert RetainedAmount.objects.get().paise == 30_000
    assert overpaid(read_again(request), money(read_again(request))) == 0


def test_undone_completion_restores_the_appointment(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send, Kind.APPOINTMENT), priya)
    confirm(**current(request, priya))
    slot, later = AppointmentSlot.objects.get(), TEN_AM + timedelta(days=2)
    complete(**current(request, priya, later))
    undo(**current(request, priya, after(1, later)))
    slot.refresh_from_db()
    assert (read_again(request).status, slot.state) == ("confirmed", "agreed")


def test_undo_is_rejected_when_the_slot_is_taken(send: Send, priya: User) -> None:
    request, other = (
        make_confirmable(make_request(send, Kind.APPOINTMENT), priya),
        make_request(send, Kind.APPOINTMENT),
    )
    cancel(**current(request, priya), reason="Mistaken")
    slot = AppointmentSlot.objects.get()
    book(
        **current(other, priya), doctor=slot.doctor, starts_at=slot.starts_at, minutes=slot.minutes
    )
    assert refusal(request, priya, after(1)) == "The doctor is booked at that time."
    assert read_again(request).status == "cancelled"


def test_undo_keeps_later_notes_and_payments(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    add_note(**current(request, priya, after(1)), text="Likes it mild")
    record_payment(
        **current(request, priya, after(2)),
        paise=500,
        method=PaymentMethod.UPI,
        paid_on=TEN_AM.date(),
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
def test_undo_expires_after_15_minutes(
    send: Send, priya: User, meena: User, step: Callable[..., None], instead: str
) -> None:
    request = make_confirmable(make_request(send), priya)
    step(request, priya)
    for person in (priya, meena):
        assert refusal(request, person, after(15)) == f"The 15 minutes are over: {instead}."


def test_undo_is_allowed_to_its_actor_and_the_owner(
    send: Send, priya: User, arjun: User, meena: User
) -> None:
    request = make_confirmable(make_request(send), priya)
    confirm(**current(request, priya))
    assert refusal(request, arjun, after(1)) == (
        "Only the owner, or the colleague who did it, can undo it."
    )
    undo(**current(request, meena, after(2)))
    assert read_again(request).status == "new"


def test_undo_without_a_pending_step_is_rejected(send: Send, priya: User, meena: User) -> None:
    request = make_confirmable(make_request(send), priya)
    assert refusal(request, priya, TEN_AM) == "There is nothing to undo."
    confirm(**current(request, priya))
    with pytest.raises(StaleError):
        undo(**{**current(request, priya), "version": 1})
    undo(**current(request, priya))
    assert refusal(request, priya, TEN_AM) == "There is nothing to undo."
    cancel(**current(request, priya), reason="Off")
    reopen(**current(request, meena), reason="On")
    assert refusal(request, priya, TEN_AM) == "There is nothing to undo."


def test_undo_is_rejected_after_a_refund(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    record_payment(
        **current(request, priya), paise=500, method=PaymentMethod.CASH, paid_on=TEN_AM.date()
    )
    cancel(**current(request, priya), reason="Mistaken")
    given: dict[str, Any] = {"method": PaymentMethod.CASH, "given_on": TEN_AM.date()}
    record_refund(**current(request, priya, after(1)), paise=500, **given)
    assert refusal(request, priya, after(2)) == ("A refund was recorded since: undo that first.")


def test_undo_is_rejected_after_the_cut_off(planner: Planner) -> None:
    """The cut-off at 18:00 fixes whether tomorrow's serving is cooked."""
    came, went = planner.lunches(6), planner.lunches(6)
    priya, before, later = planner.actor, at("6 17:55"), at("6 18:05")
    undo(**current(came.request, priya, planner.now))
    confirm(**current(came.request, priya, before))
    cancel(**current(went.request, priya, before), reason="Mistaken")
    before_cut_off = servings_of(came), servings_of(went)
    take_due_snapshots(later)
    assert refusal(came.request, priya, later) == (
        "It is too late to undo this: the cut-off for Mon 7 Dec has passed."
    )
    assert refusal(went.request, priya, later) == (
        "The box of Mon 7 Dec cannot go back: the cut-off for Mon 7 Dec has passed."
    )
    activate_due(later)
    assert refusal(came.request, priya, later) == ("The cut-off has passed: cancel it instead.")
    assert (servings_of(came), servings_of(went)) == before_cut_off


def test_undo_is_rejected_after_schedule_changes(planner: Planner, meena: User) -> None:
    skipped, off = planner.lunches(6), planner.lunches(6)
    planner.do(skipped, skip(skipped, [day(9)], [LUNCH]), after(1, planner.now))
    assert refusal(skipped.request, planner.actor, after(2, planner.now)) == (
        "The box of Mon 14 Dec has changed again since: undo that first."
    )
    cancel(**current(off.request, planner.actor, planner.now), reason="Mistaken")
    close_day(day=day(8), meal=0, reason="Rain", actor=meena, now=planner.now)
    assert refusal(off.request, planner.actor, after(2, planner.now)) == (
        "The box of Tue 8 Dec cannot go back: the kitchen is closed on Tue 8 Dec."
    )


def test_undo_withdraws_the_held_mail(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    made = send_message(request, priya, after(4))
    assert (made.held_until, OutboxEntry.objects.get().due_at) == (after(15), after(15))
    assert not queue.has_due(after(14))
    undo(**current(request, priya, after(14)))
    made.refresh_from_db()
    assert (made.withdrawn_at, OutboxEntry.objects.count()) == (after(14), 0)
    assert not send_now(reference=request.reference, message=made.pk, actor=priya, now=after(14.5))
    # After the undo, a question is sent without delay.
    assert send_message(request, priya, after(14.6), Template.QUESTION).held_until is None


def test_held_mail_is_sent_when_undo_expires(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    send_message(request, priya, after(4))
    assert [each.reference for each in queue.claim(after(15))] == [request.reference]
    assert send_message(request, priya, after(16)).held_until is None


def test_undo_is_rejected_after_sending_the_mail_now(send: Send, priya: User, meena: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    arguments: dict[str, Any] = {"reference": request.reference, "actor": priya}
    made = send_message(request, priya, after(1))
    assert send_now(**arguments, message=made.pk, now=after(2))
    assert not send_now(**arguments, message=made.pk, now=after(2))
    assert not send_now(**{**arguments, "reference": "OT-XXXXXXX"}, message=made.pk, now=after(2))
    assert queue.has_due(after(2))
    gone = "The customer has already been told: it can no longer be undone."
    assert refusal(request, priya, after(3)) == gone
    assert refusal(request, meena, after(3)) == gone
    assert send_message(request, priya, after(4)).held_until is None
    assert AuditEntry.objects.filter(action="mail.now", actor=priya).count() == 1


def test_undo_is_rejected_after_a_whatsapp_message(send: Send, priya: User) -> None:
    request = make_confirmable(make_request(send), priya)
    send_message(
        request, priya, after(-1), Template.QUESTION, Channel.WHATSAPP
    )  # sent before the confirmation
    confirm(**current(request, priya))
    send_message(request, priya, after(1), channel=Channel.WHATSAPP)
    assert refusal(request, priya, after(3)).startswith("The customer has already been told")


def test_cancelling_withdraws_the_held_confirmation(send: Send, priya: User, meena: User) -> None:
    request = make_confirmable(make_request(send), priya)
    OutboxEntry.objects.all().delete()
    confirm(**current(request, priya))
    send_message(request, priya, after(1))
    cancel(**current(request, priya, after(5)), reason="Off")
    assert not OutboxEntry.objects.exists()
    send_message(request, priya, after(6), Template.CANCELLED)
    assert OutboxEntry.objects.get().due_at == after(20)
    reopen(**current(request, meena, after(7)), reason="On")
    assert Message.objects.filter(withdrawn_at=None).count() == 0


def test_automatic_completion_cannot_be_undone(planner: Planner, meena: User) -> None:
    request = planner.lunches(6).request
    with_server: dict[str, Any] = {"status": {"was": "active", "now": "completed"}}
    Request.objects.filter(pk=request.pk).update(status="completed")
    AuditEntry.objects.create(
        at=planner.now, action="request.complete", reference=request.reference, data=with_server
    )
    assert refusal(request, meena, planner.now) == "There is nothing to undo."
    assert send_message(request, meena, after(1, planner.now)).held_until is None


def test_undo_is_rejected_after_erasure(send: Send, meena: User) -> None:
    request = make_confirmable(make_request(send), meena)
    cancel(**current(request, meena), reason="Off")
    Request.objects.filter(pk=request.pk).update(erased_at=TEN_AM)
    assert refusal(request, meena, after(1)) == (
        "The customer's data has been erased: nothing can be changed any more."
    )


def test_test_dates_precede_all_plans() -> None:
    assert TEN_AM.date() < date(2026, 11, 30)
