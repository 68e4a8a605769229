"""Copy a request's door note to its plan's stops."""

from typing import Any

from django.dispatch import receiver

from oottam.delivery.models import StopPosition
from oottam.plans.models import MealPlan
from oottam.workflow.services.details import details_of
from oottam.workflow.services.editing import RequestEdit
from oottam.workflow.signals import request_changed


@receiver(request_changed)
def update_door_note(*, action: str, edit: RequestEdit, **_: Any) -> None:
    """Set the stops' hint when the request is confirmed, and when the desk changes the note."""
    note = details_of(edit.request).door_note
    if "door_note" not in edit.data and not (note and action == "request.confirm"):
        return
    plan = MealPlan.objects.filter(request=edit.request).first()
    if plan:
        StopPosition.objects.update_or_create(plan=plan, defaults={"hint": note})
