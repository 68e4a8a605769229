"""What riders record at the door: by a form of one stop, or as JSON the taps that a phone has queued."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.runs.forms import CashForm, OutcomeForm
from oottam.backoffice.runs.rider_views import (
    load_allowed_run,
    may_see,
    milliseconds,
    rider_history,
)
from oottam.backoffice.shared.decorators import StaffRequest, staff_action
from oottam.backoffice.shared.errors import errors_as_messages
from oottam.backoffice.shared.fields import parse_json
from oottam.core.days import parse_moment
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.core.strict_json import BadJsonError, check_texts
from oottam.delivery.models import Outcome, Run
from oottam.delivery.services import cash, outcomes
from oottam.delivery.services.history import MAX_AGE, History
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.workflow.models import Payment, PaymentMethod

MAX_KEYS = 50  # a stop has fewer boxes


def record_stop_outcomes(
    values: Mapping[str, Any], *, day: date, meal: int, actor: User, history: History | None = None
) -> str:
    """Return the message for the user; `values` is the cleaned data of OutcomeForm. Raises DomainError."""
    now = timezone.now()
    events = [
        DeliveryEvent(
            key=f"{values['tap']}-{serving_id}",
            serving_id=serving_id,
            outcome=Outcome(values["outcome"]),
            tapped_at=now,
            reason=values["reason"] if values["outcome"] == Outcome.FAILED else "",
            words=values["words"],
        )
        for serving_id in values["servings"]
    ]
    results = outcomes.record_outcomes(
        events=events, day=day, meal=meal, actor=actor, now=now, history=history
    ).values()
    refused = [result for result in results if isinstance(result, str)]
    uncounted = [result.uncounted for result in results if not isinstance(result, str)]
    problems = [*refused, *filter(None, uncounted)]
    if problems:
        raise DomainError(problems[0])
    return str(Outcome(values["outcome"]).label) + "."


def undo_keys(
    keys: Sequence[str], *, day: date, meal: int, actor: User, history: History | None = None
) -> None:
    """Undo all; raises DomainError for the first one that cannot be undone."""
    now = timezone.now()
    for key in keys[:MAX_KEYS]:
        outcomes.undo(
            key=key, day=day, meal=meal, actor=actor, now=now, history=history, tapped_at=now
        )


MAX_TAPS = 200  # per request; a phone with more sends several
NO_TIME = timedelta(0)
UNREADABLE = "This tap cannot be read."
# The tokens that separate the elements of a list; a text is one token.
_PIECES = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},]')
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}


@staff_action(Permission.DELIVER)
def record_outcome(request: StaffRequest, run_id: int) -> HttpResponse:
    """Record the outcome of a stop's boxes."""
    run = load_allowed_run(request, run_id, also_former=True)
    form = OutcomeForm(request.POST)
    with errors_as_messages(request):
        form.require_valid()
        record_stop_outcomes(
            form.cleaned_data, day=run.date, meal=run.meal, actor=request.user,
            history=rider_history(request, run),
        )  # fmt: skip
    return _back(request, run)


@staff_action(Permission.DELIVER)
def undo(request: StaffRequest, run_id: int) -> HttpResponse:
    """Undo the outcomes of the posted keys."""
    run = load_allowed_run(request, run_id, also_former=True)
    with errors_as_messages(request):
        undo_keys(
            request.POST.get("keys", "").split(), day=run.date, meal=run.meal, actor=request.user,
            history=rider_history(request, run),
        )  # fmt: skip
    return _back(request, run)


@staff_action(Permission.DELIVER)
def record_cash(request: StaffRequest, run_id: int) -> HttpResponse:
    """Record a payment received at the door."""
    run = load_allowed_run(request, run_id, also_former=True)
    form = CashForm(request.POST)
    with errors_as_messages(request):
        form.require_valid()
        values = form.cleaned_data
        due = cash.find_exceeded_due(run=run, reference=values["reference"], paise=values["rupees"])
        if due and values["confirmed"] != values["rupees"]:
            context = {"title": "Check the amount", "run": run, "due": due, "values": values}
            return render(request, "backoffice/runs/confirm_cash.html", context, status=422)
        payment = cash.record_cash(
            run=run, reference=values["reference"], paise=values["rupees"], key=values["tap"],
            actor=request.user, now=timezone.now(), method=PaymentMethod(values["method"] or PaymentMethod.CASH),
            history=rider_history(request, run), tapped_at=timezone.now(),
        )  # fmt: skip
        amount = short_rupees(payment.paise)
        how = "by UPI" if payment.method == PaymentMethod.UPI else "in cash"
        messages.success(request, f"{amount} {how} recorded for {values['reference']}.")
        notice = cash.overpayment_message(payment)
        if notice:
            messages.warning(request, f"{notice} Call the desk.")
    return _back(request, run)


@staff_action(Permission.DELIVER)
def undo_cash(request: StaffRequest, payment_id: int) -> HttpResponse:
    """Undo a rider's own payment."""
    with errors_as_messages(request):
        cash.undo_cash(payment_id=payment_id, actor=request.user, now=timezone.now())
        messages.success(request, "Undone. If you did receive money, record it again.")
    return redirect("backoffice:own-runs")


def _back(request: StaffRequest, run: Run) -> HttpResponse:
    """Redirect to the run, or to the rider's runs if the run was reassigned."""
    if may_see(request, run):
        return redirect("backoffice:run", run.pk)
    return redirect("backoffice:own-runs")


@staff_action(Permission.DELIVER)
def record_taps(request: StaffRequest, run_id: int) -> HttpResponse:
    """Record taps in order; each result, by the tap's key, is the box's state or the message of its refusal."""
    run = load_allowed_run(request, run_id, also_former=True)
    sent = _parse_taps(request.body)
    if sent is None:
        return JsonResponse({"message": "Send a list of taps."}, status=400)
    tapped_by = {_text(event, "by") for event in sent if isinstance(event, dict)}
    if tapped_by - {"", request.user.get_username()}:
        # Two riders share the phone: it queues these taps until their rider logs in again.
        return JsonResponse({"message": "Someone else tapped these."}, status=403)
    history = rider_history(request, run)
    context = {"actor": request.user, "now": timezone.now(), "history": history}
    sent_at = parse_moment(request.headers.get("Phone-Time", ""))
    results = [_respond(event, run, context, sent_at) for event in sent]
    return JsonResponse({"taps": results, "asOf": milliseconds(timezone.now())})


def _parse_taps(body: bytes) -> list[Any] | None:
    """Parse the taps, None for each unreadable one; return None unless it is a list of at most MAX_TAPS."""
    text = body.decode(
        errors="surrogateescape"
    ).strip()  # half a character makes only its tap unreadable
    sent = parse_json(text)
    if sent is None and text.startswith("[") and text.endswith("]"):
        sent = _parse_elements(text)
    return sent if isinstance(sent, list) and len(sent) <= MAX_TAPS else None


def _parse_elements(text: str) -> list[Any] | None:
    """Parse each element of the list separately; None where its brackets do not match."""
    depth, begin = 0, 1
    result: list[Any] = []
    for piece in _PIECES.finditer(text):
        depth += _DEPTHS.get(piece[0], 0)
        if depth == 0 or (depth == 1 and piece[0] == ","):
            result.append(parse_json(text[begin : piece.start()]))
            begin = piece.end()
        if depth == 0:
            break
    return result if depth == 0 and begin == len(text) else None


def _respond(
    sent: Any, run: Run, context: dict[str, Any], sent_at: datetime | None
) -> dict[str, Any]:
    """Record one tap; an unreadable or refused one does not stop the others."""
    key = _text(sent, "key") if isinstance(sent, dict) else ""
    try:
        return {"key": key, **_apply(sent, key, run, context, sent_at)}
    except DomainError as error:
        return {"key": key, "refused": str(error)}


def _apply(
    sent: Any, key: str, run: Run, context: dict[str, Any], sent_at: datetime | None
) -> dict[str, str]:
    if not isinstance(sent, dict):
        raise DomainError(UNREADABLE)
    try:
        check_texts(sent)
    except BadJsonError:
        raise DomainError(UNREADABLE) from None
    tapped_at = _moment(sent)
    if tapped_at is not None:
        tapped_at = _correct_clock(tapped_at, sent_at, context["now"])
    if sent.get("outcome") == "cash":
        payment = _record_cash(sent, key, run, {**context, "tapped_at": tapped_at})
        return {"state": "cash", "uncounted": "", "notice": cash.overpayment_message(payment)}
    if sent.get("outcome") == "undo":
        result = outcomes.undo(key=key, day=run.date, meal=run.meal, tapped_at=tapped_at, **context)
    else:
        event = _delivery_event(sent, key, tapped_at)
        result = outcomes.record_outcome(event=event, day=run.date, meal=run.meal, **context)
    return {"state": result.state.name.lower(), "uncounted": result.uncounted}


def _record_cash(sent: dict[str, Any], key: str, run: Run, context: dict[str, Any]) -> Payment:
    paise = sent.get("paise")
    if not isinstance(paise, int) or isinstance(paise, bool):
        raise DomainError(UNREADABLE)
    method = sent.get("method", PaymentMethod.CASH.value)
    if method not in (PaymentMethod.CASH.value, PaymentMethod.UPI.value):
        raise DomainError(UNREADABLE)
    return cash.record_cash(
        run=run,
        reference=_text(sent, "reference"),
        paise=paise,
        key=key,
        method=PaymentMethod(method),
        **context,
    )


def _delivery_event(sent: dict[str, Any], key: str, tapped_at: datetime | None) -> DeliveryEvent:
    serving_id, outcome = sent.get("serving"), sent.get("outcome")
    is_number = (
        isinstance(serving_id, int) and not isinstance(serving_id, bool) and 0 < serving_id < 2**63
    )
    if not is_number or outcome not in Outcome.values:
        raise DomainError(UNREADABLE)
    assert isinstance(serving_id, int)  # noqa: S101 - checked by is_number
    return DeliveryEvent(
        key=key,
        serving_id=serving_id,
        outcome=Outcome(outcome),
        tapped_at=tapped_at,
        reason=_text(sent, "reason"),
        words=_text(sent, "words"),
    )


def _text(sent: dict[str, Any], name: str) -> str:
    """Return a text of a tap; "" for anything else."""
    value = sent.get(name)
    return value if isinstance(value, str) else ""


def _moment(sent: dict[str, Any]) -> datetime | None:
    """Return the phone's time of the tap; None without one. Raises DomainError for an invalid one."""
    at = sent.get("at")
    if at is None:
        return None
    moment = parse_moment(at) if isinstance(at, str) else None
    if moment is None:
        raise DomainError(UNREADABLE)
    return moment


def _correct_clock(tapped_at: datetime, sent_at: datetime | None, now: datetime) -> datetime:
    """Correct the phone's clock by its error at the time of sending."""
    ago = sent_at - tapped_at if sent_at else None
    return now - ago if ago is not None and NO_TIME <= ago <= MAX_AGE + ONE_DAY else tapped_at
