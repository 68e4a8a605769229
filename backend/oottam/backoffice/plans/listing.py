"""The list of plans."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.backoffice.plans import filters, list_queries


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    plan_filter = filters.parse_filters(request.GET)
    today = timezone.localdate()
    found = list_queries.page_of(plan_filter, today)
    context = {
        "title": "Plans",
        "filters": plan_filter,
        "today": today,
        "page": found,
        "next": plan_filter.address(behind=found.next) if found.next else "",
        "lists": [
            (label, plan_filter.address(list=which), which == plan_filter.which)
            for which, label in filters.LISTS
        ],
    }
    return render(request, "backoffice/plans/plans.html", context)
