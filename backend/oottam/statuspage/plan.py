"""The customer's page of the plan: four weeks of days, skip, pause, resume and undo, what comes where, and what was changed.

Every change is previewed first and answered by a numbered receipt. A GET changes nothing. CSRF exempt, as the token in
the address is the only credential, and no cookie is read.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from oottam.api.errors import RequestRejectedError
from oottam.core.days import parse_day, shift
from oottam.core.errors import DomainError, StaleError
from oottam.delivery.models import Decision, DeliveryOutcome
from oottam.kitchen.services.dish_choices import KITCHENS_CHOICE, lines_of
from oottam.kitchen.services.sold_out import sold_out_by_name
from oottam.plans.services import change_receipts, customer_changes, customer_rules, ratings
from oottam.plans.services.action_runner import Action, ActionResult
from oottam.plans.services.box_choices import ChooseAddress, ChooseDishes
from oottam.plans.services.change_receipts import Receipt, format_moment
from oottam.plans.services.change_text import describe_outcome
from oottam.plans.services.other_plans import describe_overlaps
from oottam.plans.services.plan_actions import Undo
from oottam.plans.services.repository import load, load_calendar
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request
from oottam.schedule.choices import Score
from oottam.schedule.domain.actions import Pause, Resume, ShortenPause, Skip
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.models import ActionType, MealPlan, MealRating, ServingState
from oottam.statuspage.links import ask_path, page_path, plan_path
from oottam.statuspage.pages import (
    KEY,
    common_view,
    form_page,
    not_found_page,
    refuse,
    render_page,
    see_other,
    sender_of,
)
from oottam.statuspage.plan_choices import HOME, KITCHEN, is_open, read_choices
from oottam.statuspage.plan_days import (
    WEEKS_SHOWN,
    constant_dishes,
    day_rows,
    dishes_of,
    meal_label,
)
from oottam.workflow.services.later_addresses import USUAL

NEAR = timedelta(days=2000)  # of the plan's start: weeks that the address may ask for
MAX_BOXES = 400
RECEIPTS_SHOWN = 5  # the page folds the rest
MAX_DIGITS = 18


# What the page's forms send. Missing input is a ValidationError; what is impossible, a DomainError of the action.


def _skip(data: QueryDict, _draft: ScheduleDraft) -> Action:
    boxes = data.getlist("box")
    if not boxes:
        raise ValidationError(_("Choose the meals to skip first."))
    return Skip(list(dict.fromkeys(map(_number, boxes[:MAX_BOXES]))))


def _pause(data: QueryDict, draft: ScheduleDraft) -> Action:
    first = _day(data, "first", _("Choose the first day without food."))
    last = _day(data, "last", _("Choose the last day without food."))
    meals, chosen = draft.meals(), {_number(meal) for meal in data.getlist("meal")}
    if len(meals) > 1 and not chosen.intersection(meals):
        raise ValidationError(_("Choose the meals to pause first."))
    return Pause(first, last, [meal for meal in meals if meal in chosen or len(meals) == 1])


def _resume(data: QueryDict, _draft: ScheduleDraft) -> Action:
    on = _day(data, "on", _("Choose the day on which your food starts again."))
    pause = data.get("pause", "")
    return ShortenPause(_number(pause), on) if pause else Resume(on)


def _undo(data: QueryDict, _draft: ScheduleDraft) -> Action:
    return Undo(_number(data.get("change", "")))


def _choose_dishes(data: QueryDict, _draft: ScheduleDraft) -> Action:
    chosen = {
        _number(name.removeprefix(DISH)): _choice(data.get(name, ""), KITCHEN, KITCHENS_CHOICE)
        for name in data
        if name.startswith(DISH)
    }
    if not chosen:
        raise ValidationError(_("Choose a dish first."))
    return ChooseDishes(_number(data.get("box", "")), chosen)


def _choose_address(data: QueryDict, _draft: ScheduleDraft) -> Action:
    address = _choice(data.get("address", ""), HOME, USUAL)
    return ChooseAddress(_number(data.get("box", "")), address)


def _choice(text: str, word: str, meaning: int) -> int:
    """Parse a radio button's value: `word` or a primary key. Raises ValidationError for anything else."""
    if text != word and not _number(text):
        raise ValidationError(_("Nothing was changed. Please choose again."))
    return meaning if text == word else _number(text)


DISH = "dish_"  # the position of a box's line follows
ACTIONS: Mapping[str, tuple[Any, Callable[[QueryDict, ScheduleDraft], Action]]] = {
    "skip": (gettext_lazy("Skip"), _skip),
    "pause": (gettext_lazy("Pause"), _pause),
    "resume": (gettext_lazy("Start again"), _resume),
    "undo": (gettext_lazy("Undo"), _undo),
    "dishes": (gettext_lazy("Choose"), _choose_dishes),
    "address": (gettext_lazy("Send it there"), _choose_address),
}
# By the preview's form, with the dishes.
SENT_AGAIN = ("box", "first", "last", "meal", "on", "pause", "change", "address")


def _number(text: str) -> int:
    """Parse a primary key; 0, which no row has, for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= MAX_DIGITS else 0


def _day(data: QueryDict, name: str, missing: str) -> date:
    day = parse_day(data.get(name, "").strip())
    if day is None:
        raise ValidationError(missing)
    return day


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the plan, or what can be chosen on a day. A POST previews a change, or with `confirm` makes it and redirects
    to its receipt.
    """
    requests = requests_with_token(token)
    plans = MealPlan.objects.filter(request__in=requests)
    plan = plans.select_related("request__fulfilment").first()
    if plan is None:
        return _without_plan(requests)
    if request.method == "POST":
        return _submit(request, plan)
    chosen_for = parse_day(request.GET.get("on", ""))
    if chosen_for and (page := _show_choices(plan, chosen_for)):
        return page
    rated = _number(request.GET.get("rated", ""))
    monday = parse_day(request.GET.get("from", ""))
    done = _number(request.GET.get("done", ""))
    return _respond(plan, 200, monday=monday, done=done, rated=rated)


def _without_plan(requests: QuerySet[Request]) -> HttpResponse:
    """Redirect to the status page while there is no plan; respond 404 without a request."""
    request = requests.first()
    if request is None:
        return not_found_page()
    return see_other(page_path(request))


def _submit(request: HttpRequest, plan: MealPlan) -> HttpResponse:
    """Preview or make the change; what is wrong is said above the plan as it is now."""

    def respond(status: int, message: str) -> HttpResponse:
        plan.refresh_from_db(fields=("version", "state", "is_desk_only"))
        return _respond(plan, status, message=message)

    try:
        return _preview_or_change(request, plan)
    except ValidationError as error:
        return respond(422, error.messages[0])
    except StaleError:
        return respond(409, _stale_message(plan, request.POST.get("key", "")))
    except DomainError as error:
        return respond(409, f"{error} {_('Nothing was changed.')}")
    except (RequestRejectedError, DatabaseError) as error:
        return refuse(error, "change", respond)


def _preview_or_change(request: HttpRequest, plan: MealPlan) -> HttpResponse:
    """Raises ValidationError, StaleError, DomainError and, at the address's cap, RequestRejectedError."""
    data, name, key = request.POST, request.POST.get("do", ""), request.POST.get("key", "")
    if "rate" in data:
        return _rate(request, plan)
    if name not in ACTIONS or not KEY.fullmatch(key):
        raise ValidationError(_("Nothing was changed. Please choose again."))
    now, version = timezone.now(), _number(data.get("version", ""))
    draft = load(plan, load_calendar(now))
    action = ACTIONS[name][1](data, draft)
    if "confirm" not in data:
        outcome = customer_changes.preview(plan=plan, version=version, action=action, now=now)
        return _respond(plan, 200, preview=_preview(name, data, outcome, draft, plan.request))
    outcome = customer_changes.execute(
        plan=plan,
        version=version,
        action=action,
        now=now,
        key=key,
        sender=sender_of(request),
    )
    address = f"{plan_path(plan.request)}?done={outcome.change_id}"
    return see_other(address)


def _rate(request: HttpRequest, plan: MealPlan) -> HttpResponse:
    """Store how a meal was, sent as "serving-score"; raises as `ratings.rate`."""
    serving, _separator, score = request.POST["rate"].partition("-")
    ratings.rate(
        plan=plan,
        serving_id=_number(serving),
        score=_number(score),
        words=request.POST.get("words", ""),
        now=timezone.now(),
        sender=sender_of(request),
    )
    address = f"{plan_path(plan.request)}?rated={_number(serving)}"
    return see_other(address)


def _stale_message(plan: MealPlan, key: str) -> str:
    """Explain that the plan has changed; whether this very form has changed it."""
    if customer_changes.is_done(plan, key):
        return _("You have done this already: see your receipts below.")
    return _(
        "Your plan has changed since you opened this page. Nothing was changed now: please look again."
    )


def _preview(
    name: str, data: QueryDict, outcome: ActionResult, draft: ScheduleDraft, request: Request
) -> dict[str, Any]:
    """What a change would do, and the fields that make it."""
    weekdays = {meal: track.weekdays for meal, track in draft.tracks.items()}
    fields = [*SENT_AGAIN, *(field for field in data if field.startswith(DISH))]
    sent = [(field, value) for field in fields for value in data.getlist(field)[:MAX_BOXES]]
    return {
        "sentences": [
            *describe_outcome(outcome, weekdays),
            *describe_overlaps(request, outcome.moved),
        ],
        "button": ACTIONS[name][0],
        "version": outcome.version,
        "fields": [("do", name), *sent],
    }


def _show_choices(plan: MealPlan, day: date) -> HttpResponse | None:
    """Show what can be chosen for the boxes of a day; None where nothing can. Twelve queries."""
    draft = load(plan, load_calendar(timezone.now()))
    if customer_changes.closed_reason(plan, draft, customer_rules.current_rules()):
        return None
    sold_out = sold_out_by_name(draft.calendar.today)
    lines = list(lines_of(plan))
    choices = read_choices(plan.request, draft, lines, sold_out=sold_out, day=day)
    boxes = [
        box
        for box in draft.servings()
        if box.day == day and is_open(box, draft) and choices.has_any(box)
    ]
    if not boxes:
        return None
    view = {
        **common_view(plan.request),
        "day": format_day(day),
        "until": format_moment(min(draft.calendar.cut_off(box.meal, day) for box in boxes)),
        "boxes": [choices.card(box) for box in boxes],
        "version": plan.version,
    }
    return render_page("plan_choices", 200, view=view)


def _respond(
    plan: MealPlan,
    status: int,
    *,
    message: str = "",
    preview: Mapping[str, Any] | None = None,
    done: int = 0,
    rated: int = 0,
    monday: date | None = None,
) -> HttpResponse:
    """Show the plan as it is now; `done` is the change to confirm, `rated` the box that was rated.

    `monday` begins the weeks. Twelve queries.
    """
    draft = load(plan, load_calendar(timezone.now()))
    rules = customer_rules.current_rules()
    left = customer_changes.allowance(plan, draft, rules)
    changes = change_receipts.receipts(plan, draft)
    receipts = [_receipt_row(receipt) for receipt in changes]
    request, first = plan.request, _first_monday(draft, plan, monday)
    lines = list(lines_of(plan))
    dishes = dishes_of(lines)
    constant = constant_dishes(draft, dishes)
    choices = None if left.reason else read_choices(request, draft, lines)
    rows = day_rows(
        draft,
        first,
        dishes,
        constant,
        choices,
        charged=_charged(plan, draft),
        replaced=_replaced(changes),
    )
    view = {
        **common_view(request),
        "message": message,
        "preview": preview,
        "done": next((each for each in receipts if each["change_id"] == done), None),
        "closed_reason": left.reason,
        "ask_url": ask_path(request),
        "menus": [(meal_label(meal), held) for meal, held in constant.items()],
        "days": rows,
        "rating": MealRating.objects.filter(serving=rated, serving__plan=plan).first()
        if rated
        else None,
        "scores": Score.choices[::-1],
        "can_choose": any(row.chosen_for for row in rows),
        "can_skip": any(box.box for row in rows for box in row.boxes),
        "held": sum(box.state == ServingState.HELD for box in draft.servings()),
        **_pauses(draft, may_change=not left.reason),
        "pauses_left": left.pauses_left,
        "skips_left": left.skips_left,
        "max_pause_days": rules.max_pause_days,
        "last_day": max(filter(None, (t.last_date() for t in draft.tracks.values())), default=None),
        **_weeks(draft, first),
        "receipts": receipts[:RECEIPTS_SHOWN],
        "older_receipts": receipts[RECEIPTS_SHOWN:],
        # A change between the preview and this page makes the form stale.
        "version": preview["version"] if preview else plan.version,
    }
    return render_page("plan", status, view=view)


def _receipt_row(receipt: Receipt) -> dict[str, Any]:
    change, until = receipt.change, receipt.undo_until
    return {
        "change_id": change.pk,
        "number": receipt.number,
        "action": str(ActionType(change.action).label),
        "by_customer": change.by_customer,
        "at": format_moment(change.at),
        "is_undone": change.undone_at is not None,
        "sentences": receipt.sentences,
        "until": format_moment(until) if until else "",
    }


def _replaced(receipts: Sequence[Receipt]) -> dict[tuple[str, int], str]:
    """Say what the kitchen cooks instead of a dish, by ISO date and meal: as it was told last; newest first."""
    found: dict[tuple[str, int], str] = {}
    for change in (receipt.change for receipt in receipts):
        if change.action == ActionType.DISH and change.undone_at is None:
            chosen = change.data["chosen"]
            named = {"before": chosen["dishes"][0][0], "dish": chosen["dishes"][0][1]}
            words = _("%(dish)s instead of %(before)s") % named
            found.setdefault((chosen["date"], chosen["meal"]), words)
    return found


def _charged(plan: MealPlan, draft: ScheduleDraft) -> set[int]:
    """Return the failed boxes that the desk decided to charge; one query where one failed."""
    if not any(box.state == ServingState.FAILED for box in draft.servings()):
        return set()
    outcomes = DeliveryOutcome.objects.filter(serving__plan=plan, stands=True)
    return set(outcomes.filter(decision=Decision.FORFEITED).values_list("serving", flat=True))


def _first_monday(draft: ScheduleDraft, plan: MealPlan, wished: date | None) -> date:
    """Return the Monday of the wished week, if it is near the plan; else of this week, or the plan's first one."""
    day = wished if wished and abs(wished - plan.start_date) < NEAR else None
    day = day or max(draft.calendar.today, plan.start_date)
    return shift(day, -timedelta(days=day.weekday()))


def _weeks(draft: ScheduleDraft, first: date) -> dict[str, Any]:
    """The weeks before and after, where boxes come in them."""
    days = [box.day for box in draft.servings() if box.day]
    span = timedelta(weeks=WEEKS_SHOWN)
    return {
        "earlier": first - span if any(day < first for day in days) else None,
        "later": first + span if any(day >= first + span for day in days) else None,
    }


def _pauses(draft: ScheduleDraft, *, may_change: bool) -> dict[str, Any]:
    """What can be paused and resumed. A skipped day is a pause of one day: its receipt undoes it."""
    if not may_change:
        return {}
    calendar = draft.calendar
    open_days = [
        box.day
        for box in draft.servings()
        if box.state == ServingState.PLANNED and box.day and calendar.is_open(box.meal, box.day)
    ]
    meals = draft.meals()
    first_open = max(map(calendar.first_open, meals), default=calendar.today)
    return {
        "first_open": first_open,
        "can_pause": bool(open_days),
        "meals": [(meal, meal_label(meal)) for meal in meals] if len(meals) > 1 else [],
        "open_pause": any(pause.is_open_ended for pause in draft.pauses),
        "pauses": [
            {
                "id": pause.period_id,
                "first": format_day(pause.first),
                "last": format_day(pause.last),
                "last_day": pause.last,
                "from": max(first_open, pause.first),
            }
            for pause in draft.pauses
            if pause.last and pause.last > pause.first and pause.last >= first_open
        ],
    }
