"""Labels of a day: which there are to print, and the PDF of them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse

from oottam.accounts.roles import Permission
from oottam.background import queue
from oottam.backoffice import jobs
from oottam.backoffice.generated_files.views import respond
from oottam.backoffice.kitchen.labels import filters as addresses
from oottam.backoffice.kitchen.labels.filters import LabelFilter
from oottam.backoffice.kitchen.labels.queries import Chosen
from oottam.backoffice.kitchen.labels.stocks import STOCKS
from oottam.backoffice.layout.decorators import StaffRequest, staff_page
from oottam.kitchen.day import PackedBox, packed_boxes
from oottam.plans.models import Meal

PDF = "application/pdf"
ONE_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Printing:
    """Labels that can be printed together."""

    label: str
    count: int
    pages: int
    address: str


@staff_page(Permission.COOK)
def show(request: StaffRequest, day: date) -> HttpResponse:
    """How many labels of the day there are, meal by meal, each as a PDF on the paper that is asked for."""
    queue.QUEUE.warm_up()
    asked = addresses.parse_filters(request.GET)
    boxes = packed_boxes(day, with_dishes=False)
    shown = {
        "title": f"Labels, {_describe(day)}",
        "day": day,
        "before": day - ONE_DAY if day > date.min else None,
        "after": day + ONE_DAY if day < date.max else None,
        "asked": asked,
        "stocks": STOCKS.values(),
        "is_sheet": asked.stock.per_page > 1,
        "printings": list(_printings(asked, boxes, day)),
        "unknown_names": sum(not box.person.name.strip() for box in boxes),
    }
    return render(request, "backoffice/kitchen/labels.html", shown)


@staff_page(Permission.COOK, waits=True)
def pdf(request: StaffRequest, day: date) -> HttpResponseBase:
    """The labels that the address asks for, one for each box."""
    title = f"Labels, {_describe(day)}"
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
    """A page to adjust the printer by."""
    stock = addresses.parse_filters(request.GET).stock
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


def _printings(asked: LabelFilter, boxes: Sequence[PackedBox], day: date) -> Iterator[Printing]:
    """All, each meal where there are several, and what changed since the kitchen was told."""
    meals = sorted({box.meal for box in boxes})
    kinds = [("All labels", Chosen())]
    kinds += [(Meal(meal).label, Chosen(meal=meal)) for meal in meals if len(meals) > 1]
    kinds += [("Changed since the cut-off", Chosen(only_changed=True))]
    for label, chosen in kinds:
        count = sum(chosen.has(box) for box in boxes)
        if count:
            address = f"{reverse('backoffice:labels-pdf', args=[day])}?{asked.address(chosen)}"
            yield Printing(label, count, asked.pages(count), address)


def _describe(day: date) -> str:
    return f"{day:%a} {day.day} {day:%b}"
