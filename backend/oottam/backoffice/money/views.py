"""Payments due, refunds to make, and overpayments, until each is recorded."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.backoffice.inbox.filters import ALL, InboxFilter
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.billing import balances, refunds
from oottam.plans.services import price_changes

MAX_SHOWN = 200
REFUNDS = "refunds"


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List payments due; with `?list=refunds` refunds in three lists. Longest waiting first."""
    is_refunds = request.GET.get("list") == REFUNDS
    context = {
        "title": "Money",
        "is_refunds": is_refunds,
        "refunds": f"?list={REFUNDS}",
        **(_refunds() if is_refunds else _due()),
    }
    return render(request, "backoffice/money/money.html", context)


def _due() -> dict[str, object]:
    return {
        "outstanding": balances.outstanding(),
        "due": balances.debts_due(MAX_SHOWN),
        "all_due": InboxFilter(status=ALL, owes=True).address(),
    }


def _refunds() -> dict[str, object]:
    lowered = price_changes.requests_to_refund()
    return {
        "totals": refunds.credit_totals(),
        "cancelled": refunds.credits_of(cancelled=True, limit=MAX_SHOWN),
        "overpaid": refunds.credits_of(cancelled=False, limit=MAX_SHOWN),
        "lowered": lowered[:MAX_SHOWN],
        "more_lowered": max(0, len(lowered) - MAX_SHOWN),
    }
