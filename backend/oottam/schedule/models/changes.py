"""The history of changes to plans, with all that undoing one needs."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField, optional_account
from oottam.schedule.choices import ActionType
from oottam.schedule.models.items import KitchenItem
from oottam.schedule.models.plans import BoxContents, MealPlan, Serving
from oottam.workflow.models import Channel, Message


class PlanChange(models.Model):
    """One action on a plan, or on a day of all plans (`plan` is empty)."""

    plan = models.ForeignKey(
        MealPlan,
        on_delete=models.CASCADE,
        null=True,
        related_name="changes",
        help_text="Empty: a change of all plans",
    )
    action = CodeField(ActionType, max_length=10, db_column="doing")
    reason = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(db_index=True)
    data = models.JSONField(default=dict, help_text="Further data for undo")
    undone_at = models.DateTimeField(null=True)
    undone_by = optional_account()
    by_customer = models.BooleanField(
        db_default=False, default=False, help_text="Whether the customer did it on her page"
    )
    seen_at = models.DateTimeField(
        null=True, help_text="When the desk opened the plan after the customer's change"
    )
    told_at = models.DateTimeField(
        null=True, help_text="When the customer was told of the desk's change, or need not be"
    )

    class Meta:
        db_table = "schedule_change"
        ordering = ("-pk",)
        indexes = (
            # Changes that may change the price.
            models.Index(
                fields=("plan",), condition=Q(action="days", undone_at=None), name="days_changed"
            ),
            # Changes of customers that the desk has not seen.
            models.Index(
                fields=("plan",),
                condition=Q(by_customer=True, seen_at=None),
                name="customer_change_unseen",
            ),
        )

    def __str__(self) -> str:
        return f"{self.action} {self.pk}"


class AcceptedDish(models.Model):
    """A dish that a customer gets although it clashes with their needs, with who agreed to it."""

    plan = models.ForeignKey(
        MealPlan, on_delete=models.CASCADE, related_name="accepted_dishes", db_index=False
    )
    item = models.ForeignKey(
        KitchenItem, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    clashes = models.CharField(
        max_length=200, blank=True, help_text="Codes that clashed, separated by commas"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("plan", "item"), name="accepted_once"),)

    def __str__(self) -> str:
        return f"{self.item_id} for plan {self.plan_id}"


class ServingChange(models.Model):
    """What a change did to one serving. `state_before` is empty where it created the serving."""

    change = models.ForeignKey(PlanChange, on_delete=models.CASCADE, related_name="servings")
    serving = models.ForeignKey(Serving, on_delete=models.CASCADE, related_name="changes")
    date_before = models.DateField(null=True)
    date_after = models.DateField(null=True)
    state_before = models.PositiveSmallIntegerField(null=True)
    state_after = models.PositiveSmallIntegerField()
    box_contents_before = models.ForeignKey(
        BoxContents,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        db_column="dishset_before_id",
    )
    box_contents_after = models.ForeignKey(
        BoxContents,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_column="dishset_after_id",
    )
    exception_before = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.serving_id}: {self.date_before} to {self.date_after}"


class ChangeNotice(models.Model):
    """A message that notified a plan's customer of a closed or reopened day; one per channel."""

    change = models.ForeignKey(
        PlanChange, on_delete=models.CASCADE, related_name="notices", db_index=False
    )
    plan = models.ForeignKey(MealPlan, on_delete=models.CASCADE, related_name="+")
    channel = CodeField(Channel, max_length=10)
    # One message covers all plans of its customer.
    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="notices")

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("change", "plan", "channel"), name="notified_once_each_way"
            ),
        )

    def __str__(self) -> str:
        return f"{self.channel} to plan {self.plan_id}"
