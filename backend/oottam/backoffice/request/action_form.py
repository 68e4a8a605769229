"""The base class of the forms that are posted to a request: each knows the service that it calls."""

from collections.abc import Callable, Set
from typing import Any, ClassVar

from django.http import Http404, QueryDict

from oottam.accounts.roles import Permission
from oottam.backoffice.request import queries
from oottam.backoffice.shared.decorators import StaffRequest
from oottam.backoffice.shared.fields import StaffForm
from oottam.requests.models import Kind, Request


class ActionForm(StaffForm):
    """One action on a request; `action_view` makes its view. The fields are the arguments of `service`.

    `kinds` are the kinds of request whose page has the form (None: all), `row_field` the field that distinguishes the
    rows of a repeated form, `unavailable_message` the message where `bind` returns None.
    """

    permission: ClassVar[Permission] = Permission.WORK_REQUESTS
    service: ClassVar[Callable[..., Any]]
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
        return type(self).service(**self.cleaned_data, **context)

    def describe_result(self, result: Any) -> str:
        """Return the message for the user; `result` is what `execute` returned."""
        return self.success_message

    def result_suffix(self, result: Any) -> str:
        """Return the query and fragment of the address that the browser is redirected to."""
        return ""

    def after_save(self, request: StaffRequest, result: Any) -> None:
        """Do what follows once the action is saved."""
