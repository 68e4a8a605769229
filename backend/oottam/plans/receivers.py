"""What follows from a change of a request: it gets its days when it is confirmed, and takes them along where it goes."""

from typing import Any

from django.dispatch import receiver

from oottam.plans.services import planning
from oottam.workflow.services.editing import Change
from oottam.workflow.signals import request_changed

FOLLOWING = {
    "request.confirm": planning.plan,
    "request.cancel": planning.cancel,
    "request.complete": planning.complete,
    "request.take-back": planning.take_back,
    "request.facts": planning.facts_change,
    "request.event": planning.event_change,
}


@receiver(request_changed)
def keep_plan(*, action: str, making: Change, **_: Any) -> None:
    """Plan, move or end its days."""
    if action in FOLLOWING:
        FOLLOWING[action](making)
