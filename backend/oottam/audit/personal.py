"""The audit log's personal columns and retention rules."""

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q, QuerySet

from oottam.audit.actions import RequestAction
from oottam.audit.models import AuditEntry
from oottam.core.personal import Personal, RetentionPolicy, Rule, Table


def _has_subject(*subjects: str) -> Q:
    return reduce(or_, [Q(action__startswith=f"{subject}.") for subject in subjects])


# Proof of agreements, of published prices, of money received, and of reading, exporting or erasing personal data.
PROOF = _has_subject("cash", "food", "health", "list", "paper", "payment", "person", "price", "refund", "staff", "tax") | Q(
    action__in=(
        RequestAction.ENTER, RequestAction.CONFIRM, RequestAction.COMPLETE, RequestAction.CANCEL, RequestAction.REOPEN, RequestAction.UNDO,
        RequestAction.MERGE, RequestAction.ADD_DUPLICATE, RequestAction.UNMERGE, RequestAction.REMOVE_DUPLICATE,
        "schedule.confirm", "schedule.days", "schedule.cancel", "delivery.forfeited",
        "menu.publish", "menu.schedule", "menu.withdraw",
    )
)  # fmt: skip
# Daily clicks; other tables retain their results longer.
CLICKS = _has_subject("kitchen", "run", "stop", "mail") | Q(
    action__in=(
        "delivery.delivered", "delivery.failed", "delivery.undo", "delivery.again", "delivery.ask-again",
        "menu.sold-out", "menu.available",
    )
)  # fmt: skip


def _entries_before(condition: Q) -> "Callable[[datetime], QuerySet[AuditEntry]]":
    return lambda before: AuditEntry.objects.filter(condition, at__lt=before)


TABLES = (
    Table(
        AuditEntry,
        "Audit log",
        RetentionPolicy(
            "action",
            "CLICKS_RETENTION_MONTHS, RECORD_RETENTION_MONTHS or PROOF_RETENTION_MONTHS, by type of action",
        ),
        reference="reference",
        plain="id at actor action reference day",
        personal={
            # Fulfilment details include allergies; an accepted clash reveals one.
            "data": Personal(
                {},
                health=Q(
                    action__in=(
                        RequestAction.EDIT_DETAILS,
                        RequestAction.EDIT_EVENT,
                        RequestAction.CARRY,
                        RequestAction.APPLY_ANSWERS,
                        "food.accept",
                    )
                ),
            ),
            "reason": Personal(health=Q(action="food.accept")),
        },
        rules=(
            Rule("audit entries of clicks", "CLICKS_RETENTION_MONTHS", _entries_before(CLICKS)),
            Rule("audit entries", "RECORD_RETENTION_MONTHS", _entries_before(~CLICKS & ~PROOF)),
            Rule("audit entries kept as proof", "PROOF_RETENTION_MONTHS", _entries_before(PROOF)),
        ),
    ),
)  # fmt: skip
