"""The calendar: a month as a grid, or as a list."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.calendar import filters as addresses
from oottam.backoffice.calendar import queries
from oottam.backoffice.calendar.entries import days_of, weeks_of
from oottam.backoffice.calendar.filters import LIST, MONTH
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.plans.domain.calendar import WEEKDAYS


@staff_page(Permission.COOK)
def calendar(request: StaffRequest) -> HttpResponse:
    """The month that the address asks for; to the kitchen, what it has to cook of it."""
    today = timezone.localdate()
    asked = addresses.parse_filters(request.GET, today)
    sees_people = Permission.WORK_REQUESTS in permissions_of(request.user)
    find = queries.for_the_desk if sees_people else queries.for_the_kitchen
    entries = find(asked.first, asked.last)
    days = days_of(asked.first, asked.last, entries, today)
    this_month = today.replace(day=1)
    shown = {
        "title": f"Calendar, {asked.first:%B %Y}",
        "asked": asked,
        "is_list": asked.view == LIST,
        "sees_people": sees_people,
        "is_empty": not entries,
        "days": [day for day in days if entries and (day.entries or day.is_today)],
        "weeks": weeks_of(days),
        "weekdays": WEEKDAYS,
        "before": asked.address(asked.before),
        "after": asked.address(asked.after),
        "now": "" if asked.first == this_month else asked.address(this_month),
        "as_month": asked.address(asked.first, MONTH),
        "as_list": asked.address(asked.first, LIST),
        "many": sees_people and len(entries) >= queries.MAX_PLANS,
    }
    return render(request, "backoffice/calendar/calendar.html", shown)
