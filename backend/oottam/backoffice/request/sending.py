"""A message to the customer is sent: by the outbox, or by the person who opens WhatsApp with it."""

from typing import Any

from django.http import HttpResponse

from oottam.backoffice.frame.pages import StaffRequest, action
from oottam.backoffice.request import forms
from oottam.backoffice.request.doing import do
from oottam.handling.domain import messages
from oottam.handling.models import Channel, Message, Template
from oottam.staff.roles import Permission

SAID = {
    Channel.MAIL: "The mail is on its way.",
    Channel.WHATSAPP: "The words are kept. Open WhatsApp with them, and press send there.",
}


@action(Permission.WORK_REQUESTS)
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
    return do(request, reference, form, doing, said, shows=_its_place)


def _its_place(made: Message) -> str:
    return f"?sent={made.pk}#message-{made.pk}"
