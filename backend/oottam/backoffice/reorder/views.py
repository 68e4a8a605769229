"""The preview of a reorder, and the action that stores it."""

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
    """Preview the reorder; when posted, redirect to the new request, the same one however often it is posted."""
    found = Request.objects.filter(reference=reference).select_related(*_TOGETHER).first()
    if found is None:
        raise Http404
    if request.method != "POST":
        return _preview(request, found, 200)
    count = request.POST.get("count", "")
    try:
        new = reorder(
            request=found,
            seen=request.POST.get("seen", ""),
            count=int(count) if count.isdecimal() and len(count) <= MAX_COUNT_LENGTH else -1,
            now=timezone.now(),
            actor=request.user,
        )
    except (ChangedError, NotReorderedError):  # the page gives the reason for the second
        return _preview(request, found, 409, CHANGED)
    except RequestRejectedError as error:
        return _preview(request, found, error.reply.status, errors.sentence(error.reply))
    except DatabaseError:
        refused = errors.not_saved(endpoints.of_kind(found.kind).noun)
        return _preview(request, found, refused.status, errors.sentence(refused))
    return redirect("backoffice:request", new.reference)


def _preview(request: StaffRequest, found: Request, status: int, message: str = "") -> HttpResponse:
    reorder_preview = preview(found)
    fulfilment = details_of(found)
    if request.method == "GET" and (fulfilment.allergens or fulfilment.kitchen_note):
        record_health_access(reference=found.reference, actor=request.user, now=timezone.now())
    fulfilment.health_since = known_since(found)  # shown, not saved
    left_out = {each.title for each in reorder_preview.reorder.left_out}
    dishes = [dish for dish in ordered_dishes(found) if dish.name not in left_out]
    context = {
        "title": f"{found.reference} again",
        "customer_request": found,
        "found": reorder_preview,
        "again": reorder_preview.reorder,
        "food": food_view(check_dishes(dishes, fulfilment))
        if dishes and not found.erased_at
        else None,
        "known": describe_details(fulfilment, *FOOD_FIELDS) if hasattr(found, "fulfilment") else (),
        "address": reorder_preview.reorder.body.get("address", ""),
        "message_text": _isolate_message(reorder_preview.reorder.body.get("message", "")),
        "is_order": found.kind in ORDERS,
        "has_prices": any(
            each.now is not None or each.then is not None for each in reorder_preview.reorder.things
        ),
        "made": reorders_of(found),
        "message": "" if reorder_preview.why_not else message,
    }
    return render(request, "backoffice/reorder/reorder.html", context, status=status)


def _isolate_message(message: str) -> str:
    """Isolate the customer's own words of an event's message from the shop's sentence in front of them."""
    ours, dot, rest = message.partition(". ")
    return f"{ours}{dot}{isolate(rest)}" if message.startswith("The same again") else message
