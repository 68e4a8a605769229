"""Changes that customers make in their plans themselves, within the shop's rules.

They are the desk's actions, for boxes before their cut-off. The desk may go beyond these limits.
"""

from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext as _

from oottam.api.writing.rate_limits import count_status_form
from oottam.core.errors import DomainError, PastCutOffError
from oottam.plans.services import action_runner
from oottam.plans.services.action_runner import (
    Action,
    ActionContext,
    ActionResult,
)
from oottam.plans.services.change_receipts import mail_receipt
from oottam.plans.services.customer_rules import current_rules
from oottam.plans.services.plan_actions import Undo
from oottam.requests.models import Status
from oottam.schedule.choices import CustomerChanges
from oottam.schedule.domain.actions import Pause, Skip
from oottam.schedule.domain.calendar import EVENT
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.models import (
    ActionType,
    ClosedDay,
    CustomerRules,
    MealPlan,
    PlanChange,
    PlanState,
    ServingState,
)

REASON = "The customer, on their page"
MAX_CHANGES = 100  # own changes of a plan; more are a matter for the desk


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
            raise DomainError(f"{error.fact}: {_('the kitchen counts on it.')}") from None
        if draft.is_past_cutoff or _changes_dishes_too_late(draft):
            raise DomainError(_("The kitchen counts on this box by now."))
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
        mail_receipt(plan, outcome, now)
        return outcome


def is_done(plan: MealPlan, key: str) -> bool:
    """Return whether the form with this key has changed the plan."""
    last = PlanChange.objects.filter(plan=plan, by_customer=True).order_by("-pk").first()
    return last is not None and last.data.get("key") == key
