"""The same again, asked for by a customer: first what it would be today, then, with one press, the new request.

The address is the key to it, as to the status page: whoever sends the form knows it, and there is no cookie
that another site's page could borrow.
"""

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from oottam.api import endpoints, errors
from oottam.api.errors import RequestRejectedError
from oottam.core.responses import Reply
from oottam.requests.models import Request
from oottam.requests.status_tokens import request_of, token_of
from oottam.statuspage import reorder_queries
from oottam.statuspage.reorder_queries import CHANGED
from oottam.statuspage.views import PRIVATE, missing, page
from oottam.workflow.services.reorder import ChangedError, NotReorderedError, reorder

MAX_COUNT_LENGTH = 6  # digits


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """What it would be; posted, the page of the new request, the same one however often it is sent."""
    named = request_of(token)
    found = reorder_queries.one(named) if named else None
    if found is None:
        return missing()
    return _sent(request, found) if request.method == "POST" else _preview(found, 200)


def _sent(request: HttpRequest, found: Request) -> HttpResponse:
    """To the new request's page, or the page with what is in the way."""
    if not reorder_queries.is_offered(found):
        return _preview(found, 409)
    try:
        new = reorder(
            request=found,
            seen=request.POST.get("seen", ""),
            count=_count(request.POST.get("count", "")),
            now=timezone.now(),
            sender=request.META.get("REMOTE_ADDR", ""),
        )
    except (ChangedError, NotReorderedError):  # why it cannot be had, the page says by itself
        return _preview(found, 409, CHANGED)
    except RequestRejectedError as error:
        return _refused(found, error.reply, error.headers)
    except DatabaseError:
        return _refused(found, errors.not_saved(endpoints.of_kind(found.kind).noun), {})
    address = reverse("status", args=[token_of(new.pk)])
    return HttpResponse(status=303, headers={**PRIVATE, "Location": address})


def _preview(found: Request, status: int, message: str = "") -> HttpResponse:
    return page("again", status, shown=reorder_queries.shown(found, message))


def _refused(found: Request, reply: Reply, headers: dict[str, str]) -> HttpResponse:
    answer = _preview(found, reply.status, errors.sentence(reply))
    for name, value in headers.items():
        answer[name] = value
    return answer


def _count(written: str) -> int:
    """How often it had been asked for when the form was made; -1 for what no form of ours says."""
    return int(written) if written.isdecimal() and len(written) <= MAX_COUNT_LENGTH else -1
