"""What is pressed at the door: a form of one stop, or taps that a phone has kept, as JSON."""

import json
from datetime import UTC, datetime
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from oottam.backoffice.frame.pages import StaffRequest, action
from oottam.backoffice.runs.forms import CashForm, TellForm
from oottam.backoffice.runs.own import allowed_run
from oottam.backoffice.runs.telling import tell_stop, undo_keys
from oottam.common.money import short_rupees
from oottam.common.strict_json import BadJsonError, check_texts
from oottam.delivery.domain import cash, results
from oottam.delivery.domain.results import Tap
from oottam.delivery.models import Outcome, Run
from oottam.handling.domain.changes import RefusedError
from oottam.handling.models import Method, Payment
from oottam.staff.roles import Permission

MOST_TAPS = 200  # at once; a phone that has more sends them in turns
UNREADABLE = "This tap cannot be read."


@action(Permission.DELIVER)
def tell(request: StaffRequest, run: int) -> HttpResponse:
    """What became of a stop's boxes."""
    ridden = allowed_run(request, run, also_former=True)
    form = TellForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.first_error())
        return redirect("backoffice:run", run)
    try:
        sent = form.cleaned_data
        tell_stop(sent, day=ridden.date, meal=ridden.meal, actor=request.user)
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("backoffice:run", run)


@action(Permission.DELIVER)
def undo(request: StaffRequest, run: int) -> HttpResponse:
    """It was not so."""
    ridden = allowed_run(request, run)
    keys = request.POST.get("keys", "").split()
    try:
        undo_keys(keys, day=ridden.date, meal=ridden.meal, actor=request.user)
    except RefusedError as error:
        messages.error(request, str(error))
    return redirect("backoffice:run", run)


@action(Permission.DELIVER)
def take_cash(request: StaffRequest, run: int) -> HttpResponse:
    """Money that somebody gave at the door."""
    ridden = allowed_run(request, run)
    form = CashForm(request.POST)
    if not form.is_valid():
        messages.error(request, form.first_error())
        return redirect("backoffice:run", run)
    sent = form.cleaned_data
    try:
        payment = cash.take_cash(
            run=ridden, reference=sent["reference"], paise=sent["rupees"], key=sent["tap"],
            actor=request.user, now=timezone.now(), method=Method(sent["method"] or Method.CASH),
        )  # fmt: skip
    except RefusedError as error:
        messages.error(request, str(error))
    else:
        amount = short_rupees(payment.paise)
        how = "by UPI" if payment.method == Method.UPI else "in cash"
        messages.success(request, f"{amount} {how} noted for {sent['reference']}.")
        notice = cash.more_than_due(payment)
        if notice:
            messages.warning(request, f"{notice} Call the desk.")
    return redirect("backoffice:run", run)


@action(Permission.DELIVER)
def undo_cash(request: StaffRequest, payment: int) -> HttpResponse:
    """It was typed wrongly."""
    try:
        cash.undo_own(payment=payment, actor=request.user, now=timezone.now())
    except RefusedError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "Undone. If money came after all, note it again.")
    return redirect("backoffice:own-runs")


@action(Permission.DELIVER)
def take_taps(request: StaffRequest, run: int) -> HttpResponse:
    """Taps in their order, each answered by its key: how the box stands, or the sentence by which it was refused."""
    ridden = allowed_run(request, run, also_former=True)
    sent = _listed(request.body)
    if sent is None:
        return JsonResponse({"message": "Send a list of taps."}, status=400)
    return JsonResponse({"taps": [_answer(each, ridden, request) for each in sent]})


def _listed(body: bytes) -> list[Any] | None:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError):  # no JSON, or nested too deeply to be read
        return None
    return sent if isinstance(sent, list) and len(sent) <= MOST_TAPS else None


def _answer(sent: Any, ridden: Run, request: StaffRequest) -> dict[str, Any]:
    """One tap on its way; one that cannot be read or done does not hold up the others."""
    key = str(sent.get("key", "")) if isinstance(sent, dict) else ""
    try:
        return {"key": key, **_carry_out(sent, key, ridden, request)}
    except RefusedError as error:
        return {"key": key, "refused": str(error)}


def _carry_out(sent: Any, key: str, ridden: Run, request: StaffRequest) -> dict[str, str]:
    if not isinstance(sent, dict):
        raise RefusedError(UNREADABLE)
    try:
        check_texts(sent)
    except BadJsonError:
        raise RefusedError(UNREADABLE) from None
    by: dict[str, Any] = {"actor": request.user, "now": timezone.now()}
    if sent.get("outcome") == "cash":
        payment = _take(sent, key, ridden, by)
        return {"state": "cash", "uncounted": "", "notice": cash.more_than_due(payment)}
    if sent.get("outcome") == "undo":
        counted = results.undo(key=key, day=ridden.date, meal=ridden.meal, **by)
    else:
        counted = results.tell(tap=_tap(sent, key), day=ridden.date, meal=ridden.meal, **by)
    return {"state": counted.state.name.lower(), "uncounted": counted.uncounted}


def _take(sent: dict[str, Any], key: str, ridden: Run, by: dict[str, Any]) -> Payment:
    paise = sent.get("paise")
    if not isinstance(paise, int) or isinstance(paise, bool):
        raise RefusedError(UNREADABLE)
    method = sent.get("method", Method.CASH.value)
    if method not in (Method.CASH.value, Method.UPI.value):
        raise RefusedError(UNREADABLE)
    return cash.take_cash(
        run=ridden,
        reference=str(sent.get("reference")),
        paise=paise,
        key=key,
        method=Method(method),
        **by,
    )


def _tap(sent: dict[str, Any], key: str) -> Tap:
    serving, outcome = sent.get("serving"), sent.get("outcome")
    is_number = isinstance(serving, int) and not isinstance(serving, bool) and 0 < serving < 2**63
    if not is_number or outcome not in Outcome.values:
        raise RefusedError(UNREADABLE)
    assert isinstance(serving, int)  # noqa: S101 - as is_number says
    return Tap(
        key=key,
        serving=serving,
        outcome=Outcome(outcome),
        tapped_at=_moment(sent.get("at")),
        reason=str(sent.get("reason") or ""),
        words=str(sent.get("words") or ""),
    )


def _moment(sent: Any) -> datetime:
    """When the phone says it was; now, where it says nothing that can be read."""
    try:
        found = parse_datetime(sent) if isinstance(sent, str) else None
    except ValueError:
        found = None
    if found is None:
        return timezone.now()
    return found if found.tzinfo else found.replace(tzinfo=UTC)
