"""Retention and personal columns of statements, claims and counted cash."""

from datetime import datetime

from django.db.models import QuerySet

from oottam.billing.models import BankRules, CashCount, MatchedPayment, PaymentClaim, StatementLine
from oottam.core.personal import BOOKS, FIXED, Personal, RetentionPolicy, Rule, Table


def _lines(before: datetime) -> "QuerySet[StatementLine]":
    return StatementLine.objects.filter(imported_at__lt=before, matches=None)


TABLES = (
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
