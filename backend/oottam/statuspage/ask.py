"""The customer's page to ask, to complain, and to ask about her data. CSRF exempt, as the token is the only credential.

What she wrote is not shown again: a link can be forwarded. A GET changes nothing.
"""

import secrets
from typing import Any

from django import forms
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from oottam.api import endpoints, errors
from oottam.core.errors import DomainError, NotFoundError
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request
from oottam.statuspage.links import ask_path, page_path
from oottam.statuspage.start import KEY
from oottam.statuspage.views import PRIVATE, not_found_page, render_page
from oottam.workflow.models import TicketKind
from oottam.workflow.services import tickets


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


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form and the numbers of what was asked. A POST stores a ticket and redirects to this page."""
    order = requests_with_token(token).first()
    if order is None:
        return not_found_page()
    if request.method == "POST":
        return _submit(request, order)
    return _respond(order, 200, AskForm(auto_id="%s", label_suffix=""))


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
            sender=request.META.get("REMOTE_ADDR", ""),
            **form.cleaned_data,
        )
    except NotFoundError:
        return not_found_page()
    except DomainError as error:
        return _respond(order, 409, form, str(error))
    except errors.RequestRejectedError as error:
        response = _respond(order, error.reply.status, form, error.reply.message)
        for name, value in error.headers.items():
            response[name] = value
        return response
    except DatabaseError:
        return _respond(order, 503, form, errors.not_saved("question").message)
    return HttpResponse(status=303, headers={**PRIVATE, "Location": ask_path(order)})


def _respond(order: Request, status: int, form: AskForm, message: str = "") -> HttpResponse:
    """Show the form; three queries."""
    known = tickets.numbered(order.tickets.all(), order.reference)
    view: dict[str, Any] = {
        "reference": order.reference,
        "noun": endpoints.of_kind(order.kind).noun,
        "form": form,
        "message": message,
        "key": secrets.token_hex(16),
        "tickets": known[::-1],
        "status_url": page_path(order),
    }
    return render_page("ask", status, view=view)
