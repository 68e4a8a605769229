"""Copy a request's door note to its plan's stops, and answer lower apps about routes."""

from collections.abc import Collection
from datetime import date
from typing import Any

from django.dispatch import receiver

from oottam.audit.actions import RequestAction
from oottam.delivery.models import RoutePin, StopPosition
from oottam.delivery.progress import places_of_boxes
from oottam.plans.services import day_closing
from oottam.schedule.models import MealPlan
from oottam.workflow.services.details import details_of
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed, serves_pin


@receiver(request_changed)
def update_door_note(*, action: str, edit: RequestEdit, **_: Any) -> None:
    """Set the stops' hint when the request is confirmed, and when the desk changes the note."""
    note = details_of(edit.request).door_note
    if "door_note" not in edit.data and not (note and action == RequestAction.CONFIRM):
        return
    plan = MealPlan.objects.filter(request=edit.request).first()
    if plan:
        StopPosition.objects.update_or_create(plan=plan, defaults={"hint": note})


@serves_pin.provide
def has_route_to_pin(pin: str) -> bool:
    return RoutePin.objects.filter(pin=pin, route__is_closed=False).exists()


@day_closing.routed_boxes.provide
def boxes_with_route(day: date) -> Collection[int]:
    return [box for box, (route, _) in places_of_boxes(day).items() if route]
