"""What every action of a request's page comes to."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.backoffice.layout.decorators import StaffRequest
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request.forms import StaffForm
from oottam.backoffice.request.views import request_page
from oottam.core.errors import DomainError, StaleError


def apply_action(
    request: StaffRequest,
    reference: str,
    form: StaffForm,
    doing: Callable[..., Any],
    said: str,
    *,
    shows: Callable[[Any], str] = lambda _: "",
    tells: Callable[[Any], str] = lambda _: "",
    then: Callable[[Any], None] = lambda _: None,
) -> HttpResponse:
    """Done and said, or the page with what was typed and what is wrong with it.

    `doing` is one function of a service, less what all of them are told; what it gives, `shows` turns
    into the rest of the address that is gone to, and `tells` into a sentence more. `then` goes on from it once it is saved.
    """
    version = version_of(request)
    if form.is_valid():
        try:
            made = doing(
                reference=reference, version=version, actor=request.user, now=timezone.now()
            )
        except DomainError as error:
            form.refuse(error)
        except StaleError:  # somebody was quicker by less than a moment
            return request_page(request, reference, wrong=form, version=version, is_stale=True)
        else:
            messages.success(request, f"{said} {tells(made)}".strip())
            then(made)
            return redirect(reverse("backoffice:request", args=[reference]) + shows(made))
    return request_page(request, reference, wrong=form, version=version)


def version_of(request: StaffRequest) -> int:
    """At which version the form was made; 0 where it does not say so."""
    return parse_pk(request.POST.get("version", "")) or 0
