"""Keep a plan in step with its request, and the kitchen's dishes with the live edition; answer lower apps."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.dispatch import receiver

from oottam.audit.actions import RequestAction
from oottam.billing.refunds import used_boxes
from oottam.kitchen.services import dish_facts, unpublished_recipes
from oottam.kitchen.services.recipe_files import KitchenRows
from oottam.kitchen.services.recipe_seeding import seed
from oottam.kitchen.signals import dish_replaced
from oottam.menu import editions, live
from oottam.menu.content import Content
from oottam.menu.editions import with_recipes
from oottam.menu.signals import edition_live
from oottam.plans.services import plan_preview, planning, replaced_dishes
from oottam.plans.services.customer_text import describe_plan
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import plan_facts, request_changed

plan_facts.provide(describe_plan)
used_boxes.provide(plan_preview.used_boxes)
live.live_facts.provide(dish_facts.live_facts)
editions.content_facts.provide(dish_facts.content_facts)


@with_recipes.provide
def add_recipes(content: Content) -> Content:
    return KitchenRows.read().into(content)


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


@receiver(dish_replaced)
def record_replaced_dish(*, sender: Any, signal: Any, **replacement: Any) -> None:
    replaced_dishes.record_replacement(**replacement)


@receiver(edition_live)
def update_recipes(*, number: int, now: datetime, **_: Any) -> None:
    unpublished_recipes.apply_edition(number, now)
    seed(now)
