"""What a request of before would be today, and the press that stores it."""

from django.db import DatabaseError
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.api import endpoints, errors
from oottam.api.errors import RequestRejectedError
from oottam.backoffice.food import food_view
from oottam.backoffice.layout.decorators import SAFE_METHODS, StaffRequest, staff_page
from oottam.backoffice.request.text import describe_details
from oottam.core.direction import isolate
from oottam.kitchen.services.dietary_checks import check_dishes
from oottam.plans.initial_schedule import ordered_dishes
from oottam.requests.models import Request
from oottam.workflow.services.details import FOOD_FIELDS, ORDERS, details_of
from oottam.workflow.services.health_access import record_health_access
from oottam.workflow.services.known_people import known_since
from oottam.workflow.services.reorder import (
    ChangedError,
    NotReorderedError,
    preview,
    reorder,
    reorders_of,
)

MAX_COUNT_LENGTH = 6  # digits
CHANGED = "This has changed since you opened the page. Nothing was saved: please check it again."
_TOGETHER = ("merged_into", "order", "combo", "subscription", "event", "fulfilment")


@staff_page(Permission.WORK_REQUESTS, methods=(*SAFE_METHODS, "POST"))
def reorder_request(request: StaffRequest, reference: str) -> HttpResponse:
    """What it would be; posted, the new request's page, the same one however often it is sent."""
    found = Request.objects.filter(reference=reference).select_related(*_TOGETHER).first()
    if found is None:
        raise Http404
    if request.method != "POST":
        return _preview(request, found, 200)
    written = request.POST.get("count", "")
    try:
        new = reorder(
            request=found,
            seen=request.POST.get("seen", ""),
            count=int(written) if written.isdecimal() and len(written) <= MAX_COUNT_LENGTH else -1,
            now=timezone.now(),
            actor=request.user,
        )
    except (ChangedError, NotReorderedError):  # why it cannot be had, the page says by itself
        return _preview(request, found, 409, CHANGED)
    except RequestRejectedError as error:
        return _preview(request, found, error.reply.status, errors.sentence(error.reply))
    except DatabaseError:
        refused = errors.not_saved(endpoints.of_kind(found.kind).noun)
        return _preview(request, found, refused.status, errors.sentence(refused))
    return redirect("backoffice:request", new.reference)


def _preview(request: StaffRequest, found: Request, status: int, message: str = "") -> HttpResponse:
    seen = preview(found)
    fulfilment = details_of(found)
    if request.method == "GET" and (fulfilment.allergens or fulfilment.kitchen_note):
        record_health_access(reference=found.reference, actor=request.user, now=timezone.now())
    fulfilment.health_since = known_since(found)  # shown, not saved
    gone = {each.title for each in seen.reorder.left_out}
    dishes = [dish for dish in ordered_dishes(found) if dish.name not in gone]
    shown = {
        "title": f"{found.reference} again",
        "customer_request": found,
        "found": seen,
        "again": seen.reorder,
        "food": food_view(check_dishes(dishes, fulfilment))
        if dishes and not found.erased_at
        else None,
        "known": describe_details(fulfilment, *FOOD_FIELDS) if hasattr(found, "fulfilment") else (),
        "address": seen.reorder.body.get("address", ""),
        "words": _own_words(seen.reorder.body.get("message", "")),
        "is_order": found.kind in ORDERS,
        "has_prices": any(
            each.now is not None or each.then is not None for each in seen.reorder.things
        ),
        "made": reorders_of(found),
        "message": "" if seen.why_not else message,
    }
    return render(request, "backoffice/reorder/reorder.html", shown, status=status)


def _own_words(message: str) -> str:
    """The message of an event, its own words isolated from the sentence of ours that may stand before them."""
    ours, dot, words = message.partition(". ")
    return f"{ours}{dot}{isolate(words)}" if message.startswith("The same again") else message
