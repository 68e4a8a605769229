"""The customer's page to say that they have paid by UPI: the 12 digits, by which the desk finds the payment.

A claim is never money, and is not shown again: a link can be forwarded. CSRF exempt, as the token is the only credential.
"""

import re

from django import forms
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from oottam.api.errors import RequestRejectedError
from oottam.billing import matching
from oottam.core.errors import DomainError, NotFoundError
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request
from oottam.statuspage.links import page_path
from oottam.statuspage.pages import (
    common_view,
    form_page,
    not_found_page,
    refuse,
    render_page,
    see_other,
    sender_of,
)

MAX_TYPED = 40  # characters, with blanks and what an app puts before it


class PaidForm(forms.Form):
    """The number of a UPI payment."""

    utr = forms.CharField(
        label=gettext_lazy("UTR, or UPI transaction number"),
        max_length=MAX_TYPED,
        help_text=gettext_lazy("12 digits: your UPI app shows them with the payment."),
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Please type the 12 digits.")},
    )

    def clean_utr(self) -> str:
        """Return 12 digits. Raises ValidationError."""
        digits = re.sub(r"[\s-]", "", self.cleaned_data["utr"])
        if not (digits.isascii() and matching.UTR.fullmatch(digits)):
            raise forms.ValidationError(_("It has 12 digits. Please look again in your UPI app."))
        return digits


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the form. A POST stores the number once, and redirects to the status page."""
    order = requests_with_token(token).first()
    if order is None:
        return not_found_page()
    if request.method == "POST":
        return _submit(request, order)
    return _respond(order, 200, PaidForm(auto_id="%s", label_suffix=""))


def _submit(request: HttpRequest, order: Request) -> HttpResponse:
    form = PaidForm(request.POST, auto_id="%s", label_suffix="")
    if not form.is_valid():
        return _respond(order, 422, form)
    try:
        matching.claim(
            request_id=order.pk,
            utr=form.cleaned_data["utr"],
            now=timezone.now(),
            sender=sender_of(request),
        )
    except NotFoundError:
        return not_found_page()
    except DomainError as error:
        return _respond(order, 409, form, str(error))
    except (RequestRejectedError, DatabaseError) as error:
        return refuse(error, "number", lambda status, text: _respond(order, status, form, text))
    return see_other(f"{page_path(order)}#amounts")


def _respond(order: Request, status: int, form: PaidForm, message: str = "") -> HttpResponse:
    view = {**common_view(order), "form": form, "message": message}
    return render_page("paid", status, view=view)
