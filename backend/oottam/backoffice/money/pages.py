"""What is to be given back, and what came too much: each until it is noted."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.backoffice.frame.pages import StaffRequest, page
from oottam.handling.domain import refunds
from oottam.schedule.domain import prices
from oottam.staff.roles import Permission

MOST_SHOWN = 200


@page(Permission.WORK_REQUESTS)
def show(request: StaffRequest) -> HttpResponse:
    """Three lists, longest waiting first."""
    lowered = prices.lowered()
    shown = {
        "title": "Refunds due",
        "in_all": refunds.credits_in_all(),
        "cancelled": refunds.credits_of(cancelled=True, most=MOST_SHOWN),
        "overpaid": refunds.credits_of(cancelled=False, most=MOST_SHOWN),
        "lowered": lowered[:MOST_SHOWN],
        "more_lowered": max(0, len(lowered) - MOST_SHOWN),
    }
    return render(request, "backoffice/money/money.html", shown)
