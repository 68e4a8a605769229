"""The customer's page to ask, to complain, and to ask about their data. CSRF exempt, as the token is the only credential.

What they wrote is not shown again: a link can be forwarded. A GET changes nothing.
"""

from django import forms
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from oottam.api.errors import RequestRejectedError
from oottam.core.errors import DomainError, NotFoundError
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request
from oottam.statuspage.links import ask_path
from oottam.statuspage.pages import (
    KEY,
    common_view,
    form_page,
    not_found_page,
    refuse,
    render_page,
    see_other,
    sender_of,
)
from oottam.workflow.models import TicketKind
from oottam.workflow.services import tickets

ACCEPT = "yes"  # the query string with which the form begins with YES
YES = gettext_lazy("Yes, please confirm it.")


class AskForm(forms.Form):
    """One question, complaint or wish."""

    kind = forms.TypedChoiceField(
        label=gettext_lazy("What is it?"),
        coerce=TicketKind,
        choices=(
            (TicketKind.QUESTION, gettext_lazy("A question, or something to change")),
            (TicketKind.COMPLAINT, gettext_lazy("A complaint")),
            (TicketKind.DATA, gettext_lazy("My data: a copy, a correction, or its erasure")),
        ),
        initial=TicketKind.QUESTION,
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Please choose what it is.")},
    )
    text = forms.CharField(
        label=gettext_lazy("Your words"),
        max_length=tickets.MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 5}),
        error_messages={"required": gettext_lazy("Please write something first.")},
    )


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form and the numbers of what was asked. A POST stores a ticket and redirects to this page."""
    order = requests_with_token(token).first()
    if order is None:
        return not_found_page()
    if request.method == "POST":
        return _submit(request, order)
    initial = {"text": YES} if ACCEPT in request.GET else None
    return _respond(order, 200, AskForm(auto_id="%s", label_suffix="", initial=initial))


def _submit(request: HttpRequest, order: Request) -> HttpResponse:
    form = AskForm(request.POST, auto_id="%s", label_suffix="")
    key = request.POST.get("key", "")
    if not KEY.fullmatch(key):
        form.add_error(None, _("Nothing was sent yet. Please send it again."))
    if not form.is_valid():
        return _respond(order, 422, form)
    try:
        tickets.ask(
            request_id=order.pk,
            key=key,
            now=timezone.now(),
            sender=sender_of(request),
            **form.cleaned_data,
        )
    except NotFoundError:
        return not_found_page()
    except DomainError as error:
        return _respond(order, 409, form, str(error))
    except (RequestRejectedError, DatabaseError) as error:
        return refuse(error, "question", lambda status, text: _respond(order, status, form, text))
    return see_other(ask_path(order))


def _respond(order: Request, status: int, form: AskForm, message: str = "") -> HttpResponse:
    """Show the form; three queries."""
    known = tickets.numbered(order.tickets.all(), order.reference)
    view = {
        **common_view(order),
        "form": form,
        "message": message,
        "tickets": known[::-1],
    }
    return render_page("ask", status, view=view)
