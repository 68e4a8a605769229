"""Price adjustments, payments, refunds and the revenue ledger. Amounts are whole paise."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField
from oottam.requests.models import Request
from oottam.workflow.choices import LedgerReason, PaymentMethod


class Adjustment(models.Model):
    """A change of the price; the computed price stays."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="adjustments")
    paise = models.BigIntegerField(help_text="Negative: a reduction")
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


class _MoneyMoved(models.Model):
    """Money that came or went. An erroneous row is undone, and stays."""

    paise = models.BigIntegerField()
    method = CodeField(PaymentMethod, max_length=10)
    reference = models.CharField(
        max_length=100, blank=True, help_text="Reference of the bank or UPI"
    )
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        abstract = True
        ordering = ("pk",)

    def __str__(self) -> str:
        return f"{self.paise} paise"


class Payment(_MoneyMoved):
    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="payments")
    paid_on = models.DateField()

    class Meta(_MoneyMoved.Meta):
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="payment_of_some"),)
        indexes = (
            models.Index(
                fields=("paid_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="payment_by_day",
            ),
            models.Index(
                fields=("reference",), condition=~Q(reference=""), name="payment_by_reference"
            ),
        )


class Refund(_MoneyMoved):
    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="refunds")
    given_on = models.DateField()

    class Meta(_MoneyMoved.Meta):
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="refund_of_some"),)
        indexes = (
            models.Index(
                fields=("given_on", "method", "paise"),
                condition=Q(undone_at__isnull=True),
                name="refund_by_day",
            ),
        )


class RetainedAmount(models.Model):
    """The part of a cancelled request's payments that the shop retains, usually for cooked boxes."""

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


class LedgerEntry(models.Model):
    """An entry of the revenue ledger: by how much the agreed amount changed, and on which day.

    Append-only, so that reports of past days stay the same.
    """

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="ledger_entries")
    why = CodeField(LedgerReason, max_length=10)
    paise = models.BigIntegerField(help_text="Negative: a reduction")
    at = models.DateTimeField()
    day = models.DateField(help_text="Day in India")
    is_first = models.BooleanField(help_text="Whether it is the request's first confirmation")
    came_back = models.BooleanField(
        help_text="Whether the customer had an earlier confirmed request"
    )

    class Meta:
        db_table = "handling_booking"
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
    """The amount that a request with an agreed price still owes; no row without a debt."""

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
    """The amount to refund for a request; no row without a credit."""

    request = models.OneToOneField(
        Request, on_delete=models.CASCADE, primary_key=True, related_name="credit"
    )
    paise = models.BigIntegerField()

    class Meta:
        ordering = ("request",)  # ids are in the order of time
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="credit_of_some"),)

    def __str__(self) -> str:
        return f"{self.paise} paise"
