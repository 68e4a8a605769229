"""The view of every form that is posted to a request."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.views import request_page
from oottam.backoffice.shared.conflicts import posted_version
from oottam.backoffice.shared.decorators import StaffRequest, staff_action
from oottam.backoffice.shared.redirects import safe_redirect
from oottam.core.errors import DomainError, StaleError


def action_view(form_class: type[ActionForm]) -> Callable[..., HttpResponseBase]:
    """Make the view that binds the form, executes it, and redirects to the request, or to `here`; errors show the page again."""

    @staff_action(form_class.permission)
    def apply_action(request: StaffRequest, reference: str) -> HttpResponse:
        form = form_class.bind(request.POST, reference)
        if form is None:
            messages.info(request, form_class.unavailable_message)
            return redirect("backoffice:request", reference)
        version = posted_version(request)
        if not form.is_valid():
            return request_page(request, reference, invalid_form=form, version=version)
        try:
            result = form.execute(
                reference=reference, version=version, actor=request.user, now=timezone.now()
            )
        except DomainError as error:
            form.refuse(error)
            return request_page(request, reference, invalid_form=form, version=version)
        except StaleError:  # a colleague saved between the reading of the page and this
            return request_page(
                request, reference, invalid_form=form, version=version, is_stale=True
            )
        messages.success(request, form.describe_result(result))
        form.after_save(request, result)
        address = reverse("backoffice:request", args=[reference]) + form.result_suffix(result)
        return redirect(safe_redirect(request.POST.get("here", ""), address))

    return apply_action
