"""Routes, runs with their riders, delivery outcomes and cash."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField, CodesOf, NumberField, optional_account
from oottam.schedule.models import MealPlan, Serving
from oottam.workflow.models import LaterAddress, Meal, Payment


class Outcome(models.TextChoices):
    """The outcome of a delivery."""

    DELIVERED = "delivered", "Delivered"
    FAILED = "failed", "Not delivered"


class Reason(models.TextChoices):
    """Why a box was not delivered."""

    NOBODY_HOME = "nobody-home", "Nobody at home"
    NO_ANSWER = "no-answer", "Does not answer the phone"
    WRONG_ADDRESS = "wrong-address", "Address not found"
    REFUSED = "refused", "Not accepted"
    DAMAGED = "damaged", "Box damaged or missing"
    OTHER = "other", "Something else"


class Decision(models.TextChoices):
    """The desk's decision about an undelivered box. A replacement is known by the serving that replaces it."""

    AGAIN = "again", "Again today"
    FORFEITED = "forfeited", "Charged as delivered"


# Released migrations name these.
outcomes = CodesOf(Outcome)
reasons = CodesOf(Reason)
decisions = CodesOf(Decision)


class Route(models.Model):
    """A route of one rider: the boxes of some PIN codes."""

    name = models.CharField(max_length=60, unique=True)
    position = models.PositiveSmallIntegerField(help_text="Order among the routes, from 1")
    is_closed = models.BooleanField(default=False, help_text="Not used any more; past runs stay")
    usual_rider = optional_account("Proposed for each run; empty: the last one")

    class Meta:
        ordering = ("position", "pk")

    def __str__(self) -> str:
        return self.name


class RoutePin(models.Model):
    """A PIN code that a route serves."""

    pin = models.CharField(max_length=6, unique=True)
    route = models.ForeignKey(Route, on_delete=models.CASCADE, related_name="pins")

    class Meta:
        ordering = ("pin",)

    def __str__(self) -> str:
        return self.pin


class StopPosition(models.Model):
    """The position of a plan's stop on its route, for all its days."""

    plan = models.OneToOneField(
        MealPlan, on_delete=models.CASCADE, primary_key=True, related_name="stop_position"
    )
    route = models.ForeignKey(
        Route,
        on_delete=models.SET_NULL,
        null=True,
        related_name="stop_positions",
        help_text="Empty: the route of its PIN code",
    )
    rank = models.FloatField(null=True, help_text="Sort key of the stop on its route")
    hint = models.CharField(max_length=200, blank=True, help_text="Note for the rider at the door")

    class Meta:
        db_table = "delivery_place"

    def __str__(self) -> str:
        return f"Place of plan {self.plan_id}"


class AddressPosition(models.Model):
    """The position of a later address's stop on its route, for all its days. Its door note is the address's."""

    address = models.OneToOneField(
        LaterAddress, on_delete=models.CASCADE, primary_key=True, related_name="stop_position"
    )
    route = models.ForeignKey(
        Route,
        on_delete=models.SET_NULL,
        null=True,
        related_name="address_positions",
        help_text="Empty: the route of its PIN code",
    )
    rank = models.FloatField(null=True, help_text="Sort key of the stop on its route")

    def __str__(self) -> str:
        return f"Place of address {self.address_id}"


class Run(models.Model):
    """A route on a day for a meal. The boxes that it carries are queried from the schedule."""

    date = models.DateField()
    meal = NumberField(Meal)
    route = models.ForeignKey(Route, on_delete=models.PROTECT, related_name="runs")
    rider = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="runs"
    )

    class Meta:
        ordering = ("date", "meal", "route")
        constraints = (
            models.UniqueConstraint(fields=("date", "meal", "route"), name="a_route_once_a_meal"),
        )

    def __str__(self) -> str:
        return f"{self.date}, meal {self.meal}, route {self.route_id}"


class FormerRider(models.Model):
    """A rider who had a run before; events of theirs may still arrive."""

    # The unique constraint has an index that begins with the run.
    run = models.ForeignKey(
        Run, on_delete=models.CASCADE, related_name="former_riders", db_index=False
    )
    rider = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("run", "rider"), name="a_former_rider_once"),
        )

    def __str__(self) -> str:
        return f"{self.rider_id} of run {self.run_id}"


class RunAssignment(models.Model):
    """A period during which a rider had a run. An event counts for the rider who had the run at its time."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="assignments")
    rider = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    since = models.DateTimeField(null=True, help_text="Empty: the first rider")
    until = models.DateTimeField(null=True, help_text="Empty: the present rider")

    class Meta:
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.rider_id} with run {self.run_id}"


class TakeOver(models.Model):
    """A rider's request for another rider's run, until the desk or that rider decides."""

    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="take_overs")
    rider = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    asked_at = models.DateTimeField()
    decided_at = models.DateTimeField(null=True)
    decided_by = optional_account()
    is_agreed = models.BooleanField(default=False)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("run", "rider"), condition=Q(decided_at=None), name="one_open_take_over"
            ),
        )

    def __str__(self) -> str:
        return f"{self.rider_id} asks for run {self.run_id}"


class RunServing(models.Model):
    """A period during which a box was on a run. The run's present boxes are queried from the schedule."""

    # The unique constraint has an index that begins with the run.
    run = models.ForeignKey(Run, on_delete=models.CASCADE, related_name="boxes", db_index=False)
    serving = models.ForeignKey(Serving, on_delete=models.CASCADE, related_name="run_boxes")
    since = models.DateTimeField(null=True, help_text="Empty: its first run")
    until = models.DateTimeField(null=True, help_text="Empty: on the run at present")

    class Meta:
        db_table = "delivery_runbox"
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("run", "serving"), name="a_box_once_a_run"),)

    def __str__(self) -> str:
        return f"Box {self.serving_id} on run {self.run_id}"


class DeliveryOutcome(models.Model):
    """A reported outcome. `key` identifies an event that is sent again; at most one per box `stands`."""

    serving = models.ForeignKey(Serving, on_delete=models.CASCADE, related_name="outcomes")
    key = models.CharField(max_length=64, unique=True)
    outcome = CodeField(Outcome, max_length=10)
    reason = CodeField(Reason, max_length=20, blank=True)
    words = models.CharField(max_length=200, blank=True)
    tapped_at = models.DateTimeField(help_text="By the phone's clock, clamped to the day")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(db_index=True)
    uncounted = models.CharField(max_length=200, blank=True, help_text="Why the tap did not count")
    stands = models.BooleanField(default=True)
    undone_at = models.DateTimeField(null=True)
    undone_by = optional_account()
    decision = CodeField(Decision, max_length=10, blank=True)
    decided_at = models.DateTimeField(null=True)
    decided_by = optional_account()
    told_at = models.DateTimeField(
        null=True, help_text="When the customer was told that it failed, or need not be"
    )

    class Meta:
        db_table = "delivery_result"
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("serving",), condition=Q(stands=True), name="one_result_stands"
            ),
        )
        indexes = (
            # Failures that wait for the desk.
            models.Index(
                fields=("at", "id"),
                condition=Q(stands=True, outcome="failed", decision=""),
                name="failure_undecided",
            ),
            # Forfeits that the desk may reopen on the same day.
            models.Index(
                fields=("decided_at",),
                condition=Q(stands=True, decision="forfeited"),
                name="failure_forfeited",
            ),
        )

    def __str__(self) -> str:
        return f"{self.outcome}: {self.serving_id}"


class CashCollection(models.Model):
    """A payment that a rider took at the door. `key` identifies an event that is sent again."""

    key = models.CharField(max_length=64, unique=True)
    run = models.ForeignKey(Run, on_delete=models.PROTECT, related_name="cash")
    payment = models.OneToOneField(
        Payment, on_delete=models.CASCADE, related_name="cash_collection"
    )
    tapped_at = models.DateTimeField(
        null=True, help_text="By the phone's clock; empty before 0.4.0"
    )
    at = models.DateTimeField(null=True, help_text="Time of arrival; empty before 0.4.0")

    class Meta:
        db_table = "delivery_cashtap"

    def __str__(self) -> str:
        return f"Payment {self.payment_id}"


class CashHandover(models.Model):
    """Cash that a rider handed to the desk, of one day's collection. An erroneous row is undone and stays."""

    rider = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="cash_handovers"
    )
    day = models.DateField(db_index=True, help_text="Day of collection")
    paise = models.BigIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="handover_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise of {self.day}"
