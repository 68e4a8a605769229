"""Today, for those who run the shop; cooks and riders are redirected to their own pages."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.home.figures import ANSWERED, NEW, OWING, figures
from oottam.backoffice.inbox.queries import newest
from oottam.backoffice.layout.decorators import BACKOFFICE_ROOT, StaffRequest, staff_page
from oottam.backoffice.layout.navigation import start_page
from oottam.kitchen.services.cutoff import cut_offs
from oottam.plans.domain.calendar import ONE_DAY


@staff_page(Permission.OWN_ACCOUNT)
def today(request: StaffRequest) -> HttpResponse:
    """Show Today, or redirect to the user's first place; an account without roles gets an explanation."""
    permissions = permissions_of(request.user)
    if Permission.WORK_REQUESTS in permissions:
        return _render_today(request, sees_revenue=Permission.SEE_REVENUE in permissions)
    place = start_page(request.user)
    if place != BACKOFFICE_ROOT:
        return redirect(place)
    return render(request, "backoffice/home/no_roles.html", {"title": "Welcome"})


def _render_today(request: StaffRequest, *, sees_revenue: bool) -> HttpResponse:
    now = timezone.now()
    days = cut_offs(now)
    last = newest()
    poll_address = (
        f"{reverse('backoffice:poll-new-count')}?{urlencode({'since': last})}" if last else ""
    )
    context = {
        "title": "Today",
        "now": timezone.localtime(now),
        "today": days.today,
        "tomorrow": days.today + ONE_DAY,
        "is_first_day": last is None,
        "poll_address": poll_address,
        "figures": figures(request.user, days, sees_revenue=sees_revenue),
        "new_list": NEW.address(),
        "answered_list": ANSWERED.address(),
        "owing_list": OWING.address(),
    }
    return render(request, "backoffice/home/today.html", context)
