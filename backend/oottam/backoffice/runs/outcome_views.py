"""What is pressed at the door: a form of one stop, or taps that a phone has kept, as JSON."""

import json
import re
from datetime import datetime, timedelta
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action
from oottam.backoffice.runs.forms import CashForm, OutcomeForm
from oottam.backoffice.runs.island import milliseconds
from oottam.backoffice.runs.rider_views import allowed_run, may_see, rider_history
from oottam.backoffice.runs.telling import tell_stop, undo_keys
from oottam.core.days import parse_moment
from oottam.core.errors import DomainError
from oottam.core.money import short_rupees
from oottam.core.strict_json import BadJsonError, check_texts
from oottam.delivery.models import Outcome, Run
from oottam.delivery.services import cash, outcomes
from oottam.delivery.services.history import MAX_AGE
from oottam.delivery.services.outcomes import DeliveryEvent
from oottam.plans.domain.calendar import ONE_DAY
from oottam.workflow.models import Payment, PaymentMethod

MAX_TAPS = 200  # at once; a phone that has more sends them in turns
NO_TIME = timedelta(0)
UNREADABLE = "This tap cannot be read."
# What parts the elements of a list: texts are looked at whole.
_PIECES = re.compile(r'"(?:[^"\\]++|\\.)*+"|[\[\]{},]')
_DEPTHS = {"[": 1, "{": 1, "]": -1, "}": -1}


@staff_action(Permission.DELIVER)
def record_outcome(request: StaffRequest, run: int) -> HttpResponse:
    """What became of a stop's boxes."""
    ridden = allowed_run(request, run, also_former=True)
    form = OutcomeForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.first_error())
        return _back(request, ridden)
    try:
        sent = form.cleaned_data
        tell_stop(
            sent, day=ridden.date, meal=ridden.meal, actor=request.user,
            history=rider_history(request, ridden),
        )  # fmt: skip
    except DomainError as error:
        messages.error(request, str(error))
    return _back(request, ridden)


@staff_action(Permission.DELIVER)
def undo(request: StaffRequest, run: int) -> HttpResponse:
    """It was not so."""
    ridden = allowed_run(request, run, also_former=True)
    keys = request.POST.get("keys", "").split()
    try:
        undo_keys(
            keys, day=ridden.date, meal=ridden.meal, actor=request.user,
            history=rider_history(request, ridden),
        )  # fmt: skip
    except DomainError as error:
        messages.error(request, str(error))
    return _back(request, ridden)


@staff_action(Permission.DELIVER)
def take_cash(request: StaffRequest, run: int) -> HttpResponse:
    """Money that somebody gave at the door."""
    ridden = allowed_run(request, run, also_former=True)
    form = CashForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.first_error())
        return _back(request, ridden)
    sent = form.cleaned_data
    try:
        payment = cash.record_cash(
            run=ridden, reference=sent["reference"], paise=sent["rupees"], key=sent["tap"],
            actor=request.user, now=timezone.now(), method=PaymentMethod(sent["method"] or PaymentMethod.CASH),
            history=rider_history(request, ridden), tapped_at=timezone.now(),
        )  # fmt: skip
    except DomainError as error:
        messages.error(request, str(error))
    else:
        amount = short_rupees(payment.paise)
        how = "by UPI" if payment.method == PaymentMethod.UPI else "in cash"
        messages.success(request, f"{amount} {how} recorded for {sent['reference']}.")
        notice = cash.overpayment_message(payment)
        if notice:
            messages.warning(request, f"{notice} Call the desk.")
    return _back(request, ridden)


@staff_action(Permission.DELIVER)
def undo_cash(request: StaffRequest, payment: int) -> HttpResponse:
    """It was typed wrongly."""
    try:
        cash.undo_cash(payment=payment, actor=request.user, now=timezone.now())
    except DomainError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "Undone. If you did receive money, record it again.")
    return redirect("backoffice:own-runs")


def _back(request: StaffRequest, ridden: Run) -> HttpResponse:
    """To the run; to all of one's own where it does not open any more, and what was said is read there."""
    if may_see(request, ridden):
        return redirect("backoffice:run", ridden.pk)
    return redirect("backoffice:own-runs")


@staff_action(Permission.DELIVER)
def take_taps(request: StaffRequest, run: int) -> HttpResponse:
    """Taps in their order, each answered by its key: how the box stands, or the sentence by which it was refused."""
    ridden = allowed_run(request, run, also_former=True)
    sent = _listed(request.body)
    if sent is None:
        return JsonResponse({"message": "Send a list of taps."}, status=400)
    by_whom = {_text(each, "by") for each in sent if isinstance(each, dict)}
    if by_whom - {"", request.user.get_username()}:
        # Two share the phone: it keeps them until whoever tapped logs in again.
        return JsonResponse({"message": "Someone else tapped these."}, status=403)
    history = rider_history(request, ridden)
    by = {"actor": request.user, "now": timezone.now(), "history": history}
    sent_at = parse_moment(request.headers.get("Phone-Time", ""))
    answers = [_answer(each, ridden, by, sent_at) for each in sent]
    return JsonResponse({"taps": answers, "asOf": milliseconds(timezone.now())})


def _listed(body: bytes) -> list[Any] | None:
    """The taps; None in place of one that cannot be read, and None where it is no list of at most MAX_TAPS."""
    text = body.decode(errors="surrogateescape").strip()  # half a character spoils its tap alone
    sent = _read(text)
    if sent is None and text.startswith("[") and text.endswith("]"):
        sent = _one_by_one(text)
    return sent if isinstance(sent, list) and len(sent) <= MAX_TAPS else None


def _read(text: str) -> Any:
    """As JSON; None for what is none, or nested too deeply, or has a number of thousands of digits."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _one_by_one(text: str) -> list[Any] | None:
    """Every element of a list read for itself; None where its brackets do not match."""
    depth, begin = 0, 1
    found: list[Any] = []
    for piece in _PIECES.finditer(text):
        depth += _DEPTHS.get(piece[0], 0)
        if depth == 0 or (depth == 1 and piece[0] == ","):
            found.append(_read(text[begin : piece.start()]))
            begin = piece.end()
        if depth == 0:
            break
    return found if depth == 0 and begin == len(text) else None


def _answer(sent: Any, ridden: Run, by: dict[str, Any], sent_at: datetime | None) -> dict[str, Any]:
    """One tap on its way; one that cannot be read or done does not hold up the others."""
    key = _text(sent, "key") if isinstance(sent, dict) else ""
    try:
        return {"key": key, **_carry_out(sent, key, ridden, by, sent_at)}
    except DomainError as error:
        return {"key": key, "refused": str(error)}


def _carry_out(
    sent: Any, key: str, ridden: Run, by: dict[str, Any], sent_at: datetime | None
) -> dict[str, str]:
    if not isinstance(sent, dict):
        raise DomainError(UNREADABLE)
    try:
        check_texts(sent)
    except BadJsonError:
        raise DomainError(UNREADABLE) from None
    tapped_at = _moment(sent)
    if tapped_at is not None:
        tapped_at = _by_our_clock(tapped_at, sent_at, by["now"])
    if sent.get("outcome") == "cash":
        payment = _take(sent, key, ridden, {**by, "tapped_at": tapped_at})
        return {"state": "cash", "uncounted": "", "notice": cash.overpayment_message(payment)}
    if sent.get("outcome") == "undo":
        counted = outcomes.undo(
            key=key, day=ridden.date, meal=ridden.meal, tapped_at=tapped_at, **by
        )
    else:
        tap = _tap(sent, key, tapped_at)
        counted = outcomes.record_outcome(tap=tap, day=ridden.date, meal=ridden.meal, **by)
    return {"state": counted.state.name.lower(), "uncounted": counted.uncounted}


def _take(sent: dict[str, Any], key: str, ridden: Run, by: dict[str, Any]) -> Payment:
    paise = sent.get("paise")
    if not isinstance(paise, int) or isinstance(paise, bool):
        raise DomainError(UNREADABLE)
    method = sent.get("method", PaymentMethod.CASH.value)
    if method not in (PaymentMethod.CASH.value, PaymentMethod.UPI.value):
        raise DomainError(UNREADABLE)
    return cash.record_cash(
        run=ridden,
        reference=_text(sent, "reference"),
        paise=paise,
        key=key,
        method=PaymentMethod(method),
        **by,
    )


def _tap(sent: dict[str, Any], key: str, tapped_at: datetime | None) -> DeliveryEvent:
    serving, outcome = sent.get("serving"), sent.get("outcome")
    is_number = isinstance(serving, int) and not isinstance(serving, bool) and 0 < serving < 2**63
    if not is_number or outcome not in Outcome.values:
        raise DomainError(UNREADABLE)
    assert isinstance(serving, int)  # noqa: S101 - as is_number says
    return DeliveryEvent(
        key=key,
        serving=serving,
        outcome=Outcome(outcome),
        tapped_at=tapped_at,
        reason=_text(sent, "reason"),
        words=_text(sent, "words"),
    )


def _text(sent: dict[str, Any], name: str) -> str:
    """A text of a tap; "" where it is none."""
    found = sent.get(name)
    return found if isinstance(found, str) else ""


def _moment(sent: dict[str, Any]) -> datetime | None:
    """When the phone says it was; None where it does not say. Raises DomainError for what is no moment."""
    at = sent.get("at")
    if at is None:
        return None
    found = parse_moment(at) if isinstance(at, str) else None
    if found is None:
        raise DomainError(UNREADABLE)
    return found


def _by_our_clock(tapped_at: datetime, sent_at: datetime | None, now: datetime) -> datetime:
    """A moment of the phone's clock, corrected where that was as wrong when it sent."""
    ago = sent_at - tapped_at if sent_at else None
    return now - ago if ago is not None and NO_TIME <= ago <= MAX_AGE + ONE_DAY else tapped_at
