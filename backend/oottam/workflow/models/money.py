"""Price adjustments, payments, refunds and the revenue ledger. Amounts are whole paise."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField
from oottam.requests.models import Request
from oottam.workflow.models.choices import BookingReason, PaymentMethod


class Adjustment(models.Model):
    """An amount added to the price, or taken off. The computed price stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="adjustments")
    paise = models.BigIntegerField(help_text="Less than 0: taken off")
    reason = models.CharField(max_length=500)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    # An opposite row keeps the sum right for releases without undo.
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (models.CheckConstraint(condition=~Q(paise=0), name="adjustment_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Payment(models.Model):
    """A payment. An erroneous one is undone, and stays."""

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
    """A refund. An erroneous one is undone, and stays."""

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
    """What the shop keeps of the payments for a cancelled request, usually for boxes that were cooked."""

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
    """A line of the revenue ledger: by how much the agreed amount changed, and on which day.

    Rows are never changed, so that reports of past days stay the same.
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
    """What a request with an agreed price still owes. Without a debt there is no row."""

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
    """What a request has overpaid, or has to get back. Without a credit there is no row."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="credit"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="credit_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"
