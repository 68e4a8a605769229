"""The sheet of a day: a page, and what is new on it since it was seen."""

import hashlib
from dataclasses import dataclass
from datetime import date

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.kitchen.sheet import sheet_view
from oottam.backoffice.layout.decorators import StaffRequest, staff_page, wants_json
from oottam.backoffice.layout.primary_keys import parse_pk
from oottam.kitchen.day import day_view, next_meal
from oottam.kitchen.services.cutoff import cut_offs
from oottam.plans.domain.calendar import ONE_DAY
from oottam.plans.models.days import EVERY_MEAL


@dataclass(frozen=True, slots=True)
class SheetView:
    """The board as HTML, by what it is known, and what the foot of its paper says of it."""

    html: str
    seen: str
    foot: str


@staff_page(Permission.COOK)
def today(request: StaffRequest) -> HttpResponse:
    """The sheet at the meal that is next."""
    day, meal = next_meal(timezone.now())
    sheet = reverse("backoffice:kitchen-day", args=[day])
    return redirect(f"{sheet}?meal={meal}" if meal else sheet)


@staff_page(Permission.COOK)
def show(request: StaffRequest, day: date) -> HttpResponse:
    """The day; to the board, which asks with what it has `seen`, only what is new (204 where nothing is)."""
    shown = day_sheet(request, day)
    if wants_json(request):
        if request.GET.get("seen") == shown.seen:
            return HttpResponse(status=204)
        return as_json(shown)
    return render(
        request,
        "backoffice/kitchen/sheet/sheet.html",
        {
            "title": f"Kitchen, {day:%a} {day.day} {day:%b}",
            "day": day,
            "before": day - ONE_DAY if day > date.min else None,
            "after": day + ONE_DAY if day < date.max else None,
            "is_today": day == timezone.localdate(),
            "as_of": sheet_view.moment(timezone.now()),
            "shown": shown,
        },
    )


def day_sheet(request: StaffRequest, day: date) -> SheetView:
    """The board of the day, at the meal that the address asks for."""
    view = day_view(day)
    meal = parse_pk(request.GET.get("meal", ""))
    days = cut_offs(timezone.now())
    may_see_plans = Permission.WORK_REQUESTS in permissions_of(request.user)
    plans = reverse("backoffice:plans") if may_see_plans else ""
    meals = sheet_view.boards(view, days, meal, plans)
    is_over = day < days.today
    html = render_to_string(
        "backoffice/kitchen/sheet/board.html",
        {
            "day": day,
            "meals": meals,
            "closed": view.closed.get(EVERY_MEAL),
            "plans": plans,
            "is_over": is_over,
        },
    )
    return SheetView(html, _seen(html), sheet_view.foot(meals))


def _seen(html: str) -> str:
    """Another one wherever the board would show something else."""
    return hashlib.blake2s(html.encode(), digest_size=12).hexdigest()


def as_json(shown: SheetView) -> HttpResponse:
    """For the board: what it shows from here on."""
    return JsonResponse({"seen": shown.seen, "board": shown.html, "foot": shown.foot})
