"""A message to the customer is sent: by the outbox, or by the person who opens WhatsApp with it."""

from datetime import datetime
from typing import Any

from django.contrib import messages as flash
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.layout.decorators import StaffRequest, staff_action
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.backoffice.request import forms, queries
from oottam.backoffice.request.action_view import apply_action
from oottam.backoffice.templatetags.staff import mail_verb
from oottam.core.clock import clock_time
from oottam.outbox.transport import mails_reach_people
from oottam.workflow.models import Channel, Message, Template
from oottam.workflow.services import messages, resend

SAID = {
    Channel.MAIL: "",  # when it is sent says the rest
    Channel.WHATSAPP: "The text is saved. Open WhatsApp with it, and press send there.",
}


@staff_action(Permission.WORK_REQUESTS)
def message(request: StaffRequest, reference: str) -> HttpResponse:
    """Keep these words, and mail them; for WhatsApp the page that follows has the link."""
    form = forms.MessageForm(request.POST)

    def doing(**told: Any) -> Message:
        given = form.cleaned_data
        return messages.send(
            template=Template(given["template"]),
            channel=Channel(given["channel"]),
            subject=given["subject"],
            text=given["text"],
            **told,
        )

    channel = request.POST.get("channel", "")
    said = SAID[Channel(channel)] if channel in Channel.values else ""
    return apply_action(request, reference, form, doing, said, shows=_its_place, tells=_when)


def _when(made: Message) -> str:
    """When a mail is sent."""
    if made.channel != Channel.MAIL:
        return ""
    if made.held_until is None:
        return on_its_way()
    return will_be_sent(made.held_until)


def on_its_way() -> str:
    """Of a mail that waits for nothing any more."""
    return "The mail is on its way." if mails_reach_people() else "The mail is saved as a file."


def will_be_sent(due: datetime, mails: int = 1) -> str:
    """As "The mail will be sent at 10:15 am."; without a mail server it is saved as a file then."""
    named = "The mail" if mails == 1 else f"{mails} mails"
    return f"{named} will be {mail_verb()} at {clock_time(timezone.localtime(due))}."


@staff_action(Permission.WORK_REQUESTS)
def send_now(request: StaffRequest, reference: str) -> HttpResponse:
    """A mail that waits goes at once; the request itself stays as it is, so no version is asked for."""
    number = parse_pk(request.POST.get("message", ""))
    if number is None or not queries.has_message(reference, number):
        raise Http404
    if resend.send_now(reference=reference, message=number, actor=request.user, now=timezone.now()):
        flash.success(request, on_its_way())
    else:
        flash.info(request, "It is no longer waiting.")
    return redirect(reverse("backoffice:request", args=[reference]) + f"#message-{number}")


def _its_place(made: Message) -> str:
    return f"?sent={made.pk}#message-{made.pk}"
