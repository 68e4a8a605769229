"""Plans of confirmed requests, with their tracks, boxes and servings."""

from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField, NumberField
from oottam.requests.models import Request
from oottam.schedule.choices import ON_THE_DAY, ONGOING, Meal, PlanState, ServingState
from oottam.schedule.models.items import KitchenItem


class MealPlan(models.Model):
    """The plan of a confirmed request. `version` counts its changes."""

    request = models.OneToOneField(Request, on_delete=models.CASCADE, related_name="plan")
    start_date = models.DateField(help_text="As agreed; servings hold the actual days")
    free_days = models.PositiveSmallIntegerField(
        default=0, help_text="Number of free days, the last ones of each track"
    )
    state = CodeField(PlanState, max_length=10, default=PlanState.RUNNING)
    version = models.PositiveIntegerField(default=1)
    is_desk_only = models.BooleanField(
        db_default=False, default=False, help_text="Whether the customer may not change it herself"
    )

    class Meta:
        db_table = "schedule_plan"
        indexes = (
            models.Index(
                fields=("state",),
                condition=Q(state__in=ONGOING),
                name="plan_not_over",
            ),
        )

    def __str__(self) -> str:
        return f"Plan {self.pk}"


class Track(models.Model):
    """One meal of a plan."""

    plan = models.ForeignKey(
        MealPlan, on_delete=models.CASCADE, related_name="tracks", db_index=False
    )
    meal = NumberField(Meal)
    servings = models.PositiveSmallIntegerField(help_text="Number of ordered servings")
    weekdays = models.PositiveSmallIntegerField(
        help_text="Bit mask: Monday 1, Tuesday 2, Sunday 64"
    )

    class Meta:
        ordering = ("meal",)
        constraints = (models.UniqueConstraint(fields=("plan", "meal"), name="one_track_per_meal"),)

    def __str__(self) -> str:
        return f"{Meal(self.meal).label} of plan {self.plan_id}"


class BoxContents(models.Model):
    """The dishes of a box. Rows are immutable, but for `BoxLine.veg_only`, which follows the customer's diet: a changed box gets new contents."""

    plan = models.ForeignKey(MealPlan, on_delete=models.CASCADE, related_name="all_box_contents")

    class Meta:
        db_table = "schedule_dishset"

    def __str__(self) -> str:
        return f"Box contents {self.pk}"


class BoxLine(models.Model):
    """One dish of a box."""

    box_contents = models.ForeignKey(
        BoxContents,
        on_delete=models.CASCADE,
        related_name="lines",
        db_index=False,
        db_column="dishset_id",
    )
    position = models.PositiveSmallIntegerField(help_text="From 1")
    # Items are never deleted, and no query needs the index, which every order would pay for.
    item = models.ForeignKey(
        KitchenItem, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    quantity = models.PositiveIntegerField(default=1)
    ordered_name = models.CharField(max_length=200, help_text="Name on the menu")
    chosen_from = models.ForeignKey(
        KitchenItem,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
        help_text="The ordered dish with alternatives, of which the customer chose this one",
    )
    veg_only = models.BooleanField(help_text="Whether only a vegetarian version suits the customer")

    class Meta:
        db_table = "schedule_dishsetline"
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(
                fields=("box_contents", "position"), name="one_dish_per_position"
            ),
            models.CheckConstraint(condition=Q(quantity__gt=0), name="some_of_a_dish"),
        )
        indexes = (
            # Covers the sheet's sums.
            models.Index(
                fields=("box_contents", "item", "veg_only", "quantity"), name="line_added_up"
            ),
        )

    def __str__(self) -> str:
        return self.ordered_name


class Serving(models.Model):
    """One box of one meal, on a day or on hold. Rows are never deleted."""

    # The unique constraint has an index that begins with the plan.
    plan = models.ForeignKey(
        MealPlan, on_delete=models.CASCADE, related_name="all_servings", db_index=False
    )
    meal = NumberField(Meal)
    seq = models.PositiveSmallIntegerField(help_text="Number within its track, from 1")
    date = models.DateField(null=True)
    # Contents are queried by plan.
    box_contents = models.ForeignKey(
        BoxContents,
        on_delete=models.PROTECT,
        related_name="+",
        db_index=False,
        db_column="dishset_id",
    )
    state = NumberField(ServingState, default=ServingState.PLANNED)
    replacement_for = models.ForeignKey(
        "self",
        on_delete=models.PROTECT,
        null=True,
        related_name="replacements",
        db_column="makes_up_id",
        db_index=False,
        help_text="The forfeited or failed serving that it replaces",
    )
    is_exception = models.BooleanField(
        default=False, help_text="Moved on purpose to a day outside the track's weekdays"
    )

    class Meta:
        ordering = ("meal", "seq")
        constraints = (
            models.UniqueConstraint(fields=("plan", "meal", "seq"), name="each_number_once"),
            models.UniqueConstraint(
                fields=("plan", "meal", "date"),
                condition=Q(state__in=ON_THE_DAY),
                name="one_box_of_a_meal_a_day",
            ),
            models.CheckConstraint(
                condition=Q(state=ServingState.HELD, date__isnull=True)
                | Q(state=ServingState.CANCELLED)
                | Q(state__lte=ServingState.FORFEITED, date__isnull=False),
                name="held_has_no_day",
            ),
        )
        indexes = (
            models.Index(
                fields=("date", "meal", "state", "box_contents", "plan"), name="serving_of_a_day"
            ),
            models.Index(fields=("plan", "meal", "date"), name="serving_of_a_track"),
            # Past boxes without a result.
            models.Index(
                fields=("date",),
                condition=Q(state=ServingState.PLANNED),
                name="serving_planned",
            ),
        )

    def __str__(self) -> str:
        return f"{Meal(self.meal).label} {self.seq} of plan {self.plan_id}"


class PausePeriod(models.Model):
    """Days on which a customer wants no meals. Its change holds the reason and the actor."""

    plan = models.ForeignKey(MealPlan, on_delete=models.CASCADE, related_name="pauses")
    change = models.ForeignKey(
        "schedule.PlanChange", on_delete=models.CASCADE, related_name="pauses"
    )
    meals = models.PositiveSmallIntegerField(help_text="Bit mask: breakfast 1, lunch 2, dinner 4")
    from_date = models.DateField()
    to_date = models.DateField(null=True, help_text="Last day; empty: open-ended")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "schedule_gap"
        ordering = ("from_date", "pk")
        constraints = (
            models.CheckConstraint(
                condition=Q(to_date__isnull=True) | Q(to_date__gte=models.F("from_date")),
                name="gap_ends_after_it_begins",
            ),
        )

    def __str__(self) -> str:
        return f"{self.from_date} to {self.to_date or 'further notice'}"
