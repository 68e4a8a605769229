"""Where somebody is led who asks for the back office, and nothing of it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from oottam.backoffice.frame.navigation import first_place
from oottam.backoffice.frame.pages import FIRST, StaffRequest, page
from oottam.staff.roles import Permission


@page(Permission.OWN_ACCOUNT)
def show(request: StaffRequest) -> HttpResponse:
    """On to the first place of theirs; who has none yet reads why."""
    place = first_place(request.user)
    if place != FIRST:
        return redirect(place)
    return render(request, "backoffice/home/no_places.html", {"title": "Welcome"})
