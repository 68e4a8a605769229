"""The page "So that we can start": the customer answers what the desk would have to phone for.

Whoever has the address can add answers and can read none: a stored answer is never shown, and confirms nothing.
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
from oottam.requests.status_tokens import request_of, token_of
from oottam.statuspage.links import start_path
from oottam.statuspage.start_form import StartForm, possible_days
from oottam.statuspage.views import PRIVATE, missing, page
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
NOT_OURS = "This page was open for too long. Please send your answers again."
CLOSED = {
    Status.CONFIRMED: "It is confirmed. To change something, please call us.",
    Status.ACTIVE: "It has started. To change something, please call us.",
    Status.COMPLETED: "It is complete, and there is nothing left to answer.",
    Status.CANCELLED: "It has been cancelled, and there is nothing to answer.",
}
NO_QUESTIONS = "We will call you about it: there is nothing to answer here."


@dataclass(frozen=True, slots=True)
class StartView:
    """All that the page says; without a form it has nothing to ask."""

    reference: str
    noun: str
    sentence: str
    message: str
    answered_at: datetime | None
    form: StartForm | None
    key: str
    correct: str  # the address that asks for everything once more; "" where nothing was answered
    back: str


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """What is still missing; posted, the same page once the answers are stored."""
    named = request_of(token)
    found = _find(named) if named else None
    if found is None:
        return missing()
    if request.method == "POST":
        return _submit(request, found)
    return _ask(found, is_correction="correct" in request.GET)


def _find(request_id: UUID) -> Request | None:
    """None when it is gone, or its person erased."""
    kept = Request.objects.filter(pk=request_id, erased_at=None)
    together = kept.select_related("order", "combo", "subscription", "fulfilment")
    below = ("customer_answers", "meal_times", "combo__slots", "subscription__meals")
    return together.prefetch_related(*below).first()


def _ask(found: Request, *, is_correction: bool) -> HttpResponse:
    if not accepts_answers(found):
        return _respond(found, 200)
    answered = set() if is_correction else answered_names(found.customer_answers.all())
    names = unanswered(found, answered)
    form = StartForm(found, names, possible_days(found, timezone.now())) if names else None
    return _respond(found, 200, form)


def _submit(request: HttpRequest, found: Request) -> HttpResponse:
    if not accepts_answers(found):
        return _respond(found, 409)
    now = timezone.now()
    sent = [name for name in questions(found) if name in request.POST]
    form = StartForm(found, sent or unanswered(found), possible_days(found, now), request.POST)
    key = request.POST.get("key", "")
    if not form.is_valid() or not KEY.fullmatch(key):
        return _respond(found, 422, form, NOT_SENT if form.errors else NOT_OURS)
    try:
        submit(
            request_id=found.pk,
            key=key,
            given=form.cleaned_data,
            now=now,
            sender=request.META.get("REMOTE_ADDR", ""),
        )
    except AnswersClosedError:
        found.refresh_from_db()
        return _respond(found, 409, message=TOO_MANY if accepts_answers(found) else "")
    except errors.RequestRejectedError as error:
        answer = _respond(found, error.reply.status, form, errors.sentence(error.reply))
        for name, value in error.headers.items():
            answer[name] = value
        return answer
    except DatabaseError:
        return _respond(found, 503, form, errors.sentence(errors.not_saved("answers")))
    return HttpResponse(status=303, headers={**PRIVATE, "Location": start_path(found.pk)})


def _respond(
    found: Request, status: int, form: StartForm | None = None, message: str = ""
) -> HttpResponse:
    is_open = accepts_answers(found)
    last = next(reversed(found.customer_answers.all()), None) if is_open else None
    closed = CLOSED.get(Status(found.status), NO_QUESTIONS)
    shown = StartView(
        reference=found.reference,
        noun=endpoints.of_kind(found.kind).noun,
        sentence="" if is_open else closed,
        message=message,
        answered_at=last.at if last else None,
        form=form,
        key=random_bytes(16).hex(),
        correct=f"{start_path(found.pk)}?correct=1" if last and unanswered(found) else "",
        back=reverse("status", args=[token_of(found.pk)]),
    )
    return page("start", status, shown=shown)
