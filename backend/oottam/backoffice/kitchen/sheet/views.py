"""The sheet of a day: the page, and its updates for the island."""

import hashlib
from datetime import date

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission, permissions_of
from oottam.backoffice.kitchen.sheet import sheet_view
from oottam.backoffice.shared.decorators import StaffRequest, staff_page, wants_json
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.days import WHOLE_DAY
from oottam.kitchen.day import day_view, next_meal
from oottam.kitchen.services.cutoff import cut_offs
from oottam.schedule.domain.calendar import ONE_DAY


@staff_page(Permission.COOK)
def today(request: StaffRequest) -> HttpResponse:
    """Redirect to the sheet at the next meal."""
    day, meal = next_meal(timezone.now())
    sheet = reverse("backoffice:kitchen-day", args=[day])
    return redirect(f"{sheet}?meal={meal}" if meal else sheet)


@staff_page(Permission.COOK)
def detail(request: StaffRequest, day: date) -> HttpResponse:
    """Show the day; for the island, which sends the digest it has `seen`, only a change (204 without one)."""
    sheet_data = day_sheet(request, day)
    if wants_json(request):
        if request.GET.get("seen") == sheet_data["seen"]:
            return HttpResponse(status=204)
        return JsonResponse(sheet_data)
    return render(
        request,
        "backoffice/kitchen/sheet/sheet.html",
        {
            "title": f"Kitchen, {day:%a} {day.day} {day:%b}",
            "day": day,
            "before": day - ONE_DAY if day > date.min else None,
            "after": day + ONE_DAY if day < date.max else None,
            "is_today": day == timezone.localdate(),
            "as_of": sheet_view.format_moment(timezone.now()),
            "sheet": sheet_data,
            "here": request.get_full_path(),
        },
    )


def day_sheet(request: StaffRequest, day: date) -> dict[str, str]:
    """Render the day's sheet, at the meal in the address: its digest, its HTML, and the foot of the printed page."""
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
            "closed": view.closed.get(WHOLE_DAY),
            "plans": plans,
            "is_over": is_over,
        },
    )
    seen = hashlib.blake2s(html.encode(), digest_size=12).hexdigest()
    return {"seen": seen, "board": html, "foot": sheet_view.describe_states(meals)}
