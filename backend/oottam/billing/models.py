"""Tables of receipts and bills (the shop's tax, series of numbers, the papers), of statements and counted cash. Whole paise."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from oottam.billing.tax import (
    DEFAULT_PREFIX,
    DEFAULT_RATES,
    HOME_STATE,
    MAX_NUMBER_LENGTH,
    Rate,
    Supply,
    TaxKind,
)
from oottam.core.fields import CodeField, optional_account
from oottam.requests.models import Request
from oottam.workflow.models import Payment, Refund


class PaperKind(models.TextChoices):
    """What a paper is. The title of a bill depends on the shop's tax profile."""

    RECEIPT = "receipt", "Receipt"
    BILL = "bill", "Bill"
    SUPPLEMENTARY = "supplementary", "Supplementary bill"
    CREDIT_NOTE = "credit-note", "Credit note"
    RECEIPT_VOUCHER = "receipt-voucher", "Receipt voucher"
    REFUND_VOUCHER = "refund-voucher", "Refund voucher"


class TaxProfile(models.Model):
    """How the shop is registered for tax from a day on; the latest that has begun applies. Unchanged once a paper has it.

    "" for what the shop's own details (`catalogue.site`) say. Percent are CGST and SGST together.
    """

    kind = CodeField(TaxKind, max_length=12)
    gstin = models.CharField(max_length=15, blank=True)
    state = models.CharField(max_length=2, help_text="First two digits of a GSTIN")
    legal_name = models.CharField(max_length=200, blank=True)
    address = models.CharField(max_length=500, blank=True)
    fssai_number = models.CharField(max_length=14, blank=True)
    prefix = models.CharField(max_length=3)
    valid_from = models.DateField(unique=True, help_text="Day in India")
    food_percent = models.PositiveSmallIntegerField()
    food_sac = models.CharField(max_length=6)
    contract_percent = models.PositiveSmallIntegerField()
    contract_sac = models.CharField(max_length=6)
    consultation_sac = models.CharField(max_length=6)
    with_payments = models.BooleanField(
        help_text="Whether a payment's receipt, and the bill with the first, are issued with it"
    )
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("valid_from",)

    def __str__(self) -> str:
        return f"{TaxKind(self.kind).label} from {self.valid_from}"

    def rate(self, supply: Supply) -> Rate:
        """Return the tax within a supply's price; 0 percent unless the shop is registered as regular."""
        rates = {
            Supply.FOOD: Rate(self.food_percent, self.food_sac),
            Supply.CONTRACT: Rate(self.contract_percent, self.contract_sac),
            Supply.CONSULTATION: Rate(0, self.consultation_sac),
        }
        return rates[supply] if self.kind == TaxKind.REGULAR else Rate(0, "")


def no_profile() -> TaxProfile:
    """Return what applies before the owner has set a tax profile; unsaved."""
    rates = DEFAULT_RATES
    return TaxProfile(
        kind=TaxKind.NONE,
        state=HOME_STATE,
        prefix=DEFAULT_PREFIX,
        food_percent=rates[Supply.FOOD].percent,
        food_sac=rates[Supply.FOOD].sac,
        contract_percent=rates[Supply.CONTRACT].percent,
        contract_sac=rates[Supply.CONTRACT].sac,
        consultation_sac=rates[Supply.CONSULTATION].sac,
        with_payments=False,
    )


class PaperNumbering(models.Model):
    """The series in which numbers are given now: a single row, which a restore moves on to the next letter."""

    ONLY = 1

    id = models.PositiveSmallIntegerField(primary_key=True, default=ONLY)
    letter = models.CharField(max_length=1, blank=True, help_text="Blank before the first restore")

    class Meta:
        constraints = (models.CheckConstraint(condition=Q(id=1), name="one_paper_numbering"),)

    def __str__(self) -> str:
        return self.letter


class PaperSeries(models.Model):
    """A series of numbers: of one kind, financial year, prefix and letter. Its row is locked while a number is taken."""

    kind = CodeField(PaperKind, max_length=20)
    year = models.CharField(max_length=5, help_text="From 1 April, as 26-27")
    prefix = models.CharField(max_length=3)
    letter = models.CharField(max_length=1, blank=True)
    next_number = models.PositiveIntegerField(default=1)

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("kind", "year", "prefix", "letter"), name="each_paper_series_once"
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.prefix}/{self.year}/{self.letter}"


class Paper(models.Model):
    """A receipt or bill as it was issued. Never changed: `digest` is the SHA-256 of `content` (billing/content.py).

    `answers` is the paper that it adds to, or takes back from.
    """

    # The unique constraint of a request's bill covers only bills.
    request = models.ForeignKey(Request, on_delete=models.PROTECT, related_name="papers")
    kind = CodeField(PaperKind, max_length=20)
    # The unique constraint's index begins with the series.
    series = models.ForeignKey(
        PaperSeries, on_delete=models.PROTECT, related_name="papers", db_index=False
    )
    sequence = models.PositiveIntegerField()
    number = models.CharField(max_length=MAX_NUMBER_LENGTH, unique=True)
    issued_at = models.DateTimeField(db_index=True)
    by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        db_index=False,
    )
    profile = models.ForeignKey(
        TaxProfile, on_delete=models.PROTECT, null=True, related_name="papers"
    )
    # An older paper may be deleted before the one that answers it, which names it in its content.
    answers = models.ForeignKey(
        "self", on_delete=models.SET_NULL, null=True, related_name="answered_by"
    )
    payment = models.OneToOneField(Payment, on_delete=models.PROTECT, null=True, related_name="+")
    refund = models.OneToOneField(Refund, on_delete=models.PROTECT, null=True, related_name="+")
    paise = models.BigIntegerField()
    content = models.JSONField()
    digest = models.CharField(max_length=64)
    cancelled_at = models.DateTimeField(
        null=True, help_text="When the payment or refund that it is about was undone"
    )

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("series", "sequence"), name="each_paper_number_once"),
            models.UniqueConstraint(
                fields=("request",), condition=Q(kind=PaperKind.BILL), name="one_bill_a_request"
            ),
            models.CheckConstraint(condition=Q(paise__gte=0), name="paper_not_negative"),
        )

    def __str__(self) -> str:
        return self.number


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

    # The unique constraint's index begins with it.
    request = models.ForeignKey(
        Request, on_delete=models.CASCADE, related_name="payment_claims", db_index=False
    )
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
