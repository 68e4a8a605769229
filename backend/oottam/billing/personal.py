"""Retention and personal columns of statements, and of receipts and bills: the law wants these kept, so an erasure leaves them."""

from datetime import datetime

from django.db.models import QuerySet

from oottam.billing.models import (
    BankRules,
    CashCount,
    MatchedPayment,
    Paper,
    PaperNumbering,
    PaperSeries,
    PaymentClaim,
    StatementLine,
    TaxProfile,
)
from oottam.core.personal import BOOKS, FIXED, Personal, RetentionPolicy, Rule, Table


def _papers(before: datetime) -> "QuerySet[Paper]":
    return Paper.objects.filter(issued_at__lt=before)


def _lines(before: datetime) -> "QuerySet[StatementLine]":
    return StatementLine.objects.filter(imported_at__lt=before, matches=None)


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
    Table(StatementLine, "Lines of statements",
        RetentionPolicy("line of a bank's or a UPI app's list", "PROOF_RETENTION_MONTHS without a payment; else " + BOOKS),
        request="matches__payment__request",
        plain="id digest paid_on paise looks_settled state imported_at by decided_at decided_by",
        personal={"reference": Personal(), "payer": Personal(), "note": Personal()},
        rules=(Rule("lines of statements without a payment", "PROOF_RETENTION_MONTHS", _lines),)),
    Table(MatchedPayment, "Matched payments", RetentionPolicy("payment of a line", BOOKS),
        request="payment__request", plain="payment line"),
    Table(PaymentClaim, "UTRs that the customer typed",
        RetentionPolicy("form of a customer, at most five per request", "with the erasure"),
        request="request", is_deleted=True, plain="id request at", personal={"utr": Personal()}),
    Table(CashCount, "Counted cash", RetentionPolicy("day", "never (accounting)"), plain="id day paise by at"),
    Table(BankRules, "Rules of the UPI id", FIXED, plain="id lumps"),
)  # fmt: skip
