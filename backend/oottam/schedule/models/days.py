"""What applies to one day: closed days, cut-off snapshots, choices, substitutions, cooked dishes. Meal 0 is the
whole day.
"""

from django.conf import settings
from django.db import models

from oottam.core.days import WHOLE_DAY
from oottam.core.fields import CodeField
from oottam.schedule.choices import CustomerChanges
from oottam.schedule.models.items import KitchenItem


class ClosedDay(models.Model):
    """A day, or one meal of it, on which no plan is cooked for. Reopening deletes the row."""

    date = models.DateField()
    meal = models.PositiveSmallIntegerField(default=WHOLE_DAY)
    reason = models.CharField(max_length=200)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("date", "meal")
        constraints = (models.UniqueConstraint(fields=("date", "meal"), name="a_meal_closed_once"),)

    def __str__(self) -> str:
        return f"{self.date}: {self.reason}"


class Choice(models.Model):
    """Which of an item's alternatives is cooked on a day."""

    date = models.DateField()
    meal = models.PositiveSmallIntegerField()
    item = models.ForeignKey(KitchenItem, on_delete=models.CASCADE, related_name="+")
    chosen = models.ForeignKey(KitchenItem, on_delete=models.PROTECT, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("date", "meal", "item"), name="one_choice_a_meal"),
        )

    def __str__(self) -> str:
        return f"{self.date}: {self.chosen_id}"


class Substitution(models.Model):
    """A dish that replaces another one on a day."""

    date = models.DateField()
    meal = models.PositiveSmallIntegerField(default=WHOLE_DAY)
    item = models.ForeignKey(KitchenItem, on_delete=models.CASCADE, related_name="+")
    instead = models.ForeignKey(KitchenItem, on_delete=models.PROTECT, related_name="+")
    reason = models.CharField(max_length=200, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("date", "meal", "item"), name="one_substitute_a_meal"),
        )

    def __str__(self) -> str:
        return f"{self.date}: {self.instead_id}"


class CutoffSnapshot(models.Model):
    """The kitchen's quantities of a meal at its cut-off, with which later changes are compared."""

    date = models.DateField()
    meal = models.PositiveSmallIntegerField()
    at = models.DateTimeField(help_text="Moment of the cut-off")
    last_change = models.PositiveBigIntegerField(
        default=0, help_text="Id of the last change that the snapshot includes"
    )
    has_begun = models.BooleanField(
        default=False, help_text="Whether requests that begin on the day were activated"
    )

    class Meta:
        db_table = "schedule_lock"
        ordering = ("date", "meal")
        constraints = (models.UniqueConstraint(fields=("date", "meal"), name="locked_once"),)

    def __str__(self) -> str:
        return f"{self.date}, meal {self.meal}"


class CutoffLine(models.Model):
    """The quantity of one dish at the cut-off."""

    snapshot = models.ForeignKey(
        CutoffSnapshot,
        on_delete=models.CASCADE,
        related_name="lines",
        db_index=False,
        db_column="lock_id",
    )
    item = models.ForeignKey(KitchenItem, on_delete=models.PROTECT, related_name="+")
    quantity = models.PositiveIntegerField()
    boxes = models.PositiveIntegerField()

    class Meta:
        db_table = "schedule_lockline"
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("snapshot", "item"), name="told_once"),)

    def __str__(self) -> str:
        return f"{self.quantity} of {self.item_id}"


class CookedDish(models.Model):
    """A dish of a meal that was ticked as cooked."""

    date = models.DateField()
    meal = models.PositiveSmallIntegerField()
    item = models.ForeignKey(KitchenItem, on_delete=models.CASCADE, related_name="+")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "schedule_cooked"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("date", "meal", "item"), name="cooked_once"),
        )

    def __str__(self) -> str:
        return f"{self.date}: {self.item_id}"


class ScheduleState(models.Model):
    """A single row: how far days are closed, what the shop has said, and the lock of `schedule.lock`."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    settled_until = models.DateField(
        null=True, help_text="Last day after which plans without boxes to come were ended"
    )
    counts_as_delivered = models.BooleanField(
        null=True,
        help_text="Whether a routed box without a result counts as delivered on the next day; "
        "empty: it does, until the owner says whether it should",
    )
    recipes_checked_at = models.DateTimeField(
        null=True, help_text="When the shop last said that its recipes are right"
    )
    recipes_folder = models.CharField(
        max_length=64,
        blank=True,
        db_default="",
        help_text="Digest of the shop's own kitchen files that were read last",
    )
    renewals_sent_on = models.DateField(
        null=True, help_text="Last day on which all plans that end soon were looked at"
    )
    starts_sent_on = models.DateField(
        null=True, help_text="Last day on which all plans that start on the next were looked at"
    )

    class Meta:
        db_table = "schedule_turn"
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_turn"),)

    def __str__(self) -> str:
        return "The turn"


class CustomerRules(models.Model):
    """What customers may change in their plans themselves, and what is mailed to them without a person's press.

    A single row; without one the defaults apply. The desk may go beyond the limits.
    """

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    changes = CodeField(CustomerChanges, max_length=5, default=CustomerChanges.YES)
    max_skips = models.PositiveSmallIntegerField(
        null=True, help_text="Skipped days of a plan; empty: as many as it has days"
    )
    max_pauses = models.PositiveSmallIntegerField(default=3)
    max_pause_days = models.PositiveSmallIntegerField(default=30)
    extra_days = models.PositiveSmallIntegerField(
        default=30,
        help_text="A customer's own changes place boxes within twice the plan's days and these",
    )
    mails_renewal = models.BooleanField(
        db_default=True, default=True, help_text="Remind before a plan ends"
    )
    mails_start = models.BooleanField(
        db_default=True, default=True, help_text="Remind on the evening before a plan starts"
    )
    mails_desk_change = models.BooleanField(
        db_default=True, default=True, help_text="Tell what the desk changed in a plan"
    )
    mails_failed_box = models.BooleanField(
        db_default=True, default=True, help_text="Tell that a box was not delivered"
    )

    class Meta:
        constraints = (models.CheckConstraint(condition=models.Q(id=1), name="one_customer_rules"),)

    def __str__(self) -> str:
        return self.changes
