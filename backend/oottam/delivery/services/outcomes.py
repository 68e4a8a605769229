"""What became of boxes at the door. A tap may come late, and more than once: its key makes it count once."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from oottam.audit.record import record
from oottam.core.days import begin_of, end_of
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.delivery.models import DeliveryOutcome, Outcome, Reason
from oottam.delivery.runs import is_late
from oottam.delivery.services.history import NOT_ON_RUN, History, require_key, require_week
from oottam.kitchen.services.cutoff import lock_and_snapshot
from oottam.plans.models import MealPlan, Serving, ServingState

MAX_WORDS_LENGTH = 200  # characters
_STATES = {
    Outcome.DELIVERED: ServingState.DELIVERED,
    Outcome.FAILED: ServingState.FAILED,
}
_AT_THE_DOOR = frozenset({ServingState.PLANNED, ServingState.DELIVERED, ServingState.FAILED})
REPLACED = "It has been replaced since."
ALREADY_RECORDED = "They had already recorded this."  # by another tab of their own: kept, and nothing to tell anybody of


@dataclass(frozen=True, slots=True)
class DeliveryEvent:
    """What somebody tapped, perhaps some time ago and without network. `key` is drawn by the phone.

    `tapped_at` is by the phone's clock, None where it does not say.
    """

    key: str
    serving: int
    outcome: Outcome
    tapped_at: datetime | None
    reason: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True)
class RecordResult:
    """What a tap or its undoing led to: the box's state now, and a sentence where it changed nothing."""

    state: ServingState
    uncounted: str = ""


def record_outcome(
    *,
    tap: DeliveryEvent,
    day: date,
    meal: int,
    actor: User,
    now: datetime,
    history: History | None = None,
) -> RecordResult:
    """Keep what became of a box of that meal; a second time, only say what the first one led to.

    The box may have gone from the meal, or from the rider, while the phone had no network: the tap is kept then, and
    changes nothing. `history` is that of the rider's run; without one, the desk speaks. Raises DomainError for a
    failure without a reason, a box of another meal or run, or a day too long ago or still to come.
    """
    _require_reason(tap)
    require_week(day, now)
    tapped_at = history.moment(tap.tapped_at, now) if history else tap.tapped_at or now
    with transaction.atomic():
        lock_and_snapshot(now)
        known = DeliveryOutcome.objects.select_related("serving").filter(key=tap.key).first()
        if known is not None:
            return _result_of(known.serving, known.uncounted)
        serving = _locked(tap.serving)
        if serving.meal != meal:
            raise DomainError(NOT_ON_RUN)
        standing = DeliveryOutcome.objects.filter(serving=serving, stands=True).first()
        uncounted = history.rejection_reason([serving.pk], tapped_at) if history else ""
        uncounted = uncounted or _rejection_reason(serving, day, tap.outcome, standing, actor)
        if not uncounted and standing is not None:
            standing.stands = False
            standing.save(update_fields=["stands"])
        tapped_at = _within(tapped_at, day, now)
        DeliveryOutcome.objects.create(
            serving=serving,
            key=tap.key,
            outcome=tap.outcome,
            reason=tap.reason,
            words="" if serving.plan.request.erased_at else tap.words.strip(),
            tapped_at=tapped_at,
            by=actor,
            at=now,
            uncounted=uncounted,
            stands=not uncounted,
        )
        if not uncounted:
            _set_state(serving, _STATES[tap.outcome])
        data = {"meal": meal, "seq": serving.seq, "reason": tap.reason, "uncounted": uncounted}
        if is_late(tapped_at, now):
            data["late_minutes"] = (now - tapped_at) // timedelta(minutes=1)
        if tap.outcome == Outcome.DELIVERED:
            _record("delivery.delivered", serving, actor, now, data)
        else:
            _record("delivery.failed", serving, actor, now, data)
        return _result_of(serving, uncounted)


def undo(
    *,
    key: str,
    day: date,
    meal: int,
    actor: User,
    now: datetime,
    history: History | None = None,
    tapped_at: datetime | None = None,
) -> RecordResult:
    """As if it had not been tapped; a second time nothing more. Until midnight of the day on which it was.

    Raises DomainError later than that, for a key that is not known for that meal or run, and where more has been done
    since.
    """
    tapped_at = history.moment(tapped_at, now) if history else now
    with transaction.atomic():
        lock_and_snapshot(now)
        known = DeliveryOutcome.objects.select_related("serving").filter(key=key)
        result = known.filter(serving__meal=meal, tapped_at__range=_day_range(day)).first()
        if result is None:
            raise DomainError("There is nothing to undo.")
        serving = _locked(result.serving_id)
        too_late = history.rejection_reason([serving.pk], tapped_at) if history else ""
        if too_late:
            raise DomainError(too_late)
        if result.undone_at is not None or result.uncounted:
            return RecordResult(ServingState(serving.state))
        recorded_on = {timezone.localdate(result.at), timezone.localdate(result.tapped_at)}
        if timezone.localdate(tapped_at) not in recorded_on:
            raise DomainError("It is too late to undo this: the day is over.")
        if (
            not result.stands
            or result.decision
            or serving.state != _STATES[Outcome(result.outcome)]
        ):
            raise DomainError("This box has been dealt with since.")
        if is_replaced(serving):
            raise DomainError(REPLACED)
        result.undone_at, result.undone_by, result.stands = now, actor, False
        result.save(update_fields=["undone_at", "undone_by", "stands"])
        is_over = serving.date is not None and serving.date < timezone.localdate(now)
        _set_state(serving, ServingState.DELIVERED if is_over else ServingState.PLANNED)
        _record("delivery.undo", serving, actor, now, {"meal": serving.meal, "seq": serving.seq})
        return RecordResult(ServingState(serving.state))


def _require_reason(tap: DeliveryEvent) -> None:
    require_key(tap.key)
    if len(tap.words.strip()) > MAX_WORDS_LENGTH:
        raise DomainError(f"At most {MAX_WORDS_LENGTH} characters.", "words")
    if tap.outcome == Outcome.FAILED:
        if tap.reason not in Reason.values:
            raise DomainError("Please choose a reason.", "reason")
        if tap.reason == Reason.OTHER and not tap.words.strip():
            raise DomainError("Please describe what happened.", "words")
    elif tap.reason:
        raise DomainError("A delivered box needs no reason.", "reason")


def _locked(number: int) -> Serving:
    found = Serving.objects.select_related("plan__request").select_for_update(of=("self",))
    serving = found.filter(pk=number).first()
    if serving is None:
        raise DomainError("There is no such box.")
    return serving


def _result_of(serving: Serving, uncounted: str) -> RecordResult:
    return RecordResult(
        ServingState(serving.state), "" if uncounted == ALREADY_RECORDED else uncounted
    )


def _rejection_reason(
    serving: Serving, day: date, outcome: Outcome, standing: DeliveryOutcome | None, actor: User
) -> str:
    """Why the tap changes nothing; "" where it counts."""
    if serving.state not in _AT_THE_DOOR:
        return f"The desk had taken this box off the run: {serving.get_state_display().lower()}."
    if serving.date != day:
        return "The desk had moved this box to another day."
    if serving.state == ServingState.FAILED:
        if is_replaced(serving):
            return REPLACED
        if standing is not None and standing.decision:
            return "The desk has decided about this box since."
    if standing is not None and standing.outcome == outcome:
        own = standing.by_id == actor.pk
        return (
            ALREADY_RECORDED
            if own
            else f"{isolate(standing.by.username)} had already recorded this."
        )
    return ""


def is_replaced(serving: Serving) -> bool:
    """Whether another box stands for it."""
    return serving.replacements.exclude(state=ServingState.CANCELLED).exists()


def _set_state(serving: Serving, state: ServingState) -> None:
    """Whoever looks at the plan's days meanwhile sees that they have changed."""
    serving.state = state
    serving.save(update_fields=["state"])
    MealPlan.objects.filter(pk=serving.plan_id).update(version=F("version") + 1)


def _within(tapped_at: datetime, day: date, now: datetime) -> datetime:
    """The phone's clock where it can be right: on the day, and not after now."""
    begin, end = _day_range(day)
    return tapped_at if begin <= tapped_at <= min(now, end) else min(now, end)


def _day_range(day: date) -> tuple[datetime, datetime]:
    """The first and the last moment of a day in India."""
    zone = timezone.get_default_timezone()
    return begin_of(day, zone), end_of(day, zone)


def _record(
    action: str, serving: Serving, actor: User, now: datetime, data: dict[str, object]
) -> None:
    record(
        action=action,
        actor=actor,
        at=now,
        reference=serving.plan.request.reference,
        day=serving.date,
        data=data,
    )


def record_outcomes(
    *,
    taps: Sequence[DeliveryEvent],
    day: date,
    meal: int,
    actor: User,
    now: datetime,
    history: History | None = None,
) -> dict[str, RecordResult | str]:
    """By key, what each led to, in their order, or the sentence by which it was refused; one does not hold up another."""
    answers: dict[str, RecordResult | str] = {}
    for tap in taps:
        try:
            answers[tap.key] = record_outcome(
                tap=tap, day=day, meal=meal, actor=actor, now=now, history=history
            )
        except DomainError as error:
            answers[tap.key] = str(error)
    return answers
