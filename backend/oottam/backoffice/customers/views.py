"""The search page for customers."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.customers.queries import customers_of
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.backoffice.layout.search import clean_search
from oottam.backoffice.plans.fields import COMMON_REASONS
from oottam.kitchen.services.cutoff import cut_offs
from oottam.plans.domain.calendar import ONE_DAY


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """Show the customers that the search in the address finds."""
    days = cut_offs(timezone.now())
    search_text = clean_search(request.GET.get("q", ""))
    customers, has_more = customers_of(search_text, days) if search_text else ([], False)
    context = {
        "title": "Customers",
        "search_text": search_text,
        "customers": customers,
        "has_more": has_more,
        "reason": COMMON_REASONS[0],
        "tomorrow": days.today + ONE_DAY,
    }
    return render(request, "backoffice/customers/customers.html", context)
