"""A form that says what became of all boxes of a stop, as taps of which each is known by a key of its own."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone

from oottam.core.errors import DomainError
from oottam.delivery.models import Outcome
from oottam.delivery.services import outcomes
from oottam.delivery.services.history import History
from oottam.delivery.services.outcomes import DeliveryEvent

MAX_KEYS = 50  # more boxes nobody gets at one door


def tell_stop(
    sent: Mapping[str, Any], *, day: date, meal: int, actor: User, history: History | None = None
) -> str:
    """A sentence on what it led to; `sent` is what TellForm has read. Raises DomainError where nothing was kept."""
    now = timezone.now()
    taps = [
        DeliveryEvent(
            key=f"{sent['tap']}-{serving}",
            serving=serving,
            outcome=Outcome(sent["outcome"]),
            tapped_at=now,
            reason=sent["reason"] if sent["outcome"] == Outcome.FAILED else "",
            words=sent["words"],
        )
        for serving in sent["servings"]
    ]
    answers = outcomes.record_outcomes(
        taps=taps, day=day, meal=meal, actor=actor, now=now, history=history
    ).values()
    refused = [answer for answer in answers if isinstance(answer, str)]
    uncounted = [answer.uncounted for answer in answers if not isinstance(answer, str)]
    wrong = [*refused, *filter(None, uncounted)]
    if wrong:
        raise DomainError(wrong[0])
    return str(Outcome(sent["outcome"]).label) + "."


def undo_keys(
    keys: Sequence[str], *, day: date, meal: int, actor: User, history: History | None = None
) -> None:
    """All of them, or a DomainError for the first that cannot be undone any more."""
    now = timezone.now()
    for key in keys[:MAX_KEYS]:
        outcomes.undo(
            key=key, day=day, meal=meal, actor=actor, now=now, history=history, tapped_at=now
        )
