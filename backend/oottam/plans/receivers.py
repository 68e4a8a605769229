"""Keep a plan in step with its request, and the kitchen's dishes with those of the live edition of the menu."""

from datetime import datetime
from typing import Any

from django.dispatch import receiver

from oottam.kitchen.services import unpublished_recipes
from oottam.kitchen.services.recipes import seed
from oottam.menu.signals import edition_live
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


@receiver(edition_live)
def update_recipes(*, number: int, now: datetime, **_: Any) -> None:
    unpublished_recipes.apply_edition(number, now)
    seed(now)
