"""What is posted to a request: a form is read, the service does it, and the page is shown again."""

from collections.abc import Callable, Set
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.layout.decorators import StaffRequest, staff_action
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import forms, queries
from oottam.backoffice.request.action_view import apply_action
from oottam.backoffice.request.answers import answers_form, answers_to
from oottam.backoffice.request.appointment_slots import taken_on
from oottam.backoffice.request.schedule import outlook
from oottam.backoffice.request.sending import will_be_sent
from oottam.backoffice.request.unbound_forms import facts_form
from oottam.billing import balances, payments, refunds
from oottam.core.direction import isolate
from oottam.core.errors import DomainError, StaleError
from oottam.core.money import short_rupees
from oottam.kitchen.services.dietary_checks import check_request
from oottam.requests.models import Kind, Request
from oottam.workflow.models import PaymentMethod, SlotState
from oottam.workflow.services import (
    appointments,
    customer_answers,
    details,
    duplicates,
    event_details,
    known_people,
    notes,
    resend,
    transitions,
    undo_transition,
)
from oottam.workflow.services.checklist import missing
from oottam.workflow.services.duplicates import of_the_same_person
from oottam.workflow.services.messages import confirmation_due

CONFIRMED = "Confirmed."


@staff_action(Permission.WORK_REQUESTS)
def confirm(request: StaffRequest, reference: str) -> HttpResponse:
    """It is agreed with the customer."""
    form = _confirm_form(request, reference)
    return apply_action(request, reference, form, _confirming(form), CONFIRMED, tells=_when_mailed)


def _confirm_form(request: StaffRequest, reference: str) -> forms.ConfirmForm:
    """As it was posted."""
    asked_for = queries.one(reference)
    return forms.ConfirmForm(request.POST, food=check_request(asked_for), email=asked_for.email)


def _confirming(form: forms.ConfirmForm) -> Callable[..., Request]:
    """The step, with what the form says."""

    def apply(**told: Any) -> Request:
        mail = form.cleaned_data.get("mail", False)
        return transitions.confirm(accepted=form.accepted(), mail=mail, **told)

    return apply


def _when_mailed(confirmed: Request) -> str:
    """When the confirmation is sent; "" where none was written."""
    due = confirmation_due(confirmed, timezone.now())
    return will_be_sent(due) if due else ""


def _confirm_too(request: StaffRequest) -> Callable[[Request], None]:
    """Confirms a request whose details were saved by the same press, where that was asked for; else says why not."""

    def then(saved: Request) -> None:
        if request.POST.get("then") != "confirm":
            return
        found, now = queries.one(saved.reference), timezone.now()
        ahead = outlook(found, now, [item.field for item in missing(found)])
        if ahead and ahead.note:
            messages.warning(request, f"Not confirmed yet. {ahead.note}")
            return
        form = _confirm_form(request, saved.reference)
        if not form.is_valid():
            messages.error(request, f"Not confirmed yet. {form.first_error()}")
            return
        try:
            confirmed = _confirming(form)(
                reference=saved.reference,
                version=saved.version,
                actor=request.user,
                now=now,
            )
        except (DomainError, StaleError) as error:
            messages.error(request, f"Not confirmed yet. {error}")
        else:
            messages.success(request, f"{CONFIRMED} {_when_mailed(confirmed)}".rstrip())

    return then


@staff_action(Permission.WORK_REQUESTS)
def complete(request: StaffRequest, reference: str) -> HttpResponse:
    """Nothing is left to do."""
    return apply_action(
        request, reference, forms.CompleteForm(request.POST), transitions.complete, "Completed."
    )


@staff_action(Permission.WORK_REQUESTS)
def cancel(request: StaffRequest, reference: str) -> HttpResponse:
    """It is off."""
    form = forms.CancelForm(request.POST)
    said = "Cancelled. The owner can reopen it."
    return apply_action(
        request,
        reference,
        form,
        lambda **told: transitions.cancel(**form.cleaned_data, **told),
        said,
        tells=_to_give_back,
    )


def _to_give_back(cancelled: Request) -> str:
    """What is to be given back of it; "" where nothing is."""
    paise = balances.overpaid(cancelled, balances.balance(cancelled))
    return f"{short_rupees(paise)} is to be refunded." if paise else ""


@staff_action(Permission.WORK_REQUESTS)
def take_back(request: StaffRequest, reference: str) -> HttpResponse:
    """The last step was a mistake."""
    form = forms.TakeBackForm(request.POST)
    said = "Undone: it is as it was before."
    return apply_action(request, reference, form, undo_transition.undo, said, tells=_withdrawn)


def _withdrawn(mails: int) -> str:
    """That they are not sent; "" where none waited."""
    if not mails:
        return ""
    return "The mail was withdrawn." if mails == 1 else f"{mails} mails were withdrawn."


@staff_action(Permission.REOPEN)
def reopen(request: StaffRequest, reference: str) -> HttpResponse:
    """It is worked again."""
    form = forms.ReopenForm(request.POST)
    return apply_action(
        request,
        reference,
        form,
        lambda **told: transitions.reopen(reason=form.cleaned_data["reason"], **told),
        "Reopened as new.",
    )


@staff_action(Permission.WORK_REQUESTS)
def assign(request: StaffRequest, reference: str) -> HttpResponse:
    """It is somebody's to work, or nobody's."""
    working = {str(one.pk): one for one in colleagues()}
    form = forms.AssignForm(request.POST, colleagues=working.values())

    def doing(**told: Any) -> None:
        transitions.assign(assignee=working.get(form.cleaned_data["assignee"]), **told)

    whose = working.get(request.POST.get("assignee", ""))
    said = f"{isolate(whose.get_username())} is assigned." if whose else "Unassigned."
    return apply_action(request, reference, form, doing, said)


@staff_action(Permission.WORK_REQUESTS)
def follow_up(request: StaffRequest, reference: str) -> HttpResponse:
    """Somebody comes back to it on a day."""
    form = forms.FollowUpForm(request.POST)
    said = "You will see it again on that day." if request.POST.get("on") else "Follow-up removed."
    return apply_action(
        request,
        reference,
        form,
        lambda **told: transitions.follow_up(on=form.cleaned_data["on"], **told),
        said,
    )


@staff_action(Permission.WORK_REQUESTS)
def fulfilment(request: StaffRequest, reference: str) -> HttpResponse:
    """What kitchen and riders need."""
    asked_for = _one_of(reference, details.MEAL_KINDS)
    form = facts_form(asked_for, request.POST)
    return apply_action(
        request,
        reference,
        form,
        lambda **told: details.save_details(**form.changed(), **told),
        "Details saved.",
        then=_confirm_too(request),
    )


@staff_action(Permission.WORK_REQUESTS)
def take_answers(request: StaffRequest, reference: str) -> HttpResponse:
    """What the customer answered becomes what is saved."""
    asked_for = _one_of(reference, details.MEAL_KINDS)
    form = answers_form(asked_for, answers_to(asked_for), request.POST)
    if form is None:  # used by a colleague, or of a request that is not new any more
        messages.info(request, "There is no answer left to use.")
        return redirect("backoffice:request", reference)

    def apply(**told: Any) -> None:
        given = form.cleaned_data
        customer_answers.apply_answers(names=given["take"], zone_ok=given.get("zone_ok"), **told)

    return apply_action(request, reference, form, apply, "The customer's answers are saved.")


@staff_action(Permission.WORK_REQUESTS)
def event(request: StaffRequest, reference: str) -> HttpResponse:
    """When and where an event is."""
    asked_for = _one_of(reference, {Kind.EVENT})
    form = forms.EventForm(
        request.POST,
        details=details.event_of(asked_for),
        fulfilment=details.details_of(asked_for),
    )
    return apply_action(
        request,
        reference,
        form,
        lambda **told: event_details.save_event(**form.cleaned_data, **told),
        "Event saved.",
        then=_confirm_too(request),
    )


@staff_action(Permission.WORK_REQUESTS)
def slot(request: StaffRequest, reference: str) -> HttpResponse:
    """A doctor's time is agreed."""
    asked_for = _one_of(reference, {Kind.APPOINTMENT})
    form = forms.SlotForm(request.POST)
    form.is_valid()
    day, doctor = (form.cleaned_data.get(name) for name in ("date", "doctor"))
    if day and doctor:
        form.tell(taken_on(day, but=asked_for, doctor=doctor))

    def doing(**told: Any) -> None:
        given = form.cleaned_data
        starts_at = timezone.make_aware(datetime.combine(given["date"], given["time"]))
        appointments.book(
            doctor=given["doctor"], starts_at=starts_at, minutes=given["minutes"], **told
        )

    return apply_action(request, reference, form, doing, "The time is booked.")


@staff_action(Permission.WORK_REQUESTS)
def settle_slot(request: StaffRequest, reference: str) -> HttpResponse:
    """What became of that time."""
    _one_of(reference, {Kind.APPOINTMENT})
    form = forms.SettleSlotForm(request.POST)
    said = {
        SlotState.DONE: "Recorded: took place.",
        SlotState.MISSED: "Recorded: no-show.",
        SlotState.CANCELLED: "The time is released.",
    }
    state = request.POST.get("state", "")
    return apply_action(
        request,
        reference,
        form,
        lambda **told: appointments.settle_slot(
            state=SlotState(form.cleaned_data["state"]), **told
        ),
        said.get(SlotState(state), "") if state in SlotState.values else "",
    )


@staff_action(Permission.WORK_REQUESTS)
def price(request: StaffRequest, reference: str) -> HttpResponse:
    """What it costs, where our menus have no price."""
    _one_of(reference, set(Kind) - details.ORDERS)
    form = forms.PriceForm(request.POST)
    return apply_action(
        request, reference, form,
        lambda **told: details.save_details(**form.cleaned_data, **told),
        "Price saved.",
    )  # fmt: skip


@staff_action(Permission.WORK_REQUESTS)
def adjust(request: StaffRequest, reference: str) -> HttpResponse:
    """Something is taken off the price or added to it."""
    form = forms.AdjustForm(request.POST)
    return apply_action(
        request,
        reference,
        form,
        lambda **told: payments.adjust(
            paise=form.paise(), reason=form.cleaned_data["reason"], **told
        ),
        "Price adjusted.",
    )


@staff_action(Permission.WORK_REQUESTS)
def undo_price(request: StaffRequest, reference: str) -> HttpResponse:
    """It had been typed wrongly."""
    form = forms.UndoPriceForm(request.POST, row=_row(request, "adjustment"))

    def doing(**told: Any) -> None:
        number = form.cleaned_data["adjustment"]
        if number is None:
            details.undo_agreed_price(**told)
        else:
            payments.undo_adjustment(adjustment=number, **told)

    return apply_action(request, reference, form, doing, "The price is as it was before.")


@staff_action(Permission.WORK_REQUESTS)
def payment(request: StaffRequest, reference: str) -> HttpResponse:
    """Money came."""
    form = forms.PaymentForm(request.POST)

    def doing(**told: Any) -> None:
        given = form.cleaned_data
        payments.record_payment(
            paise=given["rupees"],
            method=PaymentMethod(given["method"]),
            paid_on=given["paid_on"],
            bank_reference=given["bank_reference"],
            beyond=given["beyond"] or 0,
            **told,
        )
        request.session[forms.LAST_METHOD] = given["method"]

    return apply_action(request, reference, form, doing, "Payment recorded.")


@staff_action(Permission.WORK_REQUESTS)
def refund(request: StaffRequest, reference: str) -> HttpResponse:
    """Money was given back."""
    form = forms.RefundForm(request.POST)

    def doing(**told: Any) -> None:
        given = form.cleaned_data
        refunds.record_refund(
            paise=given["rupees"] or 0,
            method=PaymentMethod(given["method"]),
            given_on=given["refunded_on"],
            bank_reference=given["refund_reference"],
            is_all=given["is_all"],
            **told,
        )

    return apply_action(request, reference, form, doing, "Recorded.")


@staff_action(Permission.WORK_REQUESTS)
def undo_refund(request: StaffRequest, reference: str) -> HttpResponse:
    """It had been noted by mistake."""
    form = forms.UndoRefundForm(request.POST, row=_row(request, "refund"))
    return apply_action(
        request,
        reference,
        form,
        lambda **told: refunds.undo_refund(**form.cleaned_data, **told),
        "Undone; it stays in the list, struck through.",
    )


@staff_action(Permission.WORK_REQUESTS)
def undo_payment(request: StaffRequest, reference: str) -> HttpResponse:
    """It had been noted by mistake."""
    form = forms.UndoPaymentForm(request.POST, row=_row(request, "payment"))
    return apply_action(
        request,
        reference,
        form,
        lambda **told: payments.undo_payment(**form.cleaned_data, **told),
        "Payment undone; it stays in the list, struck through.",
    )


@staff_action(Permission.WORK_REQUESTS)
def note(request: StaffRequest, reference: str) -> HttpResponse:
    """Something for colleagues to know."""
    form = forms.NoteForm(request.POST)
    return apply_action(
        request,
        reference,
        form,
        lambda **told: notes.add_note(text=form.cleaned_data["text"], **told),
        "Recorded.",
    )


@staff_action(Permission.WORK_REQUESTS)
def merge(request: StaffRequest, reference: str) -> HttpResponse:
    """It is a double of another one, which is worked."""
    form = forms.MergeForm(request.POST, row=_row(request, "into"))
    return apply_action(
        request,
        reference,
        form,
        lambda **told: duplicates.merge(into=form.cleaned_data["into"], **told),
        "Merged. Both are kept, and can be unmerged.",
    )


@staff_action(Permission.WORK_REQUESTS)
def carry(request: StaffRequest, reference: str) -> HttpResponse:
    """What is known of the person from another request is filled in."""
    form = forms.CarryForm(request.POST, row=_row(request, "source"))

    def doing(**told: Any) -> None:
        source = Request.objects.select_related("fulfilment").filter(
            reference=form.cleaned_data["source"]
        )
        known_people.carry_over(
            source=_of_the_number(queries.one(reference), source.first()), **told
        )

    said = "Filled in. Check with the customer."
    return apply_action(request, reference, form, doing, said)


def _of_the_number(asked_for: Request, source: Request | None) -> Request:
    """The other request; raises Http404 for one of somebody else."""
    if source is None or not of_the_same_person(asked_for).filter(pk=source.pk).exists():
        raise Http404
    return source


@staff_action(Permission.WORK_REQUESTS)
def unmerge(request: StaffRequest, reference: str) -> HttpResponse:
    """It was no double, and is worked by itself again."""
    said = "Unmerged. Each is handled on its own again."
    return apply_action(
        request, reference, forms.UnmergeForm(request.POST), duplicates.unmerge, said
    )


@staff_action(Permission.WORK_REQUESTS)
def resend_mails(request: StaffRequest, reference: str) -> HttpResponse:
    """One of its mails goes out once more; the request itself stays as it is, so no version is asked for."""
    number = parse_pk(request.POST.get("mail", ""))
    if number is None or not queries.has_mail(reference, number):
        raise Http404
    sent = resend.resend(mails=[number], actor=request.user, now=timezone.now())
    if sent.again:
        messages.success(request, "It will be sent again.")
    else:
        messages.info(request, "It is waiting to be sent: that happens automatically.")
    return redirect("backoffice:request", reference)


def _one_of(reference: str, kinds: Set[Kind]) -> Request:
    """The request; raises Http404 where it is of none of these kinds: its page has no such form."""
    found = queries.one(reference)
    if found.kind not in kinds:
        raise Http404
    return found


def _row(request: StaffRequest, name: str) -> str:
    """Which row a form belongs to, for its ids."""
    written = request.POST.get(name, "")
    return written if written.replace("-", "").isalnum() else ""
