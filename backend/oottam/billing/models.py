"""Tables of statements and their matched payments, of claims, and of counted cash. Amounts are whole paise."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.core.fields import CodeField, optional_account
from oottam.requests.models import Request
from oottam.workflow.models import Payment


class LineState(models.TextChoices):
    """What became of a line of a statement."""

    OPEN = "open", "To match"
    MATCHED = "matched", "Matched"
    IGNORED = "ignored", "No customer's payment"
    SETTLEMENT = "settlement", "Settlement"


class StatementLine(models.Model):
    """A payment that came in, as a bank's or a UPI app's list says; once, however often it is imported.

    `digest` is that of the UTR, or of day, amount and text (`billing.matching`); it stays when the rest is erased.
    """

    digest = models.CharField(max_length=64, unique=True)
    reference = models.CharField(
        max_length=100, blank=True, db_index=True, help_text="UTR; blank: none"
    )
    paid_on = models.DateField()
    paise = models.BigIntegerField()
    payer = models.CharField(max_length=200, blank=True)
    note = models.CharField(max_length=500, blank=True)
    looks_settled = models.BooleanField(help_text="Whether a company pays out many payments in one")
    state = CodeField(LineState, max_length=10)
    imported_at = models.DateTimeField()
    by = optional_account()
    decided_at = models.DateTimeField(null=True)
    decided_by = optional_account()

    class Meta:
        db_table = "billing_statement_line"
        ordering = ("-paid_on", "-pk")
        constraints = (models.CheckConstraint(condition=Q(paise__gt=0), name="line_of_some"),)
        indexes = (
            models.Index(fields=("-paid_on", "-id"), condition=Q(state="open"), name="open_lines"),
        )

    def __str__(self) -> str:
        return f"{self.paise} paise on {self.paid_on}"


class MatchedPayment(models.Model):
    """The line of a statement with which a payment came in; several payments may share one."""

    payment = models.OneToOneField(
        Payment, on_delete=models.CASCADE, primary_key=True, related_name="matched"
    )
    line = models.ForeignKey(StatementLine, on_delete=models.PROTECT, related_name="matches")

    class Meta:
        db_table = "billing_matched_payment"
        ordering = ("payment",)

    def __str__(self) -> str:
        return f"Payment {self.payment_id} of line {self.line_id}"


class PaymentClaim(models.Model):
    """A UTR that a customer typed on the status page: shown, never money."""

    request = models.ForeignKey(Request, on_delete=models.CASCADE, related_name="payment_claims")
    utr = models.CharField(max_length=12, db_index=True)
    at = models.DateTimeField()

    class Meta:
        db_table = "billing_payment_claim"
        ordering = ("pk",)
        constraints = (models.UniqueConstraint(fields=("request", "utr"), name="each_claim_once"),)

    def __str__(self) -> str:
        return f"Claim of {self.request_id}"


class CashCount(models.Model):
    """The cash that was counted at the close of a day."""

    day = models.DateField(unique=True)
    paise = models.BigIntegerField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        db_table = "billing_cash_count"
        ordering = ("day",)
        constraints = (models.CheckConstraint(condition=Q(paise__gte=0), name="counted_or_none"),)

    def __str__(self) -> str:
        return f"{self.day}: {self.paise} paise"


class BankRules(models.Model):
    """What the owner said of the shop's UPI id: a single row; without one each payment arrives by itself."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    lumps = models.BooleanField(help_text="Whether many payments arrive as one settlement")

    class Meta:
        db_table = "billing_bank_rules"
        constraints = (models.CheckConstraint(condition=Q(id=1), name="one_bank_rules"),)

    def __str__(self) -> str:
        return "In lumps" if self.lumps else "Each by itself"
