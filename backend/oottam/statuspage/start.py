"""Start form ("So that we can start"): the customer fills in missing details, which saves the desk a call.

The form is write-only: stored answers are never shown, and they do not confirm the request. CSRF exempt, as the token
in the address is the only credential.
"""

import re
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from oottam.api import endpoints, errors
from oottam.core.random_pool import random_bytes
from oottam.requests.models import Request, Status
from oottam.requests.status_tokens import request_id_of, token_of
from oottam.statuspage.links import start_path
from oottam.statuspage.start_form import StartForm, possible_days
from oottam.statuspage.views import PRIVATE, not_found_page, render_page
from oottam.workflow.services.customer_answers import (
    AnswersClosedError,
    accepts_answers,
    answered_names,
    questions,
    submit,
    unanswered,
)

KEY = re.compile("[0-9a-f]{32}")
NOT_SENT = "Nothing was saved yet. Please look at what is marked, and send it again."
TOO_MANY = "You have sent answers several times already. Please call us to change something."
EXPIRED = "This page was open for too long. Please send your answers again."
CLOSED_SENTENCES = {
    Status.CONFIRMED: "It is confirmed. To change something, please call us.",
    Status.ACTIVE: "It has started. To change something, please call us.",
    Status.COMPLETED: "It is complete, and there is nothing left to answer.",
    Status.CANCELLED: "It has been cancelled, and there is nothing to answer.",
}
NO_QUESTIONS = "We will call you about it: there is nothing to answer here."


@dataclass(frozen=True, slots=True)
class StartView:
    """Content of the start form's page; `form` is None if there are no questions."""

    reference: str
    noun: str
    sentence: str
    message: str
    answered_at: datetime | None
    form: StartForm | None
    key: str  # idempotency key, 32 hexadecimal digits
    correction_url: str  # form with every question; "" before the first answers
    status_url: str


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Show the open questions. A POST stores the answers and redirects to this page."""
    request_id = request_id_of(token)
    order = _find_request(request_id) if request_id else None
    if order is None:
        return not_found_page()
    if request.method == "POST":
        return _submit(request, order)
    return _show_form(order, is_correction="correct" in request.GET)


def _find_request(request_id: UUID) -> Request | None:
    """Return None if the request was deleted or its customer's data erased."""
    requests = Request.objects.filter(pk=request_id, erased_at=None)
    joined = requests.select_related("order", "combo", "subscription", "fulfilment")
    prefetched = ("customer_answers", "meal_times", "combo__slots", "subscription__meals")
    return joined.prefetch_related(*prefetched).first()


def _show_form(order: Request, *, is_correction: bool) -> HttpResponse:
    if not accepts_answers(order):
        return _respond(order, 200)
    answered = set() if is_correction else answered_names(order.customer_answers.all())
    names = unanswered(order, answered)
    form = StartForm(order, names, possible_days(order, timezone.now())) if names else None
    return _respond(order, 200, form)


def _submit(request: HttpRequest, order: Request) -> HttpResponse:
    if not accepts_answers(order):
        return _respond(order, 409)
    now = timezone.now()
    names = [name for name in questions(order) if name in request.POST]
    form = StartForm(order, names or unanswered(order), possible_days(order, now), request.POST)
    key = request.POST.get("key", "")
    if not form.is_valid() or not KEY.fullmatch(key):
        return _respond(order, 422, form, NOT_SENT if form.errors else EXPIRED)
    try:
        submit(
            request_id=order.pk,
            key=key,
            given=form.cleaned_data,
            now=now,
            sender=request.META.get("REMOTE_ADDR", ""),
        )
    except AnswersClosedError:
        order.refresh_from_db()
        return _respond(order, 409, message=TOO_MANY if accepts_answers(order) else "")
    except errors.RequestRejectedError as error:
        response = _respond(order, error.reply.status, form, errors.sentence(error.reply))
        for name, value in error.headers.items():
            response[name] = value
        return response
    except DatabaseError:
        return _respond(order, 503, form, errors.sentence(errors.not_saved("answers")))
    return HttpResponse(status=303, headers={**PRIVATE, "Location": start_path(order.pk)})


def _respond(
    order: Request, status: int, form: StartForm | None = None, message: str = ""
) -> HttpResponse:
    is_open = accepts_answers(order)
    last = next(reversed(order.customer_answers.all()), None) if is_open else None
    closed = CLOSED_SENTENCES.get(Status(order.status), NO_QUESTIONS)
    view = StartView(
        reference=order.reference,
        noun=endpoints.of_kind(order.kind).noun,
        sentence="" if is_open else closed,
        message=message,
        answered_at=last.at if last else None,
        form=form,
        key=random_bytes(16).hex(),
        correction_url=f"{start_path(order.pk)}?correct=1" if last and unanswered(order) else "",
        status_url=reverse("status", args=[token_of(order.pk)]),
    )
    return render_page("start", status, view=view)
