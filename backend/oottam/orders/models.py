"""Orders and their lines. Amounts are whole paise."""

from django.db import models

from oottam.catalogue.meals import MEALS
from oottam.orders.claims import original_differs
from oottam.requests.models import Kind, Request


class Order(models.Model):
    """A day order; `total_paise` is charged, `claimed_total_paise` is the amount that the client sent."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="order"
    )
    days = models.PositiveSmallIntegerField()
    free_days = models.PositiveSmallIntegerField(default=0)
    tier = models.CharField(max_length=20, blank=True)
    breakfast = models.BooleanField(default=False)
    lunch = models.BooleanField(default=False)
    dinner = models.BooleanField(default=False)
    delivery_time = models.TimeField()
    address = models.TextField(max_length=2000)
    total_paise = models.BigIntegerField()
    claimed_total_paise = models.BigIntegerField(null=True, blank=True)
    claimed_count = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Order of {self.days} days"

    @property
    def meals(self) -> list[str]:
        """Selected meal sections in the order of the day."""
        return [meal.capitalize() for meal in MEALS if getattr(self, meal)]

    @property
    def lines_differ(self) -> bool:
        """Whether the client sent other amounts for any line."""
        return any(line.differs or line.original_differs for line in self.lines.all())


class OrderLine(models.Model):
    """One dish of an order, with its name and price at the time of ordering."""

    # The unique constraint has an index that begins with the order.
    order = models.ForeignKey(Order, on_delete=models.CASCADE, related_name="lines", db_index=False)
    position = models.PositiveSmallIntegerField(help_text="From 1, as sent")
    dish_id = models.CharField(max_length=100)
    dish_name = models.CharField(max_length=200)
    unit_price_paise = models.BigIntegerField(help_text="Per day and meal")
    charged_paise = models.BigIntegerField()
    original_paise = models.BigIntegerField(
        null=True, blank=True, help_text="To strike through, where there is a discount"
    )
    claimed_paise = models.BigIntegerField(null=True, blank=True)
    claimed_original_paise = models.BigIntegerField(
        null=True, blank=True, help_text="Line before discount, where the form carries it"
    )

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("order", "position"), name="one_line_per_position"),
        )

    def __str__(self) -> str:
        return self.dish_name

    @property
    def differs(self) -> bool:
        """Whether the client sent no amount, or one that differs."""
        return self.claimed_paise != self.charged_paise

    @property
    def original_differs(self) -> bool:
        """Whether the amount before discount differs from the one that the client sent, or is missing from a non-veg form."""
        return original_differs(
            self.claimed_original_paise,
            self.original_paise,
            self.charged_paise,
            is_expected=self.order.request.kind == Kind.NONVEG,
        )


class ComboOrder(models.Model):
    """Weekly/monthly combos of one request; claimed figures are as the client sent them."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="combo"
    )
    days = models.PositiveSmallIntegerField()
    delivery_time = models.TimeField()
    address = models.TextField(max_length=2000)
    base_paise = models.BigIntegerField(help_text="All items, before the discount")
    discount_paise = models.BigIntegerField()
    total_paise = models.BigIntegerField()
    claimed_discount_paise = models.BigIntegerField(null=True, blank=True)
    claimed_total_paise = models.BigIntegerField(null=True, blank=True)
    claimed_count = models.PositiveIntegerField(null=True, blank=True)

    def __str__(self) -> str:
        return f"Combos over {self.days} days"


class ComboSlot(models.Model):
    """One meal of one day of the weekly menu, as the menu was at the time of ordering."""

    # The unique constraint has an index that begins with the order.
    order = models.ForeignKey(
        ComboOrder, on_delete=models.CASCADE, related_name="slots", db_index=False
    )
    position = models.PositiveSmallIntegerField(help_text="From 1, by week, meal and day")
    week = models.PositiveSmallIntegerField(help_text="From 1")
    meal = models.CharField(max_length=20)
    day = models.CharField(max_length=20)
    items = models.CharField(max_length=400)
    unit_price_paise = models.BigIntegerField()

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("order", "week", "meal", "day"), name="one_slot_each"),
        )

    def __str__(self) -> str:
        return f"Week {self.week}, {self.day}, {self.meal}"
