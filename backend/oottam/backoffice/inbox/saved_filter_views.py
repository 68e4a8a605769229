"""The pages of a user's saved inbox filters: save, rename, delete."""

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from oottam.accounts import saved_filters
from oottam.accounts.administration import AccountError
from oottam.accounts.models import SavedInboxFilter
from oottam.accounts.roles import Permission
from oottam.backoffice.inbox import filters, named_filters
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.inbox.views import MAX_QUERY_LENGTH, InvalidChoice, inbox_page
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.core.direction import isolate


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    return _render(request)


@staff_action(Permission.WORK_REQUESTS)
def save(request: StaffRequest) -> HttpResponse:
    """Save the filter in the form's `query` under a name, without its search text."""
    inbox_filter = filters.parse_filters(
        QueryDict(request.POST.get("query", "")[:MAX_QUERY_LENGTH])
    )
    name = request.POST.get("name", "")
    query = named_filters.without_search(inbox_filter).address().removeprefix("?")
    try:
        saved = saved_filters.save(
            account=request.user, name=name, query=query, reserved=named_filters.NAMES
        )
    except AccountError as error:
        return inbox_page(request, inbox_filter, InvalidChoice(name, str(error)))
    messages.success(request, f"Saved as “{isolate(saved.name)}”.")
    return redirect(f"{reverse('backoffice:inbox')}?{query}")


@staff_action(Permission.WORK_REQUESTS)
def rename(request: StaffRequest, number: int) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        saved_filters.rename(
            account=request.user, number=number, name=name, reserved=named_filters.NAMES
        )
    except AccountError as error:
        return _render(request, number, InvalidChoice(name, str(error)))
    except SavedInboxFilter.DoesNotExist:
        raise Http404 from None
    messages.success(request, "Renamed.")
    return redirect("backoffice:views")


@staff_action(Permission.WORK_REQUESTS)
def delete(request: StaffRequest, number: int) -> HttpResponse:
    try:
        deleted = saved_filters.delete(account=request.user, number=number)
    except SavedInboxFilter.DoesNotExist:
        raise Http404 from None
    messages.success(
        request, f"“{isolate(deleted.name)}” is deleted. Its requests are not affected."
    )
    return redirect("backoffice:views")


def _render(
    request: StaffRequest, number: int | None = None, invalid_name: InvalidChoice | None = None
) -> HttpResponse:
    """Render the saved filters; with the `invalid_name` that was typed for the one of this primary key."""
    names = {str(each.pk): each.get_username() for each in colleagues()}
    rows = [
        {
            "view": saved,
            "address": filtered.address(),
            "description": named_filters.describe_filter(filtered, names),
            "invalid_name": invalid_name if saved.pk == number else None,
        }
        for saved in saved_filters.list_filters(request.user)
        for filtered in [named_filters.filter_of(saved.query)]
    ]
    context = {"title": "Your lists", "rows": rows, "longest": saved_filters.MAX_NAME_LENGTH}
    return render(
        request, "backoffice/inbox/views.html", context, status=422 if invalid_name else 200
    )
