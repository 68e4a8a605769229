"""Reorder page for customers: a preview at today's prices, and a form that creates the new request.

CSRF exempt: the token in the address is the only credential, and no cookie is read.
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
from oottam.requests.status_tokens import request_id_of, token_of
from oottam.statuspage import reorder_queries
from oottam.statuspage.reorder_queries import CHANGED
from oottam.statuspage.views import PRIVATE, not_found_page, render_page
from oottam.workflow.services.reorder import ChangedError, NotReorderedError, reorder

MAX_COUNT_LENGTH = 6  # digits


@csrf_exempt
@require_http_methods(["GET", "HEAD", "POST"])
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Preview the reorder. A POST creates it and redirects to it; sent again, it redirects to the same one."""
    request_id = request_id_of(token)
    original = reorder_queries.find_request(request_id) if request_id else None
    if original is None:
        return not_found_page()
    return _submit(request, original) if request.method == "POST" else _preview(original, 200)


def _submit(request: HttpRequest, original: Request) -> HttpResponse:
    """Redirect to the new request's page, or show the preview with the error."""
    if not reorder_queries.is_offered(original):
        return _preview(original, 409)
    try:
        new = reorder(
            request=original,
            seen=request.POST.get("seen", ""),
            count=_parse_count(request.POST.get("count", "")),
            now=timezone.now(),
            sender=request.META.get("REMOTE_ADDR", ""),
        )
    except (ChangedError, NotReorderedError):  # the page states why it is not offered
        return _preview(original, 409, CHANGED)
    except RequestRejectedError as error:
        return _reject(original, error.reply, error.headers)
    except DatabaseError:
        return _reject(original, errors.not_saved(endpoints.of_kind(original.kind).noun), {})
    address = reverse("status", args=[token_of(new.pk)])
    return HttpResponse(status=303, headers={**PRIVATE, "Location": address})


def _preview(original: Request, status: int, message: str = "") -> HttpResponse:
    return render_page("reorder", status, view=reorder_queries.build_view(original, message))


def _reject(original: Request, reply: Reply, headers: dict[str, str]) -> HttpResponse:
    response = _preview(original, reply.status, errors.sentence(reply))
    for name, value in headers.items():
        response[name] = value
    return response


def _parse_count(value: str) -> int:
    """Number of earlier reorders when the form was rendered; -1 if invalid."""
    return int(value) if value.isdecimal() and len(value) <= MAX_COUNT_LENGTH else -1
