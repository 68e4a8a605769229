"""The lists that somebody keeps under names of their own: kept, opened, renamed, deleted."""

from django.contrib import messages
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse

from oottam.accounts import saved_views
from oottam.accounts.administration import AccountError
from oottam.accounts.models import SavedView
from oottam.accounts.roles import Permission
from oottam.backoffice.inbox import filters
from oottam.backoffice.inbox import saved_views as inbox_saved_views
from oottam.backoffice.inbox.queries import colleagues
from oottam.backoffice.inbox.views import MAX_QUERY_LENGTH, InvalidChoice, inbox_page
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.core.direction import isolate


@staff_page(Permission.WORK_REQUESTS)
def show(request: StaffRequest) -> HttpResponse:
    """One's own lists."""
    return _page(request)


@staff_action(Permission.WORK_REQUESTS)
def save(request: StaffRequest) -> HttpResponse:
    """The list that the form names, under a name; what was looked for in it is left out."""
    asked = filters.parse_filters(QueryDict(request.POST.get("query", "")[:MAX_QUERY_LENGTH]))
    name = request.POST.get("name", "")
    query = inbox_saved_views.kept_of(asked).address().removeprefix("?")
    try:
        made = saved_views.keep(
            account=request.user, name=name, query=query, taken=inbox_saved_views.NAMES
        )
    except AccountError as error:
        return inbox_page(request, asked, InvalidChoice(name, str(error)))
    messages.success(request, f"Saved as “{isolate(made.name)}”.")
    return redirect(f"{reverse('backoffice:inbox')}?{query}")


@staff_action(Permission.WORK_REQUESTS)
def rename(request: StaffRequest, number: int) -> HttpResponse:
    """Call one of them otherwise."""
    name = request.POST.get("name", "")
    try:
        saved_views.rename(
            account=request.user, number=number, name=name, taken=inbox_saved_views.NAMES
        )
    except AccountError as error:
        return _page(request, number, InvalidChoice(name, str(error)))
    except SavedView.DoesNotExist:
        raise Http404 from None
    messages.success(request, "Renamed.")
    return redirect("backoffice:views")


@staff_action(Permission.WORK_REQUESTS)
def delete(request: StaffRequest, number: int) -> HttpResponse:
    """Keep one of them no longer; its requests stay where they are."""
    try:
        gone = saved_views.delete(account=request.user, number=number)
    except SavedView.DoesNotExist:
        raise Http404 from None
    messages.success(request, f"“{isolate(gone.name)}” is deleted. Its requests are not affected.")
    return redirect("backoffice:views")


def _page(
    request: StaffRequest, number: int | None = None, wrong: InvalidChoice | None = None
) -> HttpResponse:
    """With what was typed for the list of this number, and what is wrong with it."""
    names = {str(each.pk): each.get_username() for each in colleagues()}
    rows = [
        {
            "view": view,
            "address": filtered.address(),
            "said": inbox_saved_views.describe_filter(filtered, names),
            "wrong": wrong if view.pk == number else None,
        }
        for view in saved_views.views_of(request.user)
        for filtered in [inbox_saved_views.filter_of(view.query)]
    ]
    shown = {"title": "Your lists", "rows": rows, "longest": saved_views.MAX_NAME_LENGTH}
    return render(request, "backoffice/inbox/views.html", shown, status=422 if wrong else 200)
