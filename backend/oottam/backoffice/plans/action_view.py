"""The view of every action on a plan: a form, its preview, its execution; HTML for people, JSON for the timeline."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.audit.log import entries_for
from oottam.backoffice.dietary import describe_needs, food_view
from oottam.backoffice.plans import dishes
from oottam.backoffice.plans.box_form import BoxForm
from oottam.backoffice.plans.forms import PlanForm
from oottam.backoffice.plans.history import describe_changes_since
from oottam.backoffice.plans.queries import plan_of
from oottam.backoffice.request.history import describe_history
from oottam.backoffice.shared import conflicts
from oottam.backoffice.shared.conflicts import posted_version
from oottam.backoffice.shared.decorators import StaffRequest, staff_form, wants_json
from oottam.core.direction import isolate
from oottam.core.errors import StaleError
from oottam.core.money import short_rupees
from oottam.kitchen.services.dietary_checks import needs_of
from oottam.plans.services import action_runner
from oottam.plans.services.action_runner import ActionResult
from oottam.plans.services.change_text import describe_boxes
from oottam.plans.services.other_plans import describe_overlaps
from oottam.plans.services.price_changes import refund_due
from oottam.plans.services.repository import load, load_calendar
from oottam.schedule.domain.plan_schedule import ScheduleDraft
from oottam.schedule.models import MealPlan
from oottam.workflow.services.details import details_of

SAVE, MORE, SUITABLE, ALL = "save", "more", "suitable", "all"
_OF_PLAN = ("schedule.", "delivery.")


@staff_form(Permission.WORK_REQUESTS)
def apply_action(request: StaffRequest, reference: str, form_class: type[PlanForm]) -> HttpResponse:
    """Show the form, its preview or its result; for a form of an older version, the changes since. Raises Http404."""
    try:
        return _handle(request, reference, form_class)
    except StaleError as error:
        if not wants_json(request):
            return _show_conflict(request, reference, form_class)
        changes = describe_changes_since(reference, posted_version(request), request.user)
        return JsonResponse({"message": str(error), "since": changes}, status=409)


def _handle(request: StaffRequest, reference: str, form_class: type[PlanForm]) -> HttpResponse:
    plan = plan_of(reference)
    draft = load(plan, load_calendar(timezone.now()))
    if request.method != "POST":
        return _show_form(request, plan, draft, form_class)
    form = form_class(request.POST, draft=draft, initial=QueryDict())
    step, version = request.POST.get("do"), posted_version(request)
    if version != plan.version:
        raise StaleError(reference)
    outcome = _preview(plan, form, version)
    if outcome and step == SAVE:
        with form.shows_errors():
            return _execute(request, plan, draft, form, version)
    if wants_json(request):
        return _preview_json(plan, form, outcome if form.is_valid() else None, draft)
    if step == MORE and isinstance(form, BoxForm):
        form.add_empty_rows()
    return _render(request, plan, draft, form, outcome, is_invalid=not form.is_valid())


def _show_conflict(
    request: StaffRequest, reference: str, form_class: type[PlanForm]
) -> HttpResponse:
    """Show the form as it was filled in, its preview for the current plan, and what a colleague has changed since."""
    plan = plan_of(reference)
    draft = load(plan, load_calendar(timezone.now()))
    form = form_class(request.POST, draft=draft, initial=QueryDict())
    outcome = _preview(plan, form, plan.version)
    of_plan = [entry for entry in entries_for(reference) if entry.action.startswith(_OF_PLAN)]
    entries = describe_history(
        conflicts.changes_since(of_plan, posted_version(request), plan.version), {}, {}
    )
    stale = {"named": reference, "entries": entries}
    return _render(request, plan, draft, form, outcome, is_invalid=True, stale=stale)


def _show_form(
    request: StaffRequest, plan: MealPlan, draft: ScheduleDraft, form_class: type[PlanForm]
) -> HttpResponse:
    """Show the form with the address's values; with the preview where no more is needed for one."""
    form = form_class(None, draft=draft, initial=request.GET)
    outcome = None
    if form.previews_immediately:
        filled = form_class(conflicts.unchanged_data(form), draft=draft, initial=QueryDict())
        if filled.is_valid():
            outcome, form = _preview(plan, filled, plan.version), filled
    return _render(request, plan, draft, form, outcome, is_invalid=False)


def _preview(plan: MealPlan, form: PlanForm, version: int) -> ActionResult | None:
    """Return what the action would do; None for a form with errors, which may be those of the action."""
    outcome: ActionResult | None = None
    if form.is_valid():
        with form.shows_errors():
            outcome = action_runner.preview(
                plan_id=plan.pk, version=version, action=form.build_action(), now=timezone.now()
            )
    return outcome


def _execute(
    request: StaffRequest, plan: MealPlan, draft: ScheduleDraft, form: PlanForm, version: int
) -> HttpResponse:
    """Execute the action; raises DomainError. Redirect to the plan, which offers to undo it."""
    outcome = action_runner.execute(
        plan_id=plan.pk,
        version=version,
        action=form.build_action(),
        reason=form.full_reason(),
        actor=request.user,
        now=timezone.now(),
        accepted=form.accepted(),
    )
    give_back = refund_due(plan.request) if "price" in outcome.data else 0
    refund = (
        f" {short_rupees(give_back)} is to be refunded once the price is adjusted."
        if give_back
        else ""
    )
    messages.success(request, form.success_message + refund)
    page = reverse("backoffice:plan", args=[plan.request.reference])
    address = f"{page}?done={outcome.change_id}"
    if wants_json(request):
        return JsonResponse({"address": address})
    return redirect(address)


def _sentences(
    plan: MealPlan, form: PlanForm, outcome: ActionResult, draft: ScheduleDraft
) -> list[str]:
    return [*form.describe(outcome, draft), *describe_overlaps(plan.request, outcome.moved)]


def _preview_json(
    plan: MealPlan, form: PlanForm, outcome: ActionResult | None, draft: ScheduleDraft
) -> HttpResponse:
    if outcome is None:
        errors = {
            name: " ".join(map(str, messages_of_field))
            for name, messages_of_field in form.errors.items()
            if name != "__all__"
        }
        all_errors = [*form.non_field_errors(), *errors.values()]
        return JsonResponse(
            {"message": " ".join(map(str, all_errors)), "errors": errors}, status=422
        )
    moved = [
        {
            "box": serving.serving_id,
            "meal": serving.meal,
            "from": serving.from_date,
            "to": serving.to_date,
            "state": serving.state,
        }
        for serving in outcome.moved
    ]
    return JsonResponse(
        {
            "moved": moved,
            "sentences": _sentences(plan, form, outcome, draft),
            "told": outcome.is_past_cutoff,
        }
    )


def _render(
    request: StaffRequest,
    plan: MealPlan,
    draft: ScheduleDraft,
    form: PlanForm,
    outcome: ActionResult | None,
    *,
    is_invalid: bool,
    stale: dict[str, Any] | None = None,
) -> HttpResponse:
    if isinstance(form, BoxForm):
        form.limit_to(outcome.food if outcome else None)
    context: dict[str, Any] = {
        "conflict": stale,
        "title": f"{form.title}: {plan.request.reference}",
        "plan": plan,
        "customer_request": plan.request,
        "form": form,
        "selected": describe_boxes(draft, form.selected),
        "food": food_view(outcome.food) if outcome else None,
        "sentences": _sentences(plan, form, outcome, draft) if outcome else (),
        "price": outcome.data.get("price") if outcome else None,
        "unpriced": _unpriced(outcome.data.get("unpriced")) if outcome else "",
        "give_back": _give_back(plan, outcome) if outcome else 0,
        "hint": form.hint_past_cutoff if outcome and outcome.is_past_cutoff else form.hint,
        "needs_reason": is_invalid
        or outcome is None
        or outcome.is_past_cutoff
        or form.build_action().needs_reason,
        "invalid_form": form if is_invalid else None,
        "refused": [error for errors in form.errors.values() for error in errors],
    }
    if isinstance(form, BoxForm):
        context |= _names(request, plan)
    status = 409 if stale else 422 if is_invalid else 200
    return render(request, "backoffice/plans/action.html", context, status=status)


def _names(request: StaffRequest, plan: MealPlan) -> dict[str, Any]:
    """Return the names of dishes that the lines offer; `needs` where only some of them suit the customer."""
    needs = needs_of(details_of(plan.request))
    step = request.POST.get("do")
    only = step != ALL and (step == SUITABLE or "only_suitable" in request.POST)
    return {
        "names": dishes.dish_names(plan.request if only else None),
        "needs": describe_needs(needs, with_plain_diet=True),
        "only_suitable": only,
    }


def _unpriced(dishes: Any) -> str:
    """Describe what no menu prices; "" for nothing."""
    if not dishes:
        return ""
    if dishes is True:
        return "No menu prices other dishes in these boxes: agree what they cost"
    has = "has no price" if len(dishes) == 1 else "have no price"
    return f"{', '.join(isolate(dish) for dish in dishes)} {has} on the menu: agree what to charge"


def _give_back(plan: MealPlan, outcome: ActionResult) -> int:
    """Return the overpayment in paise once the price is adjusted."""
    price = outcome.data.get("price")
    return refund_due(plan.request, price["difference"]) if price else 0
