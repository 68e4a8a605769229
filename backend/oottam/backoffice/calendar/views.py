"""The calendar: a month as a grid, or as a list."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.calendar import filters, queries
from oottam.backoffice.calendar.entries import days_of, weeks_of
from oottam.backoffice.calendar.filters import LIST, MONTH
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.plans.domain.calendar import WEEKDAYS


@staff_page(Permission.COOK)
def detail(request: StaffRequest) -> HttpResponse:
    """Show a month; for the kitchen, only the events to cook."""
    today = timezone.localdate()
    month = filters.parse_filters(request.GET, today)
    sees_customers = Permission.WORK_REQUESTS in permissions_of(request.user)
    find = queries.desk_entries if sees_customers else queries.kitchen_entries
    entries = find(month.first, month.last)
    days = days_of(month.first, month.last, entries, today)
    this_month = today.replace(day=1)
    context = {
        "title": f"Calendar, {month.first:%B %Y}",
        "filters": month,
        "is_list": month.view == LIST,
        "sees_customers": sees_customers,
        "is_empty": not entries,
        "days": [day for day in days if entries and (day.entries or day.is_today)],
        "weeks": weeks_of(days),
        "weekdays": WEEKDAYS,
        "before": month.address(month.before),
        "after": month.address(month.after),
        "now": "" if month.first == this_month else month.address(this_month),
        "as_month": month.address(month.first, MONTH),
        "as_list": month.address(month.first, LIST),
        "many": sees_customers and len(entries) >= queries.MAX_PLANS,
    }
    return render(request, "backoffice/calendar/calendar.html", context)
