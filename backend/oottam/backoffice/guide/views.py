"""The page of the guide."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.backoffice.guide.rendering import guide
from oottam.backoffice.layout.decorators import StaffRequest, staff_page


@staff_page(Permission.OWN_ACCOUNT, before_second_factor=True)
def detail(request: StaffRequest) -> HttpResponse:
    """Show the guide; the address's fragment is the id of a heading."""
    return render(request, "backoffice/guide/guide.html", {"title": "Guide", "guide": guide()})
