"""One request: what was asked, what is known, what is owed, what was done."""

from django.http import Http404, HttpResponse
from django.shortcuts import render

from oottam.backoffice.frame.pages import StaffRequest, page
from oottam.handling.domain.checklist import checklist
from oottam.requests.models import Request
from oottam.staff.roles import Permission


@page(Permission.WORK_REQUESTS)
def show(request: StaffRequest, reference: str) -> HttpResponse:
    """Everything about it on one page."""
    found = Request.objects.filter(reference=reference).first()
    if found is None:
        raise Http404
    shown = {"title": reference, "asked_for": found, "checklist": checklist(found)}
    return render(request, "backoffice/request/request.html", shown)
