"""What can be done to a plan: each a form of its own, read, looked at, and sent."""

from django.http import HttpResponse

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import READING, StaffRequest, staff_page
from oottam.backoffice.plans import forms
from oottam.backoffice.plans.action_view import apply_action
from oottam.backoffice.plans.box_form import BoxForm

_METHODS = (*READING, "POST")


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def skip(request: StaffRequest, reference: str) -> HttpResponse:
    """No boxes on some days: they come at the end."""
    return apply_action(request, reference, forms.SkipForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def pause(request: StaffRequest, reference: str) -> HttpResponse:
    """No boxes until a day, or until further notice."""
    return apply_action(request, reference, forms.PauseForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def resume(request: StaffRequest, reference: str) -> HttpResponse:
    """What is held comes."""
    return apply_action(request, reference, forms.ResumeForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def move(request: StaffRequest, reference: str) -> HttpResponse:
    """One box comes on another day."""
    return apply_action(request, reference, forms.MoveForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def box(request: StaffRequest, reference: str) -> HttpResponse:
    """Other dishes lie in a box."""
    return apply_action(request, reference, BoxForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def days(request: StaffRequest, reference: str) -> HttpResponse:
    """More or fewer days of a meal."""
    return apply_action(request, reference, forms.DaysForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def forfeit(request: StaffRequest, reference: str) -> HttpResponse:
    """Too late to skip: cooked, and taken to nobody."""
    return apply_action(request, reference, forms.ForfeitForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def make_up(request: StaffRequest, reference: str) -> HttpResponse:
    """One more box for one that nobody got."""
    return apply_action(request, reference, forms.MakeUpForm)


@staff_page(Permission.WORK_REQUESTS, methods=_METHODS)
def undo(request: StaffRequest, reference: str) -> HttpResponse:
    """What was done is put back."""
    return apply_action(request, reference, forms.UndoForm)
