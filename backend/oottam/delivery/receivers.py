"""What follows from a change of a request: its door note comes to the rider with its boxes."""

from typing import Any

from django.dispatch import receiver

from oottam.delivery.models import StopPosition
from oottam.plans.models import MealPlan
from oottam.workflow.services.details import details_of
from oottam.workflow.services.editing import Change
from oottam.workflow.signals import request_changed


@receiver(request_changed)
def keep_door_note(*, action: str, making: Change, **_: Any) -> None:
    """Set the hint of its plan's stops: from the first step that makes a plan, and when the desk changes the note."""
    note = details_of(making.request).door_note
    if "door_note" not in making.data and not (note and action == "request.confirm"):
        return
    plan = MealPlan.objects.filter(request=making.request).first()
    if plan:
        StopPosition.objects.update_or_create(plan=plan, defaults={"hint": note})
