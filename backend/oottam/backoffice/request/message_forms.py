"""Messages to the customer: writing one, and sending a mail now or again."""

from django import forms
from django.contrib import messages as flash
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.request.action_form import ActionForm
from oottam.backoffice.request.text import describe_due_mails, describe_sent_mail
from oottam.backoffice.shared.decorators import StaffRequest, staff_action
from oottam.backoffice.shared.fields import MultilineText, PlainText
from oottam.backoffice.shared.queries import parse_pk
from oottam.outbox.models import OutboxEntry
from oottam.workflow.models import DRAFTED, Channel, Message, Template
from oottam.workflow.services import messages, resend
from oottam.workflow.services.messages import MAX_LENGTH, MAX_SUBJECT_LENGTH


class SendForm(ActionForm):
    """Save a text and mail it; for WhatsApp the page that follows has the link. Two buttons choose the channel."""

    channel = forms.TypedChoiceField(
        coerce=Channel, choices=Channel.choices, widget=forms.HiddenInput
    )

    def describe_result(self, result: Message) -> str:
        if result.channel != Channel.MAIL:
            return "The text is saved. Open WhatsApp with it, and press send there."
        return describe_due_mails(result.held_until) if result.held_until else describe_sent_mail()

    def result_suffix(self, result: Message) -> str:
        return f"?sent={result.pk}#message-{result.pk}"


class MessageForm(SendForm):
    """Write to the customer."""

    action = "message"
    service = staticmethod(messages.send)
    template = forms.TypedChoiceField(
        coerce=Template,
        choices=[(each.value, each.label) for each in DRAFTED],
        widget=forms.HiddenInput,
    )
    subject = PlainText(
        label="Subject",
        required=False,
        max_length=MAX_SUBJECT_LENGTH,
        help_text="The shop's name is added in front.",
    )
    text = MultilineText(
        label="Message",
        max_length=MAX_LENGTH,
        rows=12,
        error_messages={"required": "Please write something first."},
    )


@staff_action(Permission.WORK_REQUESTS)
def send_now(request: StaffRequest, reference: str) -> HttpResponse:
    """Send a mail that waits. The request does not change, so no version is posted."""
    number = parse_pk(request.POST.get("message", ""))
    message = get_object_or_404(Message, pk=number, request__reference=reference)
    if resend.send_now(
        reference=reference, message=message.pk, actor=request.user, now=timezone.now()
    ):
        flash.success(request, describe_sent_mail())
    else:
        flash.info(request, "It is no longer waiting.")
    return redirect(reverse("backoffice:request", args=[reference]) + f"#message-{number}")


@staff_action(Permission.WORK_REQUESTS)
def resend_mail(request: StaffRequest, reference: str) -> HttpResponse:
    """Send a mail again. The request does not change, so no version is posted."""
    number = parse_pk(request.POST.get("mail", ""))
    mail = get_object_or_404(OutboxEntry, pk=number, reference=reference)
    result = resend.resend(mails=[mail.pk], actor=request.user, now=timezone.now())
    if result.again:
        flash.success(request, "It will be sent again.")
    else:
        flash.info(request, "It is waiting to be sent: that happens automatically.")
    return redirect("backoffice:request", reference)
