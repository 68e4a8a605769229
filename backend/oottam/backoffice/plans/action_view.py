"""What every form of a plan comes to: looked at first, then done; pages for people, JSON for the strip."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.audit.record import about
from oottam.backoffice.food import food_view
from oottam.backoffice.layout import conflicts
from oottam.backoffice.layout.decorators import READING, StaffRequest, staff_page, wants_json
from oottam.backoffice.plans import dishes
from oottam.backoffice.plans.box_form import BoxForm
from oottam.backoffice.plans.changes_since import since
from oottam.backoffice.plans.forms import PlanForm
from oottam.backoffice.plans.queries import plan_of
from oottam.backoffice.plans.text import describe_boxes, describe_outcome
from oottam.backoffice.request.action_view import version_of
from oottam.backoffice.request.history import describe_history
from oottam.core.errors import DomainError, StaleError
from oottam.core.money import short_rupees
from oottam.plans.domain.plan_schedule import Draft
from oottam.plans.models import MealPlan
from oottam.plans.services import action_runner
from oottam.plans.services.action_runner import ActionResult
from oottam.plans.services.price_changes import refund_due
from oottam.plans.services.repository import calendar, load

SAVE, MORE = "save", "more"
_OF_PLAN = ("schedule.", "delivery.")


@staff_page(Permission.WORK_REQUESTS, methods=(*READING, "POST"))
def apply_action(request: StaffRequest, reference: str, form_class: type[PlanForm]) -> HttpResponse:
    """The form, what it would do, or done; for a page of an older version, what was changed since. Raises Http404."""
    try:
        return _acted(request, reference, form_class)
    except StaleError as error:
        if not wants_json(request):
            return _stale(request, reference, form_class)
        told = since(reference, version_of(request), request.user)
        return JsonResponse({"message": str(error), "since": told}, status=409)


def _acted(request: StaffRequest, reference: str, form_class: type[PlanForm]) -> HttpResponse:
    plan = plan_of(reference)
    draft = load(plan, calendar(timezone.now()))
    if request.method != "POST":
        return _begun(request, plan, draft, form_class)
    form = form_class(request.POST, draft=draft, initial=QueryDict())
    doing, version = request.POST.get("do"), version_of(request)
    if version != plan.version:
        raise StaleError(reference)
    outcome: ActionResult | None = None
    if form.is_valid():
        try:
            outcome = _preview(plan, form, version)
            if doing == SAVE:
                return _saved(request, plan, draft, form, version)
        except DomainError as error:
            form.refuse(error)
    if wants_json(request):
        return _as_json(form, outcome if form.is_valid() else None, draft)
    if doing == MORE and isinstance(form, BoxForm):
        form.leave_room()
    return _page(request, plan, draft, form, outcome, is_wrong=not form.is_valid())


def _stale(request: StaffRequest, reference: str, form_class: type[PlanForm]) -> HttpResponse:
    """As it was filled in, with what it would do to the plan of now, and what a colleague has done since."""
    plan = plan_of(reference)
    draft = load(plan, calendar(timezone.now()))
    form = form_class(request.POST, draft=draft, initial=QueryDict())
    outcome: ActionResult | None = None
    if form.is_valid():
        try:
            outcome = _preview(plan, form, plan.version)
        except DomainError as error:
            form.refuse(error)
    of_plan = [entry for entry in about(reference) if entry.action.startswith(_OF_PLAN)]
    told = describe_history(conflicts.since(of_plan, version_of(request), plan.version), {}, {})
    stale = {"named": reference, "told": told}
    return _page(request, plan, draft, form, outcome, is_wrong=True, stale=stale)


def _begun(
    request: StaffRequest, plan: MealPlan, draft: Draft, form_class: type[PlanForm]
) -> HttpResponse:
    """As the address fills it in; with what it would do, where that is enough to know it."""
    form = form_class(None, draft=draft, initial=request.GET)
    outcome = None
    if form.at_once:
        filled = form_class(_as_sent(form), draft=draft, initial=QueryDict())
        if filled.is_valid():
            try:
                outcome = _preview(plan, filled, plan.version)
            except DomainError as error:
                filled.refuse(error)
            form = filled
    return _page(request, plan, draft, form, outcome, is_wrong=False)


def _as_sent(form: PlanForm) -> QueryDict:
    """What the form would send if nothing were changed in it."""
    sent = QueryDict(mutable=True)
    for bound in form:
        value = bound.value()
        if isinstance(value, list | tuple):
            sent.setlist(bound.name, [str(each) for each in value])
        elif value not in (None, "", False):
            sent[bound.name] = str(value)
    return sent


def _preview(plan: MealPlan, form: PlanForm, version: int) -> ActionResult:
    return action_runner.preview(
        plan_id=plan.pk, version=version, action=form.build_action(), now=timezone.now()
    )


def _saved(
    request: StaffRequest, plan: MealPlan, draft: Draft, form: PlanForm, version: int
) -> HttpResponse:
    """Done; raises DomainError. It leads to the plan's page, which says what was done and offers to undo it."""
    outcome = action_runner.execute(
        plan_id=plan.pk,
        version=version,
        action=form.build_action(),
        reason=form.why(),
        actor=request.user,
        now=timezone.now(),
        accepted=form.accepted(),
    )
    give_back = refund_due(plan.request) if "price" in outcome.data else 0
    more = (
        f" {short_rupees(give_back)} is to be refunded once the price is adjusted."
        if give_back
        else ""
    )
    messages.success(request, form.said + more)
    page = reverse("backoffice:plan", args=[plan.request.reference])
    address = f"{page}?done={outcome.change}"
    if wants_json(request):
        return JsonResponse({"address": address})
    return redirect(address)


def _as_json(form: PlanForm, outcome: ActionResult | None, draft: Draft) -> HttpResponse:
    if outcome is None:
        errors = {
            name: " ".join(map(str, said))
            for name, said in form.errors.items()
            if name != "__all__"
        }
        said = [*form.non_field_errors(), *errors.values()]
        return JsonResponse({"message": " ".join(map(str, said)), "errors": errors}, status=422)
    moved = [
        {
            "box": each.serving,
            "meal": each.meal,
            "from": each.from_date,
            "to": each.to_date,
            "state": each.state,
        }
        for each in outcome.moved
    ]
    return JsonResponse(
        {"moved": moved, "sentences": _words(outcome, draft), "told": outcome.is_past_cutoff}
    )


def _page(
    request: StaffRequest,
    plan: MealPlan,
    draft: Draft,
    form: PlanForm,
    outcome: ActionResult | None,
    *,
    is_wrong: bool,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    if isinstance(form, BoxForm):
        form.ask(outcome.food if outcome else None)
    shown: dict[str, Any] = {
        "quicker": stale,
        "title": f"{form.title}: {plan.request.reference}",
        "plan": plan,
        "asked_for": plan.request,
        "form": form,
        "ticked": describe_boxes(draft, form.ticked),
        "food": food_view(outcome.food) if outcome else None,
        "sentences": _words(outcome, draft) if outcome else (),
        "price": outcome.data.get("price") if outcome else None,
        "give_back": _give_back(plan, outcome) if outcome else 0,
        "hint": form.hint_when_told if outcome and outcome.is_past_cutoff else form.hint,
        "needs_reason": is_wrong
        or outcome is None
        or outcome.is_past_cutoff
        or form.build_action().needs_reason,
        "wrong": form if is_wrong else None,
        "refused": [error for said in form.errors.values() for error in said],
        "names": dishes.offered() if isinstance(form, BoxForm) else (),
    }
    status = 409 if stale else 422 if is_wrong else 200
    return render(request, "backoffice/plans/act.html", shown, status=status)


def _give_back(plan: MealPlan, outcome: ActionResult) -> int:
    """What came too much once the price follows, in paise."""
    price = outcome.data.get("price")
    return refund_due(plan.request, price["difference"]) if price else 0


def _words(outcome: ActionResult, draft: Draft) -> list[str]:
    return describe_outcome(outcome, {meal: track.weekdays for meal, track in draft.tracks.items()})
