"""Records one outcome for all boxes of a stop: a delivery event per box, each with its own key."""

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

MAX_KEYS = 50  # a stop has fewer boxes


def record_stop_outcomes(
    values: Mapping[str, Any], *, day: date, meal: int, actor: User, history: History | None = None
) -> str:
    """Return the message for the user; `values` is the cleaned data of OutcomeForm. Raises DomainError."""
    now = timezone.now()
    events = [
        DeliveryEvent(
            key=f"{values['tap']}-{serving_id}",
            serving_id=serving_id,
            outcome=Outcome(values["outcome"]),
            tapped_at=now,
            reason=values["reason"] if values["outcome"] == Outcome.FAILED else "",
            words=values["words"],
        )
        for serving_id in values["servings"]
    ]
    results = outcomes.record_outcomes(
        events=events, day=day, meal=meal, actor=actor, now=now, history=history
    ).values()
    refused = [result for result in results if isinstance(result, str)]
    uncounted = [result.uncounted for result in results if not isinstance(result, str)]
    problems = [*refused, *filter(None, uncounted)]
    if problems:
        raise DomainError(problems[0])
    return str(Outcome(values["outcome"]).label) + "."


def undo_keys(
    keys: Sequence[str], *, day: date, meal: int, actor: User, history: History | None = None
) -> None:
    """Undo all; raises DomainError for the first one that cannot be undone."""
    now = timezone.now()
    for key in keys[:MAX_KEYS]:
        outcomes.undo(
            key=key, day=day, meal=meal, actor=actor, now=now, history=history, tapped_at=now
        )
