"""Tell customers by mail what the desk changed in their plans: once the plan was left alone for 15 minutes, in one mail.

What was undone meanwhile is not told. Closed days have their own mails (`closure_notices`), customers' own changes their
receipts, confirming and cancelling the desk's messages.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from datetime import date, datetime, timedelta
from functools import partial
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.core.db.pruning import never
from oottam.plans.services.action_runner import MovedServing
from oottam.plans.services.box_choices import describe_choices
from oottam.plans.services.change_text import describe_address, describe_change, describe_times
from oottam.plans.services.customer_rules import current_rules
from oottam.plans.services.customer_text import plan_page
from oottam.requests.models import Request, Status
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import (
    ActionType,
    MealPlan,
    PlanChange,
    PlanState,
    ServingChange,
    ServingState,
    Track,
)
from oottam.workflow.models import Message, Template
from oottam.workflow.services.agreement import agreed_noun
from oottam.workflow.services.messages import queue_each, send_by_itself
from oottam.workflow.services.undo_window import OWN_TIME

MAX_AGE = timedelta(days=1)  # a server that was off longer does not tell


def notify(
    now: datetime,
    *,
    is_over: Callable[[], bool] = never,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Queue the mails that are due; return their number. One query where none is."""
    # Grouped here: the database would read all changes by the index of the plan.
    last = dict(_unnotified(now).order_by("at").values_list("plan", "at"))
    due = [plan for plan, at in last.items() if plan is not None and at <= now - OWN_TIME]
    return queue_each(due, partial(_notify, now), is_over=is_over, pause=pause)


def _unnotified(now: datetime) -> "QuerySet[PlanChange]":
    """Return the desk's changes that customers were not told of, of all plans at once, too; by the index of `at`."""
    return PlanChange.objects.filter(at__gte=now - MAX_AGE, by_customer=False, told_at=None)


def _notify(now: datetime, plan_id: int) -> bool:
    lock_schedules()
    changes = list(_unnotified(now).filter(plan=plan_id).order_by("pk"))
    if not changes or max(change.at for change in changes) > now - OWN_TIME:
        return False
    PlanChange.objects.filter(pk__in=[change.pk for change in changes]).update(told_at=now)
    plan = MealPlan.objects.select_related("request").get(pk=plan_id)
    if not (current_rules().mails_desk_change and _is_running(plan)) or _was_confirmed(
        plan, changes
    ):
        return False
    sentences = _sentences(plan, changes)
    if not sentences:
        return False
    request = plan.request
    noun = agreed_noun(request)
    named = {"noun": noun, "reference": request.reference}
    message = send_by_itself(
        request=request,
        template=Template.DESK_CHANGE,
        subject=_("we have changed your %(noun)s %(reference)s") % named,
        paragraphs=[
            _("We have changed your %(noun)s %(reference)s:") % named,
            "\n".join(sentences),
            _track(request),
            _("If this does not suit you, reply to this mail, or call us on %(phone)s.")
            % {"phone": catalogue.current().site.contact.phone},
        ],
        now=now,
    )
    return message is not None


def _track(request: Request) -> str:
    page = plan_page(request)
    return _("All days: %(page)s") % {"page": page} if page else ""


def _is_running(plan: MealPlan) -> bool:
    is_agreed = plan.request.status in (Status.CONFIRMED, Status.ACTIVE)
    return is_agreed and plan.state != PlanState.CANCELLED


def _was_confirmed(plan: MealPlan, changes: Sequence[PlanChange]) -> bool:
    """Return whether the desk confirmed the plan, as it is now, by a message after the last change."""
    return Message.objects.filter(
        request=plan.request_id,
        by__isnull=False,
        withdrawn_at=None,
        template=Template.CONFIRMATION,
        at__gte=changes[-1].at,
    ).exists()


class _Box(NamedTuple):
    """What is known of a serving; a serving that did not exist has no state."""

    day: date | None
    state: int | None
    box_contents: int | None

    @property
    def is_there(self) -> bool:
        return self.state not in (None, ServingState.CANCELLED)


def _sentences(plan: MealPlan, changes: Sequence[PlanChange]) -> list[str]:
    """Describe what differs from what the customer knows; [] where nothing does."""
    first = changes[0].pk
    later = PlanChange.objects.filter(plan=plan, pk__gte=first).order_by("pk")
    weekdays = dict(Track.objects.filter(plan=plan).values_list("meal", "weekdays"))
    sentences = describe_change(_moved(plan, first), {"ends": _ends(later)}, weekdays)
    return sentences + _describe_others(changes)


def _moved(plan: MealPlan, first: int) -> list[MovedServing]:
    """Return what differs, from the change `first` on: moves of the desk, without what others tell or was undone."""
    rows = ServingChange.objects.filter(serving__plan=plan, change__gte=first)
    known: dict[int, _Box] = {}
    present: dict[int, _Box] = {}
    servings = {}
    for row in rows.select_related("serving", "change").order_by("change_id", "pk"):
        after = _Box(row.date_after, row.state_after, row.box_contents_after_id)
        before = _Box(row.date_before, row.state_before, row.box_contents_before_id)
        if _is_told_otherwise(row.change):
            known[row.serving_id] = after
        else:
            known.setdefault(row.serving_id, before)
        present[row.serving_id], servings[row.serving_id] = after, row.serving
    both = {pk: (was, present[pk]) for pk, was in known.items()}
    return [
        MovedServing(
            serving_id=pk,
            meal=servings[pk].meal,
            seq=servings[pk].seq,
            from_date=was.day,
            to_date=box.day,
            state_before=was.state,
            state=box.state or 0,
        )
        for pk, (was, box) in both.items()
        if box != was and (box.is_there or was.is_there)
    ]


def _is_told_otherwise(change: PlanChange) -> bool:
    return change.by_customer or change.plan_id is None or change.action == ActionType.CONFIRM


def _ends(changes: Iterable[PlanChange]) -> dict[str, list[str | None]]:
    """Return each meal's last day that the customer knows, and the present one."""
    ends: dict[str, list[str | None]] = {}
    for change in changes:
        for meal, (before, after) in change.data.get("ends", {}).items():
            known = after if _is_told_otherwise(change) else ends.get(meal, [before])[0]
            ends[meal] = [known, after]
    return ends


def _describe_others(changes: Sequence[PlanChange]) -> list[str]:
    """Describe other addresses, times and dishes; nothing of what was undone meanwhile."""
    own = {change.pk for change in changes}
    sentences = []
    for change in changes:
        if change.undone_at is None and change.data.get("undone") not in own:
            names = (
                ("box_address", "chosen") if change.action == ActionType.DISH else ("box_address",)
            )
            box = {name: change.data[name] for name in names if name in change.data}
            sentences += [
                *describe_address(change.data),
                *describe_choices(box),
                *describe_times(change.data.get("times", {})),
            ]
    return sentences
