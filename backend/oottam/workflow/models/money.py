"""Price adjustments, payments, refunds and the revenue ledger. Amounts are whole paise."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField
from oottam.requests.models import Request
from oottam.workflow.models.choices import BookingReason, PaymentMethod


class Adjustment(models.Model):
    """What is added to the price or taken off it; the engine's amount stays as it is."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="adjustments")
    paise = models.BigIntegerField(help_text="Less than 0: taken off")
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    # The opposite amount, so that the sum is right for releases that know nothing of undoing.
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~Q(paise=0), name="adjustment_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Payment(models.Model):
    """Money that came; one that was noted by mistake is undone, and stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="payments")
    paise = models.BigIntegerField()
    method = CodeField(PaymentMethod, max_length=10)
    paid_on = models.DateField()
    reference = models.CharField(max_length=100, blank=True, help_text="The bank's or UPI's")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="payment_of_some"),)
        indexes = (
            models.Index(
                fields=("paid_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="payment_by_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Refund(models.Model):
    """Money that was given back; one that was noted by mistake is undone, and stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="refunds")
    paise = models.BigIntegerField()
    method = CodeField(PaymentMethod, max_length=10)
    given_on = models.DateField()
    reference = models.CharField(max_length=100, blank=True, help_text="The bank's or UPI's")
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="refund_of_some"),)
        indexes = (
            models.Index(
                fields=("given_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="refund_by_day",
            ),
        )

    def __str__(self) -> str:
        return f"{self.paise} paise"


class RetainedAmount(models.Model):
    """What the shop keeps of what was paid for a request that is cancelled: for what was cooked, as a rule."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="retained"
    )
    paise = models.BigIntegerField()
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField()

    class Meta:
        db_table = "handling_retained"
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gte=0), name="retained_or_none"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Booking(models.Model):
    """By how much what is agreed with a customer changed, and on which day: revenue is their sum.

    Rows are added and never changed, so that a report of days gone by stays as it was.
    """

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="bookings")
    why = CodeField(BookingReason, max_length=10)
    paise = models.BigIntegerField(help_text="Less than 0: taken off")
    at = models.DateTimeField()
    day = models.DateField(help_text="The day of it in India")
    is_first = models.BooleanField(help_text="Whether the request was confirmed for the first time")
    came_back = models.BooleanField(
        help_text="Whether its customer had had something confirmed before"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(
                fields=("request",), condition=Q(is_first=True), name="first_confirmed_once"
            ),
        )
        indexes = (models.Index(fields=("day", "request", "why", "paise"), name="booking_by_day"),)

    def __str__(self) -> str:
        return f"{self.why}, {self.paise} paise"


class Debt(models.Model):
    """What is still to come from a request of which a price is agreed. There is a row only while something is."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="debt"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="debt_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Credit(models.Model):
    """What more came of a request than is due: to be given back, or overpaid. There is a row only while something is."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="credit"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="credit_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"
