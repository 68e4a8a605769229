"""The labels of a day: what there is to print, and its PDF."""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from oottam.accounts.roles import Permission
from oottam.background import queue
from oottam.backoffice import jobs
from oottam.backoffice.generated_files import respond
from oottam.backoffice.kitchen.labels import filters
from oottam.backoffice.kitchen.labels.filters import LabelFilter
from oottam.backoffice.kitchen.labels.queries import BoxFilter
from oottam.backoffice.kitchen.labels.stocks import STOCKS
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.kitchen.day import PackedBox, packed_boxes
from oottam.schedule.domain.calendar import ONE_DAY
from oottam.schedule.domain.plan_schedule import format_day
from oottam.schedule.models import Meal

PDF = "application/pdf"


@staff_page(Permission.COOK)
def detail(request: StaffRequest, day: date) -> HttpResponse:
    """List the day's labels, meal by meal, each with its PDF on the chosen paper."""
    queue.QUEUE.warm_up()
    label_filter = filters.parse_filters(request.GET)
    boxes = packed_boxes(day, with_dishes=False)
    context = {
        "title": f"Labels, {format_day(day)}",
        "day": day,
        "before": day - ONE_DAY if day > date.min else None,
        "after": day + ONE_DAY if day < date.max else None,
        "filters": label_filter,
        "stocks": STOCKS.values(),
        "is_sheet": label_filter.stock.per_page > 1,
        "printings": list(_printings(label_filter, boxes, day)),
        "unknown_names": sum(not box.person.name.strip() for box in boxes),
    }
    return render(request, "backoffice/kitchen/labels.html", context)


@staff_page(Permission.COOK, waits=True)
def pdf(request: StaffRequest, day: date) -> HttpResponseBase:
    """Return the filtered labels, one per box."""
    title = f"Labels, {format_day(day)}"
    return respond(
        request,
        jobs.LABELS,
        {"day": day.isoformat(), "query": request.META["QUERY_STRING"], "title": title},
        title=title,
        name=f"labels-{day.isoformat()}.pdf",
        media_type=PDF,
        back=reverse("backoffice:labels", args=[day]),
        is_inline=True,
    )


@staff_page(Permission.COOK, waits=True)
def calibrate(request: StaffRequest) -> HttpResponseBase:
    """Return a page for adjusting the printer."""
    stock = filters.parse_filters(request.GET).stock
    return respond(
        request,
        jobs.CALIBRATION,
        {"stock": stock.key},
        title="Test page for the printer",
        name=f"labels-test-{stock.key}.pdf",
        media_type=PDF,
        back=reverse("backoffice:home"),
        is_inline=True,
    )


def _printings(
    label_filter: LabelFilter, boxes: Sequence[PackedBox], day: date
) -> Iterator[dict[str, Any]]:
    """Return all labels, each meal's where there are several, and those changed since the cut-off."""
    meals = sorted({box.meal for box in boxes})
    kinds = [("All labels", BoxFilter())]
    kinds += [(Meal(meal).label, BoxFilter(meal=meal)) for meal in meals if len(meals) > 1]
    kinds += [("Changed since the cut-off", BoxFilter(only_changed=True))]
    for label, selected in kinds:
        count = sum(selected.matches(box) for box in boxes)
        if count:
            page = reverse("backoffice:labels-pdf", args=[day])
            yield {
                "label": label,
                "count": count,
                "pages": label_filter.pages(count),
                "address": f"{page}?{label_filter.address(selected)}",
            }
