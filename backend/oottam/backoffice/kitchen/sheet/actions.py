"""The buttons of the sheet. A button posts its meal and dish, as 2:17; the island gets the new sheet as JSON."""

from collections.abc import Callable
from datetime import date
from typing import Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from oottam.accounts.roles import Permission
from oottam.backoffice.kitchen.sheet.views import day_sheet
from oottam.backoffice.shared.decorators import StaffRequest, staff_action, wants_json
from oottam.backoffice.shared.queries import parse_pk
from oottam.core.errors import DomainError
from oottam.kitchen.services import choices, cooking


def action_view(service: Callable[..., None], *names: str) -> Callable[..., HttpResponseBase]:
    """Make the view of a button: it calls the service with the meal and, by `names`, the dishes' primary keys."""

    @staff_action(Permission.COOK)
    def apply_action(request: StaffRequest, day: date) -> HttpResponse:
        posted = _numbers(request.POST.get("dish", ""), 1 + len(names))
        if posted is None:
            return _refuse(request, day, 0, "Please use the buttons on the sheet.")
        meal, *numbers = posted
        values: dict[str, Any] = dict(zip(names, numbers, strict=True))
        try:
            service(day=day, meal=meal, actor=request.user, now=timezone.now(), **values)
        except DomainError as error:
            return _refuse(request, day, meal, str(error))
        if wants_json(request):
            return JsonResponse(day_sheet(request, day))
        return redirect(sheet_address(day, meal))

    return apply_action


choose = action_view(choices.choose, "item", "chosen")
unchoose = action_view(choices.undo_choice, "item")
put_back = action_view(choices.undo_substitution, "item")
cook = action_view(cooking.cook, "item")
uncook = action_view(cooking.uncook, "item")


def sheet_address(day: date, meal: int) -> str:
    """Return the address of the day's sheet, at the meal."""
    page = reverse("backoffice:kitchen-day", args=[day])
    return f"{page}?meal={meal}#meal-{meal}" if meal else page


def _refuse(request: StaffRequest, day: date, meal: int, message: str) -> HttpResponse:
    if wants_json(request):
        return JsonResponse({"message": message}, status=422)
    messages.error(request, message)
    return redirect(sheet_address(day, meal))


def _numbers(posted: str, count: int) -> list[int] | None:
    """Parse a meal (0: every one) and primary keys of dishes; None for anything else."""
    meal, *rest = posted.split(":")
    numbers = [number for text in rest if (number := parse_pk(text))]
    is_meal = len(meal) == 1 and meal in "01234"
    return [int(meal), *numbers] if is_meal and len(numbers) == count - 1 == len(rest) else None
