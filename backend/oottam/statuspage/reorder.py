"""Reorder page for customers: a preview at today's prices, and a form that creates the new request.

CSRF exempt: the token in the address is the only credential, and no cookie is read.
"""

from functools import partial
from typing import Any

from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from oottam.api import endpoints
from oottam.api.errors import RequestRejectedError
from oottam.api.reorder import ReorderItem
from oottam.core.money import format_rupees
from oottam.outbox.mail_content import Fact
from oottam.requests.identity import requests_with_token
from oottam.requests.models import Request, Status
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
from oottam.workflow.services.agreement import describe_agreement
from oottam.workflow.services.details import ORDERS
from oottam.workflow.services.later_addresses import has_partial_address
from oottam.workflow.services.reorder import (
    ChangedError,
    NotReorderedError,
    Preview,
    offered_to_customer,
    preview,
    reorder,
    reorders_of,
)

CHANGED = "This has changed since you opened the page. Nothing was sent: please check it again."
WAITING = (
    "We have received it and will call you. Once it is confirmed, you can ask for it again here."
)
OTHER_ADDRESS = "The meals that go to another address now go there again."
ON_REQUEST = "on request"
RELATED = ("merged_into", "order", "combo", "subscription", "event", "fulfilment")


def build_view(request: Request, message: str) -> dict[str, Any]:
    """Return the page's content, with the reorder at today's prices; `message` is an error of the last attempt, or "".

    The page has no form if it has an `unavailable_reason`.
    """
    comparison = preview(request)
    reorder = comparison.reorder
    reason = WAITING if request.status == Status.NEW else comparison.unavailable_reason
    return {
        **common_view(request),
        "message": "" if reason else message,
        "unavailable_reason": reason,
        "facts": reorder.facts,
        "lines": [_line(item) for item in reorder.items],
        "omitted_items": [_item_name(item) for item in reorder.left_out],
        "sums": _sums(comparison),
        "notes": [*reorder.notes, *([OTHER_ADDRESS] if has_partial_address(request) else [])],
        "earlier_reorders": [
            {
                "reference": earlier.reference,
                "day": describe_agreement(timezone.localdate(earlier.received_at)),
                "url": page_path(earlier),
            }
            for earlier in reorders_of(request)
            if earlier.erased_at is None
        ],
        "has_menu_price": request.kind in ORDERS,
        "has_address": "address" in reorder.body,
        "has_email": bool(request.email),
        "seen": comparison.seen,  # posted back, to detect changes
        "count": comparison.count,  # of earlier reorders
    }


def _line(item: ReorderItem) -> dict[str, str]:
    """Describe a dish or meal at today's price, with the original's if it differs."""
    has_price = item.current_paise is not None or item.past_paise is not None
    amount = format_rupees(item.current_paise) if item.current_paise is not None else ON_REQUEST
    differs = item.past_paise is not None and item.past_paise != item.current_paise
    return {
        "title": item.title,
        "detail": item.detail,
        "remark": item.remark,
        "amount": amount if has_price else "",
        "previous_amount": format_rupees(item.past_paise or 0) if differs else "",
    }


def _item_name(item: ReorderItem) -> str:
    return f"{item.title} ({item.detail})" if item.detail else item.title


def _sums(comparison: Preview) -> list[Fact]:
    """Original total, difference, and today's total, which applies."""
    sums = []
    if comparison.past_total_paise:
        sums.append(Fact("Last time", format_rupees(comparison.past_total_paise)))
    if comparison.difference is not None:
        sums.append(Fact("Difference", _describe_difference(comparison.difference)))
    if comparison.reorder.current_total_paise is not None:
        sums.append(Fact("Today", format_rupees(comparison.reorder.current_total_paise)))
    elif comparison.past_total_paise is not None:
        sums.append(Fact("Today", "to be agreed"))
    return sums


def _describe_difference(paise: int) -> str:
    if not paise:
        return "none"
    return f"{format_rupees(abs(paise))} {'more' if paise > 0 else 'less'}"


MAX_COUNT_LENGTH = 6  # digits


@form_page
def show(request: HttpRequest, token: str) -> HttpResponse:
    """Preview the reorder. A POST creates it and redirects to it; sent again, it redirects to the same one."""
    original = requests_with_token(token).select_related(*RELATED).first()
    if original is None:
        return not_found_page()
    return _submit(request, original) if request.method == "POST" else _preview(original, 200)


def _submit(request: HttpRequest, original: Request) -> HttpResponse:
    """Redirect to the new request's page, or show the preview with the error."""
    if not offered_to_customer(original):
        return _preview(original, 409)
    typed = request.POST.get("count", "")
    try:
        new = reorder(
            request=original,
            seen=request.POST.get("seen", ""),
            count=int(typed) if typed.isdecimal() and len(typed) <= MAX_COUNT_LENGTH else -1,
            now=timezone.now(),
            sender=sender_of(request),
        )
    except (ChangedError, NotReorderedError):  # the page states why it is not offered
        return _preview(original, 409, CHANGED)
    except (RequestRejectedError, DatabaseError) as error:
        noun = endpoints.of_kind(original.kind).noun
        return refuse(error, noun, partial(_preview, original))
    return see_other(page_path(new))


def _preview(original: Request, status: int, message: str = "") -> HttpResponse:
    return render_page("reorder", status, view=build_view(original, message))
