"""Keep a plan in step with its request, and the kitchen's recipes with the live edition; answer lower apps."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from oottam.audit.actions import RequestAction
from oottam.billing.refunds import used_boxes
from oottam.kitchen.services.recipes import load_recipes
from oottam.menu.signals import edition_live
from oottam.plans.services import plan_preview, planning
from oottam.plans.services.customer_text import describe_plan
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import plan_facts, request_changed

plan_facts.provide(describe_plan)
used_boxes.provide(plan_preview.used_boxes)

_HANDLERS: Mapping[str, Callable[[RequestEdit], None]] = {
    RequestAction.CONFIRM: planning.create_plan,
    RequestAction.CANCEL: planning.cancel_plan,
    RequestAction.COMPLETE: planning.require_no_upcoming_boxes,
    RequestAction.UNDO: planning.undo_transition,
    RequestAction.EDIT_DETAILS: planning.follow_details,
    RequestAction.EDIT_EVENT: planning.follow_event,
}


@receiver(request_changed)
def update_plan(*, action: str, edit: RequestEdit, **_: Any) -> None:
    if action in _HANDLERS:
        _HANDLERS[action](edit)


@receiver(edition_live)
def update_recipes(*, now: datetime, **_: Any) -> None:
    load_recipes(now)
