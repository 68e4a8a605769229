"""The shopping list of some days."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import groupby

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.shared.decorators import StaffRequest, staff_page
from oottam.core.days import parse_day
from oottam.core.direction import isolate
from oottam.core.errors import DomainError
from oottam.kitchen.shopping import MAX_DAYS, ShoppingList, shopping_list
from oottam.schedule.domain.calendar import ONE_DAY

A_WEEK = timedelta(days=6)
_PLURALS = {"loaf": "loaves", "bunch": "bunches"}
_MEASURES = {"kg", "g", "l", "ml"}
_KILO = Decimal(1000)


@staff_page(Permission.COOK)
def choose_days(request: StaffRequest) -> HttpResponse:
    """Redirect to the days in the address; to tomorrow without any."""
    tomorrow = timezone.localdate() + ONE_DAY
    first = parse_day(request.GET.get("from", "")) or tomorrow
    last = parse_day(request.GET.get("to", "")) or first
    if request.GET and (request.GET.get("from") or request.GET.get("to")) and last < first:
        messages.error(request, "The last day is before the first.")
        last = first
    return redirect("backoffice:shopping", first, last)


@staff_page(Permission.COOK)
def detail(request: StaffRequest, day: date, until: date) -> HttpResponse:
    """List what to buy for all that is cooked from `day` to `until`, both included."""
    shopping: ShoppingList | None = None
    refused = ""
    try:
        shopping = shopping_list(day, until)
    except DomainError as error:
        refused = str(error)
    today = timezone.localdate()
    monday = today + timedelta(days=7 - today.weekday())
    ranges = [
        ("Today", today, today),
        ("Tomorrow", today + ONE_DAY, today + ONE_DAY),
        ("Next week", monday, monday + A_WEEK),
    ]
    context = {
        "title": "Shopping",
        "as_of": timezone.now(),
        "day": day,
        "until": until,
        "shopping": shopping,
        "refused": refused,
        "most_days": MAX_DAYS,
        "ranges": [
            (label, first, last, (first, last) == (day, until)) for label, first, last in ranges
        ],
        "groups": [
            (
                group,
                [
                    (each, format_amount(each.quantity, each.unit), format_weight(each.grams))
                    for each in purchases
                ],
            )
            for group, purchases in groupby(
                shopping.purchases if shopping else (), key=lambda purchase: purchase.group
            )
        ],
    }
    return render(request, "backoffice/kitchen/shopping/shopping.html", context)


def format_weight(grams: Decimal) -> str:
    """Format as "180 g" or "1.02 kg"."""
    if grams < _KILO:
        return f"{format_number(grams.quantize(Decimal(1)) if grams >= 10 else grams)} g"
    return f"{format_number((grams / _KILO).quantize(Decimal('0.01')))} kg"


def format_amount(quantity: Decimal, unit: str) -> str:
    """Format as "1.5 kg", "12 pieces" or "1 loaf"."""
    if unit in _MEASURES or quantity == 1:
        return f"{format_number(quantity)} {isolate(unit)}"
    return f"{format_number(quantity)} {isolate(_PLURALS.get(unit, f'{unit}s'))}"


def format_number(value: Decimal) -> str:
    """Drop trailing zeros after the point."""
    text = f"{value:,f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
