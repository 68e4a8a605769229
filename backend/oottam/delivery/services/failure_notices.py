"""Tell customers by mail that a box was not delivered, 15 minutes after the tap: until then it may be undone."""

import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from oottam import catalogue
from oottam.api.mails import status_link
from oottam.core.db.pruning import never
from oottam.delivery.models import Decision, DeliveryOutcome, Outcome, Reason
from oottam.plans.services.customer_rules import current_rules
from oottam.requests.models import Request
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.lock import lock_schedules
from oottam.schedule.models import Meal, ServingState
from oottam.workflow.models import Template
from oottam.workflow.services.agreement import agreed_noun
from oottam.workflow.services.messages import queue_each, send_by_itself
from oottam.workflow.services.undo_window import OWN_TIME

# As customers read it, by the rider's reason.
_WHY = {
    Reason.NOBODY_HOME: gettext_lazy("nobody was at home"),
    Reason.NO_ANSWER: gettext_lazy("nobody answered the phone"),
    Reason.WRONG_ADDRESS: gettext_lazy("we did not find the address"),
    Reason.REFUSED: gettext_lazy("it was not accepted"),
    Reason.DAMAGED: gettext_lazy("the box was damaged"),
}
MAX_AGE = timedelta(days=1)  # a server that was off longer does not tell


def why_not_delivered(reason: str) -> str:
    """Return why, as customers read it; "" for none of the known reasons."""
    return str(_WHY.get(Reason(reason), "")) if reason else ""


def notify(
    now: datetime,
    *,
    is_over: Callable[[], bool] = never,
    pause: Callable[[float], object] = time.sleep,
) -> int:
    """Queue a mail for each request with failures that are due; return their number. One query where none is."""
    due = _unnotified(now).order_by("serving__plan__request")
    requests = list(due.values_list("serving__plan__request", flat=True).distinct())
    return queue_each(requests, partial(_notify, now), is_over=is_over, pause=pause)


def _unnotified(now: datetime) -> "QuerySet[DeliveryOutcome]":
    """Failures that stand, of which the customer was not told; by the index of `at`."""
    return DeliveryOutcome.objects.filter(
        at__range=(now - MAX_AGE, now - OWN_TIME), stands=True, outcome=Outcome.FAILED, told_at=None
    )


def _notify(now: datetime, request_id: UUID) -> bool:
    lock_schedules()
    outcomes = list(
        _unnotified(now)
        .filter(serving__plan__request=request_id)
        .select_related("serving__plan__request")
        .order_by("serving__date", "serving__meal")
    )
    DeliveryOutcome.objects.filter(pk__in=[each.pk for each in outcomes]).update(told_at=now)
    yesterday = timezone.localdate(now) - ONE_DAY
    recent = [
        each
        for each in outcomes
        if each.serving.meal != Meal.EVENT
        and each.serving.date
        and each.serving.date >= yesterday
        and each.decision != Decision.AGAIN
        # That a replacement comes is told as a change of the desk.
        and not each.serving.replacements.exclude(state=ServingState.CANCELLED).exists()
    ]
    if not recent or not current_rules().mails_failed_box:
        return False
    return _mail(recent[0].serving.plan.request, recent, now)


def _mail(request: Request, outcomes: Sequence[DeliveryOutcome], now: datetime) -> bool:
    boxes = [
        _("%(meal)s of %(day)s")
        % {
            "meal": str(Meal(each.serving.meal).label).lower(),
            "day": format_day(each.serving.date),
        }
        for each in outcomes
        if each.serving.date
    ]
    named = {
        "boxes": get_text_list(boxes, _("and")),
        "noun": agreed_noun(request),
        "reference": request.reference,
    }
    link = status_link(request)
    reasons = {why_not_delivered(each.reason) for each in outcomes}
    message = send_by_itself(
        request=request,
        template=Template.FAILED_BOX,
        subject=_("we could not deliver your %(boxes)s") % named,
        paragraphs=[
            _("We are sorry: we could not deliver your %(boxes)s (%(noun)s %(reference)s).")
            % named,
            " ".join(f"{why[0].upper()}{why[1:]}." for why in sorted(reasons) if why),
            *_what_next(outcomes, f"{link.url}/ask/" if link else ""),
            f"{link.text}: {link.url}" if link else "",
        ],
        now=now,
    )
    return message is not None


def _what_next(outcomes: Sequence[DeliveryOutcome], ask: str) -> list[str]:
    """Say what becomes of the boxes: what the desk has decided, or that we call."""
    phone = {"phone": catalogue.current().site.contact.phone}
    if all(each.decision == Decision.FORFEITED for each in outcomes):
        counts = ngettext("It counts as delivered.", "They count as delivered.", len(outcomes))
        wrong = _("If that is not right, reply to this mail, or call us on %(phone)s.") % phone
        return [f"{counts} {wrong}"]
    calls = _("We call you about it. You can also reply to this mail, or call us on %(phone)s.")
    return [f"{_('Tell us here what we should do:')} {ask}" if ask else "", calls % phone]
