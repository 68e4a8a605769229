"""Retention of receipts and bills: the law wants them kept, so that an erasure leaves them as they are."""

from datetime import datetime

from django.db.models import QuerySet

from oottam.billing.models import Paper, PaperNumbering, PaperSeries, TaxProfile
from oottam.core.personal import FIXED, RetentionPolicy, Rule, Table


def _papers(before: datetime) -> "QuerySet[Paper]":
    return Paper.objects.filter(issued_at__lt=before)


TABLES = (
    # CGST Act 2017, section 36: accounts are kept for 72 months after the year's annual return. `content` has the
    # customer's name and address, which no erasure empties (docs/privacy.md).
    Table(Paper, "Receipts and bills",
        RetentionPolicy("receipt or bill of a request", "PROOF_RETENTION_MONTHS, an erasure before that leaves it"),
        request="request",
        plain="id request kind series sequence number issued_at by profile answers payment refund paise content digest cancelled_at",
        rules=(Rule("receipts and bills", "PROOF_RETENTION_MONTHS", _papers),)),
    Table(TaxProfile, "Tax profiles", RetentionPolicy("setting of the owner", "never"),
        plain="id kind gstin state legal_name address fssai_number prefix valid_from food_percent food_sac contract_percent contract_sac consultation_sac with_payments by at"),
    Table(PaperSeries, "Series of numbers", RetentionPolicy("kind of paper and year", "never"),
        plain="id kind year prefix letter next_number"),
    Table(PaperNumbering, "Letter of the series", FIXED, plain="id letter"),
)  # fmt: skip
