"""The list of mails, and sending them again."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action, staff_page
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.mails import queries
from oottam.backoffice.templatetags.staff import mail_state
from oottam.outbox.models import Recipient, State
from oottam.workflow.services.resend import resend


@staff_page(Permission.WORK_REQUESTS)
def list_view(request: StaffRequest) -> HttpResponse:
    """List mails, newest first; `state`, `recipient`, `letters` and `q` (a reference) filter."""
    mail_filter = queries.parse_filters(request.GET)
    page = queries.page_of(mail_filter)
    context = {
        "title": "Mails",
        "filters": mail_filter,
        "page": page,
        "next": mail_filter.address(behind=page.next) if page.next else "",
        "states": [(each.value, mail_state(each)) for each in State],
        "recipients": Recipient.choices,
        "views": [
            {"label": label, "address": view.address(), "here": view == mail_filter}
            for label, view in queries.VIEWS
        ],
        "query": mail_filter.address().removeprefix("?"),
    }
    return render(request, "backoffice/mails/mails.html", context)


@staff_action(Permission.WORK_REQUESTS)
def resend_mails(request: StaffRequest) -> HttpResponse:
    """Send the selected mails again."""
    numbers = [number for each in request.POST.getlist("mail") if (number := parse_pk(each))]
    result = resend(mails=numbers[: queries.PER_PAGE], actor=request.user, now=timezone.now())
    if not (result.again or result.waiting):
        messages.warning(request, "Select mails first.")
    if result.again:
        messages.success(request, f"{result.again} will be sent again.")
    if result.waiting:
        messages.info(request, f"{result.waiting} still waiting: sent automatically.")
    back = queries.parse_query_string(request.POST.get("query", "")).address()
    return redirect(f"{reverse('backoffice:mails')}{back}")
