"""The page of all dishes."""

from django.http import HttpResponse
from django.shortcuts import render

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_page


@staff_page(Permission.EDIT_MENU)
def list_view(request: StaffRequest) -> HttpResponse:
    """List the dishes of all menus."""
    return render(request, "backoffice/menu/dishes/list.html", {"title": "Menu"})
