"""The list of plans."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.backoffice.plans import filters, list_queries


@staff_page(Permission.WORK_REQUESTS)
def plans(request: StaffRequest) -> HttpResponse:
    """The list that the address asks for."""
    asked = filters.parse_filters(request.GET)
    today = timezone.localdate()
    found = list_queries.page_of(asked, today)
    shown = {
        "title": "Plans",
        "asked": asked,
        "today": today,
        "page": found,
        "next": asked.address(behind=found.next) if found.next else "",
        "lists": [
            (label, asked.address(list=which), which == asked.which)
            for which, label in filters.LISTS
        ],
    }
    return render(request, "backoffice/plans/plans.html", shown)
