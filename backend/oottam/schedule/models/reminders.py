"""Reminders that customers got."""

from django.db import models

from oottam.core.fields import CodeField
from oottam.schedule.choices import ReminderKind
from oottam.schedule.models.plans import MealPlan
from oottam.workflow.models import Message


class PlanReminder(models.Model):
    """A reminder about a plan: one of each kind, however often its days move."""

    # The unique constraint has an index that begins with the plan.
    plan = models.ForeignKey(
        MealPlan, on_delete=models.CASCADE, related_name="reminders", db_index=False
    )
    kind = CodeField(ReminderKind, max_length=10)
    at = models.DateTimeField(db_index=True)
    # One message covers all plans of its customer that start on one day.
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reminders")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("plan", "kind"), name="reminded_once_of_each"),
        )

    def __str__(self) -> str:
        return f"{self.kind} of plan {self.plan_id}"
