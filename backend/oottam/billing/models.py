"""Tables of receipts and bills: how the shop is taxed, series of numbers, and the papers. Amounts are whole paise."""

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
from oottam.core.fields import CodeField
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
