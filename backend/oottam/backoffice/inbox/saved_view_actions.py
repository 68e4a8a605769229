"""The pages of a user's saved lists: save, rename, delete."""

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from oottam.accounts import saved_views as account_views
from oottam.accounts.administration import AccountError
from oottam.accounts.models import SavedView
from oottam.accounts.roles import Permission
from oottam.backoffice.inbox import filters, saved_views
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.inbox.views import MAX_QUERY_LENGTH, InvalidChoice, inbox_page
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.core.direction import isolate


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    return _render(request)


@staff_action(Permission.WORK_REQUESTS)
def save(request: StaffRequest) -> HttpResponse:
    """Save the list in the form's `query` under a name, without its search text."""
    inbox_filter = filters.parse_filters(
        QueryDict(request.POST.get("query", "")[:MAX_QUERY_LENGTH])
    )
    name = request.POST.get("name", "")
    query = saved_views.without_search(inbox_filter).address().removeprefix("?")
    try:
        saved = account_views.save(
            account=request.user, name=name, query=query, reserved=saved_views.NAMES
        )
    except AccountError as error:
        return inbox_page(request, inbox_filter, InvalidChoice(name, str(error)))
    messages.success(request, f"Saved as “{isolate(saved.name)}”.")
    return redirect(f"{reverse('backoffice:inbox')}?{query}")


@staff_action(Permission.WORK_REQUESTS)
def rename(request: StaffRequest, number: int) -> HttpResponse:
    name = request.POST.get("name", "")
    try:
        account_views.rename(
            account=request.user, number=number, name=name, reserved=saved_views.NAMES
        )
    except AccountError as error:
        return _render(request, number, InvalidChoice(name, str(error)))
    except SavedView.DoesNotExist:
        raise Http404 from None
    messages.success(request, "Renamed.")
    return redirect("backoffice:views")


@staff_action(Permission.WORK_REQUESTS)
def delete(request: StaffRequest, number: int) -> HttpResponse:
    try:
        deleted = account_views.delete(account=request.user, number=number)
    except SavedView.DoesNotExist:
        raise Http404 from None
    messages.success(
        request, f"“{isolate(deleted.name)}” is deleted. Its requests are not affected."
    )
    return redirect("backoffice:views")


def _render(
    request: StaffRequest, number: int | None = None, invalid_name: InvalidChoice | None = None
) -> HttpResponse:
    """Render the list; with the `invalid` name of the view of this primary key."""
    names = {str(each.pk): each.get_username() for each in colleagues()}
    rows = [
        {
            "view": view,
            "address": filtered.address(),
            "description": saved_views.describe_filter(filtered, names),
            "invalid_name": invalid_name if view.pk == number else None,
        }
        for view in account_views.list_views(request.user)
        for filtered in [saved_views.filter_of(view.query)]
    ]
    context = {"title": "Your lists", "rows": rows, "longest": account_views.MAX_NAME_LENGTH}
    return render(
        request, "backoffice/inbox/views.html", context, status=422 if invalid_name else 200
    )
