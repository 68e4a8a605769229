"""Reorders by the desk: an earlier request stored again at today's prices."""

from django.db import DatabaseError
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.api import endpoints, errors
from oottam.api.errors import RequestRejectedError
from oottam.backoffice.dietary import food_view
from oottam.backoffice.request.text import describe_details
from oottam.backoffice.shared.decorators import StaffRequest, staff_form
from oottam.core.direction import isolate
from oottam.kitchen.services.dietary_checks import check_dishes
from oottam.requests.models import Request
from oottam.schedule.initial_schedule import ordered_dishes
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


@staff_form(Permission.WORK_REQUESTS)
def reorder_request(request: StaffRequest, reference: str) -> HttpResponse:
    """Preview the reorder; when posted, redirect to the new request, the same one however often it is posted."""
    original = get_object_or_404(Request.objects.select_related(*_TOGETHER), reference=reference)
    if request.method != "POST":
        return _preview(request, original, 200)
    count = request.POST.get("count", "")
    try:
        new = reorder(
            request=original,
            seen=request.POST.get("seen", ""),
            count=int(count) if count.isdecimal() and len(count) <= MAX_COUNT_LENGTH else -1,
            now=timezone.now(),
            actor=request.user,
        )
    except (ChangedError, NotReorderedError):  # the page states the reason of the second
        return _preview(request, original, 409, CHANGED)
    except RequestRejectedError as error:
        return _preview(request, original, error.reply.status, error.reply.message)
    except DatabaseError:
        refused = errors.not_saved(endpoints.of_kind(original.kind).noun)
        return _preview(request, original, refused.status, refused.message)
    return redirect("backoffice:request", new.reference)


def _preview(
    request: StaffRequest, original: Request, status: int, message: str = ""
) -> HttpResponse:
    reorder_preview = preview(original)
    fulfilment = details_of(original)
    if request.method == "GET" and (fulfilment.allergens or fulfilment.kitchen_note):
        record_health_access(reference=original.reference, actor=request.user, now=timezone.now())
    fulfilment.health_since = known_since(original)  # displayed, not saved
    left_out = {item.title for item in reorder_preview.reorder.left_out}
    dishes = [dish for dish in ordered_dishes(original) if dish.name not in left_out]
    context = {
        "title": f"{original.reference} again",
        "customer_request": original,
        "preview": reorder_preview,
        "reorder": reorder_preview.reorder,
        "food": food_view(check_dishes(dishes, fulfilment))
        if dishes and not original.erased_at
        else None,
        "known": describe_details(fulfilment, *FOOD_FIELDS)
        if hasattr(original, "fulfilment")
        else (),
        "address": reorder_preview.reorder.body.get("address", ""),
        "message_text": _isolate_message(reorder_preview.reorder.body.get("message", "")),
        "is_order": original.kind in ORDERS,
        "has_prices": any(
            item.current_paise is not None or item.past_paise is not None
            for item in reorder_preview.reorder.items
        ),
        "reorders": reorders_of(original),
        "message": "" if reorder_preview.unavailable_reason else message,
    }
    return render(request, "backoffice/reorder/reorder.html", context, status=status)


def _isolate_message(message: str) -> str:
    """Isolate the customer's part of an event's message from the shop's sentence before it."""
    prefix, dot, rest = message.partition(". ")
    return f"{prefix}{dot}{isolate(rest)}" if message.startswith("The same again") else message
