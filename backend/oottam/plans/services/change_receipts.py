"""Receipts of plans' changes, as customers read them, and what the desk has not seen of them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet, Window
from django.utils import timezone
from django.utils.translation import gettext as _

from oottam import catalogue
from oottam.core.clock import clock_time
from oottam.plans.services.action_runner import (
    ActionResult,
    MovedServing,
)
from oottam.plans.services.box_choices import boxes_chosen_for
from oottam.plans.services.change_text import describe_change, describe_plan
from oottam.plans.services.customer_text import plan_page
from oottam.plans.services.repository import load_calendar
from oottam.schedule.domain.calendar import Calendar
from oottam.schedule.domain.plan_schedule import ScheduleDraft, format_day
from oottam.schedule.domain.undo import NEVER
from oottam.schedule.models import (
    ActionType,
    MealPlan,
    PlanChange,
    ServingChange,
    Track,
)
from oottam.workflow.models import Template
from oottam.workflow.services.agreement import agreed_noun
from oottam.workflow.services.messages import send_by_itself


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


def mail_receipt(plan: MealPlan, outcome: ActionResult, now: datetime) -> None:
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
    noun = agreed_noun(request)
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
            serving_id=serving.pk,
            meal=serving.meal,
            seq=serving.seq,
            from_date=row.date_before,
            to_date=row.date_after,
            state_before=row.state_before,
            state=row.state_after,
        )
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
