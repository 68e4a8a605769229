"""Keep a plan in step with its request's transitions and details."""

from typing import Any

from django.dispatch import receiver

from oottam.plans.services import planning
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed

_HANDLERS = {
    "request.confirm": planning.create_plan,
    "request.cancel": planning.cancel_plan,
    "request.complete": planning.require_no_upcoming_boxes,
    "request.take-back": planning.undo_transition,
    "request.facts": planning.follow_details,
    "request.event": planning.follow_event,
}


@receiver(request_changed)
def update_plan(*, action: str, edit: RequestEdit, **_: Any) -> None:
    if action in _HANDLERS:
        _HANDLERS[action](edit)
