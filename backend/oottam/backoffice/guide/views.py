"""The page of the guide."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.backoffice.guide.rendering import guide
from oottam.backoffice.layout.decorators import StaffRequest, staff_page


@staff_page(Permission.OWN_ACCOUNT, before_second_factor=True)
def show(request: StaffRequest) -> HttpResponse:
    """All of it; a link to one of its sections names the id of the heading."""
    return render(request, "backoffice/guide/guide.html", {"title": "Guide", "guide": guide()})
