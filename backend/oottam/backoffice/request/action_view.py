"""The base class of the forms that are posted to a request: each knows the service that it calls."""

from collections.abc import Callable, Set
from typing import Any, ClassVar

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.conflicts import posted_version
from oottam.backoffice.layout.decorators import StaffRequest, staff_action
from oottam.backoffice.layout.fields import StaffForm
from oottam.backoffice.layout.redirects import safe_redirect
from oottam.backoffice.request import queries
from oottam.backoffice.request.views import request_page
from oottam.core.errors import DomainError, StaleError
from oottam.requests.models import Kind, Request


class ActionForm(StaffForm):
    """One action on a request; `action_view` makes its view.

    `kinds` are the kinds of request whose page has the form (None: all), `row_field` the field that distinguishes the
    rows of a repeated form, `unavailable_message` the message where `bind` returns None.
    """

    permission: ClassVar[Permission] = Permission.WORK_REQUESTS
    kinds: ClassVar[Set[Kind] | None] = None
    row_field: ClassVar[str] = ""
    success_message: ClassVar[str] = ""
    unavailable_message: ClassVar[str] = ""

    @classmethod
    def bind(cls, data: QueryDict, reference: str) -> "ActionForm | None":
        """Make the bound form; raises Http404 for a request of another kind."""
        if cls.kinds is not None:
            cls.load(reference)
        row = data.get(cls.row_field, "") if cls.row_field else ""
        return cls(data, row=row if row.replace("-", "").isalnum() else "")

    @classmethod
    def load(cls, reference: str) -> Request:
        """Load the request; raises Http404 where its kind has no such form."""
        customer_request = queries.load_request(reference)
        if cls.kinds is not None and customer_request.kind not in cls.kinds:
            raise Http404
        return customer_request

    def execute(self, **context: Any) -> Any:
        """Call the service; raises DomainError, StaleError. `context`: reference, version, actor, now."""
        raise NotImplementedError

    def describe_result(self, result: Any) -> str:
        """Return the message for the user; `result` is what `execute` returned."""
        return self.success_message

    def result_suffix(self, result: Any) -> str:
        """Return the query and fragment of the address that the browser is redirected to."""
        return ""

    def after_save(self, request: StaffRequest, result: Any) -> None:
        """Do what follows once the action is saved."""


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
