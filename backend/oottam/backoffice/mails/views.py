"""The list of mails, and "send again"."""

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
def mails(request: StaffRequest) -> HttpResponse:
    """Newest first; `state`, `recipient`, `letters` and `q` (a reference) narrow the list."""
    asked = queries.read(request.GET)
    found = queries.page_of(asked)
    shown = {
        "title": "Mails",
        "asked": asked,
        "page": found,
        "next": asked.address(behind=found.next) if found.next else "",
        "states": [(each.value, mail_state(each)) for each in State],
        "recipients": Recipient.choices,
        "views": [
            {"label": label, "address": view.address(), "here": view == asked}
            for label, view in queries.VIEWS
        ],
        "query": asked.address().removeprefix("?"),
    }
    return render(request, "backoffice/mails/mails.html", shown)


@staff_action(Permission.WORK_REQUESTS)
def resend_mails(request: StaffRequest) -> HttpResponse:
    """Send the ticked ones again."""
    numbers = [number for each in request.POST.getlist("mail") if (number := parse_pk(each))]
    sent = resend(mails=numbers[: queries.PER_PAGE], actor=request.user, now=timezone.now())
    if not (sent.again or sent.waiting):
        messages.warning(request, "Select mails first.")
    if sent.again:
        messages.success(request, f"{sent.again} will be sent again.")
    if sent.waiting:
        messages.info(request, f"{sent.waiting} still waiting: sent automatically.")
    back = queries.read_text(request.POST.get("query", "")).address()
    return redirect(f"{reverse('backoffice:mails')}{back}")
