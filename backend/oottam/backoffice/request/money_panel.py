"""The panel of a request's money."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from django.http import HttpRequest

from oottam.backoffice.request.queries import RequestData
from oottam.billing import balances
from oottam.workflow.models import Adjustment, Payment, Refund
from oottam.workflow.services.details import ORDERS, details_of, last_agreed, order_of
from oottam.workflow.services.undo_window import may_undo


def money_context(request: HttpRequest, request_data: RequestData, now: datetime) -> dict[str, Any]:
    """Return the page's context: the amounts, and which of their changes this user may undo."""
    customer_request = request_data.request
    balance = balances.balance(customer_request)
    return {
        "ordered": order_of(customer_request),
        "is_order": customer_request.kind in ORDERS,
        "balance": balance,
        "undoable_payments": _undoable(customer_request.payments.all(), request, now),
        "undoable_refunds": _undoable(customer_request.refunds.all(), request, now),
        "retained": balances.retained(customer_request),
        "overpaid": balances.overpaid(customer_request, balance),
        "claims": list(customer_request.payment_claims.all()),
        "upi": balances.upi_payment(customer_request, balance),
        **_undoable_prices(request, request_data, now),
    }


def _undoable(
    rows: Iterable[Adjustment | Payment | Refund], request: HttpRequest, now: datetime
) -> set[int]:
    """Return the primary keys of the rows that this user may undo now."""
    return {row.pk for row in rows if may_undo(row.by_id, row.at, request.user, now)}


def _undoable_prices(
    request: HttpRequest, request_data: RequestData, now: datetime
) -> dict[str, Any]:
    """Return which price changes this user may undo."""
    changes = request_data.request.adjustments.all()
    undone = {change.undoes_id for change in changes}
    standing = [
        change for change in changes if change.undoes_id is None and change.pk not in undone
    ]
    agreed = last_agreed(request_data.entries)
    is_open = request_data.request.erased_at is None
    return {
        "undoable_changes": _undoable(standing, request, now) if is_open else (),
        "may_undo_agreed": is_open
        and agreed is not None
        and agreed.data["agreed_paise"]["now"] == details_of(request_data.request).agreed_paise
        and may_undo(agreed.actor_id, agreed.at, request.user, now),
    }
