"""Changes that customers make in their plans themselves, within the shop's rules.

They are the desk's actions, for boxes before their cut-off. The desk may go beyond these limits.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Count, Q, QuerySet, Window
from django.utils import timezone
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.api import endpoints
from oottam.api.writing.rate_limits import count_status_form
from oottam.audit.log import record
from oottam.core.clock import clock_time
from oottam.core.errors import DomainError, PastCutOffError
from oottam.plans.services import action_runner
from oottam.plans.services.action_runner import (
    Action,
    ActionContext,
    ActionResult,
    MovedServing,
)
from oottam.plans.services.box_choices import boxes_chosen_for
from oottam.plans.services.change_text import describe_change, describe_plan
from oottam.plans.services.customer_text import plan_page
from oottam.plans.services.plan_actions import Undo
from oottam.plans.services.repository import load_calendar
from oottam.requests.models import Status
from oottam.schedule.choices import CustomerChanges
from oottam.schedule.domain.actions import Pause, Skip
from oottam.schedule.domain.calendar import EVENT, Calendar
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.domain.undo import NEVER
from oottam.schedule.models import (
    ActionType,
    ClosedDay,
    CustomerRules,
    MealPlan,
    PlanChange,
    PlanState,
    ServingChange,
    ServingState,
    Track,
)
from oottam.workflow.models import Template
from oottam.workflow.services.messages import send_by_itself

REASON = "The customer, on their page"
MAX_CHANGES = 100  # own changes of a plan; more are a matter for the desk


def current_rules() -> CustomerRules:
    """Return the shop's rules, or the defaults."""
    return CustomerRules.objects.first() or CustomerRules()


@dataclass(frozen=True, slots=True)
class Allowance:
    """What customers may still do themselves. `reason` says why they may do nothing; "" where they may."""

    skips_left: int
    pauses_left: int
    reason: str = ""


def allowance(plan: MealPlan, draft: ScheduleDraft, rules: CustomerRules) -> Allowance:
    """Count the customer's own changes that are not undone."""
    kinds = [pause.own_action for pause in draft.pauses]
    days = max((len(track.counted()) for track in draft.tracks.values()), default=0)
    skips = days if rules.max_skips is None else rules.max_skips
    return Allowance(
        skips - kinds.count(ActionType.SKIP),
        rules.max_pauses - kinds.count(ActionType.PAUSE),
        closed_reason(plan, draft, rules),
    )


def closed_reason(plan: MealPlan, draft: ScheduleDraft, rules: CustomerRules) -> str:
    """Explain why customers can change nothing themselves; "" where they can."""
    request = plan.request
    if EVENT in draft.tracks:
        return _("To change an event, please call us.")
    if request.status not in (Status.CONFIRMED, Status.ACTIVE) or plan.state == PlanState.CANCELLED:
        return _("There is nothing left to change.")
    if rules.changes != CustomerChanges.YES or plan.is_desk_only:
        return _("To change a day, please ask us.")
    return ""


@dataclass(frozen=True, slots=True)
class OwnAction:
    """An action of the customer: that of the desk, within the shop's rules."""

    action: Action
    rules: CustomerRules
    key: str = ""  # of the form that asked for it
    needs_reason = False

    @property
    def action_type(self) -> ActionType:
        return self.action.action_type

    def apply(self, draft: ScheduleDraft, context: ActionContext) -> None:
        """Raise DomainError where the rules do not allow it, or a cut-off has passed."""
        left = allowance(context.plan, draft, self.rules)
        if left.reason:
            raise DomainError(left.reason)
        if PlanChange.objects.filter(plan=context.plan, by_customer=True).count() >= MAX_CHANGES:
            raise DomainError(_("You have changed this plan very often. Please call us."))
        match self.action:
            case Pause():
                self._check_pause(self.action, left)
            case Undo(change_id=change_id):
                if not PlanChange.objects.filter(pk=change_id, by_customer=True).exists():
                    raise DomainError(
                        _("We changed this for you. To change it again, please ask us.")
                    )
        context.data["key"] = self.key
        try:
            self.action.apply(draft, context)
        except PastCutOffError as error:
            raise DomainError(f"{error.fact}. {_('Please call us.')}") from None
        if draft.is_past_cutoff or _changes_dishes_too_late(draft):
            raise DomainError(_("The kitchen counts on this box by now. Please call us."))
        if isinstance(self.action, Skip):
            days = len([pause for pause in draft.pauses if not pause.period_id])
            if days > left.skips_left:
                raise DomainError(_skips_text(left.skips_left), "dates")
        self._check_validity(draft, context.plan)

    def _check_pause(self, pause: Pause, left: Allowance) -> None:
        if pause.last is None:
            raise DomainError(_("Choose the last day without food."), "to")
        if left.pauses_left < 1:
            raise DomainError(_("You have paused as often as our rules allow. Please ask us."))
        longest = self.rules.max_pause_days
        if (pause.last - pause.first).days >= longest:
            raise DomainError(
                _("A pause can have %(days)s days at most. For a longer one, please ask us.")
                % {"days": longest},
                "to",
            )

    def _check_validity(self, draft: ScheduleDraft, plan: MealPlan) -> None:
        """Raise DomainError where it places a box after the plan's validity; what is placed there already may stay."""
        until = valid_until(plan, draft, self.rules)
        if any(
            box.day and box.day > until and box.state == ServingState.PLANNED
            for box in draft.changed()
            if box.original is None or box.original.day != box.day
        ):
            raise DomainError(
                _(
                    "The last box would come after %(day)s, until when you can move boxes yourself. Please ask us."
                )
                % {"day": format_day(until)},
                "dates",
            )


def _changes_dishes_too_late(draft: ScheduleDraft) -> bool:
    """Return whether a box has other dishes that the kitchen counts on, which undoing alone does not look at."""
    return any(
        box.day and not draft.calendar.is_open(box.meal, box.day)
        for box in draft.changed()
        if box.original and box.original.box_contents != box.box_contents
    )


def _skips_text(left: int) -> str:
    if left < 1:
        return _("You have skipped as many days as our rules allow. Please ask us.")
    if left == 1:
        return _("You can skip 1 more day yourself. For more, please ask us.")
    return _("You can skip %(days)s more days yourself. For more, please ask us.") % {"days": left}


@dataclass(frozen=True, slots=True)
class Receipt:
    """A change of the plan, by its customer or by the shop, as the customer reads it.

    `number` is "" for a day that the shop closed for all plans. The customer can undo it until `undo_until`; None: only the shop can.
    """

    change: PlanChange
    number: str
    sentences: list[str]
    undo_until: datetime | None


def receipts(plan: MealPlan, draft: ScheduleDraft) -> list[Receipt]:
    """Return all changes of the plan, newest first; two queries."""
    moves = _moves(ServingChange.objects.filter(serving__plan=plan))
    weekdays = {meal: track.weekdays for meal, track in draft.tracks.items()}
    changes = PlanChange.objects.filter(Q(plan=plan) | Q(pk__in=moves)).order_by("pk")
    found, number = [], 0
    for change in changes:
        number += change.plan_id is not None
        name = f"{plan.request.reference}/{number}" if change.plan_id else ""
        found.append(_receipt(change, name, moves.get(change.pk, []), weekdays, draft.calendar))
    return found[::-1]


def _receipt(
    change: PlanChange,
    number: str,
    moved: Sequence[MovedServing],
    weekdays: Mapping[int, int],
    calendar: Calendar,
) -> Receipt:
    sentences = (
        describe_plan(moved, weekdays)
        if change.action == ActionType.CONFIRM
        else describe_change(moved, change.data, weekdays)
    )
    return Receipt(change, number, sentences, _undo_until(change, moved, calendar))


def _moves(rows: "QuerySet[ServingChange]") -> dict[int, list[MovedServing]]:
    """Return what each change did, by its primary key."""
    moves: dict[int, list[MovedServing]] = {}
    for row in rows.select_related("serving").order_by("pk"):
        serving = row.serving
        moved = MovedServing(
            serving.pk, serving.meal, serving.seq, row.date_before, row.date_after, row.state_before, row.state_after,
        )  # fmt: skip
        moves.setdefault(row.change_id, []).append(moved)
    return moves


def _undo_until(
    change: PlanChange, moved: Sequence[MovedServing], calendar: Calendar
) -> datetime | None:
    """Return the first cut-off of the boxes' days before and after; None where it has passed, or the shop made the change."""
    if not change.by_customer or change.undone_at or change.action in NEVER:
        return None
    cut_offs = [
        calendar.cut_off(each.meal, day)
        for each in moved
        for day in (each.from_date, each.to_date)
        if day
    ]
    cut_offs += [calendar.cut_off(meal, day) for meal, day in boxes_chosen_for(change.data)]
    until = min(cut_offs, default=None)
    return until if until and until > calendar.now else None


def format_moment(at: datetime) -> str:
    """Format as "Tue 8 Dec, 6:00 pm", in Indian time."""
    local = timezone.localtime(at)
    return f"{format_day(local.date())}, {clock_time(local)}"


def valid_until(plan: MealPlan, draft: ScheduleDraft, rules: CustomerRules) -> date:
    """Return the last day on which a customer's own changes may place a box: closed days extend it. One query."""
    days = max((len(track.counted()) for track in draft.tracks.values()), default=0)
    last = plan.start_date + timedelta(days=2 * days + rules.extra_days)
    closed = ClosedDay.objects.filter(date__range=(plan.start_date, last))
    return last + timedelta(days=closed.values("date").distinct().count())


def preview(*, plan: MealPlan, version: int, action: Action, now: datetime) -> ActionResult:
    """Apply the customer's action to a draft. Raises StaleError and DomainError."""
    own = OwnAction(action, current_rules())
    return action_runner.preview(plan_id=plan.pk, version=version, action=own, now=now)


def execute(
    *, plan: MealPlan, version: int, action: Action, now: datetime, key: str, sender: str
) -> ActionResult:
    """Execute the customer's action; `key` is that of its form, `sender` the customer's IP address.

    Raises StaleError, DomainError and, at the address's cap, the API's RequestRejectedError.
    """
    with transaction.atomic():
        count_status_form(sender, now)
        outcome = action_runner.execute(
            plan_id=plan.pk,
            version=version,
            action=OwnAction(action, current_rules(), key),
            reason=REASON,
            actor=None,
            now=now,
            by_customer=True,
        )
        _mail_receipt(plan, outcome, now)
        return outcome


def _mail_receipt(plan: MealPlan, outcome: ActionResult, now: datetime) -> None:
    """Queue the receipt as a mail, where there is an address."""
    request = plan.request
    if not request.email:
        return
    # SQLite is locked meanwhile: only this change is read, not the plan.
    own = PlanChange.objects.filter(plan=plan)
    number = f"{request.reference}/{own.count()}"
    weekdays = dict(Track.objects.filter(plan=plan).values_list("meal", "weekdays"))
    change = own.latest("pk")
    receipt = _receipt(change, number, outcome.moved, weekdays, load_calendar(now))
    until = (
        _("You can undo this until %(moment)s.") % {"moment": format_moment(receipt.undo_until)}
        if receipt.undo_until
        else ""
    )
    noun = endpoints.of_kind(request.kind).noun
    send_by_itself(
        request=request,
        template=Template.PLAN_CHANGE,
        subject=_("receipt %(number)s for your %(noun)s")
        % {"number": receipt.number, "noun": noun},
        paragraphs=[
            (
                _("You have undone a change of your %(noun)s. This is receipt %(number)s.")
                if change.action == ActionType.UNDO
                else _("You have changed your %(noun)s. This is receipt %(number)s.")
            )
            % {"noun": noun, "number": receipt.number},
            "\n".join(receipt.sentences),
            " ".join(filter(None, [until, plan_page(request)])),
            _("If it was not you, please call us on %(phone)s.")
            % {"phone": catalogue.current().site.contact.phone},
        ],
        now=now,
    )


def is_done(plan: MealPlan, key: str) -> bool:
    """Return whether the form with this key has changed the plan."""
    last = PlanChange.objects.filter(plan=plan, by_customer=True).order_by("-pk").first()
    return last is not None and last.data.get("key") == key


def set_desk_only(*, plan_id: int, is_desk_only: bool, actor: User, now: datetime) -> None:
    """Set whether only the desk may change this plan. Raises MealPlan.DoesNotExist."""
    with transaction.atomic():
        plan = (
            MealPlan.objects.select_related("request")
            .select_for_update(of=("self",))
            .get(pk=plan_id)
        )
        if plan.is_desk_only == is_desk_only:
            return
        MealPlan.objects.filter(pk=plan_id).update(is_desk_only=is_desk_only)
        record(
            action="schedule.desk-only",
            actor=actor,
            at=now,
            reference=plan.request.reference,
            data={"is_desk_only": {"was": plan.is_desk_only, "now": is_desk_only}},
        )


def set_rules(*, rules: CustomerRules, actor: User, now: datetime) -> None:
    """Store the shop's rules."""
    with transaction.atomic():
        before = current_rules()
        rules.pk = CustomerRules.ONLY
        rules.save()
        record(
            action="schedule.customer-rules",
            actor=actor,
            at=now,
            data={
                field.name: {"was": getattr(before, field.name), "now": getattr(rules, field.name)}
                for field in CustomerRules._meta.fields
                if getattr(before, field.name) != getattr(rules, field.name)
            },
        )


def unseen_changes() -> "QuerySet[PlanChange]":
    """Return the changes of customers that the desk has not seen."""
    return PlanChange.objects.filter(by_customer=True, seen_at=None)


def newest_unseen(limit: int) -> tuple[Sequence[tuple[PlanChange, list[str]]], int]:
    """Return the newest of them with their plans and sentences, and the number of all; two queries."""
    changes = (
        unseen_changes()
        .select_related("plan__request")
        .defer("plan__request__body")
        .annotate(in_all=Window(Count("pk")))[:limit]
    )
    found = list(changes)
    moves = _moves(ServingChange.objects.filter(change__in=[change.pk for change in found]))
    described = [
        (change, describe_change(moves.get(change.pk, []), change.data, {})) for change in found
    ]
    return described, found[0].in_all if found else 0


def mark_seen(plan: MealPlan, now: datetime) -> None:
    """Record that the desk has seen the customer's changes of this plan."""
    unseen_changes().filter(plan=plan).update(seen_at=now)
